"""Connections: a limited number for each address, and none that sends its request too slowly."""

from __future__ import annotations

from collections import Counter
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from guanxi.server.http.call import network_of

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

MOST_CONNECTIONS = 256  # of one address: some forty browsers
HEAD_SECONDS = 20.0  # from the beginning of a request, or of a connection, to the end of the headers
BODY_SECONDS = 60.0  # from the end of the headers to that of the body, also if no handler reads it
LARGEST_HEAD = 64 * 1024


class Connections:
    """Counts the connections of each address; proxies, whose clients are many, are not limited."""

    def __init__(self, limited: bool, proxies: tuple[str, ...], most: int = MOST_CONNECTIONS) -> None:
        self._limited = limited
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._most = most
        self.open: Counter[str] = Counter()

    def enter(self, host: str) -> bool:
        """Count a connection; False if its address has too many."""
        network = network_of(host)
        self.open[network] += 1
        return not self._limited or self.open[network] <= self._most or self._is_proxy(host)

    def leave(self, host: str) -> None:
        """Forget a connection."""
        network = network_of(host)
        self.open[network] -= 1
        if not self.open[network]:
            del self.open[network]

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in proxy for proxy in self._proxies)


def limited_protocol(connections: Connections) -> type[HttpToolsProtocol]:
    """Uvicorn's protocol with limits on connections and on the time of a request; it has none of its own."""

    class LimitedProtocol(HttpToolsProtocol):
        # Not in the dictionary of the connection: with more than 30 names it takes three times the memory.
        __slots__ = ("_body", "_head", "_host", "_in_body", "_waiting")

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            self._waiting: TimerHandle | None = None
            self._head = 0  # bytes that were received before the headers were complete
            self._body: TimerHandle | None = None
            self._in_body = False
            super().connection_made(transport)
            self._host = self.client[0] if self.client else ""
            if connections.enter(self._host):
                self._await_head()
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            connections.leave(self._host)
            self._has_head()
            self._has_body()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._waiting:
                self._head += len(data)
                if self._head > LARGEST_HEAD + len(data):
                    self.transport.abort()
                    return
            super().data_received(data)
            if self._in_body and self._body is None:
                self._body = self.loop.call_later(BODY_SECONDS, self.transport.abort)

        def on_message_begin(self) -> None:
            self._await_head()
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._has_head()
            self._in_body = True
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._has_body()
            super().on_message_complete()

        def _await_head(self) -> None:
            if self._waiting is None:
                self._waiting = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

        def _has_head(self) -> None:
            if self._waiting:
                self._waiting.cancel()
            self._waiting, self._head = None, 0

        def _has_body(self) -> None:
            if self._body:
                self._body.cancel()
            self._body, self._in_body = None, False

    return LimitedProtocol
