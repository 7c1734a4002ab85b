"""Snapshots: a table loaded from one shows the same as a table whose log was replayed from the start."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import guanxi
from guanxi.engine.events import Left, Returned
from guanxi.engine.replay import play_entry
from guanxi.server.http.identity import Who
from guanxi.server.people.ratings import BOT
from guanxi.server.seats.seats import SeatRow
from guanxi.server.tables import snapshots, undo
from guanxi.server.tables.play import Play, make_choice
from guanxi.server.tables.records import Choice, Entry, Header
from guanxi.server.tables.registry import load, new_entries
from guanxi.server.tables.snapshots import EVERY, due_snapshot, read_snapshot
from guanxi.server.tables.state import state_since
from tests.server.builders import play_on, two_people

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from guanxi.engine.table import Table

NOW = "2027-01-15T12:00:00.000Z"
SEATS = {"hanamikoji": 2, "han": 3, "white_lotus": 3, "haiduci": 4}
WATCHED = 8  # the last lengths of the log from which a client may follow: more than moments are kept for


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots also in short games, and many of them."""
    monkeypatch.setattr("guanxi.engine.table.MOMENTS_KEPT", 4)
    monkeypatch.setattr(snapshots, "EVERY", 3)


class Game:
    """A random game as a server keeps it: with undos, bots, departures, and a snapshot every few entries."""

    def __init__(self, game: str, seed: int, origin: Any = None) -> None:
        rules, seats = guanxi.game(game).rules_version, SEATS[game]
        self.header = Header(f"{seed}", game, rules, {}, f"{seed}", open=False, created=NOW, updated=NOW, origin=origin)
        self.seats = [SeatRow(seat, "person", False, True, f"P{seat}", guest=f"{seat}") for seat in range(seats)]
        self.entries: list[Entry] = []
        self.choices: list[Choice] = []
        self.stored: bytes | None = None
        self.play = Play(self.header, self.seats, [])
        self._random = Random(seed)

    def go_on(self, entries: int) -> None:
        """Add entries to the log."""
        for _ in range(entries):
            if not self.play.over:
                self._add_entry()

    def _add_entry(self) -> None:
        play, random = self.play, self._random
        if random.random() < 0.05:
            play.report(random.choice((Left(0, "bot"), Returned(1))))
        self.stored = due_snapshot(play) or self.stored
        if play.table.position.sealing:
            self._add_choice()
            return
        moves = play.table.moves
        seat = play.table.to_move[0]
        if moves and random.random() < 0.08:
            text = f"undo {moves - random.randint(1, min(moves, 5))}"
        else:
            number = random.choice(play.table.legal_numbers(seat))
            text = f"{seat} {play.table.game.move(play.table.position, number).notation()}"
        number = play.length + 1
        client = f"{BOT} {number}" if random.random() < 0.1 else f"{number}"
        entry = Entry(self.header.id, number, seat, text, client, NOW, agreed=random.random() < 0.01)
        play_entry(play.table, text)
        play.note(entry)
        play.header.moves = play.table.moves
        undo.prepare(play)
        self.entries.append(entry)

    def _add_choice(self) -> None:
        """Let a seat choose in secret, perhaps once more; the last choice opens all."""
        play, table, random = self.play, self.play.table, self._random
        seat = random.choice(table.to_move + table.may_change)
        withdrawn = table.has_begun(seat) and random.random() < 0.3
        chosen = make_choice(table, seat, None if withdrawn else random.choice(table.legal_numbers(seat)))
        client = f"c{len(self.choices) + 1}"
        if len(table.entries) == play.length:
            choice = Choice(self.header.id, len(self.choices) + 1, seat, play.length, chosen, client, NOW)
            self.choices.append(choice)
            play.note_choice(choice)
        else:
            for entry in new_entries(play, seat, client, 0, agreed=False):
                self.entries.append(entry)
                play.note(entry)
        play.header.moves = table.moves
        undo.prepare(play)

    def loaded(self) -> Play:
        """The table as it is loaded with its snapshot."""
        return load(self.header, self.seats, self.entries, self.choices, [], self.stored)

    def replayed(self) -> Play:
        """The table as it is loaded without one."""
        return load(self.header, self.seats, self.entries, self.choices, [])


