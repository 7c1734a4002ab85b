"""Results and ratings: how well people and bots play a game, and how certain that is.

The result of a game and the ratings that follow from it are written in the transaction of its last move.
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from guanxi.server.storage.schema import RATINGS, RESULTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import PlackettLuce
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.seats.seats import SeatRow

INITIAL = (25.0, 25.0 / 3)  # mu and sigma of a player without games
SCALE = 60  # points shown per unit of mu
MIDDLE = 1500
BOT = "bot "  # prefix of a bot among players; guests are hashes


class Rating(msgspec.Struct, frozen=True):
    """A player's strength: its mean, its standard deviation, and the number of games it is based on."""

    mu: float = INITIAL[0]
    sigma: float = INITIAL[1]
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as it is shown."""
        return round(MIDDLE + SCALE * (self.mu - INITIAL[0]))

    @property
    def uncertainty(self) -> int:
        """Half the width of the 95 % interval, in points."""
        return round(2 * SCALE * self.sigma)


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat."""

    seat: int
    player: str
    rank: int
    won: bool
    total: int


class GameResult(msgspec.Struct, frozen=True):
    """The result of a game."""

    table_id: str
    game: str
    at: str
    rated: bool
    seats: list[SeatResult]


def player_of(seat: SeatRow) -> str:
    """The player who is rated for a seat: a guest's hash, or a bot's name with its prefix."""
    return f"{BOT}{seat.bot}" if seat.kind == "bot" else seat.guest or ""


def fair(players: Sequence[str]) -> bool:
    """Can a game be rated?  At least one person plays, against others, and nobody but a bot has two seats."""
    people = [player for player in players if not player.startswith(BOT)]
    return bool(people) and all(people) and len(set(people)) == len(people) and len(players) > 1


@cache
def model() -> PlackettLuce:
    """The rating model."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=INITIAL[0], sigma=INITIAL[1])


def rated(known: dict[str, Rating], players: Sequence[str], ranks: Sequence[int]) -> dict[str, Rating]:
    """The ratings after a game; a bot in several seats gets the mean of their new ratings."""
    before = [known.get(player, Rating()) for player in players]
    teams = [[model().rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = [team[0] for team in model().rate(teams, ranks=[float(rank) for rank in ranks])]
    found = {}
    for player, rating in zip(players, before, strict=True):
        own = [after[seat] for seat, other in enumerate(players) if other == player]
        mu, sigma = (sum(values) / len(own) for values in zip(*((one.mu, one.sigma) for one in own), strict=True))
        found[player] = Rating(mu, sigma, rating.games + 1)
    return found


async def write_result(connection: AsyncConnection, result: GameResult) -> None:
    """Store the result of a game and the new ratings of its players."""
    last = (await connection.execute(select(func.max(RESULTS.c.ended)))).scalar() or 0
    await insert_result(connection, result, last + 1)
    if result.rated:
        players = [one.player for one in result.seats]
        known = await ratings_of(connection, result.game, players)
        await write_ratings(connection, result.game, rated(known, players, [one.rank for one in result.seats]))


async def insert_result(connection: AsyncConnection, result: GameResult, number: int) -> None:
    """Store the result of a game."""
    shared = {"table_id": result.table_id, "game": result.game, "rated": result.rated, "ended": number, "at": result.at}
    await connection.execute(insert(RESULTS), [shared | msgspec.structs.asdict(one) for one in result.seats])


async def ratings_of(connection: AsyncConnection, game: str, players: Sequence[str]) -> dict[str, Rating]:
    """The ratings of those players who have one."""
    query = select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.player.in_(set(players)))
    return {row.player: Rating(row.mu, row.sigma, row.games) for row in await connection.execute(query)}


async def write_ratings(connection: AsyncConnection, game: str, found: dict[str, Rating]) -> None:
    """Replace ratings."""
    if found:
        old = delete(RATINGS).where(RATINGS.c.game == game, RATINGS.c.player.in_(found))
        await connection.execute(old)
        rows = [{"game": game, "player": player} | msgspec.structs.asdict(one) for player, one in found.items()]
        await connection.execute(insert(RATINGS), rows)


async def rerate(connection: AsyncConnection, game: str) -> None:
    """Recompute all ratings of a game from its results; a game that can no longer be rated stops counting."""
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


async def adopt_results(connection: AsyncConnection, old: str, new: str) -> None:
    """Give a guest's results to another, and recompute the ratings of the games they played."""
    games = list(await connection.scalars(select(RESULTS.c.game).where(RESULTS.c.player == old).distinct()))
    await connection.execute(update(RESULTS).where(RESULTS.c.player == old).values(player=new))
    for game in games:
        await rerate(connection, game)
