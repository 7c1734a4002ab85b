"""Insights over HTTP.  What one's games say about one's play is for oneself alone; feats of public games are shown."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from anyio import to_thread
from sqlalchemy import func, select, true

import guanxi
from guanxi.engine.insights import SHARED_FEATS, feat_words
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import get
from guanxi.server.insights.shares import FEW, Met, Played, summed
from guanxi.server.insights.store import NAMES, of_player
from guanxi.server.insights.wire import FeatShown, GameInsights, Insights
from guanxi.server.people.blocks import blocked_by
from guanxi.server.people.guests import GONE
from guanxi.server.people.ratings import BOT
from guanxi.server.storage.schema import GUESTS, INSIGHTS, RESULTS, SEATS, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from sqlalchemy import ColumnElement, Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database

MOST_GAMES = 2000  # of a person, the newest


class OwnInsights:
    """Handles what one's games say about one's play, and feats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                "/api/me/insights",
                self.own_insights,
                Insights,
                "What the client's finished games say about their play.",
            ),
            get(
                "/api/people/{person}/feats",
                self.feats_of_person,
                list[FeatShown],
                "The feats of a person in games that everybody may see.",
                (404,),
            ),
        )

    async def own_insights(self, call: Call[None]) -> Insights:
        """Return what the client's games say; nothing to a client who is nobody yet."""
        guest = call.who.guest
        if guest is None:
            return Insights([], [], 0, FEW)
        async with self._database.reading() as connection:
            rows = await own_rows(connection, guest)
            met = await met_by(connection, guest, [row.table_id for row in rows])
            feats = await feats_of(connection, guest, true())
            waiting = await unread_of(connection, guest)
        games = await to_thread.run_sync(by_game, rows, met)
        return Insights(games, with_missing(feats, [one.game for one in games]), waiting, FEW)

    async def feats_of_person(self, call: Call[None]) -> list[FeatShown]:
        """Return the feats of a person; those of private tables are shown only to the person themselves."""
        async with self._database.reading() as connection:
            who = GUESTS.c.profile == call.path("person")
            guest = await connection.scalar(select(GUESTS.c.guest).where(who))
            if guest is None:
                raise ApiError(404, "unknown-person")
            shown = true() if guest == call.who.guest else TABLES.c.private.is_(False)
            return await feats_of(connection, guest, shown)


async def own_rows(connection: AsyncConnection, guest: str) -> Sequence[Row[Any]]:
    """A person's games that have been read, oldest first."""
    players = select(func.count()).where(SEATS.c.table_id == RESULTS.c.table_id).scalar_subquery()
    query = (
        select(RESULTS, INSIGHTS, players.label("players"))
        .join(INSIGHTS, (INSIGHTS.c.table_id == RESULTS.c.table_id) & (INSIGHTS.c.seat == RESULTS.c.seat))
        .where(of_player(guest), INSIGHTS.c.order > 0)
        .order_by(RESULTS.c.ended.desc())
        .limit(MOST_GAMES)
    )
    return list(await connection.execute(query))[::-1]


async def met_by(connection: AsyncConnection, guest: str, tables: Sequence[str]) -> dict[str, list[Met]]:
    """The other players of some tables, without deleted people and those whom the person has blocked."""
    hidden = await blocked_by(connection, guest)
    query = (
        select(RESULTS.c.table_id, RESULTS.c.player, RESULTS.c.rank, GUESTS.c.name, GUESTS.c.profile)
        .outerjoin(GUESTS, GUESTS.c.guest == RESULTS.c.player)
        .where(RESULTS.c.table_id.in_(tables), RESULTS.c.player != guest, ~RESULTS.c.player.like(f"{GONE}%"))
    )
    found: dict[str, list[Met]] = defaultdict(list)
    for row in await connection.execute(query):
        if row.player not in hidden:
            bot = row.player.removeprefix(BOT) if row.player.startswith(BOT) else None
            found[row.table_id].append(Met(row.player, row.name, row.profile, bot, row.rank))
    return found


async def unread_of(connection: AsyncConnection, guest: str) -> int:
    """The number of a person's games that have not been read yet."""
    query = (
        select(func.count())
        .select_from(RESULTS)
        .outerjoin(INSIGHTS, (INSIGHTS.c.table_id == RESULTS.c.table_id) & (INSIGHTS.c.seat == RESULTS.c.seat))
        .where(of_player(guest), INSIGHTS.c.seat.is_(None))
    )
    return await connection.scalar(query) or 0


async def feats_of(connection: AsyncConnection, guest: str, shown: ColumnElement[bool]) -> list[FeatShown]:
    """The feats of a person, in the order of the games and their feats."""
    query = (
        select(RESULTS.c.game, RESULTS.c.table_id, RESULTS.c.at, INSIGHTS.c.feats)
        .join(INSIGHTS, (INSIGHTS.c.table_id == RESULTS.c.table_id) & (INSIGHTS.c.seat == RESULTS.c.seat))
        .join(TABLES, TABLES.c.id == RESULTS.c.table_id)
        .where(of_player(guest), INSIGHTS.c.feats != "[]", shown)
        .order_by(RESULTS.c.ended)
    )
    counts: dict[tuple[str, str], int] = defaultdict(int)
    last: dict[tuple[str, str], tuple[str, str]] = {}
    for row in await connection.execute(query):
        for feat in NAMES.decode(row.feats):
            counts[row.game, feat] += 1
            last[row.game, feat] = (row.table_id, row.at)
    known = ((game, feat) for game in guanxi.game_names() for feat in feats_in(game))
    return [feat_shown(*one, counts[one], *last[one]) for one in known if one in last]


def feats_in(game: str) -> tuple[str, ...]:
    """All feats of a game."""
    return (*guanxi.game(game).feats, *SHARED_FEATS)


def feat_shown(game: str, feat: str, count: int, table: str | None, at: str | None) -> FeatShown:
    """A feat in words."""
    return FeatShown(game, feat, *feat_words(feat), count, table, at)


def with_missing(feats: Sequence[FeatShown], games: Iterable[str]) -> list[FeatShown]:
    """All feats of some games, those that are still missing included."""
    known = {(one.game, one.feat): one for one in feats}
    return [
        known.get((game, feat)) or feat_shown(game, feat, 0, None, None) for game in games for feat in feats_in(game)
    ]


def by_game(rows: Sequence[Row[Any]], met: dict[str, list[Met]]) -> list[GameInsights]:
    """A person's games by their kind, those played most often first."""
    found: dict[str, list[Played]] = defaultdict(list)
    for row in rows:
        habits = frozenset(NAMES.decode(row.habits))
        played = Played(
            table=row.table_id,
            at=row.at,
            players=row.players,
            order=row.order,
            won=row.won,
            rank=row.rank,
            opening=row.opening,
            habits=habits,
            skill=row.skill,
            luck=row.luck,
            met=tuple(met.get(row.table_id, ())),
        )
        found[row.game].append(played)
    return [
        summed(guanxi.game(name), games)
        for name, games in sorted(found.items(), key=lambda one: -len(one[1]))
        if name in guanxi.game_names()
    ]
