"""A finished game looked at again: how the chances went, where it turned, and what was luck and what was skill.

Before each decision every player's chance is judged by what that player could see; these judgements, scaled to 1 in
sum, are the course of the game.  It ends with what the result gave to each.

A decision is measured against the best move that a search finds with what the mover could see.  What the choice changed
for everybody is its effect, so that a player's way from the first moment to the end consists of three parts: the
effects of their own decisions (skill), those of the others', and all the rest, which is luck: what was drawn, what came
to light, and what nobody could know.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.bots.judging import compare, judge, scaled, won
from guanxi.bots.thinker import Plan
from guanxi.engine.errors import BadLog, GuanxiError
from guanxi.engine.log import Log, standing
from guanxi.engine.replay import check_end, check_head, play_entry
from guanxi.engine.table import Table
from guanxi.engine.text import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from guanxi.engine.game import Game

    Progress = Callable[["Decision", int], None]

LEAST, MOST = 256, 1024  # iterations of a search
WHOLE = 24_000  # iterations for all decisions of a game, so that a short one is looked at more closely
TURNS = 5  # turning points that are named, at most,
APART = 4  # and one for so many moves
SWING = 0.1  # a smaller change of somebody's chance is none
MISTAKE = 0.05  # a loss that is worth a word


class Choice(msgspec.Struct, frozen=True):
    """A move, for programs and in words."""

    notation: str
    phrase: Phrase


class Decision(msgspec.Struct, frozen=True):
    """A decision, and how the game stood before it."""

    move: int  # it is the first, second, … move that stands
    seat: int
    chances: list[float]  # of everybody, 1 in sum
    judged: list[float]  # each player's chance by what that player could see
    played: Choice
    best: Choice
    effect: list[float]  # what the choice changed for everybody, against the best one

    @property
    def loss(self) -> float:
        """What it cost the mover."""
        return -self.effect[self.seat]


class Turn(msgspec.Struct, frozen=True):
    """A turning point: a move after which somebody stood much better or worse than before."""

    move: int
    seat: int  # who made it
    kind: str  # "mistake": the choice explains most of it; "luck": what came to light does
    swing: list[float]  # how everybody's chance changed
    judged: list[float]  # what each player could know before it
    truth: list[float]  # everybody's chance before it, had all cards lain open


class Account(msgspec.Struct, frozen=True):
    """A player's way through the game: end = start + skill + others + luck."""

    seat: int
    start: float
    skill: float  # by own decisions: 0 is as good as the best that a search finds, and usually it is less
    others: float  # by decisions of others
    luck: float
    end: float
    mistakes: int


class Review(msgspec.Struct, frozen=True):
    """All there is to say about a finished game."""

    iterations: int
    decisions: list[Decision]
    end: list[float]
    turns: list[Turn]
    players: list[Account]


