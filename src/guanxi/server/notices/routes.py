"""The routes about notices: one's channels, and the links in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse

from guanxi.server.http.route import Route, get, post
from guanxi.server.notices import channels, wire
from guanxi.server.notices.notices import page

if TYPE_CHECKING:
    from starlette.responses import Response

    from guanxi.server.http.call import Call


async def notices(call: Call) -> wire.Notices:
    """The asker's channels."""
    return await channels.shown(call.house, call.guest())


async def add_channel(call: Call) -> wire.Notices:
    """Add a channel, or change its hour."""
    return await channels.add(call.house, call.guest(), call.language, call.body)


async def remove_channel(call: Call) -> wire.Notices:
    """Remove a channel."""
    return await channels.remove(call.house, call.guest(), call.body.channel)


async def letter(call: Call) -> Response:
    """A page that asks first: programs that scan mail follow every link, and must not change anything."""
    action, channel = await channels.read_letter(call.house, call.request.path_params["token"])
    return HTMLResponse(page(action, channel.language, channel.address, asks=True))


async def obey_letter(call: Call) -> Response:
    """Do what the letter's link is for, once a person or a mail program has confirmed it."""
    action, channel = await channels.read_letter(call.house, call.request.path_params["token"])
    await channels.obey_letter(call.house, action, channel)
    return HTMLResponse(page(action, channel.language, channel.address, asks=False))


ROUTES = (
    get("/api/notices", notices, wire.Notices, "How the asker is told that it is their turn."),
    post(
        "/api/notices",
        add_channel,
        wire.ChannelWanted,
        wire.Notices,
        "Add a channel, or change the hour of one.",
        status=201,
    ),
    post("/api/notices/remove", remove_channel, wire.ChannelLeft, wire.Notices, "Remove a channel."),
    get(
        "/api/letters/{token}",
        letter,
        None,
        "What the link in a letter is for; nothing changes yet.",
        (404,),
        kind="text/html",
    ),
    Route(
        method="POST",
        path="/api/letters/{token}",
        handler=obey_letter,
        about="Do what the link in a letter is for: confirm an address, or send nothing more to it.",
        kind="text/html",
        refusals=(404,),
    ),
)
