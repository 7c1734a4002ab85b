"""Start a server: find a port, print its address, open the browser, and stop quickly when asked."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
import webbrowser
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import msgspec
import uvicorn

from guanxi.engine.errors import BadOption, GuanxiError
from guanxi.server.app import make_app
from guanxi.server.garbage import collect_young
from guanxi.server.http.connections import limited_protocol
from guanxi.server.http.logs import start_logging
from guanxi.server.http.pages import NOT_BUILT, is_built
from guanxi.server.settings import database_url, from_environment
from guanxi.server.storage.database import Database
from guanxi.server.storage.errors import unusable
from guanxi.server.storage.files import DatabaseInUse, file_of, locked

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from guanxi.server.settings import Settings

PORTS_TRIED = 20
HAND_OVER = 0.0005  # seconds after which a busy thread lets others run; a commit needs its turn a dozen times
DRAIN_SECONDS = 10  # in which requests under way may finish when the server stops
EVERYWHERE = ("0.0.0.0", "::", "")  # hosts that stand for every address of this machine


class Server(uvicorn.Server):
    """Uvicorn that, when it stops, ends open streams and then waits for requests under way to finish."""

    def __init__(self, app: Starlette, address: str, open_browser: bool = False, invitation: str | None = None) -> None:
        config = uvicorn.Config(
            app,
            log_config=None,  # its words go where ours go
            log_level="error",  # clients that talk nonsense are no event
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the application believes only the proxies that its settings name
            timeout_keep_alive=65,  # people think between moves
            timeout_graceful_shutdown=DRAIN_SECONDS,
            http=limited_protocol(app.state.parts.connections),
        )
        super().__init__(config)
        self._hub = app.state.parts.hub
        self._address = address  # for a browser on this machine
        self._invitation = invitation  # for other machines in the same network
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._collecting = asyncio.create_task(collect_young())
            print(f"Guanxi is at {self._address}  (Ctrl-C ends it)", flush=True)
            if self._invitation:
                invite(self._invitation)
            if self._open_browser:
                await asyncio.to_thread(webbrowser.open, self._address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        await super().shutdown(sockets)
        self._collecting.cancel()


def serve(host: str = "127.0.0.1", port: int = 8642, db: str | None = None, open_browser: bool = False) -> None:
    """Serve tables until Ctrl-C."""
    try:
        settings = from_environment(db)
    except BadOption as wrong:
        sys.exit(str(wrong))
    run(settings, host, port, open_browser)


def run(settings: Settings, host: str = "127.0.0.1", port: int = 0, open_browser: bool = False) -> None:
    """Serve tables with any settings; port 0 is any free port."""
    start_logging(settings.json_log)
    raise_descriptor_limit()
    with ExitStack() as held:
        try:
            if file := file_of(database_url(settings.db)):
                held.enter_context(locked(file))
        except DatabaseInUse as wrong:
            sys.exit(str(wrong))
        except OSError as wrong:
            sys.exit(f"Guanxi cannot use its database: {wrong}. Choose another file with --db.")
        listen(settings, host, port, open_browser)


def raise_descriptor_limit() -> None:
    """Allow as many connections and files as the system permits: the usual limit is 1,024."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def listen(settings: Settings, host: str, port: int, open_browser: bool) -> None:
    """Serve tables from a database that no other server on this machine uses."""
    try:
        asyncio.run(prepare(settings.db))
    except GuanxiError as wrong:
        sys.exit(str(wrong))
    except Exception as wrong:
        sys.exit(str(unusable(wrong)))
    try:
        listening = free_socket(host, port)
    except OSError as wrong:
        sys.exit(f"Guanxi cannot listen at {host}, port {port}: {wrong.strerror or wrong}.")
    if not is_built(settings.pages):
        print(NOT_BUILT, file=sys.stderr, flush=True)
    taken = listening.getsockname()[1]
    if port not in (taken, 0):
        print(f"Port {port} is busy, so port {taken} is used. Choose another with --port.", flush=True)
    address = f"http://{reachable(host)}:{taken}/"
    machine = network_address() if host in EVERYWHERE and not settings.address else None
    invitation = f"http://{machine}:{taken}/" if machine else None
    settings = msgspec.structs.replace(settings, address=settings.address or invitation or address)
    server = Server(make_app(settings), address, open_browser, invitation)
    sys.setswitchinterval(HAND_OVER)
    # Uvicorn stops in order at this signal and then raises it once more, which would end the process with an error.
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


async def prepare(db: str | None) -> None:
    """Bring the database up to date before anything else, so that a problem is reported in one sentence."""
    database = Database(database_url(db))
    try:
        await database.start()
    finally:
        await database.close()


def reachable(host: str) -> str:
    """The name by which a browser on this machine reaches a host that a server listens at."""
    if host in EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def network_address() -> str | None:
    """This machine's address in its local network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: the system only chooses the interface.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def invite(address: str) -> None:
    """Tell how others in the same network come in; in a terminal also as a QR code."""
    print(f"Others in this network open {address}", flush=True)
    if sys.stdout.isatty():
        import segno

        segno.make(address, error="m", micro=False).terminal(compact=True)


def free_socket(host: str, port: int) -> socket.socket:
    """A socket that listens at a port, or at the next free one."""
    for candidate in range(port, min(port + PORTS_TRIED, 65536)) if port else [0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # The protocol must be given: asyncio disables Nagle's algorithm only for sockets it knows to be TCP.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            # Binding is not enough: with address reuse another server may already listen here.
            listening.listen(2048)
        except OSError as wrong:
            listening.close()
            if wrong.errno != errno.EADDRINUSE:
                raise
        else:
            return listening
    raise OSError(errno.EADDRINUSE, f"this port and the {PORTS_TRIED - 1} after it are busy")
