"""Solved puzzles, and the ratings of people and puzzles that follow from it.

A try is a game between a person and a puzzle.  A puzzle begins with the rating that fits how often a casual player
found its answer.
"""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, insert, select

from guanxi.server.people.ratings import INITIAL, SCALE, Rating, rated
from guanxi.server.storage.schema import PUZZLE_RATINGS, PUZZLE_TRIES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.learning.puzzles import Puzzle

PUZZLE = "puzzle "  # prefix of a puzzle among players; guests are hashes
SURE = INITIAL[1] / 2  # sigma of a puzzle that nobody has tried
POINTS = 400.0  # for ten times the odds
LEAST = 0.05  # share of the tries; a smaller one was chance


class Try(msgspec.Struct, frozen=True):
    """A person's first try at a puzzle."""

    move: int
    right: bool
    day: int


def first_rating(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle before anybody has tried it."""
    found = min(1 - LEAST, max(LEAST, puzzle.found))
    return Rating(INITIAL[0] + POINTS * log10((1 - found) / found) / SCALE, SURE)


async def ratings_of(connection: AsyncConnection, game: str, players: Iterable[str]) -> dict[str, Rating]:
    """The ratings of those people and puzzles that have one."""
    query = select(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.game == game, PUZZLE_RATINGS.c.player.in_(set(players)))
    return {row.player: Rating(row.mu, row.sigma, row.games) for row in await connection.execute(query)}


async def rating_of(connection: AsyncConnection, game: str, puzzle: Puzzle) -> Rating:
    """The rating of a puzzle."""
    key = f"{PUZZLE}{puzzle.id}"
    return (await ratings_of(connection, game, [key])).get(key, first_rating(puzzle))


async def tries_of(connection: AsyncConnection, guest: str | None, game: str | None = None) -> list[Row[tuple[object]]]:
    """All first tries of a guest, of one game or of all."""
    query = select(PUZZLE_TRIES).where(PUZZLE_TRIES.c.guest == guest)
    return list(await connection.execute(query if game is None else query.where(PUZZLE_TRIES.c.game == game)))


async def try_of(connection: AsyncConnection, guest: str | None, game: str, puzzle: str) -> Try | None:
    """The first try of a guest at a puzzle."""
    of = (PUZZLE_TRIES.c.guest == guest) & (PUZZLE_TRIES.c.game == game) & (PUZZLE_TRIES.c.puzzle == puzzle)
    row = (await connection.execute(select(PUZZLE_TRIES).where(of))).first()
    return Try(row.move, row.right, row.day) if row else None


async def note_try(connection: AsyncConnection, guest: str, game: str, puzzle: Puzzle, made: Try) -> tuple[int, int]:
    """Store a first try; returns the points of the guest before and after it."""
    row = {"guest": guest, "game": game, "puzzle": puzzle.id, **msgspec.structs.asdict(made)}
    await connection.execute(insert(PUZZLE_TRIES), row)
    key = f"{PUZZLE}{puzzle.id}"
    known = {key: first_rating(puzzle), guest: Rating(), **await ratings_of(connection, game, [guest, key])}
    after = rated(known, [guest, key], [1, 2] if made.right else [2, 1])
    old = delete(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.game == game, PUZZLE_RATINGS.c.player.in_(after))
    await connection.execute(old)
    rows = [{"game": game, "player": player} | msgspec.structs.asdict(one) for player, one in after.items()]
    await connection.execute(insert(PUZZLE_RATINGS), rows)
    return known[guest].points, after[guest].points


def streak(days: Iterable[int], today: int) -> int:
    """For how many days in a row, up to today or yesterday, something happened."""
    known = set(days)
    last = today if today in known else today - 1
    length = 0
    while last - length in known:
        length += 1
    return length
