"""What the routes about people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from guanxi.engine.text import LANGUAGES
from guanxi.server import accounts, chat, continuing, downloads, lobby, people, profiles
from guanxi.server.errors import Refused
from guanxi.server.handlers import check_over
from guanxi.server.wire import Nothing

if TYPE_CHECKING:
    from guanxi.server.call import Call
    from guanxi.server.wire import Created, Me
    from guanxi.server.wire_people import Chat, DeviceLink, Known, Line, Matched, Profile, Ranked, SeatLink


async def shown(call: Call) -> Me:
    """Who the asker is now."""
    return await people.me(call.house, call.guest(), call.language)


async def wish(call: Call) -> Me:
    """Another name, colour or pattern."""
    await people.wish(call.house, call.guest(), call.body)
    return await shown(call)


async def device_link(call: Call) -> DeviceLink:
    """A link for another device."""
    return people.device_link(call.house, call.guest(), call.address)


async def look_at_device_link(call: Call) -> Known:
    """Whom a link leads to."""
    return await people.known_by(call.house, call.body.token)


async def use_device_link(call: Call) -> Me:
    """This browser becomes the same person as another."""
    await people.use_link(call.house, call.device(), call.body.token, call.body.adopt)
    return await shown(call)


async def make_account(call: Call) -> Me:
    """A guest gets an account."""
    await accounts.make_account(call.house, call.guest(), call.client, call.body)
    return await shown(call)


async def enter(call: Call) -> Me:
    """Log in."""
    await accounts.enter(call.house, call.device(), call.client, call.body)
    return await shown(call)


async def log_out(call: Call) -> Me:
    """Log out."""
    await accounts.leave(call.house, call.device(), call.body.everywhere)
    return await shown(call)


async def change_password(call: Call) -> Me:
    """Another password."""
    await accounts.change_password(call.house, call.device(), call.client, call.body)
    return await shown(call)


async def profile(call: Call) -> Profile:
    """What is known of somebody."""
    return await profiles.profile(call.house.store, call.request.path_params["person"], call.who.guest)


async def ranking(call: Call) -> list[Ranked]:
    """The best at a game."""
    return await profiles.ranking(call.house.store, call.request.path_params["game"])


async def match(call: Call) -> Matched:
    """A game with anybody."""
    return await lobby.match(call.house, call.guest(), call.body)


async def links(call: Call) -> list[SeatLink]:
    """The links to a table's free seats."""
    return await lobby.links(call.house, call.who, call.table_id, call.address)


async def new_link(call: Call) -> SeatLink:
    """Another link to a seat."""
    return await lobby.new_link(call.house, call.who, call.table_id, call.body.seat, call.address)


async def close(call: Call) -> Nothing:
    """A table that has not begun is given up."""
    await lobby.close(call.house, call.who, call.table_id)
    return Nothing()


async def read_chat(call: Call) -> Chat:
    """What was said at a table."""
    return await chat.chat(call.house, call.table_id, call.who, call.number("since") or 0)


async def say(call: Call) -> Line:
    """Something is said."""
    return await chat.say(call.house, call.table_id, call.who, call.body)


async def mute(call: Call) -> Chat:
    """Somebody is not heard any more."""
    return await chat.mute(call.house, call.table_id, call.who, call.body)


async def report(call: Call) -> Nothing:
    """Something was too much."""
    await chat.report(call.house, call.table_id, call.who, call.body)
    return Nothing()


async def continue_from(call: Call) -> Created:
    """Go on from a moment of a finished game."""
    return await continuing.continue_from(call.house, call.guest(), call.who, call.table_id, call.body)


async def transcript(call: Call) -> Response:
    """A finished game in sentences."""
    language = call.word("language") or call.language
    if language not in LANGUAGES:
        raise Refused(422, "unknown-language", languages=", ".join(LANGUAGES))
    async with call.house.tables.opened(call.table_id) as opened:
        check_over(call, opened)
        name = f"{opened.header.game}-{opened.header.id}.txt"
        return download(downloads.transcript(opened, language), "text/plain", name)


async def statistics(call: Call) -> Response:
    """A finished game in numbers."""
    async with call.house.tables.opened(call.table_id) as opened:
        check_over(call, opened)
        name = f"{opened.header.game}-{opened.header.id}.csv"
        return download(downloads.statistics(opened), "text/csv", name)


def download(text: str, kind: str, name: str) -> Response:
    """A file to keep."""
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
