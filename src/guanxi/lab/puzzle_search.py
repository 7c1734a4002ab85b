"""Decide whether a decision is a puzzle: one move must be far better than all others, and nobody may doubt it.

Where the rest of the game is short enough it is played out exactly.  Elsewhere the move that a search prefers must
beat its rivals in positions sampled anew, and further searches, each with its own random stream, must agree on it.
"""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from guanxi.bots.evaluation import chances_after
from guanxi.bots.explanations import chance_to_win, contrasts
from guanxi.bots.levels import Casual
from guanxi.bots.parallel import move_stats
from guanxi.bots.search_bot import SearchBot, SearchSettings
from guanxi.learning.puzzles import Answer, Puzzle, id_of, start_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guanxi.bots.parallel import MoveStats
    from guanxi.engine.game import Game
    from guanxi.engine.sight import Sight
    from guanxi.engine.table import Table
    from guanxi.engine.text import Phrase

LEAST_MOVES = 3  # legal moves
GLANCE = SearchSettings(iterations=96)  # most decisions need no more to be no puzzles
GLANCED = 0.35  # the share of a glance that its best move must get
SEARCH = SearchSettings(iterations=400)
SEARCHES = 4  # that must agree
AGAIN = SearchSettings(iterations=4000)  # for a puzzle that is verified
STAGES = (2, 4, 8, 16)  # sampled positions in which the best move is compared with its rivals: most fail early
RIVALS = 3
MARGIN = 0.16  # of a fair share: by which the best move's chance must exceed its rivals',
LEAST_MARGIN = 0.04  # and never by less than this,
ERRORS = 2.5  # and by so many standard errors as well
SURE = 3.0  # standard errors beyond the margin that end a comparison early,
SETTLED = 4  # after so many positions
EARLY = 0.5  # the share of the margin that a comparison needs before its last stage,
HINTED = 0.4  # and that a glance needs
TRIES = 4  # searches of a casual player,
EASY = 0.9  # who must not find the answer more often than this
VAGUE = frozenset({"why.later", "why.only"})  # reasons that explain nothing


def margin(seats: int) -> float:
    """The least lead of a right answer in chances to win; with more players every chance is smaller."""
    return max(LEAST_MARGIN, MARGIN / seats)


