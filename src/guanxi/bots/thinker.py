"""Bots that search: they imagine, look ahead, and take what came out best."""

from __future__ import annotations

from functools import cache
from math import exp
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.bots.learned import best_adviser
from guanxi.bots.search import Search
from guanxi.bots.together import Thought, found, think_together
from guanxi.bots.tree import NODES, Tree
from guanxi.engine.position import Moves
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.game import Game

BATCH = 16  # iterations between two looks at the clock
RARE = 0.05  # a sealed choice that is right so much less often than the best one is left out


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How much, and in which way, a bot thinks about a decision."""

    iterations: int = 1 << 30
    seconds: float = 3600.0
    processes: int = 1
    exploration: float = 1.5
    sharpness: float = 2.0
    warmth: float = 0.0  # how easily a move is taken that looks worse
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
        self.used_by: Thinker | None = None
        self.followed = -1  # the move after which the same bot decides again
        self.expected: dict[str, Any] = {}  # what it will see then


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
        self.look_forward(sight, move)
        return move

    def think(self, sight: Sight) -> list[Thought]:
        """What a search finds out about each move, as long as the plan lets it."""
        search = self.prepare(sight)
        until = perf_counter() + self.plan.seconds

        def run() -> None:
            left = self.plan.iterations
            # However short the time is, every move is looked at once.
            search.run(min(BATCH, left))
            while (left := left - BATCH) > 0 and perf_counter() < until:
                search.run(min(BATCH, left))

        if self.plan.processes > 1:
            thoughts = think_together(search, run, self.plan.processes, self.random)
        else:
            run()
            thoughts = found(search)
        # A search that goes on also knows moves that another draw would have brought.
        legal = set(sight.moves)
        return [thought for thought in thoughts if thought.move in legal]

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
