"""The end of a round of Hanamikoji in the browser: seen on the board, before the cards are collected."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.playing import RESULT, fits, glowing, state
from tests.web.receiving import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage

SIZES = {
    "desktop": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
    "short phone": {"width": 390, "height": 664},
    "phone on its side": {"width": 844, "height": 390},
}
LAST_TURN = 6  # of the player who goes first
LAID = 2 * (1 + 3 + 4)  # cards beside the geishas: both secrets, gifts and competitions
STOPPED = datetime(2026, 1, 1)


def before_the_end_of_a_round(page: Page) -> None:
    """Sit at a table against a bot, at the last turn of the first round; the page's own time stands still."""
    wish = {"game": "hanamikoji", "options": {"first": 0}, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    table = page.request.post("/api/tables", data=wish).json()["table"]
    page.evaluate("localStorage['guanxi.pace'] = 'normal'")
    page.clock.install(time=STOPPED)
    page.goto(f"/table/{table}")
    play_until(page, lambda shown: shown["view"]["turn"] == LAST_TURN and shown["view"]["offer"] is None)
    page.reload()
    glowing(page).first.wait_for()
    page.clock.pause_at(STOPPED + timedelta(hours=1))


def play_until(page: Page, come: Any) -> Any:
    """Make moves for this page's guest, without clicking, until the table is as wanted; returns how it is then."""
    chance = Random(1)
    shown: Any = None

    def is_there() -> bool:
        nonlocal shown
        shown = state(page)
        if come(shown):
            return True
        if shown["legal"]:
            choice = chance.choice(shown["legal"])["notation"]
            move = {"seat": 0, "move": choice, "length": shown["length"], "id": str(shown["length"])}
            page.request.post(f"/api/tables/{shown['table']}/moves", data=move)
        return False

    wait_until(is_there, "the table as wanted")
    return shown


def caption(page: Page, words: str) -> None:
    """Wait until a moment is on the table; what comes before it is shown as soon as the page's time goes on."""

    def is_there() -> bool:
        page.clock.run_for(300)
        return page.locator(".dock").get_by_text(words).count() > 0

    wait_until(is_there, words)


def laid(page: Page) -> Locator:
    """The cards beside the geishas."""
    return page.locator(".board .stack .card")


def held(page: Page) -> Locator:
    """The geishas whose favour a player holds."""
    return page.locator(".board figure.near, .board figure.far")


def rows(locator: Locator) -> tuple[int, int]:
    """The uppermost and the lowest row of pixels of something."""
    box = locator.bounding_box()
    assert box is not None
    return round(box["y"]), round(box["y"] + box["height"])


def is_in_sight(page: Page, locator: Locator) -> bool:
    """Is all of it between the bar above the board and what is asked below?"""
    (top, bottom), (upper, lower) = rows(page.get_by_role("region", name="Hanamikoji")), rows(locator)
    return top - 1 <= upper and lower <= bottom + 1


def go_on(page: Page) -> None:
    """Have seen enough of a moment; one that has only just come cannot be skipped."""
    page.clock.run_for(300)
    page.get_by_role("button", name="Continue").click()


@pytest.mark.parametrize("size", SIZES)
def test_a_round_ends_on_the_board(open_page: OpenPage, size: str) -> None:
    page = open_page(viewport=SIZES[size], reduced_motion="no-preference")
    before_the_end_of_a_round(page)
    lane, account = page.locator(".board .lane"), page.get_by_role("table").filter(has_text="Round 1 is over")
    place = rows(lane)
    after = play_until(page, lambda shown: shown["over"] or shown["view"]["round"] == 2)

    caption(page, "The secrets are revealed.")
    page.clock.run_for(1500)
    assert (laid(page).count(), held(page).count()) == (LAID, 0)
    assert page.get_by_role("columnheader", name="Round 1 is over").is_visible()
    assert is_in_sight(page, account)
    assert is_in_sight(page, lane)

    go_on(page)
    caption(page, "The round is scored.")
    page.clock.run_for(3000)
    moved = [line["event"] for line in after["events"] if line["event"]["event"] == "favour"]
    assert (laid(page).count(), held(page).count()) == (LAID, len(moved))
    assert [charm(account, seat) for seat in (0, 1)] == [one["charm"] for one in after["view"]["players"]]
    assert is_in_sight(page, account)
    assert rows(lane) == place
    assert fits(page)

    go_on(page)
    if not after["over"]:
        account.wait_for(state="detached")
        assert (laid(page).count(), held(page).count()) == (0, len(moved))
        assert rows(lane) == place


def charm(account: Locator, seat: int) -> int:
    """The charm of a player in the account of a round."""
    return int(account.locator("tbody tr").nth(seat).locator("td b").first.inner_text())


def test_the_secrets_turn_up_where_they_lay_and_favours_move_one_by_one(open_page: OpenPage) -> None:
    page = open_page(viewport=SIZES["desktop"], reduced_motion="no-preference")
    before_the_end_of_a_round(page)
    after = play_until(page, lambda shown: shown["over"] or shown["view"]["round"] == 2)
    moved = [line["event"]["geisha"] for line in after["events"] if line["event"]["event"] == "favour"]

    caption(page, "The secrets are revealed.")
    assert page.locator("[data-place$=':secret'] .turning").count() == 2
    assert laid(page).count() == LAID - 2
    page.clock.run_for(1500)
    assert page.locator(".turning").count() == 0

    go_on(page)
    pause = ceil(min(320, 1800 / max(1, len(moved))))  # as the board takes between two favours
    for count in range(1, len(moved) + 1):
        expect(held(page)).to_have_count(count)
        page.clock.run_for(pause)


def test_without_motion_each_moment_is_shown_as_it_ends(open_page: OpenPage) -> None:
    page = open_page(viewport=SIZES["phone"])
    before_the_end_of_a_round(page)
    after = play_until(page, lambda shown: shown["over"] or shown["view"]["round"] == 2)
    moved = [line for line in after["events"] if line["event"]["event"] == "favour"]
    caption(page, "The secrets are revealed.")
    assert (laid(page).count(), page.locator(".turning").count()) == (LAID, 0)
    go_on(page)
    caption(page, "The round is scored.")
    assert held(page).count() == len(moved)
    go_on(page)
    glowing(page).or_(page.get_by_text("Waiting for")).or_(page.locator(RESULT)).first.wait_for()
