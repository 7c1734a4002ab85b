"""Pages around the game: languages, replay, settings, what is not there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.web.playing import finished_table, fits, glowing, set_up

if TYPE_CHECKING:
    from tests.web.conftest import OpenPage

PLAY_NOW = {"en": "Play now", "fr": "Jouer", "it": "Gioca subito"}
ASKED = {
    "en": r"Choose one|A gift for you|Two pairs",
    "fr": r"Choisissez|Un cadeau pour vous|Deux paires",
    "it": r"Scegli|Un dono per te|Ci sono due coppie",
}


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_browser_chooses_the_language(open_page: OpenPage, language: str) -> None:
    page = open_page(locale=language)
    page.get_by_role("button", name=PLAY_NOW[language]).first.click()
    page.wait_for_url("**/table/*")
    glowing(page).first.wait_for()
    assert page.locator("html").get_attribute("lang") == language
    assert re.match(ASKED[language], page.locator(".dock .prompt").inner_text())
    assert not re.search(r"\b(board|event|prompt|item|action|drawer|strip)\.[a-z]", page.locator("body").inner_text())


def test_the_language_can_be_switched_and_is_kept(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_label("Settings").click()
    page.get_by_label("Language").first.select_option("it")
    page.get_by_role("button", name="Gioca subito").first.wait_for()
    page.reload()
    page.get_by_role("button", name="Gioca subito").first.wait_for()


def test_the_dark_theme_can_be_chosen_and_is_kept(open_page: OpenPage) -> None:
    page = open_page()
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(paper) == "rgb(246, 240, 227)"
    page.get_by_label("Settings").click()
    page.get_by_label("Colours").select_option("dark")
    assert page.evaluate(paper) == "rgb(23, 20, 18)"
    page.reload()
    assert page.evaluate(paper) == "rgb(23, 20, 18)"


def test_a_finished_game_is_replayed_move_by_move(open_page: OpenPage) -> None:
    page = open_page()
    table = finished_table(page)
    page.goto(f"/replay/{table}?move=3")
    page.get_by_text("Move 3 of").wait_for()
    page.get_by_role("button", name="Step forward").click()
    page.get_by_text("Move 4 of").wait_for()
    assert page.url.endswith("?move=4")
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Move 3 of").wait_for()
    page.get_by_role("button", name="Go to the end").click()
    page.get_by_text(re.compile(r"Move (\d+) of \1$")).wait_for()
    page.get_by_label("Point of view").select_option("1")
    page.get_by_role("button", name="Go to the start").click()
    page.get_by_text("Move 0 of").wait_for()
    assert fits(page)


def test_anybody_can_open_the_link_to_a_moment(open_page: OpenPage) -> None:
    table = finished_table(open_page())
    friend = open_page(f"/replay/{table}?move=5")
    friend.get_by_text("Move 5 of").wait_for()


def test_a_game_that_goes_on_cannot_be_replayed(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "bot:random", rounds=0)
    page.goto(page.url.replace("/table/", "/replay/"))
    page.get_by_text("This game cannot be replayed").wait_for()


def test_the_result_has_the_log_and_the_seed(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    table = finished_table(page)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Skip").click()
    page.get_by_text("The shuffle was fair").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the log").click()
    assert download.value.suggested_filename.endswith(".json")


def test_a_watcher_sees_the_table_and_no_hand(open_page: OpenPage) -> None:
    player = open_page()
    set_up(player, "bot:random", rounds=0)
    glowing(player).first.wait_for()
    watcher = open_page(player.url)
    watcher.locator(".board [data-flip]").first.wait_for()
    assert glowing(watcher).count() == 0


@pytest.mark.parametrize(
    ("path", "said"), [("/table/nothing", "This table does not exist"), ("/nowhere", "There is nothing here")]
)
def test_what_is_not_there_is_said(open_page: OpenPage, path: str, said: str) -> None:
    open_page(path).get_by_text(said).wait_for()


def test_the_first_page_is_light(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Play now").first.wait_for()
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').filter(each => !/woff2|icon/.test(each.name))"
        ".reduce((sum, each) => sum + each.encodedBodySize, 0)"
    )
    assert sizes < 120_000


def test_a_step_to_another_page_is_said_aloud(open_page: OpenPage) -> None:
    page = open_page()
    said = page.locator("p[aria-live=polite]").first
    page.locator('a[href="/rules/han"]').click()
    page.wait_for_function("() => document.querySelector('p[aria-live=polite]').textContent.includes('Han')")
    page.go_back()
    page.wait_for_function("() => !document.querySelector('p[aria-live=polite]').textContent.includes('Han')")
    assert said.inner_text() == page.title()
