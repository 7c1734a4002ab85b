"""Learning a game in the browser: its tutorial, and its rules to read."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.web.playing import confirm_button, fits, set_up, state

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage

GAMES = ("hanamikoji", "han", "white_lotus", "haiduci")
# A page in the background shows what others do at once, but for moments, which wait for somebody who looks.
IN_BACKGROUND = "Object.defineProperty(document, 'hidden', {get: () => true})"
PRESS = """async (touches) => {
  const pressable = (drawn) => drawn.matches('button, [role=button]') ? drawn : drawn.querySelector('button');
  const drawn = (name) => [...document.querySelectorAll(`.board [data-place~="${name}"]`)];
  const find = async (name, number) => {
    for (let look = 0; look < 600; look += 1) {
      const found = drawn(name).map(pressable).filter(Boolean)[number];
      if (found) return found;
      await new Promise(requestAnimationFrame);
    }
  };
  for (const [index, name] of touches.entries()) {
    const slider = document.querySelector('.amount input');
    if (name.startsWith('amount:') && slider) {
      slider.value = name.slice('amount:'.length);
      slider.dispatchEvent(new Event('input', {bubbles: true}));
    } else {
      const before = touches.slice(0, index).filter((other) => other === name).length;
      (await find(name, before)).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    }
    await new Promise(requestAnimationFrame);
  }
}"""


def sit_down(page: Page, game: str) -> Any:
    """From an address to the table of a tutorial."""
    page.goto(f"/learn/{game}")
    page.wait_for_url("**/table/*")
    page.locator(".coach").wait_for()
    return asked(page)


def asked(page: Page) -> Any:
    """The table when the others have moved."""
    deadline = time.monotonic() + 60
    while not ((shown := state(page))["lesson"]["want"] or shown["lesson"]["over"]):
        assert time.monotonic() < deadline, "the others do not move"
        page.wait_for_timeout(50)
    return shown


def watch(page: Page, lesson: Any) -> None:
    """Leave all moments on the way to a step."""
    moment = page.get_by_role("button", name="Continue", exact=True)
    count, there = page.locator(".coach .count"), f"{lesson['step'] + 1} of {lesson['steps']}"
    deadline = time.monotonic() + 60
    while moment.count() > 0 or count.inner_text() != there:
        assert time.monotonic() < deadline, f"the step is not shown: {page.locator('main').aria_snapshot()}"
        if moment.count() > 0:
            with suppress(PlaywrightTimeout):
                moment.click(timeout=1000)
        page.wait_for_timeout(50)


def read(page: Page, lesson: Any) -> None:
    """Turn the pages of a step."""
    watch(page, lesson)
    onwards = page.locator(".coach").get_by_role("button", name="Next")
    while onwards.count():
        onwards.click()


def place(page: Page, name: str) -> Locator:
    """A place of the board by its name."""
    return page.locator(f'.board [data-place="{name}"]')


def click(page: Page, touches: list[str]) -> None:
    """Click places with the mouse; of equal cards one after the other."""
    for index, name in enumerate(touches):
        # Cards overlap: their upper left corner is always free.
        place(page, name).nth(touches[:index].count(name)).click(position={"x": 8, "y": 12})


def press(page: Page, touches: list[str]) -> None:
    """Press places as a program does, all in one go: of maps with many places and small ones."""
    page.evaluate(PRESS, touches)


def make(page: Page, shown: Any, offer: Any, way: Callable[[Page, list[str]], None]) -> None:
    """Make a move by choosing all that it touches."""
    go_on = page.get_by_role("button", name="Go on")
    if go_on.is_visible():
        go_on.click()
    way(page, offer["touches"])
    if offer["move"]["do"] == "offer" and "player" in offer["move"]:
        send_offer(page, shown["lesson"])
        return
    touches = sorted(offer["touches"])
    alike = [each["notation"] for each in shown["legal"] if sorted(each["touches"]) == touches]
    # The trays of a competition leave one of them: cards go into them in the order in which they are pressed.
    number = 0 if offer["move"]["do"] == "competition" else alike.index(offer["notation"])
    with page.expect_response("**/moves") as answer:
        confirm_button(page).nth(number).click()
    assert answer.value.status == 200


def send_offer(page: Page, lesson: Any) -> None:
    """Fill in the form of an offer, which makes all moves of the step."""
    form = page.get_by_role("dialog", name="Your offer")
    form.get_by_role("button", name="3 influence for 1 combat").click()
    form.get_by_role("button", name="Send", exact=True).click()
    deadline = time.monotonic() + 60
    while state(page)["lesson"]["step"] == lesson["step"]:
        assert time.monotonic() < deadline, "the offer is not sent"
        page.wait_for_timeout(50)


def wanted(shown: Any) -> Any:
    """A move that the tutorial asks for."""
    return next(offer for offer in shown["legal"] if offer["notation"] in shown["lesson"]["want"])


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_is_played_to_its_end(open_page: OpenPage, game: str) -> None:
    page = open_page("/rules/nowhere", reduced_motion="reduce")
    page.add_init_script(IN_BACKGROUND)
    shown = sit_down(page, game)
    assert "tutorial" not in page.locator(".players").inner_text()
    while not shown["lesson"]["over"]:
        read(page, shown["lesson"])
        expect(page.locator(".board [data-shown]").first).to_be_attached()
        check_rings(page, shown)
        make(page, shown, wanted(shown), click if game == "hanamikoji" else press)
        shown = asked(page)
    read(page, shown["lesson"])
    coach = page.locator(".coach")
    expect(coach.get_by_role("button", name="New game")).to_be_visible()
    expect(coach.get_by_role("link", name="Rules")).to_be_visible()
    assert coach.get_by_role("button", name="Keep playing").count() == (0 if shown["over"] else 1)


def check_rings(page: Page, shown: Any) -> None:
    """On the page that asks for a move everything that it takes is ringed, and nothing else that could be pressed."""
    moves = [offer for offer in shown["legal"] if offer["notation"] in shown["lesson"]["want"]]
    asked_for = {name for offer in moves for name in offer["touches"]}
    ringed = page.evaluate("[...document.querySelectorAll('.board [data-shown]')].map((each) => each.dataset.place)")
    names = {name for place in ringed for name in place.split(" ")}
    drawn = page.evaluate("[...document.querySelectorAll('.board .touchable')].map((each) => each.dataset.place ?? '')")
    pressable = {name for place in drawn for name in place.split(" ")}
    assert pressable & names <= asked_for, shown["lesson"]["id"]
    assert pressable & asked_for <= names, shown["lesson"]["id"]
    page.locator(".coach").get_by_role("button", name="Your move").click()
    if pressable & asked_for:
        focused = page.evaluate("document.activeElement.closest('[data-shown]') !== null")
        assert focused, shown["lesson"]["id"]


def test_another_legal_move_gets_a_hint_and_loses_nothing(open_page: OpenPage) -> None:
    page = open_page()
    before = sit_down(page, "hanamikoji")
    click(page, ["action:secret", "hand:fan"])
    confirm_button(page).click()
    expect(page.locator(".coach .hint")).to_contain_text("A fine thought for later.")
    assert page.get_by_role("alert").count() == 0
    assert page.locator(".board .chosen").count() == 0
    after = state(page)
    assert (after["length"], after["lesson"]) == (before["length"], before["lesson"])
    make(page, after, wanted(after), click)
    expect(page.locator(".coach .hint")).to_have_count(0)


def test_a_tutorial_goes_on_where_it_was_left_and_can_be_skipped_and_begun_again(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "han")
    at = page.url
    coach = page.locator(".coach")
    coach.get_by_role("button", name="Skip this step").click()
    expect(coach.locator(".count")).to_have_text("2 of 16")
    sit_down(page, "han")
    assert page.url == at
    expect(coach.locator(".count")).to_have_text("2 of 16")
    coach.get_by_role("combobox").select_option(label="9 · Time passes")
    expect(coach.locator("h2")).to_have_text("Time passes")
    expect(page.get_by_text("Time passes…")).to_be_visible()
    coach.get_by_role("button", name="Start over").click()
    expect(coach.locator(".count")).to_have_text("1 of 16")


def test_on_a_phone_the_coach_leaves_the_board_to_the_learner(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    shown = sit_down(page, "hanamikoji")
    sheet = page.locator(".coach .sheet")
    read(page, shown["lesson"])
    tall = page.locator(".coach").bounding_box()["height"] + sheet.bounding_box()["height"]  # type: ignore[index]
    assert tall <= 844 / 3
    page.get_by_role("button", name="Your move").click()
    expect(sheet).to_be_hidden()
    expect(place(page, "action:secret")).to_be_in_viewport()
    click(page, ["action:secret", "hand:fan"])
    confirm_button(page).click()
    expect(page.locator(".coach .hint")).to_be_visible()
    expect(sheet).to_be_hidden()
    assert fits(page)


def test_a_refusal_leads_to_its_paragraph(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "here")
    page.get_by_role("button", name="show", exact=False).first.click()

    def forbidden(route: Route) -> None:
        move = {**json.loads(route.request.post_data or ""), "move": "take fan"}
        route.continue_(post_data=json.dumps(move))

    page.route("**/moves", forbidden)
    shown = state(page)
    click(page, shown["legal"][0]["touches"])
    confirm_button(page).first.click()
    page.get_by_role("alert").get_by_role("button", name="Why?").click()
    section = page.locator("aside section.here")
    expect(section).to_be_in_viewport()
    assert state(page)["length"] == shown["length"]


@pytest.mark.parametrize(
    ("locale", "typed", "section", "mark"),
    [
        ("en-GB", "KARADORDE outside", "leaders", "Karađorđe"),
        ("fr-FR", "emergence", "emergence", "Émergence"),
        ("it-IT", "parlare puo", "talk", "Parlare"),
    ],
)
def test_the_rules_are_searched_without_accents(
    open_page: OpenPage, locale: str, typed: str, section: str, mark: str
) -> None:
    page = open_page("/rules/haiduci", locale=locale)
    page.get_by_role("searchbox").fill(typed)
    first = page.locator(".find").first
    expect(first.locator("mark").first).to_have_text(mark)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rules/haiduci#{section}")
    expect(page.locator(f"#{section}")).to_be_in_viewport()
    page.get_by_role("searchbox").press("Escape")
    assert page.locator("mark").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_diagrams_of_the_rules_are_drawn(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/rules/{game}")
    book = page.request.get(f"/api/rules/{game}/en").json()
    pictures = page.locator("figure [inert]").filter(has=page.locator("svg"))
    expect(pictures).to_have_count(len(book["diagrams"]))
    assert fits(page)


def test_a_term_explains_itself_to_pointer_key_and_finger(open_page: OpenPage) -> None:
    page = open_page("/rules/hanamikoji")
    term = page.get_by_role("button", name="favour")
    tip = page.get_by_text("The token of a geisha")
    term.hover()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    term.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_an_address_opens_the_rules_at_a_section(open_page: OpenPage) -> None:
    page = open_page("/rules/han#alliances")
    expect(page.locator("#alliances h2")).to_be_in_viewport()
    page.locator("#goal a").first.click()
    expect(page.locator("#goal a").first).not_to_be_in_viewport()
    page.go_back()
    expect(page.locator("#alliances h2")).to_be_in_viewport()
