"""What a chosen move would do is shown and said before it is made, and takes no room from the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.playing import can, confirm_button, moves_made, state, table_at

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage

SCREENS = {"desktop": (1440, 900), "phone": (390, 664), "landscape": (844, 390)}
ON_SCREEN = """() => {
    const { left, top, right, bottom } = document.querySelector(".preview").getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def preview(page: Page) -> Locator:
    """What is said about the move, once there is something to say."""
    return page.locator(".preview:not(.empty)")


def seated(open_page: OpenPage, game: str, move: str, seats: int, options: dict[str, Any], screen: str) -> Page:
    """A table at the moment when such a move is offered, seen by the player who decides."""
    width, height = SCREENS[screen]
    page = open_page("/", viewport={"width": width, "height": height}, has_touch=screen != "desktop")
    page.goto(f"/table/{table_at(page, game, can(move), seats, options)}")
    page.locator(".curtain button").click()
    page.wait_for_selector(".board .touchable")
    return page


def choose(page: Page, move: str) -> Any:
    """Press the places of the first move of a kind; return the move."""
    offer = next(offer for offer in state(page)["legal"] if offer["move"]["do"] == move)
    for place in offer["touches"]:
        page.locator(f'.board [data-place~="{place}"].touchable').first.dispatch_event("click")
    return offer


def board_of(page: Page) -> Any:
    return page.locator("[data-board]").bounding_box()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_pair_of_cards_says_what_both_players_will_do(open_page: OpenPage, screen: str) -> None:
    page = seated(open_page, "haiduci", "join", 6, {}, screen)
    before, made = board_of(page), moves_made(page)
    choose(page, "join")
    preview(page).wait_for()
    assert "would agree" in preview(page).inner_text()
    assert preview(page).locator(".stamp").is_visible()
    page.wait_for_function(ON_SCREEN)
    assert board_of(page) == before
    assert moves_made(page) == made
    page.keyboard.press("Escape")
    page.wait_for_selector(".preview.empty", state="attached")


def test_the_list_of_moves_says_what_the_focused_one_does(open_page: OpenPage) -> None:
    page = seated(open_page, "han", "house", 4, {}, "desktop")
    page.get_by_role("button", name="Log, moves and rules").click()
    page.get_by_role("tab", name="Moves").click()
    page.locator(".move").first.focus()
    preview(page).wait_for()
    assert "left in hand" in preview(page).inner_text()
    assert confirm_button(page).count() == 0
    page.keyboard.press("Shift+Tab")
    page.wait_for_selector(".preview.empty", state="attached")


def test_a_bid_says_what_it_leaves_and_is_announced(open_page: OpenPage) -> None:
    page = seated(open_page, "white_lotus", "influence", 3, {}, "phone")
    offer = choose(page, "influence")
    preview(page).wait_for()
    own = state(page)["view"]["players"][state(page)["seat"]]["influence"]
    assert f"{own - offer['move']['points']} influence" in preview(page).inner_text()
    assert page.get_by_role("status").filter(has_text="Left in hand").count() == 1
