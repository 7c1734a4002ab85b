"""Every game that has a picture: played by clicking on it, against bots, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.playing import box, decide, moves_made

if TYPE_CHECKING:
    from tests.web.conftest import OpenPage

GAMES = ["Hanamikoji", "Han", "The White Lotus"]


# A province's box has corners outside the province: there the keyboard hits what glows more surely than a click.
@pytest.mark.parametrize(
    ("game", "by_keyboard"), [("Hanamikoji", False), ("Han", False), ("Han", True), ("The White Lotus", True)]
)
def test_several_moves_are_made_on_the_board(open_page: OpenPage, game: str, by_keyboard: bool) -> None:
    page = open_page()
    box(page, game).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    for _ in range(4):
        decide(page, by_keyboard)
    assert moves_made(page) >= 4


@pytest.mark.parametrize("game", [*GAMES, "Haiduci"])
def test_moves_are_made_with_the_settings_of_a_newcomer(open_page: OpenPage, game: str) -> None:
    page = open_page(newcomer=True)
    box(page, game).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    for _ in range(3):
        decide(page, by_keyboard=True)
    assert moves_made(page) >= 3


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_board_without_scrolling_to_the_side(open_page: OpenPage, game: str) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    box(page, game).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    page.locator(".board .touchable").first.wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # Nor within the table: the focus would push it aside, and nothing shows how it comes back.
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator(".board[role=region]").evaluate("board => board.scrollWidth - board.clientWidth") == 0
