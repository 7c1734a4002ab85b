"""An exhibition in the browser: set up in one step, from board to board, and its standings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.axe import faults
from tests.web.playing import fits

if TYPE_CHECKING:
    from tests.web.conftest import OpenPage


def test_an_exhibition_is_set_up_and_played_from_board_to_board(open_page: OpenPage) -> None:
    page = open_page("/tournaments")
    page.get_by_role("button", name="Simultaneous exhibition").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("hanamikoji")
    dialog.get_by_label("Boards").select_option("3")
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/exhibition/*")
    boards = page.get_by_role("link", name=re.compile(r"^Board \d"))
    expect(boards).to_have_count(3)
    expect(page.locator(".frame svg").first).to_be_visible()
    expect(page.locator("li.turn").first).to_be_visible()
    assert faults(page) == []
    assert fits(page)
    page.keyboard.press("n")
    page.wait_for_url("**/table/*")
    first = page.url
    expect(page.locator(".tools a")).to_be_visible()
    page.keyboard.press("n")
    page.wait_for_url(lambda url: url != first)
    page.goto("/tournaments")
    page.get_by_role("link", name="Hanamikoji · 3 boards").click()
    expect(boards).to_have_count(3)
