"""Limits on the size and the rate of requests: generous for people, tight for floods."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

from guanxi.server.http.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.requests import Request

    from guanxi.server.http.identity import Who

LARGEST_BODY = 16 * 1024
BODY_SECONDS = 20.0
MOST_STREAMS = 128  # of one address
MOST_BOT_TABLES = 5  # of one guest, at which bots play among themselves
MOST_BOT_TABLES_IN_ALL = 100
MOST_EXHIBITIONS = 2  # of one guest, not over
MOST_BUCKETS = 10_000
STREAM_PAUSE = 10.0  # seconds after which another stream may be tried


class Buckets:
    """A token bucket per key: it holds `most` tokens and refills at `rate` per second."""

    def __init__(self, rate: float, most: int) -> None:
        self._rate = rate
        self._most = most
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, and when they were last counted

    def take(self, key: str, now: float, count: int = 1) -> float:
        """Take tokens; return 0, or the seconds until there are enough."""
        tokens, counted = self._filled.pop(key, (float(self._most), now))
        tokens = min(self._most, tokens + (now - counted) * self._rate)
        self._filled[key] = (tokens - count if tokens >= count else tokens, now)
        if len(self._filled) > MOST_BUCKETS:
            self._filled.popitem(last=False)
        return 0.0 if tokens >= count else (count - tokens) / self._rate


class Limits:
    """The rate limits of a server: per address (which may be a whole club), per guest and per kind of request."""

    def __init__(self, on: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._on = on
        self.clock = clock
        self._addresses = Buckets(rate=60, most=600)
        self._guests = Buckets(rate=20, most=120)
        self._new_tables = Buckets(rate=1, most=100)
        self._accounts = Buckets(rate=1 / 30, most=10)
        self._log_ins = Buckets(rate=1 / 5, most=50)
        self._chat = Buckets(rate=1 / 2, most=8)
        self._hints = Buckets(rate=1 / 4, most=10)
        self._boards = Buckets(rate=2, most=30)
        self._reviews = Buckets(rate=1 / 60, most=10)
        self._streams: Counter[str] = Counter()

    def check(self, address: str, who: Who, makes_table: bool) -> None:
        """Limit requests per address and per guest, and new tables per address."""
        if not self._on:
            return
        now = self.clock()
        wait = self._addresses.take(address, now)
        if makes_table:
            wait = wait or self._new_tables.take(address, now)
        if guest := who.token or who.guest:
            wait = wait or self._guests.take(guest, now)
        refuse(wait)

    def check_log_in(self, account: str, address: str, browser: str | None = None) -> None:
        """Limit log-in attempts from an address, and for each account from there.

        Nobody can lock others out: a browser that the account knows is limited only by its own attempts.
        """
        if self._on:
            now = self.clock()
            wait = 0.0 if browser else self._log_ins.take(address, now)
            refuse(wait or self._accounts.take(f"{account} {browser or address}", now))

    def check_chat(self, guest: str) -> None:
        """Limit chat lines per guest."""
        if self._on:
            refuse(self._chat.take(guest, self.clock()))

    def check_hint(self, guest: str) -> None:
        """Limit hints per guest."""
        if self._on:
            refuse(self._hints.take(guest, self.clock()))

    def check_board(self, address: str) -> None:
        """Limit checks of boards per address."""
        if self._on:
            refuse(self._boards.take(address, self.clock()))

    def check_review(self, address: str) -> None:
        """Limit reviews per address."""
        if self._on:
            refuse(self._reviews.take(address, self.clock()))

    def check_bot_tables(self, own: int, all_: int) -> None:
        """Limit tables at which bots play among themselves, by a guest's number of them and by that of all."""
        if self._on and own >= MOST_BOT_TABLES:
            raise ApiError(409, "own-bot-tables", n=MOST_BOT_TABLES)
        if self._on and all_ >= MOST_BOT_TABLES_IN_ALL:
            raise ApiError(409, "many-bot-tables")

    def check_exhibition(self, running: int, address: str, boards: int) -> None:
        """Limit a guest's exhibitions, whose boards count as new tables of an address."""
        if self._on and running >= MOST_EXHIBITIONS:
            raise ApiError(409, "many-exhibitions", n=MOST_EXHIBITIONS)
        if self._on:
            refuse(self._new_tables.take(address, self.clock(), boards))

    def check_stream(self, address: str) -> None:
        """Limit open streams per address."""
        if self._on and self._streams[address] >= MOST_STREAMS:
            refuse(STREAM_PAUSE)

    @contextmanager
    def streaming(self, address: str) -> Iterator[None]:
        """Count a stream while it is open."""
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


def refuse(wait: float) -> None:
    """Refuse a request that must wait, with the time to wait."""
    if wait:
        refused = ApiError(429, "too-many", n=ceil(wait))
        refused.headers["Retry-After"] = str(ceil(wait))
        raise refused


async def read_body(request: Request, largest: int = LARGEST_BODY) -> bytes:
    """Read the body, which must be JSON, small, and sent by our own page or by a program."""
    check_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ApiError(415, "not-json")
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > largest:
                    raise ApiError(413, "too-large", most=largest // 1024)
    except TimeoutError:
        refused = ApiError(408, "too-slow", seconds=round(BODY_SECONDS))
        refused.headers["Connection"] = "close"
        raise refused from None
    return body


def check_origin(request: Request) -> None:
    """Keep pages of other sites from acting in a guest's name."""
    origin = request.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
        raise ApiError(403, "foreign-origin")
