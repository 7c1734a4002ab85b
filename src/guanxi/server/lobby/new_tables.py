"""New tables: from a form, or from a position of a finished game."""

from __future__ import annotations

from secrets import randbelow
from typing import TYPE_CHECKING, Any

import msgspec
from anyio import to_thread

import guanxi
from guanxi.bots import bot_names
from guanxi.engine.errors import BadOption
from guanxi.engine.log import MOST_ORIGINS
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import Who, hashed, new_secret
from guanxi.server.http.route import TABLE, post
from guanxi.server.lobby import wire
from guanxi.server.lobby.invitations import invitation
from guanxi.server.people.bans import check_ban
from guanxi.server.people.membership import check_member
from guanxi.server.people.names import clean_name
from guanxi.server.seats.seats import STAND_IN, SeatRow
from guanxi.server.tables.access import check_seat
from guanxi.server.tables.checks import check_over
from guanxi.server.tables.records import new_header
from guanxi.server.tables.state import state_for
from guanxi.server.tables.wire import Created

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guanxi.engine.game import Game
    from guanxi.server.boards.boards import Boards
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.records import OnBoard
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tables.store import TableStore


class NewTables:
    """Handles requests for new tables."""

    def __init__(
        self,
        database: Database,
        store: TableStore,
        tables: Tables,
        boards: Boards,
        guests: Guests,
        limits: Limits,
        now: Now,
    ) -> None:
        self._database = database
        self._store = store
        self._tables = tables
        self._boards = boards
        self._guests = guests
        self._limits = limits
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            post("/api/tables", self.create_table, wire.TableWanted, Created, "Create a table.", (409,), 201),
            post(
                f"{TABLE}/continue",
                self.continue_from,
                wire.MomentWanted,
                Created,
                "Continue from a position of a finished game, against bots.",
                (404, 409),
                201,
            ),
        )

    async def create_table(self, call: Call[wire.TableWanted]) -> Created:
        """Create a table."""
        return await self.create(call.guest(), call.body)

    async def create(
        self, guest: str, wanted: wire.TableWanted, kept: int | None = None, board: OnBoard | None = None
    ) -> Created:
        """A new table, with invitations for friends and tokens for the creator's own seats.

        No invitation leads to a seat that is kept for a person who has been challenged.  The table may be a board of
        an exhibition.
        """
        await check_ban(self._database, guest)
        await check_member(self._database, wanted.club, guest)
        files = await self._boards.files(wanted.game, wanted.options)
        game, options = await to_thread.run_sync(checked_options, wanted, files)
        if wanted.private and any(wish.kind == "open" for wish in wanted.seats):
            raise ApiError(422, "private-open")
        if bots_only(wanted):
            self._limits.check_bot_tables(*await self._store.bots_only(guest))
        name = clean_name(wanted.name) or await self._guests.name(guest)
        secrets = [new_secret() for _ in wanted.seats]
        rows = [wanted_seat(seat, wish, guest, name, secrets[seat]) for seat, wish in enumerate(wanted.seats)]
        header = new_header(game, options, any(row.open for row in rows), self._now(), files)
        header.time, header.absent, header.patience = wanted.time, wanted.absent, wanted.patience
        header.creator, header.private, header.language = guest, wanted.private, wanted.language
        header.club, header.delay = wanted.club, wanted.delay
        if board:
            header.exhibition, header.board = board
        cast(rows)
        for row in rows:
            await self._guests.set_appearance(row)
            if row.seat == kept:
                row.link = None
            if row.link:
                secrets[row.seat] = invitation(header.seed, row.seat, 0)
                row.link = hashed(secrets[row.seat])
        async with self._tables.created(header, rows) as play:
            shown = state_for(play, Who(guest))
        await self._guests.remember(guest, name)
        links = {str(row.seat): f"/join/{secrets[row.seat]}" for row in rows if row.link}
        tokens = {str(row.seat): secrets[row.seat] for row in rows if row.token}
        return Created(header.id, links, tokens, shown)

    async def continue_from(self, call: Call[wire.MomentWanted]) -> Created:
        """Put the client into a seat of a finished game, and bots into all others."""
        guest, wanted = call.guest(), call.body
        bot = wanted.bot or STAND_IN
        check_bot(bot)
        await check_ban(self._database, guest)
        name, token = clean_name(wanted.name), new_secret()
        async with self._tables.opened(call.table_id) as play:
            check_origin(play, call.who, wanted)
            header = new_header(play.table.game, play.header.options, False, self._now(), play.header.files)
            header.origin = play.table.origin_at(wanted.move, wanted.seat if wanted.hidden == "redrawn" else None)
            header.parent, header.creator, header.private = call.table_id, guest, play.header.private
            count = len(play.seats)
        own = name or await self._guests.name(guest)
        rows = [SeatRow(seat, "bot", open=False, taken=True, bot=bot) for seat in range(count)]
        rows[wanted.seat] = SeatRow(wanted.seat, "person", False, True, own, guest=guest, token=hashed(token))
        cast(rows)
        await self._guests.set_appearance(rows[wanted.seat])
        async with self._tables.created(header, rows) as play:
            shown = state_for(play, Who(guest))
        await self._guests.remember(guest, name)
        return Created(header.id, {}, {str(wanted.seat): token}, shown)


