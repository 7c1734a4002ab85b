"""Ratings: how well somebody plays a game, and how sure that is.  Bots have them too.

How a game ended is written in the transaction of its last move, and so are the ratings that follow from it.  All of
them can be computed anew from the logs.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from guanxi.server.learning.lessons import is_tutorial
from guanxi.server.storage.schema import RATINGS, RESULTS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import PlackettLuce
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.tables.play import Play

USUAL = (25.0, 25.0 / 3)  # of somebody who has not played yet
SCALE = 60  # points shown for one of openskill's
MIDDLE = 1500
BOT = "bot "  # what the name of a bot begins with among players; guests are hashes


class Rating(msgspec.Struct, frozen=True):
    """What is known of a player's strength: the most likely value, how far off it may be, from how many games."""

    mu: float = USUAL[0]
    sigma: float = USUAL[1]
    games: int = 0

    @property
    def points(self) -> int:
        """As people read it."""
        return round(MIDDLE + SCALE * (self.mu - USUAL[0]))

    @property
    def uncertainty(self) -> int:
        """In 19 of 20 cases the true strength lies within so many points."""
        return round(2 * SCALE * self.sigma)


class Place(msgspec.Struct, frozen=True):
    """How one seat ended."""

    seat: int
    player: str
    rank: int
    won: bool
    total: int


class Ending(msgspec.Struct, frozen=True):
    """How a game ended."""

    table_id: str
    game: str
    at: str
    rated: bool
    places: list[Place]


def ending(play: Play, at: str) -> Ending:
    """The end of a game, from its table."""
    result = play.table.result
    assert result
    places = [
        Place(seat.seat, player_of(play, seat.seat), rank, seat.seat in result.winners, score.total)
        for seat, rank, score in zip(play.seats, result.ranks, result.scores, strict=True)
    ]
    return Ending(play.header.id, play.header.game, at, counts(play), places)


def player_of(play: Play, seat: int) -> str:
    """Who is rated for a seat."""
    row = play.seats[seat]
    return f"{BOT}{row.bot}" if row.kind == "bot" else row.guest or ""


def counts(play: Play) -> bool:
    """Does a game say how well its players play?

    Not if two seats are one person's, if somebody took back by consent what was not free to take back or asked for a
    hint, if a bot has stood in for somebody, or if the game did not begin at its beginning.
    """
    if play.header.origin or play.header.hinted or play.agreed or is_tutorial(play) or stood_in(play):
        return False
    return fair([player_of(play, seat.seat) for seat in play.seats])


def stood_in(play: Play) -> bool:
    """Has a bot played for a person?  Who forfeits plays on, badly."""
    if play.header.absent == "forfeit":
        return False
    people = {seat.seat for seat in play.seats if seat.kind == "person"}
    return any(seat in people and client.startswith(BOT) for seat, client in play.clients) or any(
        play.seats[seat].absent for seat in people
    )


def fair(players: Sequence[str]) -> bool:
    """Is a person among different players, and nobody there twice but bots?"""
    people = [player for player in players if not player.startswith(BOT)]
    return bool(people) and all(people) and len(set(people)) == len(people) and len(players) > 1


@cache
def model() -> PlackettLuce:
    """How ratings follow from ranks."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=USUAL[0], sigma=USUAL[1])


def rated(known: dict[str, Rating], players: Sequence[str], ranks: Sequence[int]) -> dict[str, Rating]:
    """The ratings after a game; a bot that sat at several seats gets the mean of what they would get."""
    before = [known.get(player, Rating()) for player in players]
    teams = [[model().rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = [team[0] for team in model().rate(teams, ranks=[float(rank) for rank in ranks])]
    found = {}
    for player, rating in zip(players, before, strict=True):
        own = [after[seat] for seat, other in enumerate(players) if other == player]
        mu, sigma = (sum(values) / len(own) for values in zip(*((one.mu, one.sigma) for one in own), strict=True))
        found[player] = Rating(mu, sigma, rating.games + 1)
    return found


async def write_ending(connection: AsyncConnection, end: Ending) -> None:
    """Note how a game ended, and what that says of its players."""
    last = (await connection.execute(select(func.max(RESULTS.c.ended)))).scalar() or 0
    await insert_ending(connection, end, last + 1)
    if end.rated:
        players = [place.player for place in end.places]
        known = await ratings_of(connection, end.game, players)
        await write_ratings(connection, end.game, rated(known, players, [place.rank for place in end.places]))


async def insert_ending(connection: AsyncConnection, end: Ending, number: int) -> None:
    """Note how a game ended."""
    shared = {"table_id": end.table_id, "game": end.game, "rated": end.rated, "ended": number, "at": end.at}
    await connection.execute(insert(RESULTS), [shared | msgspec.structs.asdict(place) for place in end.places])


async def ratings_of(connection: AsyncConnection, game: str, players: Sequence[str]) -> dict[str, Rating]:
    """The ratings of those players who have one."""
    query = select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.player.in_(set(players)))
    return {row.player: Rating(row.mu, row.sigma, row.games) for row in await connection.execute(query)}


async def write_ratings(connection: AsyncConnection, game: str, found: dict[str, Rating]) -> None:
    """Write ratings in place of older ones."""
    if found:
        old = delete(RATINGS).where(RATINGS.c.game == game, RATINGS.c.player.in_(found))
        await connection.execute(old)
        rows = [{"game": game, "player": player} | msgspec.structs.asdict(one) for player, one in found.items()]
        await connection.execute(insert(RATINGS), rows)


async def rerate(connection: AsyncConnection, game: str) -> None:
    """All ratings of a game, computed anew from how its games ended; one that has become unfair no longer counts."""
    order = select(RESULTS).where(RESULTS.c.game == game, RESULTS.c.rated).order_by(RESULTS.c.ended, RESULTS.c.seat)
    known: dict[str, Rating] = {}
    for table_id, rows in groupby(list(await connection.execute(order)), key=lambda row: row.table_id):
        places = list(rows)
        players = [row.player for row in places]
        if fair(players):
            known |= rated(known, players, [row.rank for row in places])
        else:
            await connection.execute(update(RESULTS).where(RESULTS.c.table_id == table_id).values(rated=False))
    await connection.execute(delete(RATINGS).where(RATINGS.c.game == game))
    await write_ratings(connection, game, known)


async def finished_in_order(connection: AsyncConnection) -> list[str]:
    """All finished tables, in the order in which they ended; those from before ratings come first."""
    ended = select(RESULTS.c.table_id, func.max(RESULTS.c.ended).label("ended")).group_by(RESULTS.c.table_id).subquery()
    query = (
        select(TABLES.c.id)
        .outerjoin(ended, TABLES.c.id == ended.c.table_id)
        .where(TABLES.c.over)
        .order_by(func.coalesce(ended.c.ended, 0), TABLES.c.updated, TABLES.c.id)
    )
    return list((await connection.execute(query)).scalars())