def review(
    log: Log,
    game: Game[Any, Any],
    plan: Plan | None = None,
    progress: Progress | None = None,
    known: Sequence[Decision] = (),
) -> Review:
    """Look at a finished game again; `known` are its first decisions, where they have been looked at before.

    Each new decision is told to `progress`, with how many there are.  The same log has always the same review.
    """
    count = len(standing(log.moves))
    plan = plan or Plan(iterations=min(MOST, max(LEAST, WHOLE // max(1, count))))
    decisions = list(known)
    for number, (table, entry) in enumerate(moments(log, game), 1):
        if number > len(known):
            decisions.append(decision(table, entry, number, plan, chance_of(log, number)))
            if progress:
                progress(decisions[-1], count)
    end = won(table_at(log, game, count).position)
    turns = [with_truth(turn, log, game, plan) for turn in turning_points(decisions, end)]
    return Review(plan.iterations, decisions, end, turns, accounts(decisions, end))


def moments(log: Log, game: Game[Any, Any]) -> Iterator[tuple[Table, str]]:
    """The table before each move that stands, and the move as the log has it."""
    check_head(log, game)
    if log.result is None:
        raise BadLog("The game is not over yet: there is nothing to look back on.")
    table = table_at(log, game, 0)
    for number, entry in enumerate(standing(log.moves), 1):
        yield table, entry
        try:
            play_entry(table, entry)
        except GuanxiError as wrong:
            raise BadLog(f"{entry!r} is refused. {wrong}", number) from None
    check_end(log, table)


def table_at(log: Log, game: Game[Any, Any], moves: int) -> Table:
    """The table when so many moves stood."""
    table = Table(game, len(log.seats), log.seed, log.seats, log.origin or None, **log.options)
    for entry in standing(log.moves)[:moves]:
        play_entry(table, entry)
    return table


def chance_of(log: Log, number: int) -> Random:
    """The chance of the thoughts about a decision."""
    return Random(f"review {log.seed} {number}")


def decision(table: Table, entry: str, number: int, plan: Plan, random: Random) -> Decision:
    """Judge a moment, and the decision that was made in it."""
    head, _, notation = entry.partition(" ")
    seat = int(head)
    half = max(1, plan.iterations // 2)
    views = [
        judge(table.sight(other), plan, plan.iterations if other == seat else half, random)
        for other in range(table.seats)
    ]
    sight = table.sight(seat)
    choices = {move.notation(): number for number, move in zip(sight.moves, sight.legal, strict=True)}
    played = choices[notation]
    best = views[seat].best if seat in table.to_move else None
    judged = [view.chances[other] for other, view in enumerate(views)]
    if best is None:
        # A sealed choice that is changed was measured when it was made.
        best = played
    effect = compare(sight, best, played, plan, random) if best != played else [0.0] * table.seats
    return Decision(number, seat, scaled(judged), judged, choice(table, played), choice(table, best), effect)


def choice(table: Table, number: int) -> Choice:
    """A move at a table."""
    move = table.game.move(table.position, number)
    return Choice(move.notation(), table.phrase(move))


def course(decisions: Sequence[Decision], end: list[float]) -> list[list[float]]:
    """Everybody's chances before each move, and at the end."""
    return [each.chances for each in decisions] + [end]


def turning_points(decisions: Sequence[Decision], end: list[float]) -> list[Turn]:
    """The largest swings, in the order of the game; of two moves in a row only the one with the larger swing."""
    way = course(decisions, end)
    swings = [
        [after - before for before, after in zip(way[index], way[index + 1], strict=True)]
        for index in range(len(decisions))
    ]
    most = min(TURNS, max(1, len(decisions) // APART))
    chosen: list[int] = []
    for index in sorted(range(len(decisions)), key=lambda index: -largest(swings[index])):
        if len(chosen) < most and largest(swings[index]) >= SWING and all(abs(index - one) > 1 for one in chosen):
            chosen.append(index)
    return [turn(decisions[index], swings[index]) for index in sorted(chosen)]


def largest(swing: Sequence[float]) -> float:
    """How far somebody's chance has moved."""
    return max(abs(change) for change in swing)


def turn(made: Decision, swing: list[float]) -> Turn:
    """A turning point; how it would have looked with open cards is not known yet."""
    kind = "mistake" if made.loss >= MISTAKE and made.loss >= largest(swing) / 2 else "luck"
    return Turn(made.move, made.seat, kind, swing, made.judged, made.chances)


def with_truth(found: Turn, log: Log, game: Game[Any, Any], plan: Plan) -> Turn:
    """A turning point with what nobody knew: the chances before it if all cards had lain open."""
    table = table_at(log, game, found.move - 1)
    open_cards = judge(table.true_sight(found.seat), plan, plan.iterations, chance_of(log, -found.move))
    return msgspec.structs.replace(found, truth=open_cards.chances)


def accounts(decisions: Sequence[Decision], end: list[float]) -> list[Account]:
    """What became of every player's chance, and why."""
    start = course(decisions, end)[0]
    found = []
    for seat, last in enumerate(end):
        skill = sum(made.effect[seat] for made in decisions if made.seat == seat)
        others = sum(made.effect[seat] for made in decisions if made.seat != seat)
        mistakes = sum(made.seat == seat and made.loss >= MISTAKE for made in decisions)
        found.append(Account(seat, start[seat], skill, others, last - start[seat] - skill - others, last, mistakes))
    return found
