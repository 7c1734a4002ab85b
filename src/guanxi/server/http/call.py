"""One request on its way to a handler: client, language, parameters and body."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from guanxi.server.http.errors import ApiError, preferred_language
from guanxi.server.http.identity import Who, bearer, hashed, new_secret
from guanxi.server.http.limits import refuse

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

COOKIE = "guest"
LARGEST_NUMBER = 999_999_999  # in a query
YEAR = 365 * 24 * 3600

BodyType = TypeVar("BodyType")


class Browsers(Protocol):
    """The cookies that this server has made."""

    def sign(self, secret: str) -> str: ...
    async def read(self, cookie: str) -> tuple[str | None, bool]: ...
    def guest_of(self, device: str) -> str | None: ...
    def is_replaced(self, device: str) -> bool: ...
    def is_expired(self, device: str) -> bool: ...


class Call(Generic[BodyType]):
    """A request with its decoded body."""

    body: BodyType

    def __init__(self, request: Request, browsers: Browsers) -> None:
        self.request = request
        self.language = preferred_language(request.headers.get("accept-language", ""))
        self._browsers = browsers
        self._device: str | None = None
        self._token = bearer(request.headers.get("authorization", ""))
        self._new_cookie: str | None = None

    async def identify(self) -> None:
        """Read the cookie; one that this server did not make is ignored."""
        secret, signed = await self._browsers.read(self.request.cookies.get(COOKIE, ""))
        if secret and not self._browsers.is_expired(hashed(secret)):
            self._device = hashed(secret)
            if not signed and not self.is_replaced():
                self._new_cookie = secret

    @property
    def table_id(self) -> str:
        """The table named in the path."""
        return self.path("id")

    @property
    def who(self) -> Who:
        """The client as of now: during a long stream somebody may log out in another tab."""
        # A program speaks for its seat alone, whatever cookie it sends along.
        if self._token:
            return Who(token=self._token)
        return Who(guest=self._browsers.guest_of(self._device) if self._device else None)

    @property
    def browser(self) -> str | None:
        """The client's browser, if it has one."""
        return None if self._token else self._device

    def is_replaced(self) -> bool:
        """Has the browser got another cookie while this request was under way?"""
        return self._device is not None and self._browsers.is_replaced(self._device)

    @property
    def client(self) -> str:
        """The client's network: its IPv4 address, or the /64 of its IPv6 address, all of which is one customer's."""
        return network_of(self.request.client.host if self.request.client else "")

    @property
    def address(self) -> str:
        """The address by which the client reaches this server."""
        return str(self.request.base_url)

    def device(self) -> str:
        """The client's browser; without a cookie it gets one."""
        if self._device and not self._token:
            return self._device
        if self._new_cookie is None:
            self._new_cookie = new_secret()
        return hashed(self._new_cookie)

    def guest(self) -> str:
        """The guest who asks; a client that is none yet becomes one."""
        guest = self._browsers.guest_of(self.device())
        if guest is None:
            refuse(1.0)  # the browser has its new cookie by then
        assert guest
        return guest

    def next_secret(self) -> str:
        """The secret of the browser's next cookie."""
        return self._new_cookie if self._device is None and self._new_cookie else new_secret()

    def renew(self, secret: str) -> None:
        """Replace the browser's cookie."""
        self._device, self._new_cookie = None, secret

    def path(self, name: str) -> str:
        """A parameter of the path."""
        return str(self.request.path_params[name])

    def word(self, name: str) -> str | None:
        """A text parameter of the query, if given."""
        return self.request.query_params.get(name)

    def number(self, name: str) -> int | None:
        """A whole number of the query, if given."""
        text = self.request.query_params.get(name)
        if text is None:
            return None
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST_NUMBER))):
            raise ApiError(422, "bad-number", name=name)
        return int(text)

    def needed(self, name: str) -> int:
        """A whole number of the query, which must be given."""
        number = self.number(name)
        if number is None:
            raise ApiError(422, "bad-number", name=name)
        return number

    def set_cookie(self, response: Response) -> None:
        """Send a new cookie, unless the browser has got another one meanwhile."""
        if self._new_cookie and not self.is_replaced():
            cookie, secure = self._browsers.sign(self._new_cookie), self.request.url.scheme == "https"
            response.set_cookie(COOKIE, cookie, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax")


def network_of(host: str) -> str:
    """The network that limits count as one address."""
    try:
        return str(ip_network((host.partition("%")[0], 64), strict=False)) if ":" in host else host
    except ValueError:  # a proxy may forward anything
        return host
