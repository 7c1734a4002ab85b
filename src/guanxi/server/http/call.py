"""One request: who asks, in which language, and what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guanxi.server.http.errors import ApiError, preferred_language
from guanxi.server.seats.seats import SECRET, Who, bearer, hashed, new_secret

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from guanxi.server.house import House

COOKIE = "guest"
MOST_ASKED = 999_999_999  # the largest number in a query
YEAR = 365 * 24 * 3600


class Call:
    """A request on its way to its handler; `body` is decoded and checked."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.house: House = request.app.state.house
        self.language = preferred_language(request.headers.get("accept-language", ""))
        secret = request.cookies.get(COOKIE, "")
        self._device = hashed(secret) if SECRET.fullmatch(secret) else None
        self._token = bearer(request.headers.get("authorization", ""))
        self.body: Any = None
        self._new_guest: str | None = None

    @property
    def table_id(self) -> str:
        """The table that the address names."""
        return str(self.request.path_params["id"])

    @property
    def who(self) -> Who:
        """The asker, as of now: somebody who looks on for long may have logged out elsewhere."""
        # A program speaks for its seat alone, whatever cookie it sends along.
        if self._token:
            return Who(token=self._token)
        return Who(guest=self.house.people.guest_of(self._device) if self._device else None)

    @property
    def client(self) -> str:
        """Where the asker is."""
        return self.request.client.host if self.request.client else ""

    @property
    def address(self) -> str:
        """How the asker reaches this server."""
        return str(self.request.base_url)

    def device(self) -> str:
        """The asker's browser; one that has no cookie gets it."""
        if self._device and not self._token:
            return self._device
        if self._new_guest is None:
            self._new_guest = new_secret()
        return hashed(self._new_guest)

    def guest(self) -> str:
        """The asker as a guest; who is none yet becomes one."""
        return self.house.people.guest_of(self.device())

    def word(self, name: str) -> str | None:
        """A word from the query, if it is there."""
        return self.request.query_params.get(name)

    def number(self, name: str) -> int | None:
        """A whole number from the query, if it is there."""
        text = self.request.query_params.get(name)
        if text is None:
            return None
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_ASKED))):
            raise ApiError(422, "bad-number", name=name)
        return int(text)

    def set_cookie(self, response: Response) -> None:
        """Give a new guest their cookie."""
        if self._new_guest:
            secure = self.request.url.scheme == "https"
            response.set_cookie(
                COOKIE, self._new_guest, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax"
            )
