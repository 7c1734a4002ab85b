"""Decide whether a decision is a puzzle: one move must be far better than all others, and nobody may doubt it.

Where the rest of the game is short enough it is played out exactly.  Elsewhere several searches, each with its own
random stream, must agree on the move, and it must then beat its rivals in positions sampled anew.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from guanxi.bots.evaluation import chances_after
from guanxi.bots.explanations import alternatives, chance_to_win
from guanxi.bots.levels import Casual
from guanxi.bots.search_bot import SearchBot, SearchSettings
from guanxi.learning.puzzles import Answer, Puzzle, id_of, start_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guanxi.bots.parallel import MoveStats
    from guanxi.engine.sight import Sight
    from guanxi.engine.table import Table

LEAST_MOVES = 3  # legal moves
GLANCE = SearchSettings(iterations=300)
FAVOURITE = 0.5  # the share of a glance that the best move must get
SEARCH = SearchSettings(iterations=800)
SEARCHES = 4  # that must agree
WORLDS = 16  # in which the best move is compared with its rivals
RIVALS = 3
MARGIN = 0.08  # by which the best move's chance must exceed its rivals',
ERRORS = 2.5  # and by so many standard errors as well
TRIES = 12  # of a casual player,
EASY = 0.7  # who must not find the answer more often than this
VAGUE = frozenset({"why.later", "why.only"})  # reasons that explain nothing


def puzzle_at(table: Table, seat: int) -> Puzzle | None:
    """The decision of a seat as a puzzle; None if it is none."""
    sight = table.sight(seat)
    if not is_open(table, sight):
        return None
    random = Random(f"puzzle {table.seed} {table.moves}")
    exact = solved(sight, random)
    stats = exact or SearchBot(random, GLANCE, "puzzle").think(sight)
    best, game = favourite(sight, stats, bool(exact)), table.game
    share = 1.0 if best is None else share_found(sight, best, random)
    if best is None or share > EASY:
        return None
    chances = exact_chances(sight, exact) if exact else searched_chances(sight, best, random)
    answers = explained(sight, stats, chances, random)
    if not answers or answers[0].why is None or answers[0].why.id in VAGUE:
        return None
    start = start_of(table, seat)
    return Puzzle(
        id=id_of(game.name, start),
        start=start,
        rules=game.rules_version,
        exact=bool(exact),
        found=round(share, 2),
        answers=answers,
    )


def is_open(table: Table, sight: Sight) -> bool:
    """Whether a decision has one best move at all: sealed choices want mixing, deals are computed."""
    return not (
        table.position.sealing or sight.is_even or len(sight.legal_numbers) < LEAST_MOVES or sight.deal_move is not None
    )


def solved(sight: Sight, random: Random) -> list[MoveStats]:
    """The exact value of every move; empty if too much is left."""
    bot = SearchBot(random, SearchSettings(iterations=1, solves_endgames=True), "puzzle")
    if not bot.solve_endgame(sight, bot.prepare(sight)):
        return []
    return bot.think(sight)


def favourite(sight: Sight, stats: Sequence[MoveStats], exact: bool) -> int | None:
    """The best move as far as a first look tells; None if it is not far better than the next one."""
    first, second, *_ = sorted(stats, key=lambda one: (0 if exact else one.visits, one.value), reverse=True)
    if not exact and first.visits < FAVOURITE * sum(one.visits for one in stats):
        return None
    lead = chance_to_win(first.value, sight.seats) - chance_to_win(second.value, sight.seats)
    return first.move if lead >= MARGIN else None


def exact_chances(sight: Sight, stats: Iterable[MoveStats]) -> dict[int, float]:
    """The chances after the best moves, best first."""
    ranked = sorted(stats, key=lambda one: one.value, reverse=True)
    return {one.move: chance_to_win(one.value, sight.seats) for one in ranked[: RIVALS + 1]}


def searched_chances(sight: Sight, best: int, random: Random) -> dict[int, float]:
    """The chances after the best move and its rivals; empty unless all searches prefer it and it beats them by far."""
    visits = Counter[int]()
    for _ in range(SEARCHES):
        stats = SearchBot(Random(random.random()), SEARCH, "puzzle").think(sight)
        if preferred(stats) != best:
            return {}
        visits.update({one.move: one.visits for one in stats})
    rivals = [move for move, _ in visits.most_common(RIVALS + 1) if move != best][:RIVALS]
    return compared(sight, best, rivals, random)


def preferred(stats: Sequence[MoveStats]) -> int:
    """The move that a search prefers."""
    return max(stats, key=lambda one: (one.visits, one.value)).move


def compared(sight: Sight, best: int, rivals: Iterable[int], random: Random) -> dict[int, float]:
    """The chances of all these moves in the same sampled positions; empty unless the best is clearly the best."""
    seeds = [(random.getrandbits(64), random.getrandbits(64)) for _ in range(WORLDS)]
    own = chances_in(sight, best, seeds)
    found = {best: fmean(own)}
    for rival in rivals:
        other = chances_in(sight, rival, seeds)
        lead = [mine - theirs for mine, theirs in zip(own, other, strict=True)]
        if fmean(lead) < MARGIN or fmean(lead) < ERRORS * stdev(lead) / len(lead) ** 0.5:
            return {}
        found[rival] = fmean(other)
    return dict(sorted(found.items(), key=lambda one: one[1], reverse=True))


def chances_in(sight: Sight, move: int, seeds: Iterable[tuple[int, int]]) -> list[float]:
    """The mover's chance after a move, in each of the positions sampled with these seeds."""
    return [
        chances_after(sight, sight.sample_world(Random(drawn)), move, SEARCH, Random(thought))[sight.seat]
        for drawn, thought in seeds
    ]


def share_found(sight: Sight, best: int, random: Random) -> float:
    """How often a casual player finds the move."""
    return fmean(Casual(Random(random.random())).choose(sight) == best for _ in range(TRIES))


def explained(sight: Sight, stats: list[MoveStats], chances: dict[int, float], random: Random) -> list[Answer]:
    """The moves as answers, best first, with the reasons that can be given."""
    why = {one.move: one.why for one in alternatives(sight, stats, random) if not one.equal}
    notation = {number: move.notation() for number, move in zip(sight.legal_numbers, sight.legal_moves, strict=True)}
    return [Answer(notation[move], round(chance, 3), why.get(move)) for move, chance in chances.items()]
