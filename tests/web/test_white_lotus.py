"""The White Lotus in the browser: people in browsers of their own claim, bid in secret, bargain, and are counted."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.web.lotus import (
    CLICKED,
    LETTER,
    LETTERS,
    LONGEST_GAME,
    STILL,
    asked,
    bargain,
    bid_in_secret,
    claim_the_same,
    decide,
    hurry,
    new_table,
    pair,
    pass_on_offers,
    see_the_final_scoring,
    step,
    until,
    until_seen,
)
from tests.web.playing import RESULT, fits, focused, state

if TYPE_CHECKING:
    from tests.web.conftest import OpenPage


def test_two_people_and_a_bot_play_a_game_with_negotiation(open_page: OpenPage) -> None:
    random = Random(7)
    alex, bea = pair(open_page)
    made = pass_on_offers(alex, bea, random)
    made += claim_the_same(alex, bea)
    made += bargain(alex, bea)
    made += bid_in_secret(alex, bea, random)
    deadline = time.monotonic() + LONGEST_GAME
    while made < CLICKED and not state(alex)["over"]:
        assert time.monotonic() < deadline, "too few decisions could be made by clicking"
        made += decide(alex, random) + decide(bea, random)
    alex.emulate_media(reduced_motion="no-preference")
    hurry(alex, bea)
    assert bea.locator(".board .place.lit").count() == 0
    see_the_final_scoring(alex)
    for page in (alex, bea):
        page.locator(RESULT).wait_for()
        totals = page.locator("[role=dialog] tbody td:last-child").all_inner_texts()
        assert sorted(map(int, totals)) == sorted(score["total"] for score in state(page)["result"]["scores"])


def test_camps_and_battle_of_a_rebellion_are_seen_before_its_spoils(open_page: OpenPage) -> None:
    page = open_page(**STILL)
    new_table(page, 4)
    page.locator(".board .touchable").first.wait_for(state="attached")
    fighters = until_seen(page, "The camps are revealed.", ".board .camp :is(.name, .letter, output)", Random(3))
    assert [thing["kind"].split()[0] for thing in fighters] == ["name"] * 4
    battle = until_seen(
        page, "The battle is fought.", ".board .camp, .board .camp :is(.letter.open, output)", Random(3)
    )
    assert sum("letter" in thing["kind"] for thing in battle) == 4
    emperor, rebels = (int(thing["label"]) for thing in battle if thing["label"].isdecimal())
    (won,) = (thing["kind"] for thing in battle if " won" in thing["kind"])
    assert ("rebels" in won) == (rebels > emperor)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "on its side"])
def test_letters_can_be_read_on_a_phone(open_page: OpenPage, size: tuple[int, int]) -> None:
    width, height = size
    page = open_page(viewport={"width": width, "height": height}, **STILL)
    new_table(page, 4)
    page.locator(".board .touchable").first.wait_for(state="attached")
    letters = until_seen(page, LETTERS, LETTER, Random(2))
    assert len(letters) >= 2
    assert all(letter["fits"] for letter in letters)
    assert fits(page)


def test_a_keyboard_player_stays_on_the_board(open_page: OpenPage) -> None:
    page = open_page(**STILL)
    new_table(page, 3, First_emperor="Me")
    page.locator(".board .touchable").first.focus()
    for cubes in (4, 3):
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.locator(".board .own").get_by_label(f"Cubes left: {cubes}").wait_for()
        page.locator(".board .touchable").first.wait_for(state="attached")
        assert focused(page, ".board, .board *")
        page.keyboard.press("Tab")
        assert focused(page, ".board .touchable")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_all_names_can_be_read_on_a_phone(open_page: OpenPage, players: int) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, **STILL)
    new_table(page, players)
    page.locator(".board .touchable").first.wait_for(state="attached")
    cut = """names => names.filter(name => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getBoundingClientRect().width > name.getBoundingClientRect().width + 0.1;
    }).map(name => name.textContent)"""
    assert page.locator(".players .name").evaluate_all(cut) == []
    assert fits(page)


def test_nothing_scrolls_with_six_players(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1440, "height": 900}, **STILL)
    new_table(page, 6, bot="random")
    random = Random(4)
    for _ in range(12):
        until(lambda: asked(page), "nothing is asked")
        decide(page, random)
        panel = page.locator(".board .panel").first
        assert panel.evaluate("panel => panel.scrollHeight <= panel.clientHeight"), step(page)
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")


@pytest.mark.parametrize("counted", [True, False])
def test_totals_are_shown_unless_the_table_hides_them(open_page: OpenPage, counted: bool) -> None:
    page = open_page(**STILL)
    new_table(page, 3, Show_totals_that_anyone_could_count=counted)
    page.locator(".board .touchable").first.wait_for(state="attached")
    others = page.locator(".board .others .influence").all_inner_texts()
    assert [text.strip() for text in others] == (["12", "12"] if counted else ["?", "?"])
    assert page.locator(".board .own .influence").inner_text().strip() == "12"
