"""Bots that search: sample positions, look ahead, and play the move with the best result."""

from __future__ import annotations

from functools import cache, partial
from math import exp
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.bots.core.endgame import DEEP, TRIES, Endgame
from guanxi.bots.core.halving import SequentialHalving
from guanxi.bots.core.network import NetworkAdviser
from guanxi.bots.core.search import TreeSearch
from guanxi.bots.core.tree import NODES, SearchTree
from guanxi.bots.manners import in_manner
from guanxi.bots.network_files import best_adviser, packaged_network
from guanxi.bots.parallel import MoveStats, move_stats, search_in_parallel
from guanxi.bots.thinking import now
from guanxi.engine.core.position import NOBODY, Moves
from guanxi.engine.manners import Manner
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from guanxi.engine.game import Game

BATCH = 16  # iterations between two looks at the clock
GLANCES = 16  # positions in which sequential halving first looks at every move
TRIED = 12  # moves that sequential halving plays out, at most
UNTIMED = 3600.0  # seconds; a search that nothing else ends
RARE = 0.05  # leave out a sealed choice whose share is below this fraction of the largest


class SearchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How long and by which method a bot searches."""

    iterations: int = 1 << 30
    seconds: float = UNTIMED
    processes: int = 1
    exploration: float = 1.5
    sharpness: float = 2.0
    lookahead: int = 0  # decisions played after each move by sequential halving; 0: tree search instead
    temperature: float = 0.0  # how readily a worse-looking move is chosen
    solves_endgames: bool = False  # searches exhaustively once few possibilities are left
    random_playouts: bool = False  # evaluates by random games instead of an adviser
    uses_network: bool = True  # uses a trained network, if the game has one
    weights: str = ""  # the path of the network's weights; empty: those of the package
    uses_beliefs: bool = True  # infers hidden cards from what others did
    manner: Manner | None = None  # what it likes to play where several moves look about equally good


class Workspace:
    """The large data structures of a search, shared by all bots of a process that play one game."""

    def __init__(self, game: Game[Any, Any], with_network: bool, weights: str = "") -> None:
        self.game = game
        self.chooses = with_network and not weights  # the packaged network depends on the number of players
        self.search = search = TreeSearch()
        search.tree = SearchTree()
        search.moves = Moves()
        search.root, search.world, search.before = game.position(), game.position(), game.position()
        search.adviser = best_adviser(game, search.world, weights) if with_network else game.adviser(search.world)
        self.endgame = endgame(game, search)
        self.halving = halving = SequentialHalving()
        halving.root, halving.world, halving.before = search.root, search.world, search.before
        halving.adviser, halving.endgame = search.adviser, self.endgame
        halving.start, halving.moves, halving.answers = game.position(), search.moves, Moves()
        self.used_by: SearchBot | None = None
        self.followed = -1  # the move after which the same bot decides again
        self.expected: dict[str, Any] = {}  # what that bot will see then

    def choose_network(self, seats: int) -> None:
        """Use the packaged network for this number of players."""
        adviser, network = self.search.adviser, packaged_network(self.game.name, seats)
        if self.chooses and isinstance(adviser, NetworkAdviser) and network:
            adviser.network = network


def endgame(game: Game[Any, Any], search: TreeSearch) -> Endgame:
    """Return an endgame solver on the world of a search, with one record for each decision in depth."""
    decisions = [Endgame() for _ in range(DEEP + 1)]
    for decision, following in zip(decisions, [*decisions[1:], decisions[0]], strict=True):
        decision.world, decision.adviser, decision.moves = search.world, search.adviser, Moves()
        decision.now, decision.supposed, decision.following = game.position(), game.position(), following
    return decisions[0]


class SearchBot:
    """A bot that searches."""

    def __init__(self, random: Random, settings: SearchSettings, name: str) -> None:
        self.random = random
        self.settings = settings
        self.name = name
        self.found: list[MoveStats] = []  # what the last search found; empty if the last choice needed none

    def choose(self, sight: Sight) -> int:
        """Return the best move; where choices are sealed, a random one by the shares found."""
        self.found = []
        if len(sight.legal_numbers) == 1:
            return sight.legal_numbers[0]
        if sight.is_even:
            return self.random.choice(sight.legal_numbers)
        if sight.deal_move is not None and not self.settings.random_playouts:
            return sight.deal_move
        self.found = self.think(sight)
        move = self.pick(self.found, sight)
        if not self.settings.lookahead:
            self.expect_next(sight, move)
        return move

    def think(self, sight: Sight) -> list[MoveStats]:
        """Search within the limits of the settings and return what was found about each legal move."""
        search = self.prepare(sight)
        begun = now()
        if self.solve_endgame(sight, search):
            found = move_stats(self.workspace(sight).endgame)
        elif self.settings.lookahead and not search.root.sealing:
            halving = self.prepare_halving(sight)
            found = self.in_processes(halving, partial(self.run_halving, halving, self.left(begun)))
        else:
            found = self.in_processes(search, partial(self.run_search, search, self.left(begun)))
        # A search that continues an earlier one also knows moves that another draw would have made legal.
        legal = set(sight.legal_numbers)
        return [stats for stats in found if stats.move in legal]

    def left(self, begun: float) -> float:
        """The seconds that are left to think."""
        return self.settings.seconds - (now() - begun)

    def workspace(self, sight: Sight) -> Workspace:
        """The workspace for the game that is played."""
        return workspace_for(sight.game, self.settings.uses_network, self.settings.weights)

    def solve_endgame(self, sight: Sight, search: TreeSearch) -> bool:
        """Search exhaustively if the settings ask for it and little enough is left; returns whether it was."""
        if not self.settings.solves_endgames or not sight.honest or search.root.sealing:
            return False
        if len(sight.legal_numbers) == 1:
            return False
        solver = self.workspace(sight).endgame
        solver.tries = TRIES
        solver.world.copy_from(search.root)
        return solver.decide(sight.seat) != NOBODY

    def in_processes(self, work: TreeSearch | SequentialHalving, run: Callable[[], None]) -> list[MoveStats]:
        """Run a search in as many processes as the settings say."""
        if self.settings.processes > 1:
            return search_in_parallel(work, run, self.settings.processes, self.random)
        run()
        return move_stats(work)

    def run_search(self, search: TreeSearch, seconds: float) -> None:
        """Search until time or iterations run out."""
        until = now() + seconds  # each process has a clock of its own
        left = self.settings.iterations
        # One batch always runs, so that every move is looked at however short the time is.
        search.run(min(BATCH, left))
        while (left := left - BATCH) > 0 and now() < until:
            search.run(min(BATCH, left))

    def run_halving(self, halving: SequentialHalving, seconds: float) -> None:
        """Try moves until time or iterations run out, keeping the better half after each stage."""
        until = now() + seconds  # each process has a clock of its own
        halving.begin(GLANCES)
        kept = halving.keep(TRIED)
        stages = (kept - 1).bit_length()
        for stage in range(stages, 0, -1):
            begun = now()
            left = self.settings.iterations // stages
            while left > 0 and now() <= begun + (until - begun) / stage:
                left -= halving.run(1, self.settings.lookahead)
            halving.keep((halving.kept + 1) // 2)

    def prepare(self, sight: Sight) -> TreeSearch:
        """Set up a tree search; it continues the last one if this decision was expected."""
        workspace = self.workspace(sight)
        workspace.choose_network(sight.seats)
        search = workspace.search
        continues = (
            workspace.used_by is self and workspace.expected == identity(sight) and search.tree.count < NODES // 2
        )
        if continues:
            search.follow(workspace.followed)
        sight.sample_world(self.random, into=search.root)
        if not continues:
            search.tree.clear(search.root.seats)
        workspace.used_by = self
        search.seat = sight.seat
        search.cheats = not sight.honest
        search.uses_beliefs = self.settings.uses_beliefs
        search.random_playouts = self.settings.random_playouts
        search.exploration = self.settings.exploration
        search.sharpness = self.settings.sharpness
        return search

    def prepare_halving(self, sight: Sight) -> SequentialHalving:
        """Set up sequential halving on the position that `prepare` has sampled."""
        halving = self.workspace(sight).halving
        halving.seat = sight.seat
        halving.cheats = not sight.honest
        halving.uses_beliefs = self.settings.uses_beliefs
        return halving

    def pick(self, found: list[MoveStats], sight: Sight) -> int:
        """Choose the move to play from what a search found."""
        if self.settings.manner:
            found = in_manner(sight, found, self.settings.manner, self.settings.temperature)
        moves = [stats.move for stats in found]
        if self.settings.temperature:
            return self.random.choices(moves, weights(found, self.settings.temperature))[0]
        if self.workspace(sight).search.root.sealing:
            largest = max(stats.share for stats in found)
            return self.random.choices(moves, [max(0.0, stats.share - RARE * largest) for stats in found])[0]
        return max(found, key=lambda stats: (stats.visits, stats.value)).move

    def expect_next(self, sight: Sight, move: int) -> None:
        """If the seat decides again right after `move`, remember what it will see: the search can continue there."""
        workspace = self.workspace(sight)
        workspace.expected = {}
        after = workspace.search.root.copy()
        if sight.honest and not after.sealing:
            after.play(sight.seat, move)
            if after.owing & 1 << sight.seat and not after.sealing:
                workspace.followed = move
                workspace.expected = identity(Sight(sight.game, after, sight.seat))


def weights(found: list[MoveStats], temperature: float) -> list[float]:
    """How readily each move is chosen at a temperature: 1 for the best one."""
    best = max(stats.value for stats in found)
    return [exp((stats.value - best) / temperature) for stats in found]


@cache
def workspace_for(game: Game[Any, Any], with_network: bool, weights: str) -> Workspace:
    """Return this process's only workspace for a game and a network."""
    return Workspace(game, with_network, weights)


def identity(sight: Sight) -> dict[str, Any]:
    """Everything a seat knows apart from its random stream, to recognise an expected decision."""
    return {**sight.numbers(), "words": None, "seat": sight.seat}
