"""The server's own secret keys, and the links in mails that are signed with one of them."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Literal

from sqlalchemy import insert, select

from guanxi.server.http.errors import ApiError
from guanxi.server.storage.schema import KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.server.storage.database import Database

TOKEN = re.compile(r"(confirm|end)-([0-9a-f]{32})-([\w-]{22})", re.ASCII)

Action = Literal["confirm", "end"]


async def server_key(database: Database, name: str, new: Callable[[], str]) -> str:
    """One of the server's own keys, created when it is first needed."""
    async with database.writing() as connection:
        known: str | None = (await connection.execute(select(KEYS.c.value).where(KEYS.c.name == name))).scalar()
        if known is None:
            known = new()
            await connection.execute(insert(KEYS), {"name": name, "value": known})
    return known


class MailLinks:
    """Signed links in mails: each allows one action on one channel, to anybody who has it."""

    def __init__(self, database: Database, address: str) -> None:
        self._database = database
        self._address = address.rstrip("/")

    async def link(self, action: Action, channel: str) -> str:
        """The address of a link."""
        return f"{self._address}/api/letters/{await self._token(action, channel)}"

    async def read(self, token: str) -> tuple[Action, str]:
        """The action and the channel of a link; refused unless this server has signed it."""
        found = TOKEN.fullmatch(token)
        action: Action = "confirm" if token.startswith("confirm") else "end"
        if found is None or not hmac.compare_digest(token, await self._token(action, found[2])):
            raise ApiError(404, "unknown-letter")
        return action, found[2]

    async def _token(self, action: Action, channel: str) -> str:
        key = await server_key(self._database, "letters", lambda: secrets.token_hex(32))
        signed = hmac.digest(bytes.fromhex(key), f"{action}-{channel}".encode(), "sha256")
        return f"{action}-{channel}-{urlsafe_b64encode(signed[:16]).rstrip(b'=').decode()}"
