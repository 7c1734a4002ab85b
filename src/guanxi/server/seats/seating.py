"""Making tables and sitting down at them."""

from __future__ import annotations

import secrets
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec

import guanxi
from guanxi.bots import bot_names
from guanxi.engine import chance
from guanxi.engine.errors import BadOption
from guanxi.server.clocks.clocks import iso
from guanxi.server.http.errors import ApiError
from guanxi.server.learning.lessons import thinker
from guanxi.server.seats.seats import SeatRow, Who, clean_name, hashed, link_token, new_secret
from guanxi.server.storage.store import Header
from guanxi.server.tables.state import state, state_for, summary
from guanxi.server.tables.wire import Created, Joined

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from guanxi.engine.game import Game
    from guanxi.server.house import House
    from guanxi.server.http.call import Call
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.wire import SeatTaken, SeatWanted, State, Summary, TableWanted

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
ID_LENGTH = 10


async def create_table(house: House, guest: str, wanted: TableWanted) -> Created:
    """A new table with links for friends and tokens for one's own seats."""
    try:
        game = guanxi.game(wanted.game)
        check_choices(game, wanted.options)
        options = game.check_options(len(wanted.seats), table_options(game, wanted))
    except BadOption as wrong:
        raise ApiError(422, "bad-option", reason=str(wrong)) from None
    if wanted.private and any(wish.kind == "open" for wish in wanted.seats):
        raise ApiError(422, "private-open")
    name = clean_name(wanted.name) or await house.store.guest_name(guest)
    secrets_ = [new_secret() for _ in wanted.seats]
    rows = [wanted_seat(seat, wish, guest, name, secrets_[seat]) for seat, wish in enumerate(wanted.seats)]
    header = new_header(house, game, msgspec.to_builtins(options), any(row.open for row in rows))
    header.time, header.absent = wanted.time, wanted.absent
    header.creator, header.private, header.language = guest, wanted.private, wanted.language
    for row in rows:
        await apply_appearance(house, row)
        if row.link:
            secrets_[row.seat] = link_token(header.seed, row.seat, 0)
            row.link = hashed(secrets_[row.seat])
    await house.tables.create(header, rows)
    await remember(house, guest, name)
    links = {str(row.seat): f"/join/{secrets_[row.seat]}" for row in rows if row.link}
    tokens = {str(row.seat): secrets_[row.seat] for row in rows if row.token}
    async with house.tables.opened(header.id) as play:
        shown = state_for(play, Who(guest))
    house.changed(header.id)
    return Created(header.id, links, tokens, shown)


def check_choices(game: Game[Any, Any], options: dict[str, Any]) -> None:
    """A stranger may choose what the game ships with, not a file of this machine."""
    for name, known in game.choices.items():
        if options.get(name) not in (None, *known):
            raise BadOption(f"{game.name}: the option {name} cannot be {options[name]!r}. Known: {', '.join(known)}.")


def table_options(game: Game[Any, Any], wanted: TableWanted) -> dict[str, Any]:
    """What was chosen; bots among themselves get what makes the game end."""
    bots_only = all(seat.kind == "bot" for seat in wanted.seats)
    return {**game.automatic, **wanted.options} if bots_only else wanted.options


def new_header(house: House, game: Game[Any, Any], options: dict[str, Any], open_: bool) -> Header:
    """The header of a new table, with a seed that nobody knows."""
    at = iso(house.tables.now())
    return Header(
        id="".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH)),
        game=game.name,
        rules=game.rules_version,
        options=options,
        seed=chance.new_seed(),
        open=open_,
        created=at,
        updated=at,
    )


def wanted_seat(seat: int, wish: SeatWanted, guest: str, name: str | None, secret: str) -> SeatRow:
    """A seat of a new table."""
    match wish.kind:
        case "bot":
            if wish.bot not in bot_names():
                raise ApiError(422, "unknown-bot", bots=", ".join(bot_names()))
            return SeatRow(seat, "bot", open=False, taken=True, bot=wish.bot)
        case "friend":
            return SeatRow(seat, "person", open=False, taken=False, name=clean_name(wish.name), link=hashed(secret))
        case "open":
            return SeatRow(seat, "person", open=True, taken=False)
    own = clean_name(wish.name) or (name if wish.kind == "me" else None)
    return SeatRow(seat, "person", open=False, taken=True, name=own, guest=guest, token=hashed(secret))


