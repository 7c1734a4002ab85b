"""What the routes about time do: from a call to an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse

from guanxi.server import absence, channels, play, switching
from guanxi.server.bodies_time import Now
from guanxi.server.clocks import iso
from guanxi.server.notices import page

if TYPE_CHECKING:
    from starlette.responses import Response

    from guanxi.server.bodies_time import Notices
    from guanxi.server.call import Call
    from guanxi.server.wire import State


async def now(call: Call) -> Now:
    """What time it is here."""
    return Now(iso(call.house.tables.now()))


async def ask_time(call: Call) -> State:
    """Somebody would like another time control."""
    return await switching.ask_time(call.house, call.table_id, call.who, call.body)


async def answer_time(call: Call) -> State:
    """Somebody else agrees, or not."""
    return await switching.answer_time(call.house, call.table_id, call.who, call.body)


async def set_absences(call: Call) -> State:
    """Somebody will be away."""
    return await absence.set_absences(call.house, call.table_id, call.who, call.body)


async def leave(call: Call) -> State:
    """Somebody goes."""
    return await absence.leave(call.house, call.table_id, call.who, call.body)


async def come_back(call: Call) -> State:
    """Somebody is there again."""
    return await absence.come_back(call.house, call.table_id, call.who, call.body)


async def make_plan(call: Call) -> State:
    """Somebody knows the answer to a question to come."""
    return await play.make_plan(call.house, call.table_id, call.who, call.body)


async def notices(call: Call) -> Notices:
    """How somebody is told."""
    return await channels.shown(call.house, call.guest())


async def add_channel(call: Call) -> Notices:
    """Somebody wants to be told."""
    return await channels.add(call.house, call.guest(), call.language, call.body)


async def remove_channel(call: Call) -> Notices:
    """Somebody does not want to be told any more."""
    return await channels.remove(call.house, call.guest(), call.body.channel)


async def letter(call: Call) -> Response:
    """A page that asks: programs that look into mails follow every link, and must not change anything."""
    action, channel = await channels.read_letter(call.house, call.request.path_params["token"])
    return HTMLResponse(page(action, channel.language, channel.address, asks=True))


async def obey_letter(call: Call) -> Response:
    """It is done, for a person who has pressed the button or a mail program that has one of its own."""
    action, channel = await channels.read_letter(call.house, call.request.path_params["token"])
    await channels.obey_letter(call.house, action, channel)
    return HTMLResponse(page(action, channel.language, channel.address, asks=False))
