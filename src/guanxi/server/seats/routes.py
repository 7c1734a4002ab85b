"""The routes about sitting down: new tables, the lobby, seats, invitations and rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.people import wire as people
from guanxi.server.seats import lobby, seating
from guanxi.server.tables import wire
from guanxi.server.tables.state import summary

if TYPE_CHECKING:
    from guanxi.server.http.call import Call

MOST_LISTED = 30
FILTERS = (
    ("game", "Free and running tables of this game."),
    ("language", "… where this is spoken: en, fr or it."),
    ("pace", "… without a clock, live or slow: none, live or slow."),
    ("time", "… by this clock: 600+5 is live, in seconds, 24h slow."),
)


async def create_table(call: Call) -> wire.Created:
    """Make a table."""
    return await seating.create_table(call.house, call.guest(), call.body)


async def take_seat(call: Call) -> wire.State:
    """Take a seat that anybody may take."""
    return await seating.take_seat(call.house, call.guest(), call.table_id, call.body)


async def tables(call: Call) -> wire.Lists:
    """The tables to go on with, to join and to watch."""
    store, who = call.house.store, call.who
    filters = lobby.read_filters(*(call.word(name) for name in ("game", "language", "pace", "time")))
    return wire.Lists(
        mine=await summaries(call, await store.tables_of(who, MOST_LISTED)),
        open=await summaries(call, await store.open_tables(MOST_LISTED, filters)),
        running=await summaries(call, await store.watched_tables(MOST_LISTED, filters)),
    )


async def summaries(call: Call, table_ids: list[str]) -> list[wire.Summary]:
    """Tables for a list; one that cannot be opened is left out."""
    found = []
    for table_id in table_ids:
        try:
            async with call.house.tables.opened(table_id) as opened:
                found.append(summary(opened, call.who))
        except ApiError:
            continue
    return found


ROUTES = (
    post("/api/tables", create_table, wire.TableWanted, wire.Created, "Make a table.", status=201),
    get(
        "/api/tables",
        tables,
        wire.Lists,
        "The asker's tables, those with a free seat, and those that can be watched.",
        (422,),
        filters=FILTERS,
    ),
    post(f"{TABLE}/seats", take_seat, wire.SeatTaken, wire.State, "Take a seat that anybody may take.", (404, 409)),
    post("/api/join", seating.join, wire.LinkUsed, wire.Joined, "Take the seat that a link leads to.", (404, 409)),
    post(
        "/api/join/look",
        seating.look_at_link,
        wire.LinkShown,
        wire.Summary,
        "The table that a link leads to.",
        (404, 409),
    ),
    post(
        f"{TABLE}/rematch",
        seating.rematch,
        Nothing,
        wire.Created,
        "The same again, with the seats moved on by one.",
        (404, 409),
        201,
    ),
    post(
        "/api/match",
        lobby.match,
        people.MatchWanted,
        people.Matched,
        "Sit down at the open table that fits best, or open one.",
        (404, 409),
        201,
    ),
    get(
        f"{TABLE}/links",
        lobby.links,
        list[people.SeatLink],
        "The links to the free seats of a table one has made.",
        (403, 404, 409),
    ),
    post(
        f"{TABLE}/links",
        lobby.new_link,
        people.LinkWanted,
        people.SeatLink,
        "A new link to a free seat of a table one has made; the old one ends.",
        (404, 409, 503),
    ),
    post(
        f"{TABLE}/close",
        lobby.close,
        Nothing,
        Nothing,
        "Close a table one has made, before the game begins; it is gone for everybody.",
        (404, 409, 503),
    ),
)
