"""The search is legal, honest and reproducible, finds known best moves, and mixes sealed choices."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import guanxi
from guanxi.bots.core.search import TreeSearch
from guanxi.bots.core.tree import NODES, SearchTree
from guanxi.bots.parallel import MoveStats, merge
from guanxi.bots.search_bot import SearchBot, SearchSettings, Workspace, workspace_for
from guanxi.engine.core.adviser import Adviser
from guanxi.engine.core.position import Moves, Position
from guanxi.engine.record import record
from tests.engine.fingerprint import is_plain

ROOT = Path(__file__).parents[3]
SMALL = SearchSettings(iterations=64)
PLAIN = SearchSettings(iterations=64, random_playouts=True, uses_network=False, uses_beliefs=False)
TRIAL = SearchSettings(iterations=24, lookahead=2, uses_network=False)


def think(name: str, moves: int, plan: SearchSettings = SMALL, seed: int = 5) -> list[MoveStats]:
    """The findings of a small search some random moves into a game."""
    game = guanxi.game(name)
    table = game.table(seed=seed, **game.automatic)
    random = Random(seed)
    for _ in range(moves):
        seat = table.to_move[0]
        table.play(seat, random.choice(table.legal_moves(seat)))
    return SearchBot(Random(seed), plan, "small").think(table.sight(table.to_move[0]))


def fingerprint() -> str:
    """Small searches in all games, in one number."""
    found = [
        [thought.move, thought.visits, round(thought.value, 6), round(thought.share, 6)]
        for name in guanxi.game_names()
        for plan in (SMALL, PLAIN, TRIAL)
        for thought in think(name, 7, plan)
    ]
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()


@pytest.mark.skipif(is_plain(), reason="nothing is compiled here: there is only the plain side")
def test_plain_and_compiled_search_find_the_same() -> None:
    command = [sys.executable, "-c", "from tests.bots.core.test_search import fingerprint; print(fingerprint())"]
    environment = {**os.environ, "GUANXI_PLAIN": "1"}
    plain = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    assert plain.strip() == fingerprint()


@pytest.mark.parametrize("name", guanxi.game_names())
@pytest.mark.parametrize("plan", [SMALL, PLAIN], ids=["advised", "plain"])
def test_a_whole_game_is_played(name: str, plan: SearchSettings) -> None:
    game = guanxi.game(name)
    table = game.table(seed=2, **game.automatic)
    plan = SearchSettings(iterations=8, random_playouts=plan.random_playouts, uses_network=plan.uses_network)
    bots = [SearchBot(Random(seat), plan, "quick") for seat in range(len(table.names))]
    while table.to_move:
        seat = table.to_move[0]
        table.play(seat, bots[seat].choose(table.sight(seat)))
    assert table.result


@pytest.mark.parametrize("name", guanxi.game_names())
def test_a_search_reports_exactly_the_legal_moves(name: str) -> None:
    game = guanxi.game(name)
    table = game.table(seed=9, **game.automatic)
    sight = table.sight(table.to_move[0])
    thoughts = SearchBot(Random(1), SMALL, "small").think(sight)
    assert sorted(thought.move for thought in thoughts) == sorted(sight.legal_numbers)
    assert sum(thought.visits for thought in thoughts) == SMALL.iterations


def test_every_move_is_visited_even_without_time() -> None:
    assert len(think("han", 3, SearchSettings(seconds=0.0))) > 1


def test_one_iteration_is_enough_where_others_seal_their_choices_first() -> None:
    table = guanxi.game("white_lotus").table(4, seed=3)
    quick = SearchBot(Random(1), SearchSettings(iterations=1), "quick")
    sealed = 0
    while sealed < 5:
        sealed += len(table.to_move) > 1
        seat = table.to_move[-1]
        table.play(seat, quick.choose(table.sight(seat)))


def test_the_same_seed_gives_the_same_search() -> None:
    assert think("han", 20) == think("han", 20)


def test_a_move_that_wins_at_once_is_found() -> None:
    """In many games of Hanamikoji, the last answer is a winning one if there is one."""
    game = guanxi.game("hanamikoji")
    decided = 0
    for seed in range(60):
        table = game.table(seed=seed, rounds=1)
        random = Random(seed)
        while not table.over:
            numbers = table.position.numbers()
            if numbers["turn"] == 7 and numbers["offer"] >= 0:
                break
            seat = table.to_move[0]
            table.play(seat, random.choice(table.legal_moves(seat)))
        if table.over:
            continue
        seat = table.to_move[0]
        sight = table.sight(seat)
        surely = [move for move in sight.legal_numbers if all(wins(sight, move, Random(n)) for n in range(20))]
        if 0 < len(surely) < len(sight.legal_numbers):
            decided += 1
            for plan in (SearchSettings(iterations=200), SearchSettings(iterations=20, lookahead=12)):
                assert SearchBot(Random(seed), plan, "small").choose(sight) in surely
    assert decided > 3


def wins(sight: guanxi.Sight, move: int, random: Random) -> bool:
    """Whether a move wins in a sampled position."""
    world = sight.sample_world(random)
    world.play(sight.seat, move)
    return world.owing == 0 and world.winners() == 1 << sight.seat


@record
class Pennies(Position):
    """Matching pennies: seat 0 wins if both coins are equal, seat 1 if not; hiding the coin loses to showing it."""

    shown: int = 0

    def _list_moves(self, seat: int, moves: Moves) -> None:
        for coin in range(3):
            moves.add(coin)

    def _unseal(self) -> None:
        one, other = self.sealed[0], self.sealed[1]
        if one == 2 or other == 2:
            self.shown = 2 if one == 2 else 1
        else:
            self.shown = 1 if one == other else 2

    def _redraw(self, seat: int) -> None:
        pass

    def winners(self) -> int:
        return self.shown


def test_sealed_choices_are_mixed() -> None:
    search = TreeSearch()
    search.tree, search.moves, search.adviser = SearchTree(), Moves(), Adviser()
    search.root, search.world, search.before = Pennies(), Pennies(), Pennies()
    search.random_playouts = 1
    search.exploration = 1.0
    search.root.seats = 2
    search.root.reseed(1, 2, 3, 4)
    search.root._seal(0b11)
    search.tree.clear(2)
    search.run(20_000)
    shares = {move: share / 20_000 for move, _, _, share, _ in search.findings()}
    assert shares[0] == pytest.approx(0.5, abs=0.1)
    assert shares[1] == pytest.approx(0.5, abs=0.1)
    assert shares[2] < 0.06


def test_a_search_continues_after_the_bots_own_move() -> None:
    game = guanxi.game("han")
    table = game.table(4, seed=4)
    seat = table.to_move[0]
    bot = SearchBot(Random(1), SearchSettings(iterations=400), "small")
    table.play(seat, bot.choose(table.sight(seat)))
    assert table.to_move == (seat,)
    again = bot.think(table.sight(seat))
    assert sum(thought.visits for thought in again) > 400
    other = SearchBot(Random(1), SearchSettings(iterations=400), "other")
    assert sum(thought.visits for thought in other.think(table.sight(seat))) == 400


def test_the_results_of_several_processes_are_merged() -> None:
    one = [MoveStats(3, 10, 0.5, 1.0, 0.4), MoveStats(4, 0, 0.1, 0.0)]
    other = [MoveStats(3, 30, 0.1, 3.0, 0.1), MoveStats(4, 0, 0.3, 0.0)]
    both, none = merge([one, other])
    assert (both.move, both.visits, both.share) == (3, 40, 4.0)
    assert both.value == pytest.approx(0.2)
    assert both.doubt == pytest.approx(0.125)
    assert none == MoveStats(4, 0, 0.1, 0.0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_two_processes_find_more_than_one() -> None:
    game = guanxi.game("hanamikoji")
    table = game.table(seed=4)
    bot = SearchBot(Random(1), SearchSettings(iterations=100, processes=2), "two")
    assert sum(thought.visits for thought in bot.think(table.sight(table.to_move[0]))) == 200


def test_there_is_one_workspace_for_each_game() -> None:
    game = guanxi.game("hanamikoji")
    assert isinstance(workspace_for(game, True, ""), Workspace)
    assert workspace_for(game, True, "") is workspace_for(game, True, "")


def test_a_search_continues_with_a_full_tree() -> None:
    game = guanxi.game("hanamikoji")
    bot = SearchBot(Random(1), SearchSettings(iterations=4), "full")
    sight = game.table(seed=4).sight(game.table(seed=4).to_move[0])
    search = bot.prepare(sight)
    search.run(200)
    search.tree.count = NODES - 3
    search.run(400)
    assert search.tree.count <= NODES
    assert sum(visits for _, visits, _, _, _ in search.findings()) == 600
