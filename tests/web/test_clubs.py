"""A club in the browser: from its form over the printed link to a game between two of its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.axe import faults
from tests.web.playing import fits, state

if TYPE_CHECKING:
    from tests.web.conftest import OpenPage

PHONE = {"width": 390, "height": 844}


def test_two_people_meet_in_a_club_and_play(open_page: OpenPage) -> None:
    alex, bea = open_page(), open_page(viewport=PHONE)
    alex.request.post("/api/me", data={"name": "Alex"})
    alex.goto("/clubs")
    alex.get_by_role("button", name="Make a club").click()
    form = alex.get_by_role("dialog")
    form.get_by_label("Name").fill("Thursday")
    form.get_by_label("Hanamikoji").check()
    assert form.get_by_label("Usual clock: Hanamikoji").input_value() == "600+10"  # as fits the game
    form.get_by_label("Usual clock: Hanamikoji").select_option("300+5")
    form.get_by_role("button", name="Make the club").click()
    alex.get_by_role("heading", name="Thursday").wait_for()
    alex.get_by_role("link", name="Invite people").click()
    alex.get_by_role("img", name="The invitation as a QR code").wait_for()
    address = alex.get_by_label("Invitation to the club").input_value()

    bea.goto(address)
    bea.get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Join the club").click()
    bea.get_by_role("heading", name="Thursday").wait_for()
    bea.get_by_role("link", name="Alex").wait_for()
    assert fits(bea)
    assert faults(bea) == []

    alex.get_by_role("link", name="Back to the club").click()
    alex.get_by_role("button", name="Hanamikoji…").click()
    wishes = alex.get_by_role("dialog")
    assert wishes.get_by_label("Clock").input_value() == "300+5"
    assert wishes.get_by_label("Opponent").input_value() == "open"
    wishes.get_by_role("button", name="Sit down").click()
    alex.wait_for_url("**/table/*")
    bea.reload()
    sit = bea.get_by_role("button", name="Sit down")
    sit.wait_for()
    assert faults(bea) == []
    sit.click()
    bea.wait_for_url("**/table/*")
    assert bea.url == alex.url
    alex.locator(".board [data-flip]").first.wait_for()
    shown = state(bea)
    assert shown["started"]
    assert shown["time"]["control"] == {"kind": "live", "game": 300, "move": 5}
