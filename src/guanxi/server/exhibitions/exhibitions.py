"""Exhibitions over HTTP.  An exhibition is nothing but its tables, which bear its id and numbers of their boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import guanxi
from guanxi.engine.errors import BadOption
from guanxi.server.exhibitions.wire import MOST_BOARDS, Board, ExhibitionList, ExhibitionShown, ExhibitionWanted
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import Who
from guanxi.server.http.route import get, post
from guanxi.server.lobby.wire import SeatWanted, TableWanted
from guanxi.server.storage.schema import TABLES
from guanxi.server.tables.records import OnBoard, new_id
from guanxi.server.tables.state import summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guanxi.server.http.call import Call
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.lobby.lists import Listed, Lists
    from guanxi.server.lobby.new_tables import NewTables

MOST_LISTED = 10 * MOST_BOARDS  # tables


class Exhibitions:
    """Handles exhibitions."""

    def __init__(self, new_tables: NewTables, lists: Lists, limits: Limits) -> None:
        self._new_tables = new_tables
        self._lists = lists
        self._limits = limits

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get("/api/exhibitions", self.own, ExhibitionList, "The client's exhibitions, the newest first."),
            post(
                "/api/exhibitions",
                self.create,
                ExhibitionWanted,
                ExhibitionShown,
                "Play at several tables at once, against bots or against people who take a seat.",
                (404, 409),
                201,
            ),
            get("/api/exhibitions/{id}", self.show, ExhibitionShown, "An exhibition with its boards.", (404,)),
        )

    async def own(self, call: Call[None]) -> ExhibitionList:
        """List the client's exhibitions."""
        return ExhibitionList(await self._of(call.who.guest, call.who) if call.who.guest else [])

    async def create(self, call: Call[ExhibitionWanted]) -> ExhibitionShown:
        """Create all tables of an exhibition; the client sits down in another seat at each."""
        guest, wanted = call.guest(), call.body
        running = [one for one in await self._of(guest, call.who) if any(board.share is None for board in one.boards)]
        self._limits.check_exhibition(len(running), call.client, wanted.boards)
        exhibition, seats = new_id(), wanted.seats or usual_seats(wanted.game)
        for number in range(wanted.boards):
            await self._new_tables.create(guest, table_of(wanted, seats, number), board=OnBoard(exhibition, number))
        return await self._shown(exhibition, Who(guest))

    async def show(self, call: Call[None]) -> ExhibitionShown:
        """Show an exhibition."""
        return await self._shown(call.table_id, call.who)

    async def _shown(self, exhibition: str, who: Who) -> ExhibitionShown:
        found = await self._lists.listed(TABLES.c.exhibition == exhibition, MOST_BOARDS)
        if not found:
            raise ApiError(404, "unknown-exhibition")
        return exhibition_shown(exhibition, found, who)

    async def _of(self, guest: str, who: Who) -> list[ExhibitionShown]:
        """The exhibitions of a guest."""
        mine = TABLES.c.exhibition.is_not(None) & (TABLES.c.creator == guest)
        groups: dict[str, list[Listed]] = {}
        for one in await self._lists.listed(mine, MOST_LISTED):
            groups.setdefault(one.header.exhibition or "", []).append(one)
        newest = sorted(groups, key=lambda id_: max(one.header.created for one in groups[id_]), reverse=True)
        return [exhibition_shown(id_, groups[id_], who) for id_ in newest]


def usual_seats(game: str) -> int:
    """The usual number of players of a game."""
    try:
        return guanxi.game(game).usual
    except BadOption:
        raise ApiError(404, "unknown-game", games=", ".join(guanxi.game_names())) from None


def table_of(wanted: ExhibitionWanted, seats: int, number: int) -> TableWanted:
    """The table of a board; the seat of the person who plays at all of them moves on from board to board."""
    other = SeatWanted("bot", bot=wanted.bot) if wanted.against == "bots" else SeatWanted("open")
    rows = [other] * seats
    rows[number % seats] = SeatWanted("me")
    return TableWanted(
        game=wanted.game,
        seats=rows,
        options=wanted.options,
        name=wanted.name,
        time=wanted.time,
        language=wanted.language,
    )


def exhibition_shown(id_: str, tables: Iterable[Listed], who: Who) -> ExhibitionShown:
    """An exhibition as a client sees it."""
    ordered = sorted(tables, key=lambda one: one.header.board or 0)
    boards = [board_shown(one, who) for one in ordered]
    first = boards[0]
    host = first.table.seats[first.seat]
    return ExhibitionShown(id_, first.table.game, host.yours, host.name, boards)


def board_shown(one: Listed, who: Who) -> Board:
    """A board as a client sees it."""
    seat = (one.header.board or 0) % len(one.seats)
    winners = one.header.winners or ()
    share = (seat in winners) / max(1, len(winners)) if one.header.over else None
    return Board(summary(one.header, one.seats, one.deadlines, who), seat, share)
