"""What a person does at a table in the browser: looks what glows, clicks it, confirms."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Moment = Callable[[Any], bool]

RESULT = "[role=dialog] h2"
LONGEST_GAME = 300.0


def set_up(page: Page, opponent: str, rounds: int = 1) -> None:
    """From the home page to a new table, by the panel."""
    box(page, "Hanamikoji").get_by_role("button", name="Set up a table", exact=False).last.click()
    page.get_by_label("Opponent").select_option(opponent)
    page.get_by_text("Options").click()
    page.get_by_label("Maximum number of rounds").fill(str(rounds))
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")


def join(page: Page, name: str = "Bea") -> None:
    """Sit down at the seat that the page's link leads to."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=re.compile("Sit down|Take this seat")).click()
    page.wait_for_url("**/table/*")


def box(page: Page, game: str) -> Locator:
    """A game's place on the shelf."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=game, exact=True))


def confirm_button(page: Page) -> Locator:
    """The buttons that make a move."""
    return page.locator(".dock .button.first:enabled")


def glowing(page: Page) -> Locator:
    """What can be clicked on the board."""
    return page.locator(".board .touchable:not(.chosen)")


def act(page: Page, by_keyboard: bool = False) -> bool:
    """One click, or one press of Enter, towards a move; False if nothing is asked of this page."""
    go_on = page.get_by_role("button", name="Go on")
    for target in (go_on, confirm_button(page), glowing(page)):
        if target.count() > 0 and target.first.is_visible():
            # Cards overlap: their upper left corner is always free.  What has just gone away is not missed.
            with suppress(PlaywrightTimeout):
                if by_keyboard:
                    target.first.press("Enter", timeout=1000)
                else:
                    target.first.click(position={"x": 8, "y": 12}, timeout=1000)
            return True
    return False


def decide(page: Page, by_keyboard: bool = False) -> None:
    """Click, or press Enter, until one move has been made."""
    begun = moves_made(page)
    deadline = time.monotonic() + 60
    while moves_made(page) == begun:
        assert time.monotonic() < deadline, "no move could be made by clicking"
        if not act(page, by_keyboard):
            page.wait_for_timeout(50)


def play_to_the_end(*pages: Page) -> None:
    """Click at all pages in turn until each shows the result."""
    deadline = time.monotonic() + LONGEST_GAME
    while not all(page.locator(RESULT).is_visible() for page in pages):
        assert time.monotonic() < deadline, (
            f"the game did not end: {[page.locator('.dock').inner_text() for page in pages]}"
        )
        acted = [act(page) for page in pages if not page.locator(RESULT).is_visible()]
        if not any(acted):
            pages[0].wait_for_timeout(50)


def state(page: Page) -> Any:
    """The table as the server shows it to this page's guest."""
    return page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()


def moves_made(page: Page) -> int:
    """How many moves stand."""
    return int(state(page)["moves"])


def finished_table(page: Page) -> str:
    """The id of a game that this page's guest has played to its end, without clicking."""
    return table_at(page, "hanamikoji", lambda shown: bool(shown["over"]), 2, {"rounds": 1})


def table_at(page: Page, game: str, moment: Moment, seats: int, options: dict[str, Any]) -> str:
    """The id of a game that this page's guest has played at all its seats, without clicking, until a certain moment."""
    chance = Random(1)
    wish = {"game": game, "options": options, "seats": [{"kind": "me"}, *[{"kind": "here"}] * (seats - 1)]}
    made = page.request.post("/api/tables", data=wish).json()
    address, shown = f"/api/tables/{made['table']}", made["state"]
    while True:
        if not shown["over"]:
            shown = page.request.get(f"{address}?seat={shown['to_move'][0]}").json()
        if moment(shown):
            return str(made["table"])
        assert not shown["over"], f"{game}: the moment did not come"
        choice = chance.choice(shown["legal"])["notation"]
        move = {"seat": shown["seat"], "move": choice, "length": shown["length"], "id": str(shown["length"])}
        shown = page.request.post(f"{address}/moves", data=move).json()


def can(word: str) -> Moment:
    """The moment when a move of this kind is offered."""
    return lambda shown: any(offer["move"]["do"] == word for offer in shown["legal"])


def fits(page: Page) -> bool:
    """Does the page need no scrolling to the side?"""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def focused(page: Page, selector: str) -> bool:
    """Is the focus on such a thing?"""
    return bool(page.evaluate("selector => document.activeElement.matches(selector)", selector))
