"""Record one game between bots for a study."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from guanxi.lab.game_runner import decide, play_bots, time_of
from guanxi.lab.uses import Use, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.bots import Bot
    from guanxi.engine.table import Table
    from guanxi.lab.match_plan import GameId
    from guanxi.lab.uses import UseCounter

STEPS = 20  # the course of a game is sampled at its start and after each twentieth of its turns


class RecordedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game; tuples are by seat."""

    deal: int
    rotation: int
    seed: str
    bots: tuple[int, ...]  # index into the line-up
    shares: tuple[float, ...]  # 1 for a sole winner
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    parts: tuple[dict[str, int], ...]
    traits: tuple[dict[str, str], ...]
    order: tuple[int, ...] | None  # of the seats' first decisions; None if the game starts with a common decision
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    legal: int  # legal moves, summed over all decisions
    turns: int
    lengths: dict[str, int]
    end: str  # the id of the reason
    numbers: dict[str, int] = {}  # in the sentence of the reason
    uses: dict[Use, tuple[int, ...]]
    happened: dict[str, int]  # events without an actor
    course: tuple[tuple[float, ...], ...]  # value of each seat at each step
    changes: int  # of the lead
    settled: float | None  # the part of the game after which only the winner led; None if several won


class Recorder:
    """Observes a table from the first decision to the last."""

    def __init__(self, table: Table, counting: UseCounter) -> None:
        self.table = table
        self.counting = counting
        self.initial_traits = [table.game.traits(table.position, seat) for seat in range(table.seats)]
        self.order: list[int] | None = [] if len(table.to_move) == 1 else None
        self.decisions, self.seconds = [0] * table.seats, [0.0] * table.seats
        self.uses: dict[Use, list[int]] = defaultdict(lambda: [0] * table.seats)
        self.values = [self.value()]
        self.legal = 0

    def value(self) -> tuple[float, ...]:
        """The value of the position for each seat."""
        return tuple(self.table.game.value(self.table.position, seat) for seat in range(self.table.seats))

    def play(self, seat: int, bot: Bot) -> None:
        """Let a bot decide, and record its decision."""
        table, game = self.table, self.table.game
        time = time_of(bot)
        begun = time()
        number = decide(table, seat, bot)
        seconds = time() - begun
        legal = len(table.legal_numbers(seat))
        move = game.move(table.position, number)
        self.decisions[seat] += 1
        self.seconds[seat] += seconds
        self.legal += legal
        if self.order is not None and seat not in self.order:
            self.order.append(seat)
        for use in self.counting.of_move(move):
            self.uses[use][seat] += 1
        table.play(seat, number)
        if seat not in table.to_move[:1]:
            self.values.append(self.value())

    def count_events(self) -> dict[str, int]:
        """Count all events; returns those without an actor."""
        happened = Counter[str]()
        for event in self.table.events():
            actors, uses = self.counting.of_event(event)
            if uses and not actors:
                happened[kind_of(event)] += 1
            for use in uses:
                for seat in actors:
                    self.uses[use][seat] += 1
        return happened

    def decision_order(self) -> tuple[int, ...] | None:
        """The rank of each seat's first decision; None if there was no order or a seat never decided."""
        if self.order is None or len(self.order) < self.table.seats:
            return None
        return tuple(self.order.index(seat) for seat in range(self.table.seats))

    def course(self) -> tuple[tuple[float, ...], ...]:
        """The values at the start and after each step."""
        turns = len(self.values) - 1
        return tuple(self.values[round(step * turns / STEPS)] for step in range(STEPS + 1))

    def finished(self, place: GameId, bots: Sequence[int]) -> RecordedGame:
        """Return the record of the finished game."""
        table, seats = self.table, range(self.table.seats)
        result = table.result
        assert result
        happened = self.count_events()
        lead = [leader(values) for values in self.values]
        sole = result.winners[0] if len(result.winners) == 1 else None
        return RecordedGame(
            deal=place.deal,
            rotation=place.rotation,
            seed=table.seed,
            bots=tuple(bots),
            shares=tuple((seat in result.winners) / len(result.winners) for seat in seats),
            ranks=result.ranks,
            scores=tuple(score.total for score in result.scores),
            parts=tuple(score.parts for score in result.scores),
            traits=tuple(
                all_traits(self.initial_traits[seat], table.game.traits(table.position, seat)) for seat in seats
            ),
            order=self.decision_order(),
            decisions=tuple(self.decisions),
            seconds=tuple(self.seconds),
            legal=self.legal,
            turns=len(self.values) - 1,
            lengths=table.game.lengths(table.position),
            end=result.reason.id,
            numbers={name: number for name, number in result.reason.params.items() if isinstance(number, int)},
            uses={use: tuple(counts) for use, counts in self.uses.items()},
            happened=happened,
            course=self.course(),
            changes=changes(lead),
            settled=None if sole is None else settled(lead, sole),
        )


def record(
    table: Table, bots: Sequence[Bot], counting: UseCounter, place: GameId, lineup: Sequence[int]
) -> RecordedGame:
    """Play a game to its end and record it; `bots` are by seat, `lineup` has their indices."""
    recorder = Recorder(table, counting)
    play_bots(table, bots, recorder.play)
    return recorder.finished(place, lineup)


def all_traits(begun: dict[str, str], ended: dict[str, str]) -> dict[str, str]:
    """A seat's traits; those it had from the start are listed for the start and for the end."""
    told = {name: value for name, value in ended.items() if name not in begun}
    told |= {f"{name} at the start": value for name, value in begun.items()}
    return told | {f"{name} at the end": value for name, value in ended.items() if name in begun}


def leader(values: Sequence[float]) -> int | None:
    """The seat with the highest value; None if several share it."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def changes(lead: Sequence[int | None]) -> int:
    """How often the lead changed."""
    known = [seat for seat in lead if seat is not None]
    return sum(one != other for one, other in pairwise(known))


def settled(lead: Sequence[int | None], winner: int) -> float:
    """The part of the game after which only the winner led."""
    last = max((turn for turn, seat in enumerate(lead) if seat not in (winner, None)), default=-1)
    return (last + 1) / max(1, len(lead) - 1)