def bots_only(wanted: wire.TableWanted) -> bool:
    """Do bots play among themselves?"""
    return all(seat.kind == "bot" for seat in wanted.seats)


def checked_options(wanted: wire.TableWanted, files: Mapping[str, Any]) -> tuple[Game[Any, Any], dict[str, Any]]:
    """The game and its options, with stored boards by their ids; bots among themselves get those that end the game."""
    try:
        game = guanxi.game(wanted.game)
        check_choices(game, wanted.options, files)
        automatic = game.automatic if bots_only(wanted) else {}
        options = game.check_options(len(wanted.seats), {**automatic, **wanted.options, **files})
        return game, msgspec.to_builtins(options) | {name: wanted.options[name] for name in files}
    except BadOption as wrong:
        raise ApiError(422, "bad-option", reason=str(wrong)) from None


def check_choices(game: Game[Any, Any], options: dict[str, Any], files: Mapping[str, Any]) -> None:
    """Refuse files of this machine: a client chooses among stored boards, and what comes with the game."""
    for name, known in game.choices.items():
        if name not in files and options.get(name) not in (None, *known):
            raise BadOption(f"{game.name}: the option {name} cannot be {options[name]!r}. Known: {', '.join(known)}.")


def wanted_seat(seat: int, wish: wire.SeatWanted, guest: str, name: str | None, secret: str) -> SeatRow:
    """A seat of a new table."""
    match wish.kind:
        case "bot":
            check_bot(wish.bot)
            return SeatRow(seat, "bot", open=False, taken=True, bot=wish.bot)
        case "friend":
            return SeatRow(seat, "person", open=False, taken=False, name=clean_name(wish.name), link=hashed(secret))
        case "open":
            return SeatRow(seat, "person", open=True, taken=False)
    own = clean_name(wish.name) or (name if wish.kind == "me" else None)
    return SeatRow(seat, "person", open=False, taken=True, name=own, guest=guest, token=hashed(secret))


def cast(rows: list[SeatRow]) -> None:
    """Choose characters for the bots, all different and others at every table; a rematch keeps them."""
    first = randbelow(1000)
    for row in rows:
        row.character = first + row.seat if row.kind == "bot" else None


def check_bot(bot: str | None) -> None:
    """Refuse the name of a bot that does not exist."""
    if bot not in bot_names():
        raise ApiError(422, "unknown-bot", bots=", ".join(bot_names()))


def check_origin(play: Play, who: Who, wanted: wire.MomentWanted) -> None:
    """Refuse unless the game is over, the position is before its end, and the seat exists."""
    check_over(play, who)
    if wanted.move >= play.table.moves:
        raise ApiError(422, "no-move", most=play.table.moves - 1)
    check_seat(play, wanted.seat)
    if play.header.origin and play.header.origin.depth >= MOST_ORIGINS:
        raise ApiError(422, "too-deep", most=MOST_ORIGINS)
