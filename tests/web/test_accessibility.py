"""Every page and every table judged by axe, on a screen in light and on a phone in dark; and what fits on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.web.axe import cut_off, faults
from tests.web.playing import RESULT, box, can, finished_table, fits, glowing, table_at

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.web.conftest import OpenPage
    from tests.web.playing import Moment

SCREEN: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
STILL: dict[str, Any] = {"reduced_motion": "reduce", "viewport": SCREEN}
MOMENTS = [
    ("hanamikoji", 2, {}, can("take")),
    ("han", 4, {"board": "border_disputes"}, lambda shown: shown["moves"] > 12 and can("draw")(shown)),
    ("white_lotus", 3, {"negotiation": True}, can("give")),
    ("white_lotus", 6, {}, can("influence")),
    ("white_lotus", 3, {}, can("side")),
    ("haiduci", 4, {}, can("join")),
]
TABLES = [("hanamikoji", 2, {}), ("han", 3, {}), ("white_lotus", 6, {"negotiation": True}), ("haiduci", 6, {})]


OPENERS: list[tuple[str, Literal["light", "dark"]]] = [
    ("Hint", "light"),
    ("What happened since", "dark"),
    ("Make .* an offer", "light"),
]
WITH_BOTS = [("hanamikoji", 1, {}), ("han", 2, {}), ("white_lotus", 2, {"negotiation": True}), ("haiduci", 3, {})]


def judge(page: Page, what: str) -> None:
    """The page as it is has no faults, wide and light or narrow and dark."""
    assert faults(page) == [], what
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    assert faults(page) == [], f"{what}, on a phone in the dark"
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(SCREEN)


def two_rounds(shown: Any) -> bool:
    """Everybody has decided about twice."""
    return bool(shown["moves"] >= 2 * len(shown["seats"]))


def lift(page: Page) -> None:
    """See the table of a shared device."""
    page.locator(".curtain button").click()
    glowing(page).first.wait_for(state="attached")


def test_the_home_page_and_what_opens_over_it(open_page: OpenPage) -> None:
    page = open_page(**STILL)
    page.get_by_role("button", name="Play now").first.wait_for()
    judge(page, "home")
    for panel in ("Name, appearance and account…", "Notifications…"):
        page.get_by_label("Settings").click()
        page.get_by_role("button", name=panel).click()
        page.get_by_role("dialog").wait_for()
        judge(page, panel)
        page.keyboard.press("Escape")
    page.get_by_label("Settings").click()
    judge(page, "settings")
    page.keyboard.press("Escape")
    box(page, "Han").get_by_role("button", name="Find players").click()
    page.get_by_role("dialog").wait_for()
    judge(page, "a quick match")
    page.keyboard.press("Escape")
    box(page, "Han").get_by_role("button", name="Set up a table", exact=False).last.click()
    page.get_by_text("Options").click()
    judge(page, "a new table")
    page.get_by_label("Opponent").first.select_option("friend")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")
    page.get_by_label("Link for seat 2").wait_for()
    judge(page, "the wait for friends")


def test_pages_to_read(open_page: OpenPage) -> None:
    page = open_page(**STILL)
    profile = page.request.get("/api/me").json()["profile"]
    for path in ("/rules/han", "/ratings/han", f"/people/{profile}", "/nowhere"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        judge(page, path)


@pytest.mark.parametrize(("game", "seats", "options", "moment"), MOMENTS)
def test_tables(open_page: OpenPage, game: str, seats: int, options: dict[str, Any], moment: Moment) -> None:
    page = open_page(**STILL)
    page.goto(f"/table/{table_at(page, game, moment, seats, options)}")
    lift(page)
    glowing(page).first.press("Enter")
    judge(page, game)


def test_what_lies_around_a_table(open_page: OpenPage) -> None:
    page = open_page(**STILL)
    page.goto(f"/table/{table_at(page, 'hanamikoji', can('gift'), 2, {})}")
    page.locator(".curtain").wait_for()
    judge(page, "the curtain")
    lift(page)
    page.get_by_role("button", name="Time and seats").click()
    page.get_by_role("dialog").wait_for()
    judge(page, "the clocks")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Log, moves and rules").click()
    for tab in ("Moves", "Rules", "Chat"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        judge(page, tab)


def test_the_end_of_a_game(open_page: OpenPage) -> None:
    page = open_page(**STILL)
    table = finished_table(page)
    page.goto(f"/table/{table}")
    page.locator(RESULT).wait_for()
    judge(page, "the result")
    page.goto(f"/replay/{table}?move=3")
    page.get_by_text("Move 3 of").wait_for()
    judge(page, "the replay")


def test_a_tutorial(open_page: OpenPage) -> None:
    page = open_page("/learn/hanamikoji", **STILL)
    page.locator(".coach").wait_for()
    judge(page, "the coach")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_everything_fits_on_a_phone(open_page: OpenPage, language: str) -> None:
    page = open_page(locale=language, viewport=PHONE, reduced_motion="reduce", has_touch=True, is_mobile=True)
    page.locator(".shelf .button.first").first.wait_for()
    assert (fits(page), cut_off(page)) == (True, []), "home"
    page.locator(".shelf button.box").nth(1).click()
    page.locator("dialog summary").first.click()
    assert (fits(page), cut_off(page)) == (True, []), "a new table"
    for path in [f"/rules/{game}" for game, *_ in TABLES] + ["/ratings/han"]:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert (fits(page), cut_off(page)) == (True, []), path
    for game, seats, options in TABLES:
        page.goto(f"/table/{table_at(page, game, two_rounds, seats, options)}")
        lift(page)
        assert (fits(page), cut_off(page)) == (True, []), game


def seated_with_bots(page: Page, game: str, bots: int, options: dict[str, Any]) -> None:
    """Sit down at a table with bots, and wait for a turn."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * bots]
    made = page.request.post("/api/tables", data={"game": game, "seats": seats, "options": options}).json()
    page.goto(f"/table/{made['table']}")
    glowing(page).first.wait_for(state="attached")


@pytest.mark.parametrize(("game", "bots", "options"), WITH_BOTS)
def test_what_opens_at_the_table_of_a_game(open_page: OpenPage, game: str, bots: int, options: dict[str, Any]) -> None:
    page = open_page(**STILL)
    seated_with_bots(page, game, bots, options)
    for opener, scheme in OPENERS:
        button = page.get_by_role("button", name=re.compile(opener))
        if button.count() == 0:
            continue
        page.emulate_media(color_scheme=scheme)
        button.first.click()
        assert faults(page) == [], f"{game}: {opener}"
        page.keyboard.press("Escape")
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Log, moves and rules").click()
    page.get_by_role("tab", name="Log").click()
    assert faults(page) == [], f"{game}: the log"
