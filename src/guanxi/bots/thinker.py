"""Bots that search: they imagine, look ahead, and take what came out best."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from guanxi.bots.search import Search
from guanxi.bots.tree import Tree
from guanxi.engine.position import Moves

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.sight import Sight

BATCH = 32


class Thinker:
    name = "thinker"
    cache: dict[Any, Search] = {}

    def __init__(self, random: Random, iterations: int = 0, seconds: float = 0.0, at_random=0, exploration=0.5, sharpness=6.0, name="thinker"):
        self.random = random
        self.iterations = iterations
        self.seconds = seconds
        self.at_random = at_random
        self.exploration = exploration
        self.sharpness = sharpness
        self.name = name

    def search(self, sight: Sight) -> Search:
        key = sight.game.name
        s = self.cache.get(key)
        if s is None:
            s = self.cache[key] = Search()
            s.tree = Tree()
            s.moves = Moves()
            s.world = sight.game.position()
            s.before = sight.game.position()
            s.root = sight.game.position()
            s.adviser = sight.game.adviser(s.world)
        sight.imagine(self.random, into=s.root)
        s.seat = sight.seat
        s.at_random = self.at_random
        s.exploration = self.exploration
        s.sharpness = self.sharpness
        s.tree.clear(s.root.seats)
        return s

    def choose(self, sight: Sight) -> int:
        if len(sight.moves) == 1:
            return sight.moves[0]
        s = self.search(sight)
        if self.iterations:
            s.run(self.iterations)
        else:
            end = perf_counter() + self.seconds
            while perf_counter() < end:
                s.run(BATCH)
        self.s = s
        rows = s.children(sight.seat)
        if s.root.sealing:
            shares = [row[4] for row in rows]
            return self.random.choices([row[0] for row in rows], shares)[0]
        return max(rows, key=lambda row: (row[1], row[2]))[0]
