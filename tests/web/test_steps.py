"""The steps of a decision: reasons for clicks that lead nowhere, tooltips, confirmations, forced moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.web.decisions import decisions, show
from tests.web.playing import confirm_button, glowing, moves_made
from tests.web.receiving import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage

# Remembers every question that is shown.
PROMPTS = """window.prompts = []; new MutationObserver(() => {
  const shown = document.querySelector('.dock .prompt')?.innerText;
  if (shown && shown !== prompts.at(-1)) prompts.push(shown);
}).observe(document.body, { childList: true, characterData: true, subtree: true })"""
BOT = {"kind": "bot", "bot": "random"}


def sit_down(page: Page, game: str, seats: int, **options: Any) -> None:
    """Begin a game against bots in which this page has the first decision."""
    wish = {"game": game, "options": options, "seats": [{"kind": "me"}, *[BOT] * (seats - 1)]}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['table']}")
    glowing(page).first.wait_for()


def place(page: Page, name: str) -> Locator:
    """A part of the board."""
    return page.locator(f'.board [data-place="{name}"]').first


@pytest.mark.parametrize(
    ("game", "seats", "options", "clicked", "reason", "paragraph"),
    [
        ("han", 2, {"board": "ways_of_diplomacy", "first": 0}, "pile", "You draw at the end of your turn.", "Drawing"),
        ("hanamikoji", 2, {"first": 0}, "geisha:fan", "That is not asked for now. Choose one of your actions", None),
        (
            "white_lotus",
            3,
            {"emperor": 0},
            "province:dadu",
            "Dadu has no tile yet. Claim a neutral province.",
            "Claims",
        ),
        ("haiduci", 4, {"first": 0}, "season:3", "That is not asked for now. Choose your faction.", None),
    ],
)
def test_a_click_that_leads_nowhere_says_why(
    open_page: OpenPage,
    game: str,
    seats: int,
    options: dict[str, Any],
    clicked: str,
    reason: str,
    paragraph: str | None,
) -> None:
    page = open_page()
    sit_down(page, game, seats, **options)
    place(page, clicked).click()
    told = page.locator(".dock [role=alert]")
    told.wait_for()
    assert told.inner_text().startswith(reason)
    if paragraph is None:
        assert told.get_by_role("button").count() == 0
    else:
        told.get_by_role("button", name="Why?").click()
        page.get_by_role("heading", name=paragraph, exact=False).first.wait_for()
        page.keyboard.press("Escape")
    glowing(page).first.press("Enter")
    told.wait_for(state="detached")


def test_a_tip_opens_by_pointer_and_key_and_lets_clicks_through(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "han", 2, board="ways_of_diplomacy", first=0)
    tip = page.get_by_role("tooltip")
    table = page.locator(".board").first.bounding_box()
    place(page, "pile").hover()
    tip.wait_for()
    assert tip.inner_text().startswith("Draw pile: ")
    assert place(page, "pile").get_attribute("aria-describedby") == "tip"
    assert page.locator(".board").first.bounding_box() == table
    page.mouse.move(1, 1)
    tip.wait_for(state="detached")
    card = page.locator('.board button[data-place^="hand:"]').first
    card.press("?")
    tip.wait_for()
    assert "Pays for a piece" in tip.inner_text()
    first = tip.inner_text()
    page.keyboard.press("ArrowLeft")
    assert tip.inner_text() != first
    page.keyboard.press("Escape")
    tip.wait_for(state="detached")
    card.hover()
    tip.wait_for()
    card.click()
    assert card.get_attribute("aria-pressed") == "true"


def test_a_long_press_explains_and_does_not_choose(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664}, has_touch=True)
    sit_down(page, "han", 2, board="ways_of_diplomacy", first=0)
    card = page.locator('.board button[data-place^="hand:"]').first
    box = card.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.get_by_role("tooltip").wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert card.get_attribute("aria-pressed") == "false"
    card.tap()
    page.get_by_role("tooltip").wait_for(state="detached")
    assert card.get_attribute("aria-pressed") == "true"


def test_a_card_is_drawn_by_one_tap_and_a_piece_is_confirmed(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate("localStorage['guanxi.confirm'] = 'important'")
    sit_down(page, "han", 2, board="ways_of_diplomacy", first=0)
    page.get_by_role("button", name="Discard a card").click()
    assert page.locator(".dock .prompt").inner_text() == "Discard which card?"
    page.locator('.board button[data-place^="hand:"]').first.click()
    assert moves_made(page) == 0
    confirm_button(page).click()
    place(page, "pile").and_(page.locator(".touchable")).click()
    page.wait_for_function("() => document.querySelector('.dock .prompt')?.innerText.startsWith('Place a piece')")
    assert moves_made(page) >= 3


def test_a_forced_move_is_shown_and_then_played(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate("localStorage['guanxi.forced'] = 'on'")
    seats = [{"kind": "me"}, *[{"kind": "here"}] * 5]
    made = page.request.post("/api/tables", data={"game": "haiduci", "seats": seats, "options": {"first": 1}}).json()
    for seat in (1, 2, 3, 4, 5):  # the sixth faction is left for this page
        shown = page.request.get(f"/api/tables/{made['table']}?seat={seat}").json()
        move = {"seat": seat, "move": shown["legal"][0]["notation"], "length": shown["length"], "id": str(seat)}
        page.request.post(f"/api/tables/{made['table']}/moves", data=move)
    page.goto(f"/table/{made['table']}")
    page.get_by_role("button", name="show the table").wait_for()
    page.evaluate(PROMPTS)
    page.get_by_role("button", name="show the table").click()
    wait_until(lambda: moves_made(page) == 6, "the forced move")
    assert any(prompt.startswith("Only one move is possible: Play this faction") for prompt in page.evaluate("prompts"))


def test_an_undo_that_ends_the_rating_says_so_first(open_page: OpenPage) -> None:
    shown = decisions("haiduci", 4)["prompt.offer"]
    undo = msgspec.structs.replace(shown.undo, possible=True, consent=True, free=False)
    page = open_page("/", viewport={"width": 390, "height": 664})
    show(page, msgspec.structs.replace(shown, rated=True, undo=undo))
    page.get_by_role("button", name="Ask to undo").click()
    page.locator(".prompt").get_by_text("is not rated").wait_for()
    page.get_by_role("button", name="Keep the move").click()
    page.locator(".prompt").get_by_text("is not rated").wait_for(state="detached")
    page.get_by_role("button", name="Ask to undo").click()
    with page.expect_request("**/undo"):
        page.locator(".dock").get_by_role("button", name="Ask to undo").click()