def puzzle_at(table: Table, seat: int, endings_only: bool = False) -> Puzzle | None:
    """The decision of a seat as a puzzle; None if it is none, or no ending although only these are wanted."""
    sight = table.sight(seat)
    if not is_open(table, sight):
        return None
    random = Random(f"puzzle {table.seed} {table.moves}")
    exact = solved(sight, random)
    if not exact and endings_only:
        return None
    best = favourite(sight, exact or searched(sight, GLANCE, random), exact=bool(exact))
    if best is None or (share := share_found(sight, best, random)) > EASY:
        return None
    stats = exact or searched(sight, SEARCH, random)
    if (not exact and preferred(stats) != best) or is_vague(sight, best, stats, random):
        return None
    chances = exact_chances(sight, exact) if exact else searched_chances(sight, best, stats, random)
    found = answers(sight, chances, random) if chances else []
    if not found or says_nothing(found[0].why):
        return None
    game, start = table.game, start_of(table, seat)
    return Puzzle(
        id=id_of(game.name, start),
        start=start,
        rules=game.rules_version,
        exact=bool(exact),
        found=round(share, 2),
        answers=found,
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
    return move_stats(bot.workspace(sight).endgame)


def searched(sight: Sight, settings: SearchSettings, random: Random) -> list[MoveStats]:
    """The results for every move of a search with a random stream of its own."""
    return SearchBot(Random(random.random()), settings, "puzzle").think(sight)


def favourite(sight: Sight, stats: Sequence[MoveStats], *, exact: bool) -> int | None:
    """The best move; None unless it leads the next one, by the whole margin if the values are exact.

    The values of a glance are rough, but it tries a move that stands out more often than others.
    """
    first, second, *_ = sorted(stats, key=lambda one: (0 if exact else one.visits, one.value), reverse=True)
    if not exact and first.visits < GLANCED * sum(one.visits for one in stats):
        return None
    lead = chance_to_win(first.value, sight.seats) - chance_to_win(second.value, sight.seats)
    return first.move if lead >= margin(sight.seats) * (1.0 if exact else HINTED) else None


def exact_chances(sight: Sight, stats: Iterable[MoveStats]) -> dict[int, float]:
    """The chances after the best moves, best first."""
    ranked = sorted(stats, key=lambda one: one.value, reverse=True)
    return {one.move: chance_to_win(one.value, sight.seats) for one in ranked[: RIVALS + 1]}


def searched_chances(sight: Sight, best: int, stats: Sequence[MoveStats], random: Random) -> dict[int, float]:
    """The chances after the best move and its rivals; empty unless it beats them and further searches prefer it."""
    rivals = sorted((one for one in stats if one.move != best), key=lambda one: one.visits, reverse=True)
    chances = compared(sight, best, [one.move for one in rivals[:RIVALS]], random)
    agree = chances and all(preferred(searched(sight, SEARCH, random)) == best for _ in range(SEARCHES - 1))
    return chances if agree else {}


def preferred(stats: Sequence[MoveStats]) -> int:
    """The move that a search prefers."""
    return max(stats, key=lambda one: (one.visits, one.value)).move


def compared(sight: Sight, best: int, rivals: Sequence[int], random: Random) -> dict[int, float]:
    """The chances of all these moves in the same sampled positions; empty unless the best is clearly the best."""
    seeds = [(random.getrandbits(64), random.getrandbits(64)) for _ in range(STAGES[-1])]
    found: dict[int, list[float]] = {move: [] for move in (best, *rivals)}
    least, doubted, before = margin(sight.seats), list(rivals), 0
    for stage in STAGES:
        last, own = stage == STAGES[-1], found[best]
        own += chances_in(sight, best, seeds[before:stage])
        for rival in list(doubted):
            found[rival] += chances_in(sight, rival, seeds[before:stage])
            lead, doubt = lead_of(own, found[rival])
            if lead < (max(least, ERRORS * doubt) if last else max(EARLY * least, least - SURE * doubt)):
                return {}
            if stage >= SETTLED and lead >= least + SURE * doubt:
                doubted.remove(rival)
        if not doubted:
            break
        before = stage
    means = {move: mean_beside(found[best], chances) for move, chances in found.items()}
    return dict(sorted(means.items(), key=lambda one: one[1], reverse=True))


def mean_beside(own: Sequence[float], other: Sequence[float]) -> float:
    """A move's chance by the positions in which it was looked at, adjusted to all those of the best move."""
    return fmean(own) - lead_of(own, other)[0]


def lead_of(own: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much a move leads another in the positions of both, and the standard error of that."""
    lead = [mine - theirs for mine, theirs in zip(own, other, strict=False)]
    return fmean(lead), stdev(lead) / len(lead) ** 0.5


def chances_in(sight: Sight, move: int, seeds: Iterable[tuple[int, int]]) -> list[float]:
    """The mover's chance after a move, in each of the positions sampled with these seeds."""
    return [
        chances_after(sight, sight.sample_world(Random(drawn)), move, SEARCH, Random(thought))[sight.seat]
        for drawn, thought in seeds
    ]


def verified(puzzle: Puzzle, game: Game[Any, Any], seed: str) -> Puzzle | None:
    """A puzzle if it passes once more with another random stream: solved again, or searched longer and compared.

    An ending gets its chances anew: what the next round is worth depends on the evaluation.
    """
    table = puzzle.start.table(game)
    sight, random = table.sight(puzzle.seat), Random(f"again {seed} {puzzle.id}")
    number = {move.notation(): number for move, number in zip(sight.legal_moves, sight.legal_numbers, strict=True)}
    best, *rivals = [number[answer.move] for answer in puzzle.answers]
    if puzzle.exact:
        stats = solved(sight, random)
        if favourite(sight, stats, exact=True) != best:
            return None
        puzzle = replace(puzzle, answers=answers(sight, exact_chances(sight, stats), random))
    elif preferred(searched(sight, AGAIN, random)) != best or not compared(sight, best, rivals, random):
        return None
    return None if says_nothing(puzzle.solution.why) else puzzle


def share_found(sight: Sight, best: int, random: Random) -> float:
    """How often a casual player finds the move: the mean of its chances after several searches."""
    return fmean(Casual(Random(random.random())).odds(sight)[best] for _ in range(TRIES))


def is_vague(sight: Sight, best: int, stats: Sequence[MoveStats], random: Random) -> bool:
    """Whether nothing can be said of what makes the best move better than the runner-up."""
    rivals = sorted((one for one in stats if one.move != best), key=lambda one: (one.visits, one.value))
    return says_nothing(contrasts(sight, best, [rivals[-1].move], random)[best])


def says_nothing(why: Phrase | None) -> bool:
    """Whether a reason is none, or explains nothing."""
    return why is None or why.id in VAGUE


def answers(sight: Sight, chances: dict[int, float], random: Random) -> list[Answer]:
    """The moves as answers, best first, with the reasons that can be given."""
    best, *rivals = chances
    why = contrasts(sight, best, rivals, random)
    notation = {number: move.notation() for number, move in zip(sight.legal_numbers, sight.legal_moves, strict=True)}
    return [Answer(notation[move], round(chance, 3), why[move]) for move, chance in chances.items()]
