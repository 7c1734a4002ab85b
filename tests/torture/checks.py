"""Checks of a database after a run: nothing that was acknowledged is lost, nothing is doubled, every log replays."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import create_engine, func, select

import guanxi
from guanxi.engine.errors import GuanxiError
from guanxi.engine.replay import play_entry
from guanxi.engine.table import Table
from guanxi.server.http.errors import ApiError
from guanxi.server.people.ratings import BOT, Rating, rated
from guanxi.server.settings import database_url
from guanxi.server.storage.schema import CHOICES, ENTRIES, RATINGS, RESULTS, SEATS, TABLES
from guanxi.server.tables.play import make_choice
from guanxi.server.tables.records import WITHDRAWN

OPENED = "opened "  # how the client of an entry begins whose choice waited before

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from sqlalchemy import Row

    from tests.torture.notes import Notes


def check(db: str, notes: Notes) -> None:
    """Compare the database with the answers that clients got."""
    engine = create_engine(database_url(db).replace("+aiosqlite", ""))
    with engine.connect() as connection:
        tables = connection.execute(select(TABLES)).all()
        seats = connection.execute(select(SEATS.c.table_id, func.count()).group_by(SEATS.c.table_id)).all()
        bots = {(row.table_id, row.seat) for row in connection.execute(select(SEATS).where(SEATS.c.kind == "bot"))}
        entries = connection.execute(select(ENTRIES).order_by(ENTRIES.c.table_id, ENTRIES.c.number)).all()
        choices = connection.execute(select(CHOICES).order_by(CHOICES.c.table_id, CHOICES.c.number)).all()
        results = connection.execute(select(RESULTS).order_by(RESULTS.c.ended, RESULTS.c.seat)).all()
        ratings = connection.execute(select(RATINGS)).all()
    engine.dispose()
    check_answers(entries, choices, notes)
    check_results(tables, results, notes)
    check_ratings(results, ratings, notes)
    logs, sealed = by_table(entries), by_table(choices)
    count = {row[0]: row[1] for row in seats}
    for table in tables:
        check_log(table, count[table.id], logs[table.id], sealed[table.id], notes)
    notes.counts["acknowledged moves"] = len(notes.acknowledged)
    notes.counts["refused moves"] = len(notes.refused)
    notes.counts["moves stored"] = len(entries)
    notes.counts["of these, by bots"] = sum((entry.table_id, entry.seat) in bots for entry in entries)
    notes.counts["sealed choices stored before they were opened"] = len(choices)
    notes.counts["logs replayed"] = len(tables)


def by_table(rows: Sequence[Row[Any]]) -> defaultdict[str, list[Row[Any]]]:
    """Rows of several tables, in their order."""
    found = defaultdict(list)
    for row in rows:
        found[row.table_id].append(row)
    return found


def check_answers(entries: Sequence[Row[Any]], choices: Sequence[Row[Any]], notes: Notes) -> None:
    """Check that every acknowledged move is stored, once, and no refused one."""
    stored: dict[tuple[str, int, str], list[str]] = defaultdict(list)
    for entry in entries:
        stored[entry.table_id, entry.seat, entry.client].append(entry.entry)
    for choice in choices:
        stored[choice.table_id, choice.seat, choice.client].append(f"{choice.seat} {choice.entry}")
    for place, moves in stored.items():
        if len(moves) > 1:
            notes.fault(f"{place} is stored {len(moves)} times")
    for place, move in notes.acknowledged.items():
        if stored.get(place) != [move]:
            notes.fault(f"{place} was acknowledged as {move!r} and is stored as {stored.get(place)}")
    for place in notes.refused & stored.keys():
        notes.fault(f"{place} was refused and is stored")


def check_results(tables: Sequence[Row[Any]], results: Sequence[Row[Any]], notes: Notes) -> None:
    """Check that every finished game has one result for each of its seats, and no other game has one."""
    seats = Counter((result.table_id, result.seat) for result in results)
    for place in (place for place, number in seats.items() if number > 1):
        notes.fault(f"{place} has {seats[place]} results")
    with_result = {result.table_id for result in results}
    for table in tables:
        if table.over != (table.id in with_result):
            notes.fault(f"{table.id} ({table.game}) is {'over without' if table.over else 'running with'} a result")
    notes.finished.update(table.game for table in tables if table.over)
    notes.rated.update(result.game for result in results if result.rated and result.seat == 0)


def check_ratings(results: Sequence[Row[Any]], ratings: Sequence[Row[Any]], notes: Notes) -> None:
    """Check that the ratings are those that follow from the rated results, in their order."""
    known: dict[str, dict[str, Rating]] = defaultdict(dict)
    for _, rows in groupby((one for one in results if one.rated), key=attrgetter("ended")):
        seats = list(rows)
        ratings_of = known[seats[0].game]
        ratings_of.update(rated(ratings_of, [one.player for one in seats], [one.rank for one in seats]))
    expected = {(game, player): rating for game, of in known.items() for player, rating in of.items()}
    stored = {(row.game, row.player): Rating(row.mu, row.sigma, row.games) for row in ratings}
    for place in expected.keys() | stored.keys():
        if expected.get(place) != stored.get(place):
            notes.fault(f"the rating of {place} is {stored.get(place)}; its games make it {expected.get(place)}")


class Step(NamedTuple):
    """An entry of a log, or a choice that waited beside it."""

    seat: int
    entered: bool  # into the log
    public: bool


class Replayed:
    """A table that is replayed from its log and from the choices that waited beside it."""

    def __init__(self, table: Row[Any], seats: int) -> None:
        game = guanxi.game(table.game, table.rules)
        self.table = Table(game, seats, table.seed, **json.loads(table.options))
        self._steps: list[Step] = []
        self._before: list[Step] = []  # the steps before the choices that are being opened
        self._sealed: set[str] = set()  # the choices that wait, as they will be opened

    def choose(self, choice: Row[Any]) -> None:
        """Let a choice wait; others learn of it when its seat is ready."""
        ready = {seat for seat, _ in self.table.waiting}
        make_choice(self.table, choice.seat, None if choice.entry == WITHDRAWN else choice.entry)
        self._steps.append(Step(choice.seat, False, ready != {seat for seat, _ in self.table.waiting}))
        self._before = [*self._steps]
        self._sealed.add(f"{choice.seat} {choice.entry}")

    def enter(self, entry: Row[Any]) -> None:
        """Carry out an entry."""
        self.table.drop_choices()
        play_entry(self.table, entry.entry)
        self._steps.append(Step(entry.seat, True, True))
        if not entry.client.startswith(OPENED):
            self._before = [*self._steps]
            self._sealed.clear()

    def fits(self, step: Row[Any]) -> bool:
        """Is the next step where it belongs: opened as it was sealed, or chosen by its bot for this position?"""
        if step.client.startswith(OPENED):
            return step.entry in self._sealed
        if not step.client.startswith(BOT):
            return True
        known = [one for one in self._before if one.public or one.seat == step.seat]
        length = int(step.client.removeprefix(BOT)) - 1
        # Others may have sealed choices while the bot was thinking.
        return length <= len(known) and not any(one.entered or one.seat == step.seat for one in known[length:])


def check_log(table: Row[Any], seats: int, log: Sequence[Row[Any]], choices: Sequence[Row[Any]], notes: Notes) -> None:
    """Check that a log has no gaps and replays, and that every step is where it belongs: nobody moved twice."""
    about = f"{table.id} ({table.game})"
    if [entry.number for entry in log] != list(range(1, len(log) + 1)):
        notes.fault(f"the log of {about} has gaps")
    replayed = Replayed(table, seats)
    try:
        for number in range(len(log) + 1):
            steps: list[tuple[Row[Any], Callable[[Row[Any]], None]]]
            steps = [(entry, replayed.enter) for entry in log[:number][-1:]]
            steps += [(choice, replayed.choose) for choice in choices if choice.length == number]
            for step, carry_out in steps:
                if not replayed.fits(step):
                    notes.fault(f"{step.entry!r} of {about} is not where it belongs: {step.client!r}")
                carry_out(step)
    except (GuanxiError, ApiError) as error:
        notes.fault(f"the log of {about} does not replay: {error}")
        return
    if replayed.table.over != table.over:
        notes.fault(f"{about} is stored as {'over' if table.over else 'running'}, and is not")
