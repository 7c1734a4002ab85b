"""Boards over HTTP: shipped ones, checks while somebody draws one, and storing one so that its link can be shared."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from anyio import to_thread

from guanxi.server.boards.kinds import Kind, all_kinds, decoded, examine, fitting_seats, kinds_shown, named_by_content
from guanxi.server.boards.store import count_boards, is_stored, read_board, read_files, write_board
from guanxi.server.boards.wire import BoardKind, BoardSent, Findings, StoredBoard
from guanxi.server.clocks.clocks import iso
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import get, post
from guanxi.server.people.bans import check_ban

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database

LARGEST_BOARD = 128 * 1024  # bytes; shipped ones have up to 30 kB
MOST_BOARDS = 200  # of one guest
Found = TypeVar("Found")


class Boards:
    """Checks, stores and shows boards."""

    def __init__(self, database: Database, limits: Limits, now: Now) -> None:
        self._database = database
        self._limits = limits
        self._now = now
        self._turn = asyncio.Lock()  # one check at a time: it takes a processor for up to some seconds

    @property
    def routes(self) -> tuple[Route, ...]:
        largest = LARGEST_BOARD
        return (
            get("/api/boards", self.list_boards, list[BoardKind], "The kinds of boards, and the shipped ones."),
            get("/api/boards/{id}", self.show_board, StoredBoard, "A stored or a shipped board.", (404,)),
            post("/api/boards/check", self.check_board, BoardSent, Findings, "Check a board.", largest=largest),
            post(
                "/api/boards",
                self.store_board,
                BoardSent,
                StoredBoard,
                "Store a board without faults, for good; the same content has the same id.",
                (409,),
                largest=largest,
            ),
        )

    async def list_boards(self, _call: Call[None]) -> list[BoardKind]:
        """Return the kinds of boards."""
        return kinds_shown()

    async def show_board(self, call: Call[None]) -> StoredBoard:
        """Return a board."""
        id_ = call.path("id")
        found = shipped(id_)
        if found is None and is_stored(id_):
            async with self._database.reading() as connection:
                found = await read_board(connection, id_)
        if found is None:
            raise ApiError(404, "unknown-board")
        kind, file = found
        seats, _ = await self._in_turn(lambda: fitting_seats(kind, file))
        return shown(kind, id_, seats, file)

    async def check_board(self, call: Call[BoardSent]) -> Findings:
        """Say what is wrong with a board."""
        self._limits.check_board(call.client)
        return await self._in_turn(lambda: examine(call.body.file))

    async def store_board(self, call: Call[BoardSent]) -> StoredBoard:
        """Store a board under an id that is made from its content."""
        guest = call.guest()
        self._limits.check_board(call.client)
        await check_ban(self._database, guest)
        kind, file, seats = await self._in_turn(lambda: faultless(call.body.file))
        content = msgspec.json.encode(file)
        async with self._database.writing() as connection:
            if await count_boards(connection, guest, file.name) >= MOST_BOARDS:
                raise ApiError(409, "many-boards", n=MOST_BOARDS)
            row = {"id": file.name, "kind": kind.files.kind, "content": content, "guest": guest}
            await write_board(connection, row | {"created": iso(self._now())})
        return shown(kind, file.name, seats, file)

    async def files(self, game: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The stored boards that the options of a new table name, by option."""
        if not any(map(is_stored, options.values())):
            return {}
        async with self._database.reading() as connection:
            return await read_files(connection, game, options)

    async def _in_turn(self, work: Callable[[], Found]) -> Found:
        """Do something slow in a thread, one at a time."""
        async with self._turn:
            return await to_thread.run_sync(work)


def shipped(name: str) -> tuple[Kind, Any] | None:
    """A board that comes with a game."""
    return next(((kind, kind.files.load(name)) for kind in all_kinds().values() if name in kind.files.names), None)


def faultless(sent: Mapping[str, Any]) -> tuple[Kind, Any, tuple[int, ...]]:
    """A board under the name that it is stored by, and the numbers of players; refused if it has faults."""
    found = examine(sent)
    if found.faults:
        raise ApiError(422, "bad-option", reason="\n".join(found.faults))
    kind, file = decoded(sent)
    return kind, kind.files.same(named_by_content(file)), found.seats


def shown(kind: Kind, id_: str, seats: tuple[int, ...], file: Any) -> StoredBoard:
    """A board as it is sent."""
    return StoredBoard(id_, kind.game.name, kind.files.option, seats, msgspec.to_builtins(file))
