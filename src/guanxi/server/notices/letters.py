"""The links in mails, signed with a key of the server."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Literal

from guanxi.server.http.errors import ApiError
from guanxi.server.storage.keys import server_key

if TYPE_CHECKING:
    from guanxi.server.storage.database import Database

TOKEN = re.compile(r"(confirm|end)-([0-9a-f]{32})-([\w-]{22})", re.ASCII)

Action = Literal["confirm", "end"]


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
