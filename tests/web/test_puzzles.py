"""Puzzles in the browser: from the home page to the answer and what was hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

import guanxi
from guanxi.learning.puzzles import puzzles
from tests.web.axe import faults
from tests.web.playing import confirm_button, fits

if TYPE_CHECKING:
    from tests.web.conftest import OpenPage

GAME = "hanamikoji"


def test_a_puzzle_from_the_home_page_to_its_answer(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Puzzles").click()
    page.get_by_role("link", name="Next puzzle: Hanamikoji").click()
    page.wait_for_url(f"**/puzzles/{GAME}/*")
    expect(page.locator(".prompt")).to_contain_text("What would you do?")

    gift = next(one.id for one in puzzles(guanxi.game(GAME)).values() if one.solution.move.startswith("take "))
    page.goto(f"/puzzles/{GAME}/{gift}")
    page.locator(".board .touchable").first.click()
    confirm_button(page).first.click()
    answer = page.get_by_role("region", name="The answer")
    expect(answer.locator(".move").first).to_contain_text("wins about")
    assert faults(page) == []
    assert fits(page)
    page.get_by_role("group", name="What was hidden:").get_by_role("button").last.click()
    expect(answer).to_be_hidden()
    page.reload()
    expect(answer).to_be_visible()
