"""Accounts: a name and a password, for those who want to come back from anywhere.  Nobody needs one."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from guanxi.server.clocks.clocks import iso
from guanxi.server.http.errors import ApiError
from guanxi.server.people.people import become, guest_row, ring_all
from guanxi.server.seats.seats import clean_name
from guanxi.server.storage.schema import GUESTS

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from guanxi.server.house import House
    from guanxi.server.people.wire import AccountEntered, AccountWanted, PasswordChanged

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200


@cache
def hasher() -> PasswordHasher:
    """Argon2id with the library's parameters."""
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def nobody() -> str:
    """A password that nobody has: whether an account exists must not show in the time an answer takes."""
    return hasher().hash("nobody has this password")


async def hash_password(house: House, password: str) -> str:
    """What is stored of a password; refused if it is easy to guess."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise ApiError(422, "bad-password", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    async with house.people.checking:
        return await asyncio.to_thread(hasher().hash, password)


async def fits(house: House, stored: str | None, password: str) -> bool:
    """Is it this password?"""
    from argon2.exceptions import InvalidHashError, VerificationError

    async with house.people.checking:
        try:
            await asyncio.to_thread(lambda: hasher().verify(stored or nobody(), password))
        except (VerificationError, InvalidHashError):
            return False
    return stored is not None


def folded(name: str) -> str:
    """Names that differ only in capitals are the same."""
    return name.casefold()


async def make_account(house: House, guest: str, address: str, wanted: AccountWanted) -> None:
    """A guest gets a name and a password; their tables are theirs as before."""
    name = clean_name(wanted.name)
    assert name
    house.limits.check_log_in(f"new {guest}", address)
    await house.store.remember_guest(guest, None, iso(house.tables.now()))
    row = await guest_row(house.store, guest)
    if row and row.account:
        raise ApiError(409, "has-account")
    password = await hash_password(house, wanted.password)
    values = {"account": name, "folded": folded(name), "password": password, "name": (row and row.name) or name}
    try:
        async with house.store.writing() as connection:
            await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(values))
    except IntegrityError:
        raise ApiError(409, "name-taken") from None


async def enter(house: House, device: str, address: str, wanted: AccountEntered) -> str:
    """Log in: the browser becomes who the account belongs to."""
    house.limits.check_log_in(folded(wanted.name.strip()), address)
    async with house.store.reading() as connection:
        query = select(GUESTS.c.guest, GUESTS.c.password).where(GUESTS.c.folded == folded(wanted.name.strip()))
        found = (await connection.execute(query)).first()
    if not await fits(house, found.password if found else None, wanted.password) or found is None:
        raise ApiError(403, "wrong-password")
    await become(house, device, found.guest, wanted.adopt)
    return str(found.guest)


async def leave(house: House, device: str, everywhere: bool) -> None:
    """Log out: the browser is again the guest it was, or somebody new."""
    guest = house.people.guest_of(device)
    row = await guest_row(house.store, guest)
    # A guest who has but this browser could never come back.
    if (row is None or row.account is None) and (everywhere or device == guest):
        raise ApiError(409, "no-account")
    for one in house.people.devices_of(guest) if everywhere else [device]:
        await house.people.part(one)
    house.people.end_links(guest)
    await ring_all(house, guest)


async def change_password(house: House, device: str, address: str, wanted: PasswordChanged) -> None:
    """Another password; all other browsers are logged out."""
    guest = house.people.guest_of(device)
    row = await guest_row(house.store, guest)
    if row is None or row.account is None:
        raise ApiError(409, "no-account")
    house.limits.check_log_in(row.folded, address)
    if not await fits(house, row.password, wanted.old):
        raise ApiError(403, "wrong-password")
    password = await hash_password(house, wanted.new)
    async with house.store.writing() as connection:
        await connection.execute(update(GUESTS).where(GUESTS.c.guest == guest).values(password=password))
    for one in house.people.devices_of(guest):
        if one != device:
            await house.people.part(one)
    house.people.end_links(guest)
    await ring_all(house, guest)
