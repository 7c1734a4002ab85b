"""Puzzles in the browser: from the home page to the answer and what was hidden."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
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
    page.get_by_role("link", name=re.compile("Next puzzle.*Hanamikoji")).click()
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


@pytest.mark.parametrize("game", guanxi.game_names())
def test_what_was_hidden_is_seen_on_a_phone_in_landscape(open_page: OpenPage, game: str) -> None:
    puzzle = next(iter(puzzles(guanxi.game(game)).values()))
    table = puzzle.start.table(guanxi.game(game))
    page = open_page("/puzzles", viewport={"width": 844, "height": 390}, locale="fr")
    move = table.legal_numbers(puzzle.seat)[0]
    page.request.post(f"/api/puzzles/{game}/{puzzle.id}", data={"move": move})
    page.goto(f"/puzzles/{game}/{puzzle.id}")
    answer = page.get_by_role("region", name="La réponse")
    expect(answer.get_by_role("link", name="Tous les problèmes")).to_be_visible()
    top, bottom = "one => one.getBoundingClientRect().top", "one => one.getBoundingClientRect().bottom"
    assert answer.get_by_role("heading").evaluate(top) >= page.locator("header").first.evaluate(bottom)
    page.get_by_role("group", name="Ce qui était caché").get_by_role("button").nth(1).click()
    expect(answer).to_be_hidden()
    assert page.locator(".dock").evaluate("one => one.offsetHeight") < 60