async def take_seat(house: House, guest: str, table_id: str, wanted: SeatTaken) -> State:
    """Take a seat that anybody may take."""
    who = Who(guest)
    async with house.tables.opened(table_id) as play:
        if wanted.seat >= len(play.seats):
            raise ApiError(422, "no-seat", most=len(play.seats) - 1)
        seat = play.seats[wanted.seat]
        if not (seat.taken and who.holds(seat)):
            if seat.taken or not seat.open:
                raise ApiError(409, "seat-taken", state_for(play, who))
            await sit_down(house, play, seat, guest, clean_name(wanted.name), new_secret())
        shown = state(play, wanted.seat, who)
    house.changed(table_id)
    return shown


@asynccontextmanager
async def linked(house: House, who: Who, token: str) -> AsyncIterator[tuple[Play, SeatRow]]:
    """The table and the seat that a link leads to, if nobody else sits there."""
    found = await house.store.table_of_link(hashed(token))
    if found is None:
        raise ApiError(404, "unknown-link")
    table_id, number = found
    async with house.tables.opened(table_id) as play:
        seat = play.seats[number]
        if seat.taken and not who.holds(seat):
            raise ApiError(409, "seat-taken", state_for(play, who))
        yield play, seat


async def look_at_link(call: Call) -> Summary:
    """Where a link leads: its holder has been invited, also to a private table."""
    house, who, token = call.house, call.who, call.body.token
    async with linked(house, who, token) as (play, _):
        return summary(play, who)


async def join(call: Call) -> Joined:
    """Take the seat that a link leads to.  A link serves one guest only: who sent it cannot sit down there later."""
    house, guest, wanted = call.house, call.guest(), call.body
    who, token = Who(guest), new_secret()
    async with linked(house, who, wanted.token) as (play, seat):
        await sit_down(house, play, seat, guest, clean_name(wanted.name), token)
        shown = state(play, seat.seat, who)
    house.changed(shown.table)
    return Joined(shown.table, seat.seat, token, shown)


async def sit_down(house: House, play: Play, seat: SeatRow, guest: str, name: str | None, token: str) -> None:
    """Write down who sits there; nobody sits at two places of a table by link or from the list."""
    if any(other.guest == guest and other.seat != seat.seat for other in play.seats):
        raise ApiError(409, "already-seated", state_for(play, Who(guest)))
    known = name or seat.name or await house.store.guest_name(guest)
    taken = msgspec.structs.replace(seat, taken=True, guest=guest, token=hashed(token), name=known)
    await apply_appearance(house, taken)
    async with house.tables.changing(play):
        play.seat_it(taken)
    await remember(house, guest, name)


async def apply_appearance(house: House, seat: SeatRow) -> None:
    """A guest wears their own colour and pattern."""
    if seat.guest:
        seat.colour, seat.pattern = await house.store.wishes(seat.guest)


async def remember(house: House, guest: str, name: str | None) -> None:
    """A guest keeps the name used last."""
    await house.store.remember_guest(guest, name, iso(house.tables.now()))


async def rematch(call: Call) -> Created:
    """The same game again with the seats moved on by one; everybody who asks gets the same table."""
    house, who, table_id = call.house, call.who, call.table_id
    async with house.tables.opened(table_id) as play:
        if not play.held_by(who):
            raise ApiError(403, "not-your-seat")
        if not play.table.over:
            raise ApiError(409, "not-over", state_for(play, who))
        if play.header.rematch is None:
            header = new_header(house, play.table.game, play.header.options, play.header.open)
            header.time, header.absent = play.header.time, play.header.absent
            header.private, header.language = play.header.private, play.header.language
            header.creator = who.guest or play.seats[play.held_by(who)[0]].guest
            await house.tables.create(header, rotated(play.seats), rematch_of=table_id)
            play.header.rematch = header.id
        following = play.header.rematch
    async with house.tables.opened(following) as play:
        shown = state_for(play, who)
    house.changed(table_id)
    house.changed(following)
    return Created(following, {}, {}, shown)


def rotated(seats: list[SeatRow]) -> list[SeatRow]:
    """Everybody moves on by one seat; cookies and tokens stay good, and who taught now plays."""
    moved = seats[1:] + seats[:1]
    fresh = {"link": None, "absent": None, "plan": None}
    return [
        msgspec.structs.replace(row, seat=seat, bot=row.bot and thinker(row.bot), **fresh)
        for seat, row in enumerate(moved)
    ]
