"""Review a finished game: how the chances developed, its turning points, and what was luck and what was skill.

Before each decision every player's chance is evaluated from what that player could see.  These chances, scaled to sum
to 1, are the course of the game, which ends with each player's share of the win.

A decision is compared with the best move that a search finds from what the mover could see; the change in everybody's
chances is its effect.  A player's path from start to end thus has three parts: the effects of their own decisions
(skill), those of the others' decisions, and the rest, which is luck: draws, revealed cards, and what nobody could know.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.bots.evaluation import compare, evaluate, scaled, won
from guanxi.bots.search_bot import SearchSettings
from guanxi.engine.errors import BadLog, GuanxiError
from guanxi.engine.log import Log, history_of
from guanxi.engine.replay import check_end, check_head, play_entry
from guanxi.engine.table import Table
from guanxi.engine.text import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from guanxi.engine.game import Game

    Progress = Callable[["Decision", int], None]

LEAST, MOST = 256, 1024  # iterations per search
WHOLE = 24_000  # iterations per game, so that a short game is searched more deeply
TURNS = 5  # turning points at most,
APART = 4  # and at most one per this many moves
SWING = 0.1  # the smallest change of a chance that makes a turning point
MISTAKE = 0.05  # the smallest loss that counts as a mistake


class Choice(msgspec.Struct, frozen=True):
    """A move in notation and in words."""

    notation: str
    phrase: Phrase


class Decision(msgspec.Struct, frozen=True):
    """A decision, and everybody's chances before it."""

    move: int  # counted from 1, without moves that were taken back
    seat: int
    chances: list[float]  # of all seats; they sum to 1
    judged: list[float]  # each player's chance by what that player could see
    played: Choice
    best: Choice
    effect: list[float]  # what the choice changed for everybody, against the best one

    @property
    def loss(self) -> float:
        """The chance that the decision cost the mover."""
        return -self.effect[self.seat]


class Turn(msgspec.Struct, frozen=True):
    """A turning point: a move that changed somebody's chance a lot."""

    move: int
    seat: int  # that made the move
    kind: str  # "mistake": the choice explains most of the swing; "luck": what was revealed does
    swing: list[float]  # how everybody's chance changed
    judged: list[float]  # what each player could know before it
    truth: list[float]  # everybody's chance before it with all cards open


class Account(msgspec.Struct, frozen=True):
    """The development of a player's chance: end = start + skill + others + luck."""

    seat: int
    start: float
    skill: float  # effect of own decisions: 0 equals the best moves a search finds; usually negative
    others: float  # effect of the others' decisions
    luck: float
    end: float
    mistakes: int


class Review(msgspec.Struct, frozen=True):
    """The review of a finished game."""

    iterations: int
    decisions: list[Decision]
    end: list[float]
    turns: list[Turn]
    players: list[Account]


def review(
    log: Log,
    game: Game[Any, Any],
    settings: SearchSettings | None = None,
    progress: Progress | None = None,
    known: Sequence[Decision] = (),
) -> Review:
    """Review a finished game; `known` are its first decisions from an interrupted review.

    `progress` is called with each new decision and the number of all decisions.  The same log always gives the same
    review.
    """
    count = len(history_of(log.moves))
    settings = settings or SearchSettings(iterations=iterations_for(count))
    decisions = list(known)
    for number, (table, entry) in enumerate(tables_before_moves(log, game), 1):
        if number > len(known):
            decisions.append(decision(table, entry, number, settings, chance_of(log, number)))
            if progress:
                progress(decisions[-1], count)
    end = won(table_at(log, game, count).position)
    turns = [with_truth(turn, log, game, settings) for turn in turning_points(decisions, end)]
    return Review(settings.iterations, decisions, end, turns, accounts(decisions, end))


