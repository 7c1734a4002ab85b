"""Accounts: a name and a password, for people who want to return from any browser.  Nobody needs one."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from guanxi.server.accounts import wire
from guanxi.server.accounts.wire import Me
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import post
from guanxi.server.http.wire import Nothing
from guanxi.server.people.names import clean_name
from guanxi.server.storage.schema import GUESTS, SEATS

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from guanxi.server.accounts.adoption import Adoption
    from guanxi.server.accounts.deletions import Deletions
    from guanxi.server.accounts.devices import DeviceLinks, Devices
    from guanxi.server.http.call import Call
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.people.browsers import Browsers
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.hub import Hub

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_HASHED = 2  # passwords at the same time: each takes 64 MiB


class Passwords:
    """Hashes and verifies passwords in threads, a few at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(MOST_HASHED)

    async def hash(self, password: str) -> str:
        """The hash to store; refused if the password is too short or too long."""
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise ApiError(422, "bad-password", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
        async with self._turn:
            return await asyncio.to_thread(hasher().hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        """Is this the password?  Takes the same time if there is no account."""
        from argon2.exceptions import InvalidHashError, VerificationError

        async with self._turn:
            try:
                await asyncio.to_thread(lambda: hasher().verify(stored or unused_hash(), password))
            except (VerificationError, InvalidHashError):
                return False
        return stored is not None


class Accounts:
    """Handles accounts."""

    def __init__(
        self,
        database: Database,
        guests: Guests,
        browsers: Browsers,
        links: DeviceLinks,
        adoption: Adoption,
        devices: Devices,
        deletions: Deletions,
        hub: Hub,
        limits: Limits,
    ) -> None:
        self._database = database
        self._guests = guests
        self._browsers = browsers
        self._links = links
        self._adoption = adoption
        self._me = devices.me
        self._deletions = deletions
        self._hub = hub
        self._limits = limits
        self._passwords = Passwords()

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            post(
                "/api/account",
                self.make_account,
                wire.AccountWanted,
                Me,
                "Create an account; everything you have stays yours.",
                (409,),
                201,
            ),
            post("/api/account/enter", self.enter, wire.AccountEntered, Me, "Log in."),
            post("/api/account/leave", self.log_out, wire.AccountLeft, Me, "Log out, here or everywhere.", (409,)),
            post(
                "/api/account/password",
                self.change_password,
                wire.PasswordChanged,
                Me,
                "Change the password; all other browsers are logged out.",
                (409,),
            ),
            post(
                "/api/me/delete",
                self.delete_me,
                wire.DeletionWanted,
                Nothing,
                "Delete your account and everything about you; games with others keep an unknown player.",
                (503,),
            ),
        )

    async def make_account(self, call: Call[wire.AccountWanted]) -> Me:
        """Give a guest an account; their tables stay theirs."""
        guest, name = call.guest(), clean_name(call.body.name)
        assert name
        self._limits.check_log_in(f"new {guest}", call.client)
        await self._guests.remember(guest, None)
        row = await self._guests.row(guest)
        if row and row.account:
            raise ApiError(409, "has-account")
        password = await self._passwords.hash(call.body.password)
        values = {"account": name, "folded": folded(name), "password": password, "name": (row and row.name) or name}
        try:
            async with self._database.writing() as connection:
                await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(values))
        except IntegrityError:
            raise ApiError(409, "name-taken") from None
        await self._adoption.renew_cookie(call, guest)
        return await self._me(call)

    async def enter(self, call: Call[wire.AccountEntered]) -> Me:
        """Log in: the browser becomes the owner of the account."""
        device, wanted = call.device(), call.body
        name = folded(wanted.name.strip())
        async with self._database.reading() as connection:
            query = select(GUESTS.c.guest, GUESTS.c.password).where(GUESTS.c.folded == name)
            found = (await connection.execute(query)).first()
        known = found is not None and await self._browsers.knows(device, found.guest)
        self._limits.check_log_in(name, call.client, device if known else None)
        if not await self._passwords.verify(found.password if found else None, wanted.password) or found is None:
            raise ApiError(403, "wrong-password")
        await self._adoption.become(call, found.guest, wanted.adopt)
        return await self._me(call)

    async def log_out(self, call: Call[wire.AccountLeft]) -> Me:
        """Log out: the browser is the guest it was before, or a new one."""
        guest, device, everywhere = call.guest(), call.device(), call.body.everywhere
        row = await self._guests.row(guest)
        # A guest who has only this browser could never return.
        if (row is None or row.account is None) and (everywhere or self._browsers.home_of(device) == guest):
            raise ApiError(409, "no-account")
        await self._detach(guest, self._browsers.devices_of(guest) if everywhere else [device], everywhere)
        return await self._me(call)

    async def change_password(self, call: Call[wire.PasswordChanged]) -> Me:
        """Change the password and log out all other browsers."""
        guest, device = call.guest(), call.device()
        row = await self._guests.row(guest)
        if row is None or row.account is None:
            raise ApiError(409, "no-account")
        self._limits.check_log_in(row.folded, call.client, device)
        if not await self._passwords.verify(row.password, call.body.old):
            raise ApiError(403, "wrong-password")
        password = await self._passwords.hash(call.body.new)
        async with self._database.writing() as connection:
            await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(password=password))
        renewed = await self._adoption.renew_cookie(call, guest)
        others = [other for other in self._browsers.devices_of(guest) if other != renewed]
        await self._detach(guest, others, everywhere=True)
        return await self._me(call)

    async def delete_me(self, call: Call[wire.DeletionWanted]) -> Nothing:
        """Delete the client as a person; their browsers are strangers from then on."""
        guest, device = call.guest(), call.device()
        row = await self._guests.row(guest)
        if row and row.account:
            self._limits.check_log_in(row.folded, call.client, device)
            if not await self._passwords.verify(row.password, call.body.password):
                raise ApiError(403, "wrong-password")
        await self._deletions.delete(guest)
        return Nothing()

    async def _detach(self, guest: str, devices: list[str], everywhere: bool) -> None:
        """Log out browsers of a guest; open streams check again who their client is."""
        await self._browsers.detach(guest, devices, everywhere)
        await self._links.revoke(guest)
        async with self._database.reading() as connection:
            tables = await connection.scalars(select(SEATS.c.table_id).where(SEATS.c.guest == guest).distinct())
            for table_id in tables:
                self._hub.publish(table_id)


@cache
def hasher() -> PasswordHasher:
    """Argon2id with the library's parameters."""
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def unused_hash() -> str:
    """The hash of a password that nobody has, to verify against when there is no account."""
    return hasher().hash("nobody has this password")


def folded(name: str) -> str:
    """A name for comparison: capitals make no difference."""
    return name.casefold()
