"""What lies over a table: nothing that opens moves the board, and Escape closes it and returns the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from guanxi.server.chat.wire import Chat, Line
from guanxi.server.clocks.wire import MotionShown
from tests.web.decisions import decisions, show_all

if TYPE_CHECKING:
    from guanxi.server.tables.wire import State
    from tests.web.conftest import OpenPage

SCREENS = [(390, 664), (844, 390), (1280, 720), (1440, 900)]
LATER = "2100-01-01T00:00:00Z"  # news, whatever time the page thinks it is
BOX = "() => JSON.stringify(document.querySelector('[data-board]').getBoundingClientRect())"
FOCUSED = "element => element === document.activeElement"
# The name of the button that opens something, and what it opens.
BUTTONS = {
    "Log, moves and rules": "aside",
    "Hint": "[aria-labelledby=hint-title]",
    "What happened since your turn": ".story",
    "Settings": "details[open] .sheet",
}


@pytest.fixture(scope="module")
def shown() -> State:
    """A decision of Haiduci among five bots, so that hints are allowed."""
    found = decisions("haiduci", 6)["prompt.offer"]
    seats = [msgspec.structs.replace(seat, kind="person" if seat.yours else "bot") for seat in found.seats]
    return msgspec.structs.replace(found, seats=seats, rated=False)


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nothing_that_opens_moves_the_board(open_page: OpenPage, shown: State, width: int, height: int) -> None:
    page = open_page("/", viewport={"width": width, "height": height})
    asked = MotionShown(1, 2, "bot", (shown.seat or 0,))
    banner = msgspec.structs.replace(shown, time=msgspec.structs.replace(shown.time, motion=asked))
    states = show_all(page, {"plain": shown, "banner": banner})
    next(states)
    before = page.evaluate(BOX)
    for name, opened in BUTTONS.items():
        button = page.locator(f"button[aria-label='{name}'], summary[title='{name}'], .dock button:has-text('{name}')")
        page.keyboard.press("Escape")
        button.focus()
        page.keyboard.press("Enter")
        page.locator(opened).first.wait_for()
        assert page.evaluate(BOX) == before, name
        page.keyboard.press("Escape")
        page.locator(opened).first.wait_for(state="hidden")
        assert button.evaluate(FOCUSED), name
    page.keyboard.press("?")
    page.get_by_role("tooltip").wait_for()
    assert page.evaluate(BOX) == before, "tooltip"
    page.keyboard.press("Escape")
    page.get_by_role("tooltip").wait_for(state="detached")
    line = Line(1, 1 if shown.seat != 1 else 2, LATER, "Well played", None, None)
    said = msgspec.json.encode(Chat([line], [], [], may_write=False, private=False)).decode()
    page.route("**/chat", lambda route: route.fulfill(body=said, content_type="application/json"))
    next(states)
    page.locator(".time-bar").wait_for()
    page.get_by_role("button", name="Well played").wait_for()
    assert page.evaluate(BOX) == before, "banner and chat"
