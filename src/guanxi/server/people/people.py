"""Who is who.  A browser is a guest of its own, until a link or a log-in makes it somebody else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET
from sqlalchemy import delete, insert, select, update

from guanxi.server.clocks.clocks import SECOND, iso
from guanxi.server.http.errors import ApiError
from guanxi.server.people.ratings import rerate
from guanxi.server.people.wire import DeviceLink, Known
from guanxi.server.seats.qr import drawn
from guanxi.server.seats.seats import clean_name, hashed, new_secret, profile_of
from guanxi.server.storage.schema import CHANNELS, DEVICES, GUESTS, LINES, MUTES, RESULTS, SEATS, TABLES
from guanxi.server.tables.wire import Me

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.house import House
    from guanxi.server.people.wire import Wishes
    from guanxi.server.storage.store import Store

LINK_LASTS = 600 * SECOND
MOST_LINKS = 10_000
MOST_CHECKED = 2  # passwords at the same time: each takes 64 MiB


class People:
    """Which guest a browser stands for, and the links by which another one becomes the same."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._guests: dict[str, str] = {}  # only browsers that are not the guest they began as
        self.checking = asyncio.Semaphore(MOST_CHECKED)
        self._links: dict[str, tuple[str, int]] = {}  # by hash: whom they lead to, and until when

    async def start(self) -> None:
        """Remember who is who."""
        async with self._store.reading() as connection:
            self._guests = {row.device: row.guest for row in await connection.execute(select(DEVICES))}

    def guest_of(self, device: str) -> str:
        """Whom a browser stands for."""
        return self._guests.get(device, device)

    def devices_of(self, guest: str) -> list[str]:
        """The browsers that stand for somebody."""
        own = [device for device, other in self._guests.items() if other == guest]
        return own if guest in self._guests else [guest, *own]

    async def become(self, device: str, guest: str) -> None:
        """From now on a browser stands for this guest."""
        async with self._store.writing() as connection:
            await connection.execute(delete(DEVICES).where(DEVICES.c.device == device))
            if device != guest:
                await connection.execute(insert(DEVICES), {"device": device, "guest": guest})
        self._guests.pop(device, None)
        if device != guest:
            self._guests[device] = guest

    async def part(self, device: str) -> None:
        """A browser is again the guest it began as; if it is that guest now, it becomes somebody new."""
        await self.become(device, hashed(new_secret()) if self.guest_of(device) == device else device)

    def new_link(self, guest: str, at: int) -> str:
        """What makes another browser the same guest, once and soon."""
        self._links = {link: end for link, end in self._links.items() if end[1] > at and end[0] != guest}
        if len(self._links) >= MOST_LINKS:
            self._links.pop(next(iter(self._links)))
        token = new_secret()
        self._links[hashed(token)] = (guest, at + LINK_LASTS)
        return token

    def led_to(self, token: str, at: int, use: bool) -> str:
        """Whom a link leads to; it is good once."""
        guest, until = self._links.get(hashed(token), ("", 0))
        if until <= at:
            raise ApiError(404, "unknown-device-link")
        if use:
            del self._links[hashed(token)]
        return guest

    def end_links(self, guest: str) -> None:
        """Links to somebody lead nowhere any more."""
        self._links = {link: end for link, end in self._links.items() if end[0] != guest}


async def me(house: House, guest: str, language: str) -> Me:
    """What somebody may know of themselves."""
    row = await guest_row(house.store, guest)
    name, account, colour, pattern = (row.name, row.account, row.colour, row.pattern) if row else (None,) * 4
    return Me(name, language, profile_of(guest), account, colour, pattern, len(house.people.devices_of(guest)))


async def guest_row(store: Store, guest: str) -> Row[tuple[object, ...]] | None:
    """What is stored of a guest."""
    async with store.reading() as connection:
        return (await connection.execute(select(GUESTS).where(GUESTS.c.guest == guest))).first()


async def wish(house: House, guest: str, wanted: Wishes) -> None:
    """Another name or look, also at the tables where somebody sits."""
    values = {name: value for name, value in msgspec.structs.asdict(wanted).items() if value is not UNSET}
    if "name" in values:
        values["name"] = clean_name(values["name"])
    await house.store.remember_guest(guest, None, iso(house.tables.now()))
    if not values:
        return
    async with house.store.writing() as connection:
        await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(values))
        query = select(SEATS.c.table_id).join(TABLES).where(SEATS.c.guest == guest, TABLES.c.over.is_(False))
        tables = list((await connection.execute(query.distinct())).scalars())
    look = {name: value for name, value in values.items() if name != "name"}
    for table_id in tables if look else ():
        async with house.tables.opened(table_id) as play, house.tables.changing(play):
            for seat in play.seats:
                if seat.guest == guest:
                    seat.colour, seat.pattern = look.get("colour", seat.colour), look.get("pattern", seat.pattern)
        house.changed(table_id)