def shown(play: Play) -> list[bytes]:
    """Everything that anybody can see of a table, from every length of its log that matters."""
    lengths = [0, *range(max(1, len(play.steps) - WATCHED), len(play.steps) + 1)]
    audiences = [(None, Who()), *((seat.seat, Who(guest=seat.guest)) for seat in play.seats)]
    return [msgspec.json.encode(state_since(play, seat, who, length)) for seat, who in audiences for length in lengths]


def remembered(play: Play) -> dict[str, Any]:
    """A table's memory besides the states that it shows."""
    names = ["length", "lines", "starts", "steps", "private", "history", "rewritten", "chosen", "waiting", "amid"]
    names += ["clients", "by_bots", "agreed"]
    return {name: getattr(play, name) for name in names} | {
        "position": play.table.position.numbers(),
        "log": play.table.log,
        "events": [play.table.events(seat.seat, play.table.last_move(seat.seat)) for seat in play.seats],
    }


def assert_same(game: Game) -> None:
    """A table from its snapshot is the one from its log, now and after taking moves back."""
    loaded, replayed = game.loaded(), game.replayed()
    assert all(replayed.revealed.get(move, was) == was for move, was in loaded.revealed.items())
    assert remembered(loaded) == remembered(replayed)
    assert shown(loaded) == shown(replayed)
    for play in (loaded, replayed):
        back = min(play.table.moves, 7)
        play_entry(play.table, f"undo {play.table.moves - back}")
        play.note(Entry(game.header.id, play.length + 1, 0, play.table.entries[-1], "undone", NOW))
    assert remembered(loaded) == remembered(replayed)
    assert shown(loaded) == shown(replayed)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("name", SEATS)
def test_a_table_from_a_snapshot_is_the_table_from_its_log(name: str) -> None:
    used = 0
    for seed in range(3):
        game = Game(name, seed)
        for entries in (10, 4, 1, 1, 1, 20, 40):
            game.go_on(entries)
            used += game.loaded().saved > 0
            assert_same(game)
    assert used > 3


def test_only_the_last_moves_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("haiduci", 5)
    game.go_on(200)
    replayed: list[str] = []

    def counted(table: Table, entry: str) -> None:
        replayed.append(entry)
        play_entry(table, entry)

    monkeypatch.setattr("guanxi.server.tables.play.play_entry", counted)
    game.loaded()
    assert 0 < len(replayed) <= EVERY


@pytest.mark.usefixtures("short")
def test_a_continued_game_comes_back_without_its_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = Game("han", 3)
    earlier.go_on(30)
    game = Game("han", 4, earlier.play.table.origin_at(8))
    game.go_on(60)
    assert_same(game)
    monkeypatch.setattr("guanxi.engine.table.Table._replay_origin", None)
    assert game.loaded().saved


@pytest.mark.usefixtures("short")
def test_a_damaged_or_foreign_snapshot_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    game, other = Game("hanamikoji", 1), Game("hanamikoji", 2)
    for one in (game, other):
        while one.stored is None:
            one.go_on(1)
    stored = game.stored
    assert stored
    assert read_snapshot(game.header, stored)
    damaged = [stored[:at] + bytes([stored[at] ^ 1]) + stored[at + 1 :] for at in range(len(stored))]
    for wrong in (*damaged, stored[:-1], stored[:10], b"", None, other.stored):
        assert read_snapshot(game.header, wrong) is None
    for changed in ({"rules": 99}, {"options": {"x": 1}}, {"seed": "other"}):
        assert read_snapshot(msgspec.structs.replace(game.header, **changed), stored) is None
    monkeypatch.setattr(snapshots, "code_digest", lambda _game: b"newer code")
    assert read_snapshot(game.header, stored) is None
    game.stored = stored[:-1]
    assert shown(game.loaded()) == shown(game.replayed())


@pytest.mark.anyio
@pytest.mark.usefixtures("short")
async def test_a_server_stores_snapshots_and_loads_them(app: Starlette) -> None:
    table, players = await two_people(app, game="han")
    await play_on(table, players, 30)
    before = await players[0].state(table)
    app.state.parts.tables._recent.clear()
    assert await players[0].state(table) == before
    async with app.state.parts.tables.opened(table) as play:
        assert play.saved
