"""One's own story in the browser: from a finished game to what it says, to openings, and to a profile with feats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.axe import faults
from tests.web.playing import fits

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.web.conftest import OpenPage

PHONE: ViewportSize = {"width": 390, "height": 844}


def judge(page: Page) -> None:
    """The page has no faults, wide and light or narrow and dark."""
    assert faults(page) == []
    size = page.viewport_size
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    assert faults(page) == []
    assert fits(page)
    page.emulate_media(color_scheme="light")
    if size:
        page.set_viewport_size(size)


def finished_game(page: Page) -> str:
    """The id of a game that this page's guest has played against a bot, without clicking."""
    wish = {"game": "hanamikoji", "options": {"rounds": 1}, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    table = str(page.request.post("/api/tables", data=wish).json()["table"])
    address = f"/api/tables/{table}"
    while not (shown := page.request.get(f"{address}?seat=0").json())["over"]:
        if 0 in shown["to_move"]:
            move = {"seat": 0, "move": shown["legal"][0]["notation"], "length": shown["length"]}
            page.request.post(f"{address}/moves", data=move | {"id": str(shown["length"])})
    return table


def test_a_finished_game_tells_its_story(open_page: OpenPage) -> None:
    page = open_page("/insights")
    page.get_by_text("No finished games yet").wait_for()
    judge(page)

    table = finished_game(page)
    while not page.request.get("/api/me/insights").json()["games"]:
        pass  # the server reads it in the background
    page.goto("/people/" + page.request.get("/api/me").json()["profile"])
    page.get_by_role("link", name="What your games say about your play").click()
    page.wait_for_url("**/insights")
    won = page.get_by_role("region", name="Games won")
    expect(won).to_contain_text("of 1 game")
    expect(page.get_by_role("region", name="Whom you meet")).to_contain_text("of 1 game")
    expect(page.get_by_role("region", name="Feats")).to_contain_text("Back from the brink")
    expect(page.get_by_role("link", name="Review your last game")).to_have_attribute("href", f"/review/{table}")
    judge(page)

    page.get_by_role("link", name="Explore everybody’s openings").click()
    page.wait_for_url("**/openings/hanamikoji")
    page.get_by_role("heading", name="Turn order").wait_for()
    page.get_by_role("link", name="The first player").click()
    page.get_by_role("heading", name="First hand").wait_for()
    expect(page.get_by_role("navigation", name="The opening so far")).to_contain_text("The first player")
    judge(page)
    page.go_back()
    page.get_by_role("heading", name="Turn order").wait_for()
