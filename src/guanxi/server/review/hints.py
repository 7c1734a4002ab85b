"""Hints: what a strong player would do in one's place, knowing no more than one does, and why.

They are for tables at which everybody else is a bot, or sits at the same device.  A game with a hint is not rated.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.text import Phrase, phrase
from guanxi.server.bots.bots import Crashed
from guanxi.server.bots.worker import Asked
from guanxi.server.clocks.absence import check_there
from guanxi.server.http.errors import ApiError
from guanxi.server.http.wire import Body, Length, SeatNumber
from guanxi.server.tables.state import own_seat, state

if TYPE_CHECKING:
    from guanxi.bots.explanations import Alternative
    from guanxi.engine.table import Table
    from guanxi.server.bots.bots import Worker
    from guanxi.server.house import House
    from guanxi.server.http.call import Call
    from guanxi.server.seats.seats import Who
    from guanxi.server.tables.play import Play

ADVISER = "expert"  # the bot that is asked
MOST_KEPT = 1000  # hints that are remembered, so that the same question has the same answer


class HintWanted(Body):
    """A seat that must decide would like to know what a strong player would do."""

    seat: SeatNumber
    length: Length


class Why(msgspec.Struct):
    """A part of the evaluation, and how much better it is than after the other moves; below 0 it is worse."""

    part: Phrase
    gain: float


class Advised(msgspec.Struct):
    """One of the best moves."""

    number: int
    notation: str
    touches: tuple[str, ...]
    phrase: Phrase
    chance: float  # to win, from 0 to 1
    why: list[Why]


class Hint(msgspec.Struct):
    """The best moves of a seat, the best one first."""

    seat: int
    length: int
    moves: list[Advised]


class Hints:
    """Gives hints, and remembers the last ones."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._kept: OrderedDict[tuple[str, int, int], Hint] = OrderedDict()

    async def give(self, who: Who, table_id: str, wanted: HintWanted) -> Hint:
        """Ask a bot, if the seat may have a hint; if the table goes on in the meantime, there is none."""
        house = self._house
        async with house.tables.opened(table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            check_asked(play, seat, who, wanted.length)
            key = (table_id, seat, play.length)
            if key in self._kept:
                return self._kept[key]
            check_alone(play, who)
            house.limits.check_hint(who.token or who.guest or "")
            newly = not play.header.hinted
            if newly:
                async with house.tables.changing(play):
                    play.header.hinted = True
        if newly:
            house.changed(table_id)
        hint = await self._ask(who, table_id, wanted)
        self._keep(key, hint)
        return hint

    async def _ask(self, who: Who, table_id: str, wanted: HintWanted) -> Hint:
        async with self._house.bots.worker() as worker:
            async with self._house.tables.opened(table_id) as play:
                check_asked(play, wanted.seat, who, wanted.length)
                asked = question(play, wanted.seat)
            found = await alternatives(worker, asked)
        async with self._house.tables.opened(table_id) as play:
            check_asked(play, wanted.seat, who, wanted.length)
            return Hint(wanted.seat, wanted.length, [advised(play.table, each) for each in found])

    def _keep(self, key: tuple[str, int, int], hint: Hint) -> None:
        self._kept[key] = hint
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def check_asked(play: Play, seat: int, who: Who, length: int) -> None:
    """Something is asked of the seat, and the client has seen it."""
    check_there(play, seat, who)
    if not play.has_seen(seat, length):
        raise ApiError(409, "conflict", state(play, seat, who))
    if seat not in play.to_move:
        raise ApiError(409, "not-your-turn", state(play, seat, who))


def check_alone(play: Play, who: Who) -> None:
    """Nobody plays against a person who has hints."""
    if not all(seat.kind == "bot" or who.holds(seat) for seat in play.seats):
        raise ApiError(403, "no-hint")


def question(play: Play, seat: int) -> Asked:
    """What a bot is told: the seat's sight, and nothing else."""
    sight, options = play.table.sight(seat), msgspec.to_builtins(play.table.options)
    return Asked(sight.game.name, options, ADVISER, seat, sight.numbers(), secrets.randbits(62), explain=True)


async def alternatives(worker: Worker, asked: Asked) -> list[Alternative]:
    """What a worker finds."""
    try:
        return (await worker.choose(asked)).alternatives
    except Crashed:
        raise ApiError(409, "hint-failed") from None


def advised(table: Table, found: Alternative) -> Advised:
    """A move for people."""
    move = table.game.move(table.position, found.move)
    why = [Why(phrase(f"part.{reason.part}"), round(reason.gain, 2)) for reason in found.reasons]
    return Advised(found.move, found.notation, move.touches(), table.phrase(move), round(found.chance, 3), why)


async def hint(call: Call) -> Hint:
    """The best moves of a seat that must decide."""
    return await call.house.hints.give(call.who, call.table_id, call.body)
