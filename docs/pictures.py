"""Takes the pictures of the tour again: `python -m docs.pictures [name …]`, after `make`.

Bots play a game in memory until the wanted moment; a page shows the states as the server would send them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from playwright.sync_api import sync_playwright

import guanxi
from docs.club_pictures import take_club
from guanxi import bots
from guanxi.server.http.identity import Who
from guanxi.server.tables.play import replay_entry
from guanxi.server.tables.records import Entry
from guanxi.server.tables.state import moments_shown, state
from tests.web.decisions import seated
from tests.web.house import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page, Route

    from guanxi.server.tables.wire import MomentShown, State

FOLDER = Path(__file__).parent / "pictures"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
QUALITY = 82
BOT = "novice"
LONGEST_TIMER = 1000  # milliseconds; whatever would end a moment later than this never comes
# A stream that the script feeds, and a clock that stands still.
STANDING = f"""
const later = setTimeout;
window.setTimeout = (done, wait, ...rest) => (wait >= {LONGEST_TIMER} ? 0 : later(done, wait, ...rest));
window.EventSource = class extends EventTarget {{
  readyState = 1;
  constructor() {{
    super();
    window.stream = this;
    later(() => this.dispatchEvent(new Event("open")), 0);
  }}
  close() {{}}
}};
"""


class Picture(NamedTuple):
    """The content of a picture: the first state, or moment, of seat 0 for which `wanted` holds."""

    game: str
    seats: int
    wanted: Callable[[State, MomentShown | None], bool]
    dark: bool = False
    phone: bool = False
    board: str | None = None
    moving: bool = False  # stopped at the first step of the final scoring, instead of after it


def moment(kind: str, after: int = 0) -> Callable[[State, MomentShown | None], bool]:
    """A moment of this kind, after so many moves."""
    return lambda shown, found: found is not None and found.kind == kind and shown.moves >= after


def is_over(shown: State, found: MomentShown | None) -> bool:
    return shown.over and found is None


def can(word: str, after: int = 0) -> Callable[[State, MomentShown | None], bool]:
    """The player may make a move of this kind, after so many moves."""

    def holds(shown: State, found: MomentShown | None) -> bool:
        words = {offer.notation.split()[0] for offer in shown.legal}
        return found is None and shown.moves >= after and word in words

    return holds


def leads(shown: State, _: MomentShown | None) -> bool:
    """The player is asked for a march late in the game."""
    view: Any = shown.view
    return bool(shown.legal) and view.phase == "marches" and shown.moves > 200


def is_frozen(shown: State, _: MomentShown | None) -> bool:
    view: Any = shown.view
    return bool(shown.legal) and view.phase == "frozen"


PICTURES = {
    "table": Picture("hanamikoji", 2, can("take", 5)),
    "table-dark": Picture("hanamikoji", 2, can("take", 5), dark=True),
    "phone": Picture("hanamikoji", 2, can("take", 5), phone=True),
    "phone-dark": Picture("hanamikoji", 2, can("take", 5), dark=True, phone=True),
    "han-border-disputes": Picture("han", 4, can("house", 60), board="border_disputes"),
    "han-ways-of-diplomacy": Picture("han", 4, can("house", 60), board="ways_of_diplomacy"),
    "han-phone-dark": Picture("han", 4, can("house", 60), dark=True, phone=True),
    "white-lotus-claims": Picture("white_lotus", 4, can("claim", 40)),
    "white-lotus-conflict": Picture("white_lotus", 4, can("influence", 40)),
    "white-lotus-rebellion": Picture("white_lotus", 4, moment("battle")),
    "white-lotus-phone": Picture("white_lotus", 4, can("influence", 40), phone=True),
    "haiduci-map": Picture("haiduci", 4, can("join", 80)),
    "haiduci-phone": Picture("haiduci", 4, can("join", 80), phone=True),
    "round": Picture("hanamikoji", 2, moment("round")),
    "result": Picture("hanamikoji", 2, is_over),
    "han-province": Picture("han", 3, moment("province")),
    "white-lotus-reveal": Picture("white_lotus", 3, moment("letters", 20)),
    "white-lotus-scoring": Picture("white_lotus", 4, is_over, moving=True),
    "haiduci-agreement": Picture("haiduci", 6, moment("agreement", 40)),
    "haiduci-leader": Picture("haiduci", 4, leads, dark=True),
    "haiduci-frozen": Picture("haiduci", 5, is_frozen),
}


def played(picture: Picture) -> tuple[State, State]:
    """The state before the wanted one, and the wanted one with its moment, both as seat 0 sees them."""
    return next(found for seed in count(1) if (found := played_from(picture, str(seed))))


def played_from(picture: Picture, seed: str) -> tuple[State, State] | None:
    """The same in the game of one seed, if the moment comes in it."""
    chance = Random(seed)
    who = Who(guest="guest-0")
    options = {"board": picture.board} if picture.board else {}
    table = guanxi.game(picture.game).table(seats=picture.seats, seed=seed, **options)
    play = seated(picture.game, picture.seats, seed, msgspec.to_builtins(table.options))
    player = bots.bot(BOT, chance)
    while not table.over:
        before = state(play, 0, who)
        seat, number = table.to_move[0], table.moves + 1
        table.play(seat, player.choose(table.sight(seat)))
        entry = Entry(play.header.id, number, seat, table.log.moves[-1], str(number), "")
        replay_entry(play.table, entry)
        play.note(entry)
        shown = state(play, 0, who)
        for found in (*moments_shown(play, 0, number - 1), None):
            if picture.wanted(shown, found):
                return before, msgspec.structs.replace(shown, moments=[found] if found else [])
    return None


def take(browser: Browser, address: str, name: str, picture: Picture) -> None:
    """Show the state before, let the wanted one arrive, and take the picture."""
    before, after = played(picture)
    context = browser.new_context(
        base_url=address,
        locale="en-GB",
        viewport=PHONE if picture.phone else DESKTOP,  # type: ignore[arg-type]
        has_touch=picture.phone,
        reduced_motion="no-preference" if picture.moving else "reduce",
        color_scheme="dark" if picture.dark else "light",
    )
    context.add_init_script(STANDING)
    page = context.new_page()
    page.route("**/api/tables/**", lambda route: answer(route, before))
    page.goto(f"/table/{before.table}")
    page.locator("[data-board]").wait_for()
    page.evaluate("state => stream.dispatchEvent(new MessageEvent('state', { data: state }))", encoded(after))
    settle(page)
    recap = page.get_by_role("button", name="Close", exact=True)
    if recap.is_visible():
        recap.click()
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
    context.close()


def take_home(browser: Browser, address: str) -> None:
    """The shelf as a new visitor sees it."""
    page = browser.new_page(base_url=address, locale="en-GB", viewport=DESKTOP)  # type: ignore[arg-type]
    page.goto("/")
    page.get_by_role("button", name="Play now").first.wait_for()
    keep(page, "home")
    page.close()


def take_editor(browser: Browser, address: str) -> None:
    """A shipped map in the board editor, with one of its provinces chosen."""
    page = browser.new_page(base_url=address, locale="en-GB", viewport=DESKTOP)  # type: ignore[arg-type]
    page.goto("/editor?game=han")
    page.get_by_role("button", name="Begin with Border Disputes").click()
    page.get_by_text("Can be played").wait_for()
    page.get_by_role("button", name="Wei", exact=True).focus()
    page.keyboard.press("Enter")
    keep(page, "editor")
    page.close()


def keep(page: Page, name: str) -> None:
    """Take a picture of a page as it is."""
    settle(page)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def settle(page: Page) -> None:
    """Wait until the page has drawn what arrived, with all fonts."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(LONGEST_TIMER)


def answer(route: Route, shown: State) -> None:
    """The table itself; nothing else is known about it."""
    own = route.request.url.split("?")[0].endswith(shown.table)
    route.fulfill(body=encoded(shown) if own else "[]", content_type="application/json")


def encoded(shown: State) -> str:
    return msgspec.json.encode(shown).decode()


def main(names: list[str]) -> None:
    server = ServerProcess(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            pages: dict[str, Callable[[Browser, str], None]] = {
                "home": take_home,
                "editor": take_editor,
                "club": lambda browser, address: take_club(browser, address, keep),
            }
            for name in names or [*pages, *PICTURES]:
                if name in pages:
                    pages[name](browser, server.address)
                else:
                    take(browser, server.address, name, PICTURES[name])
                print(name, flush=True)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
