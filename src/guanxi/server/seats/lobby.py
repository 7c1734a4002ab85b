"""The lobby: which tables are listed, a game with anybody, and the links to one's own tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi.engine.errors import GuanxiError
from guanxi.engine.text import LANGUAGES
from guanxi.server.clocks.clocks import Control, Live, Slow
from guanxi.server.http.errors import ApiError
from guanxi.server.http.wire import Nothing
from guanxi.server.people.ratings import Rating, player_of, ratings_of
from guanxi.server.people.wire import Matched, SeatLink
from guanxi.server.seats.qr import drawn
from guanxi.server.seats.seating import create_table, take_seat
from guanxi.server.seats.seats import Who, hashed, link_token
from guanxi.server.storage.store import Filters
from guanxi.server.tables.state import made_by, state, state_for
from guanxi.server.tables.wire import SeatTaken, SeatWanted, TableWanted

if TYPE_CHECKING:
    from guanxi.server.house import House
    from guanxi.server.http.call import Call
    from guanxi.server.people.wire import MatchWanted
    from guanxi.server.tables.play import Play

MOST_LOOKED_AT = 100
PACES = ("none", "live", "slow")


def read_filters(game: str | None, language: str | None, pace: str | None, time: str | None) -> Filters:
    """What somebody wants to see of the lobby, as words of an address."""
    if language not in (None, *LANGUAGES):
        raise ApiError(422, "unknown-language", languages=", ".join(LANGUAGES))
    if pace not in (None, *PACES):
        raise ApiError(422, "unknown-pace", paces=", ".join(PACES))
    return Filters(game, language, pace, None if time is None else read_control(time))


def read_control(text: str) -> Control:
    """A time control as an address has it: “600+5” is live, in seconds, and “24h” slow."""
    try:
        if text.endswith("h"):
            return msgspec.convert({"kind": "slow", "hours": int(text[:-1])}, Slow)
        game, _, move = text.replace(" ", "+").partition("+")  # in an address a plus may stand for a blank
        return msgspec.convert({"kind": "live", "game": int(game), "move": int(move or 0)}, Live)
    except (ValueError, msgspec.ValidationError):
        raise ApiError(422, "bad-time") from None


async def match(call: Call) -> Matched:
    """Sit down at the open table that fits best; if there is none, open one and wait."""
    house, guest, wanted = call.house, call.guest(), call.body
    try:
        game = guanxi.game(wanted.game)
        game.check_options(wanted.seats or game.usual, {})
    except GuanxiError as wrong:
        raise ApiError(422, "bad-option", reason=str(wrong)) from None
    pace: str | None = wanted.pace
    if wanted.time:
        pace = pace or pace_of(wanted.time)
        if pace != pace_of(wanted.time):
            raise ApiError(422, "other-pace")
    for table_id, seat in await fitting(house, guest, wanted, pace):
        try:
            shown = await take_seat(house, guest, table_id, SeatTaken(seat, wanted.name))
        except ApiError:
            continue  # somebody was quicker
        return Matched(table_id, seat, not shown.started, shown)
    others = [SeatWanted("open") for _ in range((wanted.seats or game.usual) - 1)]
    time = wanted.time or usual_time(pace)
    made = await create_table(
        house,
        guest,
        TableWanted(wanted.game, [SeatWanted("me"), *others], name=wanted.name, time=time, language=wanted.language),
    )
    return Matched(made.table, 0, True, made.state)


def pace_of(control: Control) -> str:
    """The kind of a clock."""
    return "live" if isinstance(control, Live) else "slow"


def usual_time(pace: str | None) -> Control | None:
    """The clock for those who said only whether it shall be live or slow."""
    return Live(1800, 10) if pace == "live" else Slow(24) if pace == "slow" else None


async def fitting(house: House, guest: str, wanted: MatchWanted, pace: str | None) -> list[tuple[str, int]]:
    """Free seats at tables that fit, the best first; a seat one has already is the best of all."""
    found = []
    async with house.store.reading() as connection:
        mine = (await ratings_of(connection, wanted.game, [guest])).get(guest, Rating())
    filters = Filters(wanted.game, wanted.language, pace, wanted.time)
    for table_id in await house.store.open_tables(MOST_LOOKED_AT, filters):
        try:
            async with house.tables.opened(table_id) as play:
                free = [seat.seat for seat in play.seats if seat.open and not seat.taken]
                own = play.held_by(Who(guest))
                players = [player_of(play, seat.seat) for seat in play.seats if seat.taken]
                fits = bool(free) and wanted.seats in (None, len(play.seats)) and plain(play)
        except ApiError:
            continue
        if fits:
            async with house.store.reading() as connection:
                known = await ratings_of(connection, wanted.game, players)
            far = sum(abs(known.get(player, Rating()).mu - mine.mu) for player in players) / max(1, len(players))
            found.append(((not own, len(free), far), table_id, (own or free)[0]))
    return [(table_id, seat) for _, table_id, seat in sorted(found)]


def plain(play: Play) -> bool:
    """Is a game played with its usual options?  Who takes what comes must not be surprised."""
    return bool(play.table.options == play.table.game.check_options(len(play.seats), {}))


async def links(call: Call) -> list[SeatLink]:
    """The links to all free seats of a table that the asker has made."""
    house, who, table_id, address = call.house, call.who, call.table_id, call.address
    async with house.tables.opened(table_id) as play:
        check_maker(play, who)
        return [link_shown(play, seat.seat, address) for seat in play.seats if not seat.taken]


async def new_link(call: Call) -> SeatLink:
    """Another link to a free seat; the old one leads nowhere any more."""
    house, who, table_id, address = call.house, call.who, call.table_id, call.address
    seat = call.body.seat
    async with house.tables.opened(table_id) as play:
        check_maker(play, who)
        if seat >= len(play.seats):
            raise ApiError(422, "no-seat", most=len(play.seats) - 1)
        row = play.seats[seat]
        if row.taken:
            raise ApiError(409, "seat-taken", state(play, None, who))
        async with house.tables.changing(play):
            row.issue += 1
            row.link = hashed(link_token(play.header.seed, seat, row.issue))
        return link_shown(play, seat, address)


def link_shown(play: Play, seat: int, address: str) -> SeatLink:
    """The link to a free seat, if it can be known."""
    row = play.seats[seat]
    token = link_token(play.header.seed, seat, row.issue)
    path = f"/join/{token}" if row.link == hashed(token) else None
    return SeatLink(seat, row.name, path, drawn(address.rstrip("/") + path) if path else None)


async def close(call: Call) -> Nothing:
    """Close a table at which no game has begun; those who wait there are told."""
    house, who, table_id = call.house, call.who, call.table_id
    async with house.tables.opened(table_id) as play:
        check_maker(play, who)
        if play.started:
            raise ApiError(409, "started", state_for(play, who))
        async with house.tables.changing(play):
            play.header.closed = True
    house.hub.ring(table_id)
    return Nothing()


def check_maker(play: Play, who: Who) -> None:
    """Links and closing are for who has made the table."""
    if not made_by(play, who):
        raise ApiError(403, "not-your-table")
