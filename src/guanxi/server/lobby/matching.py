"""Quick matches: a seat at the open table that fits best, or at a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

import guanxi
from guanxi.engine.errors import GuanxiError
from guanxi.server.clocks.clocks import Control, Live, Slow, live_control
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import Who
from guanxi.server.http.route import post
from guanxi.server.lobby import wire
from guanxi.server.lobby.lists import Filters, is_open
from guanxi.server.people.ratings import Rating, player_of, ratings_of
from guanxi.server.storage.schema import TABLES

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.lobby.lists import Listed, Lists
    from guanxi.server.lobby.new_tables import NewTables
    from guanxi.server.lobby.seating import Seating
    from guanxi.server.storage.database import Database

MOST_CONSIDERED = 100


class Matching:
    """Handles quick matches."""

    def __init__(self, database: Database, lists: Lists, seating: Seating, new_tables: NewTables) -> None:
        self._database = database
        self._lists = lists
        self._seating = seating
        self._new_tables = new_tables

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            post(
                "/api/match",
                self.match,
                wire.MatchWanted,
                wire.Matched,
                "Join the open table that fits best, or open one.",
                (404, 409),
                201,
            ),
        )

    async def match(self, call: Call[wire.MatchWanted]) -> wire.Matched:
        """Join the open table that fits best; if there is none, open one and wait."""
        guest, wanted = call.guest(), call.body
        try:
            game = guanxi.game(wanted.game)
            game.check_options(wanted.seats or game.usual, {})
        except GuanxiError as wrong:
            raise ApiError(422, "bad-option", reason=str(wrong)) from None
        pace: str | None = wanted.pace or (pace_of(wanted.time) if wanted.time else None)
        if wanted.time and pace != pace_of(wanted.time):
            raise ApiError(422, "other-pace")
        for table_id, seat in await self._fitting(guest, wanted, pace):
            try:
                shown = await self._seating.take(guest, table_id, wire.SeatTaken(seat, wanted.name))
            except ApiError:
                continue  # somebody else was quicker
            return wire.Matched(table_id, seat, not shown.started, shown)
        others = [wire.SeatWanted("open") for _ in range((wanted.seats or game.usual) - 1)]
        table = wire.TableWanted(
            wanted.game,
            [wire.SeatWanted("me"), *others],
            name=wanted.name,
            time=wanted.time or default_control(game, pace),
            language=wanted.language,
        )
        made = await self._new_tables.create(guest, table)
        return wire.Matched(made.table, 0, True, made.state)

    async def _fitting(self, guest: str, wanted: wire.MatchWanted, pace: str | None) -> list[tuple[str, int]]:
        """Free seats at tables that fit, best first: the guest's own seat, then by free seats, then by rating."""
        filters = Filters(wanted.game, wanted.language, pace, wanted.time)
        tables = [
            one
            for one in await self._lists.listed(is_open(filters, guest) & TABLES.c.club.is_(None), MOST_CONSIDERED)
            if fits(one, wanted)
        ]
        players = {player_of(seat) for one in tables for seat in one.seats if seat.taken}
        async with self._database.reading() as connection:
            ratings = await ratings_of(connection, wanted.game, [guest, *players])
        mine = ratings.get(guest, Rating())
        found = []
        for one in tables:
            own = [seat.seat for seat in one.seats if seat.held_by(Who(guest))]
            free = [seat.seat for seat in one.seats if seat.open and not seat.taken]
            others = [ratings.get(player_of(seat), Rating()) for seat in one.seats if seat.taken]
            distance = sum(abs(other.mu - mine.mu) for other in others) / max(1, len(others))
            found.append(((not own, len(free), distance), one.header.id, (own or free)[0]))
        return [(table_id, seat) for _, table_id, seat in sorted(found)]


def fits(listed: Listed, wanted: wire.MatchWanted) -> bool:
    """Does a table have the right number of seats, and the default options?  Others would be a surprise."""
    count = len(listed.seats)
    default = guanxi.game(wanted.game).check_options(count, {})
    return wanted.seats in (None, count) and listed.header.options == msgspec.to_builtins(default)


def pace_of(control: Control) -> str:
    """The kind of a clock."""
    return "live" if isinstance(control, Live) else "slow"


def default_control(game: Game[Any, Any], pace: str | None) -> Control | None:
    """The time control for players who named only a pace."""
    return live_control(game) if pace == "live" else Slow(24) if pace == "slow" else None
