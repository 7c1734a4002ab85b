"""The routes about people: who one is, accounts and devices, profiles and rankings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.http.route import get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.people import accounts, people, profiles, wire
from guanxi.server.tables.wire import Me

if TYPE_CHECKING:
    from guanxi.server.http.call import Call


async def me(call: Call) -> Me:
    """Who the asker is; a browser gets its cookie."""
    return await people.me(call.house, call.guest(), call.language)


async def wish(call: Call) -> Me:
    """Change one's name, colour or pattern."""
    await people.wish(call.house, call.guest(), call.body)
    return await me(call)


async def device_link(call: Call) -> wire.DeviceLink:
    """Make a link for another device."""
    return people.device_link(call.house, call.guest(), call.address)


async def look_at_device_link(call: Call) -> wire.Known:
    """Whose link it is."""
    return await people.known_by(call.house, call.body.token)


async def use_device_link(call: Call) -> Me:
    """Make this browser the same person as another."""
    await people.use_link(call.house, call.device(), call.body.token, call.body.adopt)
    return await me(call)


async def make_account(call: Call) -> Me:
    """Give a guest an account."""
    await accounts.make_account(call.house, call.guest(), call.client, call.body)
    return await me(call)


async def enter(call: Call) -> Me:
    """Log in."""
    await accounts.enter(call.house, call.device(), call.client, call.body)
    return await me(call)


async def log_out(call: Call) -> Me:
    """Log out."""
    await accounts.leave(call.house, call.device(), call.body.everywhere)
    return await me(call)


async def change_password(call: Call) -> Me:
    """Change the password."""
    await accounts.change_password(call.house, call.device(), call.client, call.body)
    return await me(call)


async def profile(call: Call) -> wire.Profile:
    """A person's ratings and results."""
    return await profiles.profile(call.house.store, call.request.path_params["person"], call.who.guest)


async def ranking(call: Call) -> list[wire.Ranked]:
    """The best at a game."""
    return await profiles.ranking(call.house.store, call.request.path_params["game"])


ROUTES = (
    get("/api/me", me, Me, "Who the asker is."),
    post("/api/me", wish, wire.Wishes, Me, "Change one's name, colour or pattern."),
    post(
        "/api/me/link",
        device_link,
        Nothing,
        wire.DeviceLink,
        "A link that makes another browser the same person, once and within ten minutes.",
    ),
    post("/api/device/look", look_at_device_link, wire.TokenShown, wire.Known, "Whose link is it?", (404,)),
    post(
        "/api/device",
        use_device_link,
        wire.DeviceUsed,
        Me,
        "Become the same person as the browser that a link is from.",
        (404,),
    ),
    post(
        "/api/account",
        make_account,
        wire.AccountWanted,
        Me,
        "A name and a password to come back with; all one has stays one's own.",
        (409,),
        201,
    ),
    post("/api/account/enter", enter, wire.AccountEntered, Me, "Log in."),
    post("/api/account/leave", log_out, wire.AccountLeft, Me, "Log out, here or everywhere.", (409,)),
    post(
        "/api/account/password",
        change_password,
        wire.PasswordChanged,
        Me,
        "Change the password; all other browsers are logged out.",
        (409,),
    ),
    get("/api/people/{person}", profile, wire.Profile, "Somebody's ratings and results.", (404,)),
    get("/api/ratings/{game}", ranking, list[wire.Ranked], "The best at a game, people and bots.", (404,)),
)
