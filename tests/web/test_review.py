"""Playing better, in the browser: hints at the table, and a finished game looked at again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.axe import faults
from tests.web.house import ServerProcess
from tests.web.playing import confirm_button, finished_table, fits, glowing, moves_made, state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage

LONG = 60_000  # a review on a busy machine


@pytest.fixture(scope="module")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that does not look closely."""
    server = ServerProcess(tmp_path_factory.mktemp("server"), review_iterations=16)
    yield server
    server.stop()


def table_of_two(page: Page, **other: str) -> str:
    """A table at which the page's guest goes first."""
    wish = {"game": "hanamikoji", "options": {"first": 0}, "seats": [{"kind": "me"}, other]}
    made = page.request.post("/api/tables", data=wish).json()
    page.goto(f"/table/{made['table']}")
    return str(made["links"].get("1", ""))


def test_a_hint_is_shown_and_chosen_but_not_played(open_page: OpenPage) -> None:
    page = open_page()
    table_of_two(page, kind="bot", bot="random")
    page.get_by_role("button", name="Hint").wait_for()
    page.keyboard.press("h")
    expect(page.get_by_text("A game in which you use a hint is not rated.")).to_be_visible()
    assert not state(page)["hinted"]
    page.get_by_role("button", name="Show the hint anyway").click()
    moves = page.locator(".hint .move")
    moves.first.wait_for()
    assert 2 <= moves.count() <= 3
    expect(page.locator(".hint")).to_contain_text(re.compile(r"wins about \d+ games in 100"))
    # Moves that are equally good have one sentence together.
    expect(page.locator(".hint .why, .hint .equal").first).to_have_text(re.compile(r"^[A-Z“].*\.$"))
    moves.last.hover()
    assert page.locator(".board [data-shown]").count() >= 2
    said = moves.first.locator(".said").inner_text()
    moves.first.click()
    expect(page.locator(".prompt")).to_have_text(said)
    assert page.locator(".board [data-shown]").count() == 0
    assert moves_made(page) == 0
    assert state(page)["hinted"]
    confirm_button(page).click()
    page.wait_for_function("() => !document.querySelector('.dock .button.first')")
    assert moves_made(page) >= 1


def test_where_other_people_play_the_key_says_why_there_is_no_hint(open_page: OpenPage) -> None:
    alex = open_page()
    link = table_of_two(alex, kind="friend")
    bea = open_page()
    assert bea.request.post("/api/join", data={"token": link.removeprefix("/join/"), "name": "Bea"}).ok
    glowing(alex).first.wait_for()
    assert alex.get_by_role("button", name="Hint").count() == 0
    alex.keyboard.press("h")
    expect(alex.get_by_text("Other people are playing here.")).to_be_visible()


def test_a_review_leads_through_the_game(open_page: OpenPage) -> None:
    page = open_page()
    table = finished_table(page)
    page.goto(f"/table/{table}")
    page.get_by_role("link", name="Review").click()
    page.wait_for_url("**/review/*")
    course = page.get_by_role("slider", name="Chances of winning, move by move")
    page.locator(".accounts").wait_for(timeout=LONG)
    assert page.locator(".course .line").count() == 2
    last = int(course.get_attribute("aria-valuemax") or 0)
    box = course.bounding_box()
    assert box
    course.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(page.locator(".slide")).to_contain_text(re.compile(rf"Move [1-9]\d* of {last}"))
    course.press("End")
    expect(course).to_have_attribute("aria-valuenow", str(last))
    expect(course).to_have_attribute("aria-valuetext", re.compile("100%|50%"))
    page.locator(".turns button").last.click()
    expect(page.locator(".moment")).to_contain_text("–")
    page.get_by_text("The graph in numbers").click()
    assert page.locator(".numbers tbody tr").count() == last + 1
    for row in page.locator(".accounts tbody tr").all():
        cells = [int(cell.inner_text().replace("−", "-").replace("+", "")) for cell in row.locator("td").all()]
        assert sum(cells[:4]) == cells[4]
    assert faults(page) == []
    page.reload()
    course.wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    assert fits(page)


def test_a_review_shows_what_it_has_found_so_far_and_can_be_stopped(open_page: OpenPage) -> None:
    page = open_page()
    table = finished_table(page)
    page.goto(f"/review/{table}")
    page.locator(".accounts").wait_for(timeout=LONG)
    whole = page.request.get(f"/api/tables/{table}/review").json()
    found = {**whole["review"], "decisions": whole["review"]["decisions"][:4], "turns": []}
    running = {**whole, "state": "running", "done": 5, "seconds": 42, "review": found}
    stopped = {"state": "stopped", "done": 0, "count": 0, "seconds": None, "review": None}
    page.route("**/review", lambda route: route.fulfill(json=running))
    page.route("**/review/stop", lambda route: route.fulfill(json=stopped))
    page.goto(f"/review/{table}?")
    status = page.get_by_role("status").filter(has_text="Going over every decision")
    expect(status).to_contain_text(f"5 of {whole['count']} decisions")
    expect(status).to_contain_text("about 40 seconds to go")
    expect(page.get_by_role("heading", name="Turning points so far")).to_be_visible()
    course = page.get_by_role("slider", name="Chances of winning, move by move")
    expect(course).to_have_attribute("aria-valuemax", str(whole["count"]))
    assert faults(page) == []
    page.get_by_role("button", name="Stop the review").click()
    expect(page.get_by_text("The review was stopped.")).to_be_visible()
    page.unroute("**/review")
    page.get_by_role("button", name="Continue it").click()
    page.locator(".accounts").wait_for(timeout=LONG)


def test_continue_from_a_moment_and_back_to_it(open_page: OpenPage) -> None:
    page = open_page()
    table = finished_table(page)
    page.goto(f"/table/{table}?move=3&seat=1")
    expect(page.locator(".slide")).to_contain_text("Move 3 of")
    page.get_by_role("button", name="Link to this moment").click()
    expect(page.get_by_role("textbox", name="Link to this moment")).to_have_value(
        re.compile(f"/table/{table}\\?move=3&seat=1$")
    )
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_label("Your seat").select_option("0")
    page.get_by_label("Opponent").select_option("random")
    page.get_by_label("are dealt anew").check()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    assert state(page)["from"] == {"table": table, "move": 3, "redrawn": 0}
    page.get_by_role("link", name="Continued from move 3 of an earlier game").click()
    expect(page.locator(".slide")).to_contain_text("Move 3 of")


def test_a_moment_of_a_game_that_still_runs_is_its_table(open_page: OpenPage) -> None:
    page = open_page()
    table_of_two(page, kind="here")
    running = page.url
    page.goto(f"{running}?move=2")
    page.wait_for_url(running)
    page.get_by_text("Pass the device").or_(page.locator(".dock .prompt")).first.wait_for()


def test_the_story_is_downloaded_in_the_readers_language(open_page: OpenPage) -> None:
    page = open_page(locale="fr-FR")
    table = finished_table(page)
    page.goto(f"/replay/{table}")
    page.get_by_text("Télécharger").click()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Le récit de la partie").click()
    assert kept.value.suggested_filename == f"hanamikoji-{table}.txt"
    assert "Manche 1" in Path(kept.value.path()).read_text(encoding="utf-8")
    page.get_by_text("Télécharger").click()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Statistiques").click()
    assert kept.value.suggested_filename.endswith(".csv")
