"""Browsers: which of them sends a request, by its signed cookie, and which guest it stands for."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, NamedTuple

from itsdangerous import BadSignature, Signer
from sqlalchemy import delete, exists, insert, or_, select, update

from guanxi.server.clocks.clocks import SECOND
from guanxi.server.http.identity import SECRET, hashed, new_secret
from guanxi.server.storage.keys import server_key
from guanxi.server.storage.schema import CHANNELS, DEVICES, GONE, GUESTS, KNOWN, SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.storage.database import Database

NEWS = "browsers"  # the topic of the notifier
MOST_PLAIN = 100_000
GRACE = 60 * SECOND  # in which requests that were sent with a replaced cookie are still answered


class Browser(NamedTuple):
    """A browser that does not simply stand for the guest it began as."""

    guest: str | None  # None: nobody
    home: str  # the guest it stands for after logging out
    replaced: int | None = None  # when it got another cookie: this one is worthless


class Browsers:
    """The browsers of all guests.  A device is the hash of a browser's cookie, and without an entry also its guest."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now
        self._signer = Signer(secrets.token_bytes(32))
        self._browsers: dict[str, Browser] = {}
        self._gone: set[str] = set()  # the browsers of deleted people
        self._outdated: set[str] = set()  # devices that other processes have changed
        self._plain: set[str] = set()  # devices that had no entry when they were looked up last

    async def start(self) -> None:
        """Load the key that signs cookies, and which browsers belong to whom."""
        key = await server_key(self._database, "cookies", lambda: secrets.token_hex(32))
        self._signer = Signer(bytes.fromhex(key), salt="guest", digest_method=hashlib.sha256)
        await self._load(select(DEVICES))
        async with self._database.reading() as connection:
            self._gone = set(await connection.scalars(select(GONE.c.browser)))

    def outdate(self, device: str) -> None:
        """Another process has changed a browser."""
        self._outdated.add(device)

    def outdate_all(self) -> None:
        """Another process may have changed any browser; one that it added is looked up when it sends a request."""
        self._outdated.update(self._browsers)
        self._plain.clear()

    async def _load(self, query: Select[Any]) -> dict[str, Browser]:
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        found = {row.device: Browser(row.guest or None, row.home or row.device, row.replaced) for row in rows}
        self._browsers |= found
        return found

    async def _catch_up(self, cookie: str) -> None:
        """Load what other processes have changed, and a browser that is new here."""
        device = hashed(cookie.partition(".")[0])
        known = not cookie or device in self._browsers or device in self._plain
        if self._database.shared and (self._outdated or not known):
            wanted, self._outdated = {*self._outdated, device}, set()
            if len(self._plain) > MOST_PLAIN:
                self._plain.clear()
            self._plain.add(device)  # before the query: what other processes change meanwhile is outdated again
            found = await self._load(select(DEVICES).where(DEVICES.c.device.in_(wanted)))
            for gone in wanted - found.keys():
                self._browsers.pop(gone, None)
            async with self._database.reading() as connection:
                query = select(GONE.c.browser).where(GONE.c.browser.in_(map(tombstone, wanted)))
                self._gone.update(await connection.scalars(query))

    def sign(self, secret: str) -> str:
        """The cookie with a secret."""
        return self._signer.sign(secret).decode()

    async def read(self, cookie: str) -> tuple[str | None, bool]:
        """The secret of a cookie, None unless this server made it, and whether it is signed.

        Cookies had no signature once: those are valid if the database knows their guest.
        """
        await self._catch_up(cookie)
        try:
            return self._signer.unsign(cookie).decode(), True
        except BadSignature:
            known = SECRET.fullmatch(cookie) and await self._is_stored(hashed(cookie))
            return (cookie if known else None), False

    async def _is_stored(self, device: str) -> bool:
        columns = (DEVICES.c.device, KNOWN.c.device, GUESTS.c.guest, SEATS.c.guest, CHANNELS.c.guest)
        query = select(or_(*(exists().where(column == device) for column in columns)))
        async with self._database.reading() as connection:
            return bool(await connection.scalar(query))

    def guest_of(self, device: str) -> str | None:
        """The guest that a browser stands for; None if its cookie was replaced by a log-in to the same guest."""
        if self.is_gone(device):
            return None
        return self._browsers[device].guest if device in self._browsers else device

    def is_gone(self, device: str) -> bool:
        """Was this the browser of a person who was deleted?"""
        return bool(self._gone) and tombstone(device) in self._gone

    def home_of(self, device: str) -> str:
        """The guest that a browser stands for after logging out."""
        return self._browsers[device].home if device in self._browsers else device

    def is_replaced(self, device: str) -> bool:
        """Has the browser got another cookie?"""
        replaced = device in self._browsers and self._browsers[device].replaced is not None
        return replaced or self.is_gone(device)

    def is_expired(self, device: str) -> bool:
        """Has the browser got another cookie so long ago that no request can still be under way with this one?"""
        replaced = self._browsers[device].replaced if device in self._browsers else None
        return self.is_gone(device) or (replaced is not None and self._now() - replaced > GRACE)

    def devices_of(self, guest: str) -> list[str]:
        """The browsers that stand for a guest."""
        own = [device for device, one in self._browsers.items() if one.guest == guest and one.replaced is None]
        return own if guest in self._browsers else [guest, *own]

    async def replace(self, old: str, new: str, guest: str) -> None:
        """Let a browser stand for a guest under a new cookie.

        Requests under way with the old cookie are still those of the guest before, but never of this one: somebody else
        may have planted that cookie.
        """
        before = self._browsers.get(old, Browser(old, old))
        home = new if before.home == guest else before.home
        changed = {new: Browser(guest, home)}
        if old != new:
            changed[old] = Browser(None if before.guest == guest else before.guest, before.home, self._now())
        forgotten = self._unneeded(before.home)
        async with self._database.writing() as connection:
            await self._write(connection, changed, forgotten)
            await connection.execute(update(KNOWN).where(KNOWN.c.device == old).values(device=new))
            recognized = select(KNOWN.c.guest).where(KNOWN.c.device == new, KNOWN.c.guest == guest)
            if (await connection.execute(recognized)).first() is None:
                await connection.execute(insert(KNOWN), {"device": new, "guest": guest})
        self._browsers |= changed
        for device in forgotten:
            self._browsers.pop(device, None)

    def _unneeded(self, home: str) -> list[str]:
        """Cookies that a browser had between two log-ins, so that it does not leave one behind at each.

        They have never been guests themselves: should one come back, it stands for nobody who has anything.
        """
        return [
            device
            for device, one in self._browsers.items()
            if one.home == home and device not in one and self.is_expired(device)
        ]

    async def detach(self, guest: str, devices: list[str], everywhere: bool) -> None:
        """Make browsers of a guest the guests they were before, or new ones.

        `everywhere`: no browser becomes this guest again by logging out from another one.
        """
        changed = {}
        for device in devices:
            home = self._browsers.get(device, Browser(device, device)).home
            home = hashed(new_secret()) if home == guest else home
            changed[device] = Browser(home, home)
        if everywhere:
            for device, one in self._browsers.items():
                if one.home == guest and device not in changed:
                    changed[device] = one._replace(home=hashed(new_secret()))
        async with self._database.writing() as connection:
            await self._write(connection, changed)
        self._browsers |= changed

    async def forget(self, guest: str) -> list[str]:
        """Make the browsers of a deleted person strangers, and return them.

        A browser that began as this guest must get a new cookie: its old one would bring the guest back.
        """
        touched = or_(DEVICES.c.device == guest, DEVICES.c.guest == guest, DEVICES.c.home == guest)
        async with self._database.writing() as connection:
            rows = (await connection.execute(select(DEVICES).where(touched))).all()
            gone, changed = {guest}, {}
            for row in rows:
                home = row.home or row.device
                if row.device == guest or (home in (guest, row.device) and row.guest in (guest, "")):
                    gone.add(row.device)
                elif row.guest == guest:
                    changed[row.device] = Browser(home, home, row.replaced)
                else:
                    changed[row.device] = Browser(row.guest, hashed(new_secret()), row.replaced)
            await connection.execute(delete(KNOWN).where(or_(KNOWN.c.guest == guest, KNOWN.c.device.in_(gone))))
            stones = {tombstone(device) for device in gone}
            await connection.execute(delete(GONE).where(GONE.c.browser.in_(stones)))
            await connection.execute(insert(GONE), [{"browser": stone} for stone in stones])
            await connection.execute(delete(DEVICES).where(DEVICES.c.device.in_(gone)))
            await self._write(connection, changed)
            await self._database.notifier.tell(connection, NEWS, *gone)
        for device in gone:
            self._browsers.pop(device, None)
        self._browsers |= changed
        self._gone |= stones
        return [*gone, *changed]

    async def _write(
        self, connection: AsyncConnection, changed: dict[str, Browser], forgotten: Sequence[str] = ()
    ) -> None:
        await connection.execute(delete(DEVICES).where(DEVICES.c.device.in_([*changed, *forgotten])))
        rows = [
            {"device": device, "guest": one.guest or "", "home": one.home, "replaced": one.replaced}
            for device, one in changed.items()
        ]
        if rows:
            await connection.execute(insert(DEVICES), rows)
        await self._database.notifier.tell(connection, NEWS, *changed, *forgotten)

    async def knows(self, device: str, guest: str) -> bool:
        """Has a browser stood for a guest before?"""
        if guest in (device, self.guest_of(device)):
            return True
        query = select(KNOWN.c.guest).where(KNOWN.c.device == device, KNOWN.c.guest == guest)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).first() is not None


def tombstone(device: str) -> str:
    """The remains of a deleted person's browser: it can be recognized, and its device cannot be computed from it."""
    return hashed(f"gone {device}")
