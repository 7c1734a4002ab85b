"""Checks of a database after a run: nothing that was acknowledged is lost, nothing is doubled, every log replays."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, func, select

import guanxi
from guanxi.engine.errors import GuanxiError
from guanxi.engine.replay import play_entry
from guanxi.engine.table import Table
from guanxi.server.people.ratings import Rating, rated
from guanxi.server.settings import database_url
from guanxi.server.storage.schema import ENTRIES, RATINGS, RESULTS, SEATS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence
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
        results = connection.execute(select(RESULTS).order_by(RESULTS.c.ended, RESULTS.c.seat)).all()
        ratings = connection.execute(select(RATINGS)).all()
    engine.dispose()
    check_answers(entries, notes)
    check_bots([entry for entry in entries if (entry.table_id, entry.seat) in bots], notes)
    check_results(tables, results, notes)
    check_ratings(results, ratings, notes)
    logs = defaultdict(list)
    for entry in entries:
        logs[entry.table_id].append(entry)
    count = {row[0]: row[1] for row in seats}
    for table in tables:
        check_log(table, count[table.id], logs[table.id], notes)
    notes.counts["acknowledged moves"] = len(notes.acknowledged)
    notes.counts["refused moves"] = len(notes.refused)
    notes.counts["moves stored"] = len(entries)
    notes.counts["of these, by bots"] = sum((entry.table_id, entry.seat) in bots for entry in entries)
    notes.counts["logs replayed"] = len(tables)


def check_answers(entries: Sequence[Row[Any]], notes: Notes) -> None:
    """Check that every acknowledged move is stored, once, and no refused one."""
    stored: dict[tuple[str, int, str], list[str]] = defaultdict(list)
    for entry in entries:
        stored[entry.table_id, entry.seat, entry.client].append(entry.entry)
    for place, moves in stored.items():
        if len(moves) > 1:
            notes.fault(f"{place} is stored {len(moves)} times")
    for place, move in notes.acknowledged.items():
        if stored.get(place) != [move]:
            notes.fault(f"{place} was acknowledged as {move!r} and is stored as {stored.get(place)}")
    for place in notes.refused & stored.keys():
        notes.fault(f"{place} was refused and is stored")


def check_bots(entries: Sequence[Row[Any]], notes: Notes) -> None:
    """Check that every move of a bot was chosen for the place at which it is stored: none was made twice."""
    for entry in entries:
        if entry.client != f"bot {entry.number}":
            notes.fault(f"entry {entry.number} of {entry.table_id} was chosen by its bot as {entry.client!r}")


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


def check_log(table: Row[Any], seats: int, log: Sequence[Row[Any]], notes: Notes) -> None:
    """Check that the numbers of a log have no gaps and that it replays: no bot and no person moved out of turn."""
    if [entry.number for entry in log] != list(range(1, len(log) + 1)):
        notes.fault(f"the log of {table.id} ({table.game}) has gaps")
    try:
        replayed = Table(guanxi.game(table.game, table.rules), seats, table.seed, **json.loads(table.options))
        for entry in log:
            play_entry(replayed, entry.entry)
    except GuanxiError as error:
        notes.fault(f"the log of {table.id} ({table.game}) does not replay: {error}")
        return
    if replayed.over != table.over:
        notes.fault(f"{table.id} ({table.game}) is stored as {'over' if table.over else 'running'}, and is not")
