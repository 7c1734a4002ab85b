"""One game between bots, and all that is kept of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from guanxi.bots import end
from guanxi.lab.counting import Use, kind_of
from guanxi.lab.play import decide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.bots import Bot
    from guanxi.engine.table import Table
    from guanxi.lab.counting import Counting
    from guanxi.lab.plan import Place

STEPS = 20  # a game's course is told at its beginning and after each twentieth of its turns


class Made(msgspec.Struct, frozen=True):
    """One decision."""

    seat: int
    notation: str
    kind: str
    legal: int  # how many moves there were to choose from
    seconds: float


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """One finished game; rows are by seat."""

    deal: int
    rotation: int
    seed: str
    bots: tuple[int, ...]  # by their number in the line-up
    shares: tuple[float, ...]  # 1 for a sole winner
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    parts: tuple[dict[str, int], ...]
    traits: tuple[dict[str, str], ...]
    order: tuple[int, ...] | None  # who decided first is 0; None where the game begins with a common decision
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    legal: int  # moves to choose from, over all decisions
    turns: int
    lengths: dict[str, int]
    end: str  # the id of the reason
    uses: dict[Use, tuple[int, ...]]
    happened: dict[str, int]  # events that are nobody's
    course: tuple[tuple[float, ...], ...]  # the value of each seat at each step
    changes: int  # of who leads
    settled: float | None  # the part of the game after which the winner led; None if several won
    moves: tuple[Made, ...]


class Recorder:
    """Watches a table from the first decision to the last."""

    def __init__(self, table: Table, counting: Counting, keep_moves: bool) -> None:
        self.table = table
        self.counting = counting
        self.keep_moves = keep_moves
        self.begun_with = [table.game.traits(table.position, seat) for seat in range(table.seats)]
        self.order: list[int] | None = [] if len(table.to_move) == 1 else None
        self.decisions, self.seconds = [0] * table.seats, [0.0] * table.seats
        self.uses: dict[Use, list[int]] = defaultdict(lambda: [0] * table.seats)
        self.values = [self.value()]
        self.legal = 0
        self.moves: list[Made] = []

    def value(self) -> tuple[float, ...]:
        """How good the position looks for each seat."""
        return tuple(self.table.game.value(self.table.position, seat) for seat in range(self.table.seats))

    def play(self, seat: int, bot: Bot) -> None:
        """Let a bot decide, and note what it did."""
        table, game = self.table, self.table.game
        begun = perf_counter()
        number = decide(table, seat, bot)
        seconds = perf_counter() - begun
        legal = len(table.legal_numbers(seat))
        move = game.move(table.position, number)
        self.decisions[seat] += 1
        self.seconds[seat] += seconds
        self.legal += legal
        if self.order is not None and seat not in self.order:
            self.order.append(seat)
        for use in self.counting.of_move(table.position, move):
            self.uses[use][seat] += 1
        if self.keep_moves:
            self.moves.append(Made(seat, move.notation(), str(move.__struct_config__.tag), legal, seconds))
        table.play(seat, number)
        if seat not in table.to_move[:1]:
            self.values.append(self.value())

    def hear(self) -> dict[str, int]:
        """Count all events; returns those that are nobody's."""
        happened = Counter[str]()
        for event in self.table.events():
            actors, uses = self.counting.of_event(event)
            if uses and not actors:
                happened[kind_of(event)] += 1
            for use in uses:
                for seat in actors:
                    self.uses[use][seat] += 1
        return happened

    def places(self) -> tuple[int, ...] | None:
        """When each seat had its first decision, if there was an order and all had one."""
        if self.order is None or len(self.order) < self.table.seats:
            return None
        return tuple(self.order.index(seat) for seat in range(self.table.seats))

    def course(self) -> tuple[tuple[float, ...], ...]:
        """The values at the beginning and after each step."""
        turns = len(self.values) - 1
        return tuple(self.values[round(step * turns / STEPS)] for step in range(STEPS + 1))

    def finished(self, place: Place, bots: Sequence[int]) -> Recorded:
        """All that is kept of the game, once it is over."""
        table, seats = self.table, range(self.table.seats)
        result = table.result
        assert result
        happened = self.hear()
        lead = [leader(values) for values in self.values]
        sole = result.winners[0] if len(result.winners) == 1 else None
        return Recorded(
            deal=place.deal,
            rotation=place.rotation,
            seed=table.seed,
            bots=tuple(bots),
            shares=tuple((seat in result.winners) / len(result.winners) for seat in seats),
            ranks=result.ranks,
            scores=tuple(score.total for score in result.scores),
            parts=tuple(score.parts for score in result.scores),
            traits=tuple(both(self.begun_with[seat], table.game.traits(table.position, seat)) for seat in seats),
            order=self.places(),
            decisions=tuple(self.decisions),
            seconds=tuple(self.seconds),
            legal=self.legal,
            turns=len(self.values) - 1,
            lengths=table.game.lengths(table.position),
            end=result.reason.id,
            uses={use: tuple(counts) for use, counts in self.uses.items()},
            happened=happened,
            course=self.course(),
            changes=changes(lead),
            settled=None if sole is None else settled(lead, sole),
            moves=tuple(self.moves),
        )


def record(
    table: Table, bots: Sequence[Bot], counting: Counting, place: Place, lineup: Sequence[int], keep_moves: bool
) -> Recorded:
    """Play a game to its end; `bots` are by seat, `lineup` has their numbers."""
    recorder = Recorder(table, counting, keep_moves)
    try:
        while table.to_move:
            seat = table.to_move[0]
            recorder.play(seat, bots[seat])
    finally:
        for bot in bots:
            end(bot, table.result)
    return recorder.finished(place, lineup)


def both(begun: dict[str, str], ended: dict[str, str]) -> dict[str, str]:
    """A seat's traits; those it had from the start are told for the start and for the end."""
    told = {name: value for name, value in ended.items() if name not in begun}
    told |= {f"{name} at the start": value for name, value in begun.items()}
    return told | {f"{name} at the end": value for name, value in ended.items() if name in begun}


def leader(values: Sequence[float]) -> int | None:
    """The seat that looks best, if it is one."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def changes(lead: Sequence[int | None]) -> int:
    """How often somebody else took the lead."""
    known = [seat for seat in lead if seat is not None]
    return sum(one != other for one, other in pairwise(known))


def settled(lead: Sequence[int | None], winner: int) -> float:
    """The part of the game after which nobody but the winner led."""
    last = max((turn for turn, seat in enumerate(lead) if seat not in (winner, None)), default=-1)
    return (last + 1) / max(1, len(lead) - 1)
