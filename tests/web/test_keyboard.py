"""All four games played by keyboard alone: things are found by the names that a screen reader says, never by sight."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.web.playing import confirm_button, glowing

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage

DECISIONS = 6
PATIENCE = 60.0
LONGEST_WAY = 250  # so many steps of Tab lead around any table
BUTTON = re.compile(r"""- '?button "([^"]+)\"""")
TOLD = """() => {
    window.told = [];
    new MutationObserver(() => {
        const said = document.querySelector("p.unseen[role=status]")?.textContent.trim();
        if (said && said !== told.at(-1)) told.push(said);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def heard(thing: Locator) -> str:
    """What a screen reader says of a thing."""
    return thing.aria_snapshot(timeout=2000).splitlines()[0]


def names(things: Locator) -> list[str]:
    """The names of buttons, as a screen reader says them; those that have just gone away are not missed."""
    found = []
    for each in things.all():
        with suppress(PlaywrightTimeout):
            found += BUTTON.findall(heard(each))
    return found


def press(page: Page, key: str) -> None:
    """Press a key; as soon as it has been answered, something has the focus."""
    page.keyboard.press(key)
    page.wait_for_function("() => document.activeElement !== document.body")


def go_to(page: Page, name: str) -> None:
    """Tab along until the focus is on a button of this name that is not pressed."""
    focus = page.locator(":focus:not([aria-pressed=true])")
    for _ in range(LONGEST_WAY):
        page.keyboard.press("Tab")
        if names(focus) == [name]:
            return
    raise AssertionError(f"Tab does not lead to “{name}”")


def act(page: Page, chance: Random) -> bool:
    """Do the next thing that is asked for; was it the last of a decision?"""
    moment = page.get_by_role("button", name="Continue", exact=True)
    if moment.count() > 0:
        page.keyboard.press("Escape")
        moment.wait_for(state="detached")
        return False
    for way_on in ("show the table", "Go on", "Play again"):
        if found := names(page.get_by_role("button", name=way_on)):
            if names(page.locator(":focus")) != found:
                go_to(page, found[0])
            page.keyboard.press("Enter")
            page.get_by_role("button", name=found[0]).wait_for(state="detached")
            return False
    answers = names(confirm_button(page))
    if answers == ["Confirm"]:
        press(page, "Enter")
    elif choices := answers or names(glowing(page)):
        go_to(page, chance.choice(choices))
        press(page, "Enter")
    if answers:
        page.locator(".dock .button.first").first.wait_for(state="detached")
    return bool(answers)


@pytest.mark.parametrize(
    ("game", "title", "seats", "other"),
    [
        ("hanamikoji", "Hanamikoji", 2, {"kind": "bot", "bot": "random"}),
        ("han", "Han", 2, {"kind": "bot", "bot": "random"}),
        ("white_lotus", "The White Lotus", 3, {"kind": "here"}),
        ("haiduci", "Haiduci", 4, {"kind": "here"}),
    ],
)
def test_a_game_is_played_by_key_and_ear(
    open_page: OpenPage, game: str, title: str, seats: int, other: dict[str, str]
) -> None:
    page = open_page()
    wish = {"game": game, "options": {}, "seats": [{"kind": "me"}, *[other] * (seats - 1)]}
    page.goto(f"/table/{page.request.post('/api/tables', data=wish).json()['table']}")
    page.get_by_role("region", name=title, exact=True).wait_for()
    page.evaluate(TOLD)
    chance = Random(3)
    made = 0
    deadline = time.monotonic() + PATIENCE
    while made < DECISIONS:
        assert time.monotonic() < deadline, f"no more can be done by key: {page.locator('main').aria_snapshot()}"
        if act(page, chance):
            made += 1
            deadline = time.monotonic() + PATIENCE
    told = page.evaluate("told")
    assert len(told) >= DECISIONS / 2
