"""Every kind of decision of a game, as the server shows it to the seat that decides.

A game of random moves is played in memory; of each kind of decision the state with the most legal moves is kept.
`show` opens such a state in a page: it answers the page's request for the table.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

import guanxi
from guanxi.server.http.identity import Who
from guanxi.server.seats.seats import SeatRow
from guanxi.server.tables.play import Play, replay_entry
from guanxi.server.tables.records import Entry, Header
from guanxi.server.tables.state import state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Route

    from guanxi.engine.table import Table
    from guanxi.server.tables.wire import State

NAMES = ["Alexandra", "Bartolomeo", "Cleo", "Désirée", "Emmanuelle", "Finn"]
GO = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"
LONGEST = 1200  # moves of a game of which none may ever end by chance


def decisions(game: str, seats: int, seed: str = "1", **options: Any) -> dict[str, State]:
    """The state with the most legal moves of each kind of decision in a random game, by the id of its prompt."""
    chance = Random(seed)
    table = guanxi.game(game).table(seats=seats, seed=seed, **options)
    most: dict[str, tuple[int, int]] = {}
    while not table.over and table.moves < LONGEST:
        seat = chance.choice(table.to_move)
        legal = table.legal_moves(seat)
        kind = table.prompt(seat).id
        most[kind] = max(most.get(kind, (0, 0)), (len(legal), table.moves))
        table.play(seat, chance.choice(legal))
    wanted = {moves: kind for kind, (_, moves) in most.items()}
    found: dict[str, State] = {}
    for play in watched(table, seed):
        if play.table.moves in wanted:
            seat = int(table.log.moves[play.table.moves].split()[0])
            found[wanted[play.table.moves]] = state(play, seat, Who(guest=f"guest-{seat}"))
    return found


def ended(game: str, seats: int, seed: str = "1", **options: Any) -> State:
    """The end of a random game against bots, as the player in the first seat sees it."""
    chance = Random(seed)
    table = guanxi.game(game).table(seats=seats, seed=seed, **options)
    while not table.over:
        seat = chance.choice(table.to_move)
        table.play(seat, chance.choice(table.legal_moves(seat)))
    *_, play = watched(table, seed)
    for row in play.seats[1:]:
        play.put_seat(SeatRow(row.seat, "bot", open=False, taken=True, bot="skilled", character=row.seat))
    return state(play, 0, Who(guest="guest-0"))


def watched(table: Table, seed: str) -> Iterator[Play]:
    """A game as the server shows it: before each of its moves, and at its end."""
    play = seated(table.game.name, table.seats, seed, msgspec.to_builtins(table.options))
    yield play
    for number, move in enumerate(table.log.moves, 1):
        entry = Entry(play.header.id, number, int(move.split()[0]), move, str(number), "")
        replay_entry(play.table, entry)
        play.note(entry)
        yield play


def seated(game: str, seats: int, seed: str, options: dict[str, Any]) -> Play:
    """A table at which everybody has sat down."""
    header = Header(
        f"{game}-{seats}",
        game,
        guanxi.game(game).rules_version,
        options,
        seed,
        open=False,
        created="2026-01-01",
        updated="",
    )
    rows = [
        SeatRow(seat, "person", open=False, taken=True, name=NAMES[seat], guest=f"guest-{seat}")
        for seat in range(seats)
    ]
    return Play(header, rows, [])


def show(page: Page, shown: State) -> None:
    """Open the table in this state; it stays as it is."""
    body = msgspec.json.encode(shown).decode()
    page.route(f"**/api/tables/{shown.table}/stream*", lambda _: None)  # opens, and nothing ever comes
    for address in (shown.table, f"{shown.table}?*"):
        page.route(f"**/api/tables/{address}", lambda route: route.fulfill(body=body, content_type="application/json"))
    page.goto(f"/table/{shown.table}")


def show_all(page: Page, kinds: dict[str, State]) -> Iterator[str]:
    """Open a table in one state after the other, without loading the page again; yields their kinds."""
    bodies = {f"table-{number}": msgspec.json.encode(shown).decode() for number, shown in enumerate(kinds.values())}

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1].split("?")[0]
        if name in bodies:
            route.fulfill(body=bodies[name], content_type="application/json")

    page.route("**/api/tables/**", answer)
    page.goto("/")
    for kind, name in zip(kinds, bodies, strict=True):
        page.evaluate(GO, f"/table/{name}")
        page.wait_for_function(
            "() => document.querySelector('.board .touchable') && document.querySelector('[data-board]')"
        )
        yield kind
