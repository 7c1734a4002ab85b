"""Finished games: replays, and documents to download."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec
from anyio import to_thread
from starlette.responses import Response

from guanxi.server.http.errors import ApiError, check_language
from guanxi.server.http.route import TABLE, get
from guanxi.server.tables import downloads
from guanxi.server.tables.access import check_seat
from guanxi.server.tables.checks import check_over
from guanxi.server.tables.earlier import replayed
from guanxi.server.tables.state import moments_shown, state
from guanxi.server.tables.wire import State, Undo

if TYPE_CHECKING:
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables

MOST_CACHED = 32  # tables whose replay stays where a client is looking
MOVE = ("move", "The number of moves of the history to replay.")
SEAT = ("seat", "Whose view; without it, a spectator's.")
LANGUAGE = ("language", "en, fr or it; without it, the language of the browser.")


class Replays:
    """Handles everything about finished games."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._cache: OrderedDict[str, Play] = OrderedDict()  # by table: the game up to the move last asked for

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(f"{TABLE}/log", self.log, None, "The log of a finished game, with its seed.", (403, 404, 409)),
            get(
                f"{TABLE}/replay",
                self.replay,
                State,
                "A finished game after some of its moves, as any seat saw it.",
                (403, 404, 409, 422),
                query=(MOVE, SEAT),
            ),
            get(
                f"{TABLE}/transcript",
                self.transcript,
                None,
                "A finished game in sentences.",
                (403, 404, 409, 422),
                kind="text/plain",
                filters=(LANGUAGE,),
            ),
            get(
                f"{TABLE}/statistics",
                self.statistics,
                None,
                "A finished game in numbers, one line per seat.",
                (403, 404, 409),
                kind="text/csv",
            ),
        )

    async def log(self, call: Call[None]) -> Response:
        """Return the log document of a finished game."""
        async with self._tables.opened(call.table_id) as play:
            check_over(play, call.who)
            return download(play, downloads.log(play).to_json(), "application/json", "json")

    async def replay(self, call: Call[None]) -> State:
        """Return a finished game after some of its moves."""
        moves, seat = call.number("move") or 0, call.number("seat")
        async with self._tables.opened(call.table_id) as play:
            check_over(play, call.who)
            if moves > play.table.moves:
                raise ApiError(422, "no-move", most=play.table.moves)
            if seat is not None:
                check_seat(play, seat)
            earlier = await self._replayed(play, moves)
            shown = state(earlier, seat, call.who)
            moments = moments_shown(earlier, seat, moves - 1)
        undo = Undo(False, False, True, None, moves)
        return msgspec.structs.replace(shown, legal=[], moments=moments, seed=play.table.seed, undo=undo)

    async def transcript(self, call: Call[None]) -> Response:
        """Return a finished game in sentences."""
        language = call.word("language") or call.language
        check_language(language, 422)
        async with self._tables.opened(call.table_id) as play:
            check_over(play, call.who)
            text = await to_thread.run_sync(downloads.transcript, play, language)
        return download(play, text, "text/plain", "txt")

    async def statistics(self, call: Call[None]) -> Response:
        """Return a finished game in numbers."""
        async with self._tables.opened(call.table_id) as play:
            check_over(play, call.who)
            return download(play, downloads.statistics(play), "text/csv", "csv")

    async def _replayed(self, play: Play, moves: int) -> Play:
        """A game up to a move: a step forward plays on from the last one, a step back replays from the start."""
        cached = self._cache.pop(play.header.id, None)
        earlier = await to_thread.run_sync(replayed, play, moves, cached)
        self._cache[play.header.id] = earlier
        while len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)
        return earlier


def download(play: Play, text: str, kind: str, extension: str) -> Response:
    """A file to keep."""
    name = f"{play.header.game}-{play.header.id}.{extension}"
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