def device_link(house: House, guest: str, address: str) -> DeviceLink:
    """A link for another browser; `address` is how this server is reached."""
    at = house.tables.now()
    path = f"/device/{house.people.new_link(guest, at)}"
    return DeviceLink(path, iso(at + LINK_LASTS), drawn(address.rstrip("/") + path))


async def known_by(house: House, token: str) -> Known:
    """Whom a link leads to, so that nobody becomes somebody else unawares."""
    guest = house.people.led_to(token, house.tables.now(), use=False)
    return Known(await house.store.guest_name(guest))


async def use_link(house: House, device: str, token: str, adopts: bool) -> str:
    """A browser becomes whom a link leads to."""
    guest = house.people.led_to(token, house.tables.now(), use=True)
    await become(house, device, guest, adopts)
    return guest


async def become(house: House, device: str, guest: str, adopts: bool) -> None:
    """A browser becomes somebody; the tables of the guest it was may come along, but never those of an account."""
    before = house.people.guest_of(device)
    if adopts and before != guest:
        row = await guest_row(house.store, before)
        if row is None or row.account is None:
            await adopt(house, before, guest)
    await house.people.become(device, guest)


async def adopt(house: House, old: str, new: str) -> None:
    """All that a guest had is somebody else's: seats, tables, results, words and notices."""
    async with house.store.reading() as connection:
        seated = await connection.execute(select(SEATS.c.table_id).where(SEATS.c.guest == old).distinct())
        made = await connection.execute(select(TABLES.c.id).where(TABLES.c.creator == old))
        tables = sorted({*seated.scalars(), *made.scalars()})
    for table_id in tables:
        await adopt_table(house, table_id, old, new)
    async with house.store.writing() as connection:
        games = list(await connection.scalars(select(RESULTS.c.game).where(RESULTS.c.player == old).distinct()))
        await connection.execute(update(RESULTS).where(RESULTS.c.player == old).values(player=new))
        await connection.execute(update(LINES).where(LINES.c.guest == old).values(guest=new))
        await connection.execute(update(CHANNELS).where(CHANNELS.c.guest == old).values(guest=new))
        await adopt_mutes(connection, old, new)
        for game in games:
            await rerate(connection, game)


async def adopt_mutes(connection: AsyncConnection, old: str, new: str) -> None:
    """Who is not heard stays so under another name, and whom one does not hear too."""
    touched = (MUTES.c.guest == old) | (MUTES.c.muted == old)
    rows = [tuple(row) for row in await connection.execute(select(MUTES.c.guest, MUTES.c.muted).where(touched))]
    await connection.execute(delete(MUTES).where(touched))
    for row in rows:
        guest, muted = (new if one == old else one for one in row)
        same = (MUTES.c.guest == guest) & (MUTES.c.muted == muted)
        known = (await connection.execute(select(MUTES).where(same))).first()
        if guest != muted and known is None:
            await connection.execute(insert(MUTES), {"guest": guest, "muted": muted})


async def adopt_table(house: House, table_id: str, old: str, new: str) -> None:
    """One table changes hands, in the store and in memory, while nobody else looks."""
    async with house.tables.opened(table_id) as play:
        async with house.store.writing() as connection:
            seats = (SEATS.c.table_id == table_id) & (SEATS.c.guest == old)
            await connection.execute(update(SEATS).where(seats).values(guest=new))
            tables = (TABLES.c.id == table_id) & (TABLES.c.creator == old)
            await connection.execute(update(TABLES).where(tables).values(creator=new))
        for seat in play.seats:
            seat.guest = new if seat.guest == old else seat.guest
        if play.header.creator == old:
            play.header.creator = new
    house.changed(table_id)


async def ring_all(house: House, guest: str) -> None:
    """Whoever looks as this guest is asked again who they are."""
    async with house.store.reading() as connection:
        tables = await connection.scalars(select(SEATS.c.table_id).where(SEATS.c.guest == guest).distinct())
        for table_id in tables:
            house.hub.ring(table_id)
