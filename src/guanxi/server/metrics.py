"""Numbers for Prometheus: tables, streams, moves, bots, and how long things take."""

from __future__ import annotations

import asyncio
import hmac
import time
from contextlib import contextmanager
from functools import cache
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.requests import Request

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
LAG_INTERVAL = 0.5
FORWARDED = ("forwarded", "x-forwarded-for")


class Metrics:
    """The measurements of one server, and the addresses that may read them."""

    def __init__(self, readers: tuple[str, ...] = (), token: str | None = None) -> None:
        self._readers = [ip_network(reader) for reader in readers]
        self._token = token
        self._registry = CollectorRegistry()
        self.moves = Counter("guanxi_moves", "Moves and undos, by game", ["game"], registry=self._registry)
        self._answers = Counter("guanxi_answers", "Answers, by status", ["status"], registry=self._registry)
        self._moved, self._answered = cache(self.moves.labels), cache(self._answers.labels)
        self._requests = self._histogram("guanxi_request_seconds", "Time of requests, by route", "method", "route")
        self._commits = self._histogram("guanxi_commit_seconds", "Time from a move to its commit")
        self._lag = self._histogram("guanxi_loop_lag_seconds", "Time by which the event loop was late")

    def _histogram(self, name: str, help_: str, *labels: str) -> Histogram:
        return Histogram(name, help_, labels, buckets=SECONDS, registry=self._registry)

    def gauge(self, name: str, help_: str, now: Callable[[], float]) -> None:
        """Show a number as it is when somebody reads."""
        Gauge(name, help_, registry=self._registry).set_function(now)

    def timer(self, method: str, route: str) -> Callable[[float, int], None]:
        """A function that notes the seconds and the status of an answer."""
        seconds = self._requests.labels(method, route)

        def note(taken: float, status: int) -> None:
            seconds.observe(taken)
            self._answered(status).inc()

        return note

    @contextmanager
    def committing(self, game: str) -> Iterator[None]:
        """Measure the commit of a move, and count the move, if it succeeds."""
        begun = time.perf_counter()
        yield
        self._commits.observe(time.perf_counter() - begun)
        self._moved(game).inc()

    async def run(self) -> None:
        """Measure how late the event loop wakes its tasks."""
        while True:
            due = time.perf_counter() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self._lag.observe(max(0.0, time.perf_counter() - due))

    async def page(self, request: Request) -> Response:
        """Answer Prometheus, if it asks from a named address or has the token."""
        if not self._may_read(request):
            return Response("only for named addresses, or with the token\n", 403, media_type="text/plain")
        return Response(generate_latest(self._registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    def _may_read(self, request: Request) -> bool:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if self._token and scheme.lower() == "bearer" and hmac.compare_digest(token.encode(), self._token.encode()):
            return True
        # Behind a proxy that was not named, everybody seems to be on this machine.
        if any(header in request.headers for header in FORWARDED) or request.client is None:
            return False
        try:
            address = ip_address(request.client.host)
        except ValueError:
            return False
        return any(address in reader for reader in self._readers)
