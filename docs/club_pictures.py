"""Pictures of a club's evening, for `docs.pictures`: twenty-four guests over HTTP, and what their host sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.evening.guests import Crowd
from tests.evening.names import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.evening.guests import Guest

    Taken = Callable[[Page, str], None]

GUESTS, ROUNDS = 24, 4
CLOCKS = {"hanamikoji": 10, "white_lotus": 25}  # minutes
PAPER = {"background": "white", "padding": "56px"}  # as a printer leaves it
CLUB = {
    "name": "Thursday Club",
    "description": "Every Thursday from seven, at the café by the bridge.",
    "games": [*CLOCKS],
    "clocks": {name: {"kind": "live", "game": 60 * minutes, "move": 10} for name, minutes in CLOCKS.items()},
    "language": "en",
    "player": NAMES[-1],
}


def take_club(browser: Browser, address: str, taken: Taken) -> None:
    """The invitation, the organiser's page between two rounds, and the printed standings."""
    with Crowd(address, hurry=True) as crowd:
        take_evening(browser, address, taken, crowd)


def take_evening(browser: Browser, address: str, taken: Taken, crowd: Crowd) -> None:
    """The same with guests who come and play."""
    page = browser.new_page(base_url=address, locale="en-GB", viewport={"width": 1280, "height": 800})
    page.goto("/")
    club = posted(page, "/api/clubs", CLUB)["id"]
    page.goto(f"/clubs/{club}/invitation")
    link = page.get_by_label("Invitation to the club").input_value()
    taken(page, "club-invitation")
    wanted = {"name": "Thursday evening", "game": "hanamikoji", "format": "swiss", "club": club, "plays": False}
    made = posted(page, "/api/tournaments", {**wanted, "rounds": ROUNDS, "options": {"rounds": 1}, "pause": 600})["id"]
    guests = crowd.guests(NAMES[:GUESTS])
    crowd.together([come(guest, link, made) for guest in guests])
    page.goto(f"/tournament/{made}")
    for number in range(1, ROUNDS + 1):
        posted(page, f"/api/tournaments/{made}/start", {})
        crowd.together([guest.play_round(made, number) for guest in guests])
        if number < ROUNDS:
            page.get_by_role("button", name="Begin the next round now").wait_for()
        if number == 2:
            taken(page, "club-tournament")
    page.locator("#summary").wait_for()
    page.emulate_media(media="print")
    page.evaluate("style => Object.assign(document.body.style, style)", PAPER)
    page.set_viewport_size({"width": 820, "height": 1160})
    taken(page, "club-standings")
    page.close()


def posted(page: Page, path: str, body: dict[str, Any]) -> Any:
    """The answer to a request of the page's guest."""
    answer = page.request.post(path, data=body, timeout=0)
    assert answer.ok, answer.text()
    return answer.json()


async def come(guest: Guest, link: str, tournament: str) -> None:
    """Come by the link, and enter."""
    await guest.join(link)
    await guest.enter(tournament)
