"""Start a server: find a port, say where it is, open the browser, and end quickly when asked."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING

import msgspec
import uvicorn

from guanxi.engine.errors import BadOption
from guanxi.server.app import make_app
from guanxi.server.settings import database_url, from_environment
from guanxi.server.storage.store import Store

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from guanxi.server.settings import Settings

PORTS_TRIED = 20


class Server(uvicorn.Server):
    """Uvicorn, which ends the streams before it waits for all requests to be answered."""

    def __init__(self, app: Starlette, address: str, open_browser: bool = False) -> None:
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_keep_alive=65,  # people think between two moves
            timeout_graceful_shutdown=3,
        )
        super().__init__(config)
        self._hub = app.state.house.hub
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Guanxi is at {self._address}  (Ctrl-C ends it)", flush=True)
            if self._open_browser:
                await asyncio.to_thread(webbrowser.open, self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        await super().shutdown(sockets)


def serve(host: str = "127.0.0.1", port: int = 8642, db: str | None = None, open_browser: bool = False) -> None:
    """Serve tables until Ctrl-C."""
    try:
        settings = from_environment(db)
    except BadOption as wrong:
        sys.exit(str(wrong))
    run(settings, host, port, open_browser)


def run(settings: Settings, host: str = "127.0.0.1", port: int = 0, open_browser: bool = False) -> None:
    """Serve tables by any settings; port 0 is any free one."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        asyncio.run(prepare(settings.db))
    except Exception as wrong:
        reason = str(wrong).splitlines()[0]
        sys.exit(f"Guanxi cannot use its database: {reason}. Choose another file or address with --db.")
    try:
        listening = free_socket(host, port)
    except OSError as wrong:
        sys.exit(f"Guanxi cannot listen at {host}, port {port}: {wrong.strerror or wrong}.")
    taken = listening.getsockname()[1]
    if port not in (taken, 0):
        print(f"Port {port} is busy, so port {taken} is used. Choose another with --port.", flush=True)
    address = f"http://{reachable(host)}:{taken}/"
    settings = msgspec.structs.replace(settings, address=settings.address or address)
    server = Server(make_app(settings), address, open_browser)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


async def prepare(db: str | None) -> None:
    """Bring the database up to date before anything else, so that what is wrong with it is said in one sentence."""
    store = Store(database_url(db))
    try:
        await store.start()
    finally:
        await store.close()


def reachable(host: str) -> str:
    """How a browser on this machine names the host that a server listens at."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def free_socket(host: str, port: int) -> socket.socket:
    """A socket that listens at a port, or at the next one that is not busy."""
    for candidate in range(port, min(port + PORTS_TRIED, 65536)) if port else [0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # The protocol must be named: asyncio sends small answers at once only over what it knows to be TCP.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            # Bound is not enough: with address reuse another server may listen here already.
            listening.listen(2048)
        except OSError as wrong:
            listening.close()
            if wrong.errno != errno.EADDRINUSE:
                raise
        else:
            return listening
    raise OSError(errno.EADDRINUSE, f"this port and the {PORTS_TRIED - 1} after it are busy")