def iterations_for(decisions: int) -> int:
    """The iterations of each search in a game with so many decisions."""
    return min(MOST, max(LEAST, WHOLE // max(1, decisions)))


def so_far(decisions: Sequence[Decision], iterations: int) -> Review | None:
    """The review of a game's first decisions, as if it ended with the last of them; None if they are too few.

    The chances with open cards are not known yet, so a turning point repeats what could be seen.
    """
    if len(decisions) <= 1:
        return None
    *judged, last = decisions
    turns = [msgspec.structs.replace(found, truth=found.judged) for found in turning_points(judged, last.chances)]
    return Review(iterations, judged, last.chances, turns, accounts(judged, last.chances))


def tables_before_moves(log: Log, game: Game[Any, Any]) -> Iterator[tuple[Table, str]]:
    """Yield the table before each move that was not taken back, and the move's log entry."""
    check_head(log, game)
    if log.result is None:
        raise BadLog("The game is not over yet; only finished games can be reviewed.")
    table = table_at(log, game, 0)
    for number, entry in enumerate(history_of(log.moves), 1):
        yield table, entry
        try:
            play_entry(table, entry)
        except GuanxiError as error:
            raise BadLog(f"{entry!r} is refused. {error}", number) from None
    check_end(log, table)


def table_at(log: Log, game: Game[Any, Any], moves: int) -> Table:
    """The table after this many moves."""
    table = Table(game, len(log.seats), log.seed, log.seats, log.origin or None, **log.options)
    for entry in history_of(log.moves)[:moves]:
        play_entry(table, entry)
    return table


def chance_of(log: Log, number: int) -> Random:
    """The random stream for the search about a decision."""
    return Random(f"review {log.seed} {number}")


def decision(table: Table, entry: str, number: int, settings: SearchSettings, random: Random) -> Decision:
    """Evaluate the position of a table and the decision made in it."""
    head, _, notation = entry.partition(" ")
    seat = int(head)
    half = max(1, settings.iterations // 2)
    views = [
        evaluate(table.sight(other), settings, settings.iterations if other == seat else half, random)
        for other in range(table.seats)
    ]
    sight = table.sight(seat)
    choices = {move.notation(): number for number, move in zip(sight.legal_numbers, sight.legal_moves, strict=True)}
    played = choices[notation]
    best = views[seat].best if seat in table.to_move else None
    judged = [view.chances[other] for other, view in enumerate(views)]
    if best is None:
        # This changes a sealed choice, which was already evaluated when it was made.
        best = played
    effect = compare(sight, best, played, settings, random) if best != played else [0.0] * table.seats
    return Decision(number, seat, scaled(judged), judged, choice(table, played), choice(table, best), effect)


def choice(table: Table, number: int) -> Choice:
    """Describe a move at a table."""
    move = table.game.move(table.position, number)
    return Choice(move.notation(), table.phrase(move))


def course(decisions: Sequence[Decision], end: list[float]) -> list[list[float]]:
    """All seats' chances before each move and at the end."""
    return [each.chances for each in decisions] + [end]


def turning_points(decisions: Sequence[Decision], end: list[float]) -> list[Turn]:
    """The largest swings in the order of the game; of two consecutive moves only the one with the larger swing."""
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
    """The largest change of anybody's chance."""
    return max(abs(change) for change in swing)


def turn(made: Decision, swing: list[float]) -> Turn:
    """Describe a turning point; `with_truth` adds the chances with all cards open."""
    kind = "mistake" if made.loss >= MISTAKE and made.loss >= largest(swing) / 2 else "luck"
    return Turn(made.move, made.seat, kind, swing, made.judged, made.chances)


def with_truth(found: Turn, log: Log, game: Game[Any, Any], settings: SearchSettings) -> Turn:
    """Add to a turning point what nobody knew: the chances before it with all cards open."""
    table = table_at(log, game, found.move - 1)
    open_cards = evaluate(table.true_sight(found.seat), settings, settings.iterations, chance_of(log, -found.move))
    return msgspec.structs.replace(found, truth=open_cards.chances)


def accounts(decisions: Sequence[Decision], end: list[float]) -> list[Account]:
    """Split the development of every player's chance into skill, others and luck."""
    start = course(decisions, end)[0]
    found = []
    for seat, last in enumerate(end):
        skill = sum(made.effect[seat] for made in decisions if made.seat == seat)
        others = sum(made.effect[seat] for made in decisions if made.seat != seat)
        mistakes = sum(made.seat == seat and made.loss >= MISTAKE for made in decisions)
        found.append(Account(seat, start[seat], skill, others, last - start[seat] - skill - others, last, mistakes))
    return found
