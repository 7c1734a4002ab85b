"""Hints: what a strong bot would do in a seat, knowing no more than its player, and why.

They are available where all other players are bots or use the same device.  A game with a hint is not rated.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.text import Phrase
from guanxi.server.bots.workers import Crashed
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import TABLE, post
from guanxi.server.http.wire import Body, Length, SeatNumber
from guanxi.server.review.advice import Question
from guanxi.server.tables.access import own_seat
from guanxi.server.tables.checks import check_no_tournament, check_present
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.state import state

if TYPE_CHECKING:
    from guanxi.bots.explanations import Alternative
    from guanxi.engine.table import Table
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.limits import Limits
    from guanxi.server.http.route import Route
    from guanxi.server.review.advice import Advises
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables

MOST_CACHED = 1000  # hints, so that the same question gets the same answer


class HintWanted(Body):
    """A seat that must decide asks for a hint."""

    seat: SeatNumber
    length: Length


class Advised(msgspec.Struct):
    """The best move with its reason, the runner-up with what it gives up, or a move as good as the others."""

    number: int
    notation: str
    touches: tuple[str, ...]
    phrase: Phrase
    chance: float  # to win, from 0 to 1
    why: Phrase | None


class Hint(msgspec.Struct):
    """The best moves of a seat, best first; `equal` if no search could rank them."""

    seat: int
    length: int
    equal: bool
    moves: list[Advised]


class Hints:
    """Handles requests for hints, and remembers the last ones."""

    def __init__(self, tables: Tables, advice: Advises, limits: Limits) -> None:
        self._tables = tables
        self._advice = advice
        self._limits = limits
        self._cache: OrderedDict[tuple[str, int, int], Hint] = OrderedDict()

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            post(
                f"{TABLE}/hint",
                self.hint,
                HintWanted,
                Hint,
                "The best moves of a seat that must decide, with reasons; where all others are bots.",
                (404, 409, 503),
            ),
        )

    async def hint(self, call: Call[HintWanted]) -> Hint:
        """Ask a bot for the best moves; refused if the table changes in the meantime."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            check_asked(play, seat, who, wanted.length)
            key = (call.table_id, seat, len(play.steps))
            if key in self._cache:
                return self._cache[key]
            check_no_tournament(play, seat, who)
            check_alone(play, who)
            self._limits.check_hint(who.token or who.guest or "")
            if not play.header.hinted:
                async with self._tables.changing(play):
                    play.header.hinted = True
        self._cache[key] = hint = await self._find(who, Question(*key), wanted.length)
        while len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)
        return hint

    async def _find(self, who: Who, question: Question, length: int) -> Hint:
        seat = question.seat
        try:
            found = await self._advice.find(question)
        except Crashed:
            raise ApiError(409, "hint-failed") from None
        async with self._tables.opened(question.table_id) as play:
            check_asked(play, seat, who, length)
            if not found:
                raise ApiError(409, "hint-failed")
            equal = any(each.equal for each in found)
            return Hint(seat, length, equal, [advised(play.table, seat, each) for each in found])


def check_asked(play: Play, seat: int, who: Who, length: int) -> None:
    """Refuse unless the seat owes a decision and the client has seen the whole log."""
    check_present(play, seat, who)
    if not play.has_seen(seat, play.held_by(who), length):
        raise TableError(409, "conflict", state(play, seat, who))
    if seat not in play.to_move:
        raise TableError(409, "not-your-turn", state(play, seat, who))


def check_alone(play: Play, who: Who) -> None:
    """Refuse hints to a player who plays against other people."""
    if not all(seat.kind == "bot" or seat.held_by(who) for seat in play.seats):
        raise ApiError(403, "no-hint")


def advised(table: Table, seat: int, found: Alternative) -> Advised:
    """A move as it is sent."""
    move = table.game.move(table.position_for(seat), found.move)
    return Advised(found.move, found.notation, move.touches(), table.phrase(move), round(found.chance, 3), found.why)
