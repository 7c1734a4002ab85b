"""Profiles: a person's ratings and results, and the ranking of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, true

import guanxi
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import get
from guanxi.server.people.guests import GONE
from guanxi.server.people.ratings import BOT, Rating
from guanxi.server.people.wire import Finished, Placed, Profile, Ranked, Rated
from guanxi.server.storage.schema import GUESTS, RATINGS, RESULTS, SEATS, TABLES

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database

MOST_RESULTS = 50
MOST_RANKED = 100


class Profiles:
    """Handles profiles and rankings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get("/api/people/{person}", self.profile, Profile, "A person's ratings and results.", (404,)),
            get(
                "/api/ratings/{game}",
                self.ranking,
                list[Ranked],
                "The best people and bots at a game.",
                (404,),
            ),
        )

    async def profile(self, call: Call[None]) -> Profile:
        """Return a profile; private tables are shown only to the person themselves."""
        id_ = call.path("person")
        async with self._database.reading() as connection:
            person = (await connection.execute(select(GUESTS).where(GUESTS.c.profile == id_))).first()
            if person is None:
                raise ApiError(404, "unknown-person")
            yours = call.who.guest == person.guest
            shown = (RESULTS.c.player == person.guest) & (TABLES.c.private.is_(False) | yours)
            results = await results_where(connection, shown)
            games, won = await counted(connection, shown)
            ratings = await connection.execute(
                select(RATINGS).where(RATINGS.c.player == person.guest).order_by(RATINGS.c.game)
            )
            return Profile(
                id=id_,
                name=person.name,
                yours=yours,
                since=person.since,
                ratings=[rated(row.game, Rating(row.mu, row.sigma, row.games)) for row in ratings],
                games=games,
                won=won,
                results=results,
            )

    async def ranking(self, call: Call[None]) -> list[Ranked]:
        """Return the best players of a game, by the lower bound of their rating."""
        game = check_game(call.path("game"))
        async with self._database.reading() as connection:
            return await ranking_where(connection, game, true())


def check_game(name: str) -> str:
    """A game in an address; refused if it does not exist."""
    if name not in guanxi.game_names():
        raise ApiError(404, "unknown-game", games=", ".join(guanxi.game_names()))
    return name


async def ranking_where(connection: AsyncConnection, game: str, who: ColumnElement[bool]) -> list[Ranked]:
    """The best of some players at a game."""
    rows = await connection.execute(
        select(RATINGS, GUESTS.c.name, GUESTS.c.profile)
        .outerjoin(GUESTS, GUESTS.c.guest == RATINGS.c.player)
        .where(RATINGS.c.game == game, RATINGS.c.player.not_like(f"{GONE}%"), who)
        .order_by((RATINGS.c.mu - 3 * RATINGS.c.sigma).desc(), RATINGS.c.player)
        .limit(MOST_RANKED)
    )
    return [ranked(row.player, row.name, row.profile, Rating(row.mu, row.sigma, row.games)) for row in rows]


def rated(game: str, rating: Rating) -> Rated:
    """A rating as it is sent."""
    return Rated(game, rating.points, rating.uncertainty, rating.games)


async def counted(connection: AsyncConnection, shown: ColumnElement[bool]) -> tuple[int, int]:
    """The number of finished games, and of those won."""
    query = select(RESULTS.c.won, func.count()).join(TABLES).where(shown).group_by(RESULTS.c.won)
    counts = {bool(row[0]): int(row[1]) for row in await connection.execute(query)}
    return sum(counts.values()), counts.get(True, 0)


async def results_where(connection: AsyncConnection, shown: ColumnElement[bool]) -> list[Finished]:
    """The newest finished games, with all their players."""
    query = select(RESULTS).join(TABLES).where(shown).order_by(RESULTS.c.ended.desc()).limit(MOST_RESULTS)
    own = list(await connection.execute(query))
    seats = await connection.execute(
        select(RESULTS, SEATS.c.name, SEATS.c.character, GUESTS.c.profile)
        .join(SEATS, (SEATS.c.table_id == RESULTS.c.table_id) & (SEATS.c.seat == RESULTS.c.seat))
        .outerjoin(GUESTS, GUESTS.c.guest == RESULTS.c.player)
        .where(RESULTS.c.table_id.in_({row.table_id for row in own}))
        .order_by(RESULTS.c.seat)
    )
    placed: dict[str, list[Placed]] = {}
    for row in seats:
        bot = row.player.removeprefix(BOT) if row.player.startswith(BOT) else None
        place = Placed(row.seat, row.name, row.profile, bot, row.rank, row.won, row.total, row.character)
        placed.setdefault(row.table_id, []).append(place)
    return [
        Finished(row.table_id, row.game, row.at, row.seat, row.rank, row.won, row.rated, placed[row.table_id])
        for row in own
    ]


def ranked(player: str, name: str | None, profile_id: str | None, rating: Rating) -> Ranked:
    """One line of a ranking."""
    bot = player.removeprefix(BOT) if player.startswith(BOT) else None
    return Ranked(name, profile_id, bot, rating.points, rating.uncertainty, rating.games)
