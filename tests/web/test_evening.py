"""A club's evening in small: a tournament of four, from the page where it is made to its standings.

`python -m tests.evening` is the same for twenty-four.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.evening.guests import Crowd
from tests.evening.steps import invitation, make_club, make_tournament
from tests.web.axe import cut_off, faults
from tests.web.playing import fits, play_to_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage
    from tests.web.house import ServerProcess

PHONE = {"width": 390, "height": 664}


def test_a_tournament_of_a_club_from_its_making_to_the_summary(open_page: OpenPage, server: ServerProcess) -> None:
    host, chiara = open_page(newcomer=True), open_page(viewport=PHONE)
    make_club(host, "Thursday", "Ada")
    link = invitation(host)
    with Crowd(server.address, hurry=True) as crowd:
        meet(host, chiara, crowd, link)
    for page in (host, chiara):
        page.get_by_role("link", name="Back to the tournament").click()
        page.locator("#summary").wait_for()
        expect(page.get_by_role("row")).to_have_count(5 + 5)  # standings and cross table, with their heads
        assert fits(page)
        assert cut_off(page) == []
        assert faults(page) == []


def meet(host: Page, chiara: Page, crowd: Crowd, link: str) -> None:
    """Four people come, enter and play; two of them by clicks."""
    guests = crowd.guests(["Bo", "Ünal"])
    crowd.together([guest.join(link) for guest in guests])
    chiara.goto(link)
    chiara.get_by_label("Your name").fill("Chiara")
    chiara.get_by_role("button", name="Join the club").click()

    host.get_by_role("link", name="Back to the club").click()
    tournament = make_tournament(host, "Thursday evening", rounds=1, game_rounds=1)
    chiara.reload()
    chiara.get_by_role("link", name="Thursday evening").click()
    chiara.get_by_role("button", name="Enter the tournament").click()
    chiara.get_by_text("You are in.").wait_for()
    crowd.together([guest.enter(tournament) for guest in guests])
    expect(host.get_by_role("heading", name="4 players")).to_be_visible()
    host.get_by_role("button", name="Begin the tournament").click()

    for page in (host, chiara):
        page.wait_for_url("**/table/*")  # the game opens by itself
    playing = [crowd.spawn(guest.play_round(tournament, 1)) for guest in guests]
    play_to_the_end(host, chiara)
    for one in playing:
        one.result(120)
