"""Bots that search: they imagine, look ahead, and take what came out best."""

from __future__ import annotations

from functools import cache, partial
from math import exp
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.bots.ending import DEEP, TRIES, Ending
from guanxi.bots.learned import best_adviser
from guanxi.bots.search import Search
from guanxi.bots.together import Thought, found, think_together
from guanxi.bots.tree import NODES, Tree
from guanxi.bots.trial import Trial
from guanxi.engine.position import NOBODY, Moves
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from guanxi.engine.game import Game

BATCH = 16  # iterations between two looks at the clock
GLANCES = 16  # positions in which a move that goes on trial is looked at first
TRIED = 12  # moves that are played on, at most
RARE = 0.05  # a sealed choice that is right so much less often than the best one is left out


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How much, and in which way, a bot thinks about a decision."""

    iterations: int = 1 << 30
    seconds: float = 3600.0
    processes: int = 1
    exploration: float = 1.5
    sharpness: float = 2.0
    ahead: int = 0  # decisions that are played on after a move on trial; 0: no trial, but a search in a tree
    warmth: float = 0.0  # how easily a move is taken that looks worse
    exact: bool = False  # looks through all that is left once it is little
    at_random: bool = False  # plays games to their end by random moves instead of asking an adviser
    learned: bool = True  # asks what was learned, where something was
    believes: bool = True  # takes what others did as a sign of what they hold


class Desk:
    """Where the bots of one process think about a game, one after the other: its tree is large."""

    def __init__(self, game: Game[Any, Any], with_learned: bool) -> None:
        self.search = search = Search()
        search.tree = Tree()
        search.moves = Moves()
        search.root, search.world, search.before = game.position(), game.position(), game.position()
        search.adviser = best_adviser(game, search.world) if with_learned else game.adviser(search.world)
        self.ending = ending(game, search)
        self.trial = trial = Trial()
        trial.root, trial.world, trial.before, trial.adviser = search.root, search.world, search.before, search.adviser
        trial.start, trial.moves, trial.answers = game.position(), search.moves, Moves()
        trial.ending = self.ending
        self.used_by: Thinker | None = None
        self.followed = -1  # the move after which the same bot decides again
        self.expected: dict[str, Any] = {}  # what it will see then


def ending(game: Game[Any, Any], search: Search) -> Ending:
    """What looks through the end of a game, on the world of a search: one decision after the other."""
    decisions = [Ending() for _ in range(DEEP + 1)]
    for decision, following in zip(decisions, [*decisions[1:], decisions[0]], strict=True):
        decision.world, decision.adviser, decision.moves = search.world, search.adviser, Moves()
        decision.now, decision.supposed, decision.following = game.position(), game.position(), following
    return decisions[0]


class Thinker:
    """A bot that searches."""

    def __init__(self, random: Random, plan: Plan, name: str) -> None:
        self.random = random
        self.plan = plan
        self.name = name

    def choose(self, sight: Sight) -> int:
        """The best move; of choices that are sealed, one of a mixture."""
        if len(sight.moves) == 1:
            return sight.moves[0]
        move = self.pick(self.think(sight), sight)
        if not self.plan.ahead:
            self.look_forward(sight, move)
        return move

    def think(self, sight: Sight) -> list[Thought]:
        """What a search or a trial finds out about each move, as long as the plan lets it."""
        search = self.prepare(sight)
        until = perf_counter() + self.plan.seconds
        if self.finishes(sight, search):
            thoughts = found(desk_for(sight.game, self.plan.learned).ending)
        elif self.plan.ahead and not search.root.sealing:
            trial = self.prepare_trial(sight)
            thoughts = self.together(trial, partial(self.judge, trial, until))
        else:
            thoughts = self.together(search, partial(self.search, search, until))
        # A search that goes on also knows moves that another draw would have brought.
        legal = set(sight.moves)
        return [thought for thought in thoughts if thought.move in legal]

    def finishes(self, sight: Sight, search: Search) -> bool:
        """Look through all that is left, if it is little and the plan is to make no mistakes; says whether it was."""
        if not self.plan.exact or not sight.honest or search.root.sealing or len(sight.moves) == 1:
            return False
        rest = desk_for(sight.game, self.plan.learned).ending
        rest.tries = TRIES
        rest.world.copy_from(search.root)
        return rest.decide(sight.seat) != NOBODY

    def together(self, work: Search | Trial, run: Callable[[], None]) -> list[Thought]:
        """What comes of some work, in as many processes as the plan has."""
        if self.plan.processes > 1:
            return think_together(work, run, self.plan.processes, self.random)
        run()
        return found(work)

    def search(self, search: Search, until: float) -> None:
        """Search until it is time, or for all iterations."""
        left = self.plan.iterations
        # However short the time is, every move is looked at once.
        search.run(min(BATCH, left))
        while (left := left - BATCH) > 0 and perf_counter() < until:
            search.run(min(BATCH, left))

    def judge(self, trial: Trial, until: float) -> None:
        """Try moves until it is time, or for all iterations: of the best ones half are left after each stage."""
        trial.begin(GLANCES)
        kept = trial.keep(TRIED)
        stages = (kept - 1).bit_length()
        for stage in range(stages, 0, -1):
            now = perf_counter()
            left = self.plan.iterations // stages
            while left > 0 and perf_counter() <= now + (until - now) / stage:
                left -= trial.run(1, self.plan.ahead)
            trial.keep((trial.kept + 1) // 2)

    def prepare(self, sight: Sight) -> Search:
        """A search that is about to begin, or to go on after one's own last move."""
        desk = desk_for(sight.game, self.plan.learned)
        search = desk.search
        goes_on = desk.used_by is self and desk.expected == public(sight) and search.tree.count < NODES // 2
        if goes_on:
            search.follow(desk.followed)
        sight.imagine(self.random, into=search.root)
        if not goes_on:
            search.tree.clear(search.root.seats)
        desk.used_by = self
        search.seat = sight.seat
        search.cheats = not sight.honest
        search.believes = self.plan.believes
        search.at_random = self.plan.at_random
        search.exploration = self.plan.exploration
        search.sharpness = self.plan.sharpness
        return search

    def prepare_trial(self, sight: Sight) -> Trial:
        """A trial that is about to begin, of the position that a search was prepared for."""
        trial = desk_for(sight.game, self.plan.learned).trial
        trial.seat = sight.seat
        trial.cheats = not sight.honest
        trial.believes = self.plan.believes
        return trial

    def pick(self, thoughts: list[Thought], sight: Sight) -> int:
        """The move to play, by what was found out."""
        moves = [thought.move for thought in thoughts]
        if self.plan.warmth:
            best = max(thought.value for thought in thoughts)
            return self.random.choices(moves, [exp((thought.value - best) / self.plan.warmth) for thought in thoughts])[
                0
            ]
        if desk_for(sight.game, self.plan.learned).search.root.sealing:
            often = max(thought.share for thought in thoughts)
            return self.random.choices(moves, [max(0.0, thought.share - RARE * often) for thought in thoughts])[0]
        return max(thoughts, key=lambda thought: (thought.visits, thought.value)).move

    def look_forward(self, sight: Sight, move: int) -> None:
        """If the next decision is one's own again, remember how it will look: the search can go on there."""
        desk = desk_for(sight.game, self.plan.learned)
        desk.expected = {}
        after = desk.search.root.copy()
        if sight.honest and not after.sealing:
            after.play(sight.seat, move)
            if after.owing & 1 << sight.seat and not after.sealing:
                desk.followed = move
                desk.expected = public(Sight(sight.game, after, sight.seat))


@cache
def desk_for(game: Game[Any, Any], with_learned: bool) -> Desk:
    """The one desk of this process for a game."""
    return Desk(game, with_learned)


def public(sight: Sight) -> dict[str, Any]:
    """What a sight can be known by."""
    return {**sight.numbers(), "words": None, "seat": sight.seat}
