"""Dialogs, menus, cards, results, and the pages that links lead to, judged by axe in light and in dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
import pytest

from guanxi.server.clocks.wire import MotionShown
from tests.web.axe import faults
from tests.web.decisions import decisions, ended, show
from tests.web.playing import RESULT, box, finished_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage

GAMES = [
    ("hanamikoji", "Hanamikoji", 2),
    ("han", "Han", 5),
    ("white_lotus", "The White Lotus", 6),
    ("haiduci", "Haiduci", 6),
]
SLOW = {"kind": "slow", "hours": 24}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CARD = "[popover]:popover-open"


def judge(page: Page, what: str, opened: str = "dialog[open]") -> None:
    """Check that all that is open has no faults, in light and in dark."""
    page.locator(opened).first.wait_for()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert faults(page, opened) == [], f"{what}, {scheme}"


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game, _, seats in GAMES])
def test_the_result_its_menu_and_the_card_of_a_bot(open_page: OpenPage, game: str, seats: int) -> None:
    page = open_page()
    show(page, ended(game, seats))
    page.locator(RESULT).wait_for()
    page.locator(".panel details > summary >> nth=-1").click()
    page.locator(".panel summary").filter(has_text="Download").click()
    judge(page, f"{game}: the result", ".panel")
    page.get_by_role("button", name="View the table").click()
    page.locator(".badge").first.click()
    judge(page, f"{game}: a character", CARD)


def test_a_new_table_of_each_game(open_page: OpenPage) -> None:
    page = open_page()
    for _, title, seats in GAMES:
        box(page, title).get_by_role("button", name="Set up a table", exact=False).last.click()
        dialog = page.get_by_role("dialog")
        if seats > 2:
            dialog.get_by_role("combobox").first.select_option(str(seats))
        dialog.get_by_label("Opponent").last.select_option("here")
        dialog.get_by_label("Opponent").first.select_option("friend")
        dialog.get_by_text("Options").click()
        judge(page, f"{title}: players who may be away")
        page.keyboard.press("Escape")
    box(page, "Han").get_by_role("button", name="Set up a table", exact=False).last.click()
    dialog.get_by_label("Clock").select_option("own")
    judge(page, "a clock of one's own")


def test_what_opens_at_a_table_that_waits(open_page: OpenPage) -> None:
    page = open_page()
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    made = page.request.post("/api/tables", data={"game": "han", "seats": seats}).json()
    page.goto(f"/table/{made['table']}")
    page.get_by_role("button", name="Send").wait_for()
    judge(page, "bots at a table that waits", "main")
    page.get_by_role("button", name="Seat a bot").click()
    page.get_by_role("radio").first.wait_for()
    judge(page, "a bot for a free seat")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Close the table").click()
    judge(page, "closing a table")
    guest = open_page(made["links"]["1"], newcomer=True)
    judge(guest, "an invitation", "main")
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url("**/table/*")


def test_time_and_seats(open_page: OpenPage) -> None:
    alex, bea = open_page("/api/health"), open_page("/api/health")
    wish = {"game": "hanamikoji", "seats": [{"kind": "me"}, {"kind": "friend"}], "time": SLOW}
    made = alex.request.post("/api/tables", data=wish).json()
    bea.request.post("/api/join", data={"token": made["links"]["1"].removeprefix("/join/"), "name": "Bea"})
    alex.goto(f"/table/{made['table']}")
    alex.get_by_role("button", name="Time and seats").click()
    alex.get_by_text("Days away").click()
    judge(alex, "clocks and days away")
    alex.get_by_role("button", name="Propose a different clock").click()
    judge(alex, "another clock")
    alex.get_by_role("button", name="Cancel").click()
    alex.get_by_role("button", name="Leave the game").click()
    judge(alex, "leaving")


def test_banners_a_tooltip_and_a_game_that_was_ended(open_page: OpenPage) -> None:
    page = open_page()
    shown = decisions("haiduci", 4)["prompt.offer"]
    asked = MotionShown(1, 2, "bot", (shown.seat or 0,))
    show(page, msgspec.structs.replace(shown, time=msgspec.structs.replace(shown.time, motion=asked)))
    judge(page, "a motion", ".time-bar")
    page.keyboard.press("?")
    judge(page, "a tooltip", "[role=tooltip]")
    page.unroute_all()
    show(page, msgspec.structs.replace(shown, over=True, ended="agreed", legal=[], to_move=()))
    judge(page, "ended", ".panel")


def test_dialogs_and_tips_of_other_pages(open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"/replay/{finished_table(page)}?move=3")
    page.get_by_role("button", name="Continue from here").click()
    judge(page, "continuing")
    page.goto("/rules/han")
    page.locator(".term").first.focus()
    judge(page, "a term", CARD)
    page.goto(page.request.post("/api/me/link", data={}).json()["link"])
    judge(page, "another device", "main")
