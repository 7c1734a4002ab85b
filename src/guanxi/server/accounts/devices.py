"""The client as a person: name and appearance, and links that make another browser the same person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET
from sqlalchemy import delete, insert, select, update

from guanxi.server.accounts import wire
from guanxi.server.accounts.wire import Me
from guanxi.server.clocks.clocks import SECOND, iso
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import hashed, new_secret
from guanxi.server.http.route import get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.people.guests import profile_of
from guanxi.server.people.names import clean_name
from guanxi.server.storage.schema import GUESTS, LINKS, SEATS, TABLES

if TYPE_CHECKING:
    from typing import Any

    from guanxi.server.accounts.adoption import Adoption
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.links import Links
    from guanxi.server.http.route import Route
    from guanxi.server.people.browsers import Browsers
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.registry import Tables

LINK_LASTS = 600 * SECOND


class DeviceLinks:
    """Links that make another browser the same guest: each works once, until it expires."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def create(self, guest: str) -> tuple[str, int]:
        """A new link, which replaces the guest's last one: its token, and when it expires."""
        token, at = new_secret(), self._now()
        async with self._database.writing() as connection:
            await connection.execute(delete(LINKS).where((LINKS.c.until <= at) | (LINKS.c.guest == guest)))
            row = {"link": hashed(token), "guest": guest, "until": at + LINK_LASTS}
            await connection.execute(insert(LINKS), row)
        return token, at + LINK_LASTS

    async def guest_of(self, token: str) -> str:
        """The guest of a link; refused if it is unknown, used or expired."""
        query = select(LINKS.c.guest).where(LINKS.c.link == hashed(token), LINKS.c.until > self._now())
        async with self._database.reading() as connection:
            guest = await connection.scalar(query)
        if guest is None:
            raise ApiError(404, "unknown-device-link")
        return str(guest)

    async def use(self, token: str) -> str:
        """The guest of a link, which is then used up."""
        guest = await self.guest_of(token)
        async with self._database.writing() as connection:
            used = await connection.execute(delete(LINKS).where(LINKS.c.link == hashed(token)))
        if not used.rowcount:
            raise ApiError(404, "unknown-device-link")
        return guest

    async def revoke(self, guest: str) -> None:
        """End the links of a guest."""
        async with self._database.writing() as connection:
            await connection.execute(delete(LINKS).where(LINKS.c.guest == guest))


class Devices:
    """Handles the client's name, appearance and browsers."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        guests: Guests,
        browsers: Browsers,
        links: Links,
        device_links: DeviceLinks,
        adoption: Adoption,
    ) -> None:
        self._database = database
        self._tables = tables
        self._guests = guests
        self._browsers = browsers
        self._links = links
        self._device_links = device_links
        self._adoption = adoption

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get("/api/me", self.me, Me, "The client as a person."),
            post(
                "/api/me",
                self.change_me,
                wire.Wishes,
                Me,
                "Change your name or appearance, or whether others see when you are here.",
            ),
            post(
                "/api/me/link",
                self.device_link,
                Nothing,
                wire.DeviceLink,
                "A link that makes another browser the same person, once and within ten minutes.",
            ),
            post(
                "/api/device/look", self.look_at_device_link, wire.TokenShown, wire.Known, "Whose link is it?", (404,)
            ),
            post(
                "/api/device",
                self.use_device_link,
                wire.DeviceUsed,
                Me,
                "Become the same person as the browser that created a link.",
                (404,),
            ),
        )

    async def me(self, call: Call[Any]) -> Me:
        """Return the client as a person; a new browser gets its cookie."""
        guest = call.guest()
        row = await self._guests.row(guest)
        name, account, colour, pattern = (row.name, row.account, row.colour, row.pattern) if row else (None,) * 4
        shown = row.shown if row else True
        devices = len(self._browsers.devices_of(guest))
        played = await self._played(guest)
        return Me(name, call.language, profile_of(guest), account, colour, pattern, shown, devices, played)

    async def change_me(self, call: Call[wire.Wishes]) -> Me:
        """Change name or appearance; the appearance also at running tables."""
        guest = call.guest()
        values = {name: value for name, value in msgspec.structs.asdict(call.body).items() if value is not UNSET}
        if "name" in values:
            values["name"] = clean_name(values["name"])
        await self._guests.remember(guest, None)
        if values:
            async with self._database.writing() as connection:
                await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(values))
        if values.keys() & {"colour", "pattern"}:
            await self._change_seats(guest, values)
        return await self.me(call)

    async def device_link(self, call: Call[Nothing]) -> wire.DeviceLink:
        """Create a link for another browser."""
        token, expires = await self._device_links.create(call.guest())
        path = f"/device/{token}"
        link = self._links.to(path, call.address)
        return wire.DeviceLink(path, iso(expires), link.url, link.qr, link.local)

    async def look_at_device_link(self, call: Call[wire.TokenShown]) -> wire.Known:
        """Return whose link it is, so that nobody becomes somebody else by accident."""
        return wire.Known(await self._guests.name(await self._device_links.guest_of(call.body.token)))

    async def use_device_link(self, call: Call[wire.DeviceUsed]) -> Me:
        """Make this browser the same person as another."""
        await self._adoption.become(call, await self._device_links.use(call.body.token), call.body.adopt)
        return await self.me(call)

    async def _played(self, guest: str) -> list[str]:
        """The games at which a guest has sat down."""
        query = select(TABLES.c.game).join(SEATS).where(SEATS.c.guest == guest).distinct().order_by(TABLES.c.game)
        async with self._database.reading() as connection:
            return list(await connection.scalars(query))

    async def _change_seats(self, guest: str, values: dict[str, Any]) -> None:
        """Change the appearance of a guest's seats at running tables."""
        query = select(SEATS.c.table_id).join(TABLES).where(SEATS.c.guest == guest, TABLES.c.over.is_(False))
        async with self._database.reading() as connection:
            tables = list(await connection.scalars(query.distinct()))
        for table_id in tables:
            async with self._tables.opened(table_id) as play, self._tables.changing(play):
                for seat in play.seats:
                    if seat.guest == guest:
                        seat.colour = values.get("colour", seat.colour)
                        seat.pattern = values.get("pattern", seat.pattern)
