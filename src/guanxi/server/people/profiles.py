"""Profiles: what games say of people, and the list of the best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

import guanxi
from guanxi.server.http.errors import ApiError
from guanxi.server.people.ratings import BOT, Rating
from guanxi.server.people.wire import Finished, Placed, Profile, Ranked, Rated
from guanxi.server.storage.schema import GUESTS, RATINGS, RESULTS, SEATS, TABLES

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.storage.store import Store

MOST_RESULTS = 50
MOST_RANKED = 100


async def profile(store: Store, id_: str, asker: str | None) -> Profile:
    """What the asker may know of somebody: of private tables only they themselves hear."""
    async with store.reading() as connection:
        person = (await connection.execute(select(GUESTS).where(GUESTS.c.profile == id_))).first()
        if person is None:
            raise ApiError(404, "unknown-person")
        yours = asker == person.guest
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


def rated(game: str, rating: Rating) -> Rated:
    """A rating as people read it."""
    return Rated(game, rating.points, rating.uncertainty, rating.games)


async def counted(connection: AsyncConnection, shown: ColumnElement[bool]) -> tuple[int, int]:
    """How many seats of finished games there were, and how many of them won."""
    query = select(RESULTS.c.won, func.count()).join(TABLES).where(shown).group_by(RESULTS.c.won)
    counts = {bool(row[0]): int(row[1]) for row in await connection.execute(query)}
    return sum(counts.values()), counts.get(True, 0)


async def results_where(connection: AsyncConnection, shown: ColumnElement[bool]) -> list[Finished]:
    """The newest finished games, with all who played."""
    query = select(RESULTS).join(TABLES).where(shown).order_by(RESULTS.c.ended.desc()).limit(MOST_RESULTS)
    own = list(await connection.execute(query))
    seats = await connection.execute(
        select(RESULTS, SEATS.c.name, GUESTS.c.profile)
        .join(SEATS, (SEATS.c.table_id == RESULTS.c.table_id) & (SEATS.c.seat == RESULTS.c.seat))
        .outerjoin(GUESTS, GUESTS.c.guest == RESULTS.c.player)
        .where(RESULTS.c.table_id.in_({row.table_id for row in own}))
        .order_by(RESULTS.c.seat)
    )
    placed: dict[str, list[Placed]] = {}
    for row in seats:
        bot = row.player.removeprefix(BOT) if row.player.startswith(BOT) else None
        place = Placed(row.seat, row.name, row.profile, bot, row.rank, row.won, row.total)
        placed.setdefault(row.table_id, []).append(place)
    return [
        Finished(row.table_id, row.game, row.at, row.seat, row.rank, row.won, row.rated, placed[row.table_id])
        for row in own
    ]


async def ranking(store: Store, game: str) -> list[Ranked]:
    """The best at a game, people and bots: by what they are at least worth."""
    if game not in guanxi.game_names():
        raise ApiError(404, "unknown-game", games=", ".join(guanxi.game_names()))
    async with store.reading() as connection:
        rows = await connection.execute(
            select(RATINGS, GUESTS.c.name, GUESTS.c.profile)
            .outerjoin(GUESTS, GUESTS.c.guest == RATINGS.c.player)
            .where(RATINGS.c.game == game)
            .order_by((RATINGS.c.mu - 3 * RATINGS.c.sigma).desc(), RATINGS.c.player)
            .limit(MOST_RANKED)
        )
        return [ranked(row.player, row.name, row.profile, Rating(row.mu, row.sigma, row.games)) for row in rows]


def ranked(player: str, name: str | None, profile_id: str | None, rating: Rating) -> Ranked:
    """One line of the list."""
    bot = player.removeprefix(BOT) if player.startswith(BOT) else None
    return Ranked(name, profile_id, bot, rating.points, rating.uncertainty, rating.games)
