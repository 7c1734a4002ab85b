"""Sequential halving visits all moves, the better ones longer, and finds immediate wins."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

import guanxi
from guanxi.bots.core.preselection import preselect
from guanxi.bots.network_files import FOLDER, read_weights
from guanxi.bots.search_bot import TRIED, SearchBot, SearchSettings, workspace_for
from guanxi.engine.core.position import Moves, first_owing

if TYPE_CHECKING:
    from pathlib import Path

HANAMIKOJI = guanxi.game("hanamikoji")
TRIAL = SearchSettings(iterations=96, lookahead=12)


def begun(plan: SearchSettings = TRIAL) -> tuple[SearchBot, guanxi.Sight]:
    """A bot, and its sight at the start of a game."""
    table = HANAMIKOJI.table(seed=4)
    return SearchBot(Random(1), plan, "judge"), table.sight(table.to_move[0])


def test_every_move_is_looked_at_and_the_best_ones_are_played_on() -> None:
    bot, sight = begun()
    thoughts = bot.think(sight)
    assert sorted(thought.move for thought in thoughts) == sorted(sight.legal_numbers)
    tried = sorted((thought.visits for thought in thoughts if thought.visits), reverse=True)
    assert len(tried) == TRIED < len(sight.legal_numbers)
    # Half of the remaining moves are tried longer than the others.
    assert tried[0] == tried[1] > tried[2] > tried[TRIED // 2] == tried[-1]
    assert bot.choose(sight) in [thought.move for thought in thoughts if thought.visits]


def test_the_best_are_kept() -> None:
    bot, sight = begun()
    bot.prepare(sight)
    trial = bot.prepare_halving(sight)
    trial.begin(4)
    values = sorted((value for _, _, value, _, _ in trial.findings()), reverse=True)
    assert trial.keep(5) == 5
    assert [value for _, _, value, _, _ in trial.findings()[:5]] == values[:5]
    assert trial.keep(9) == 5


def test_play_stops_at_the_end_of_the_round() -> None:
    bot, sight = begun()
    bot.prepare(sight)
    trial = bot.prepare_halving(sight)
    ended = 0
    for _ in range(20):
        trial.imagine()
        trial.world.play(sight.seat, sight.legal_numbers[0])
        trial.play_on(100)
        numbers = trial.world.numbers()
        assert not trial.world.owing or (numbers["round"], numbers["turn"]) == (2, 0)
        ended += numbers["round"] == 2
    assert ended > 0


def test_all_moves_are_tried_with_the_same_luck() -> None:
    """Moves with the same effect have the same value in every position."""
    bot, sight = begun(SearchSettings(iterations=1, lookahead=12))
    bot.prepare(sight)
    trial = bot.prepare_halving(sight)
    trial.begin(1)
    trial.moves.number = [sight.legal_numbers[0]] * len(trial.moves.number)
    trial.run(3, 12)
    assert trial.kept > 1
    assert len(set(trial.total[: trial.kept])) == 1


def test_every_move_is_glanced_at_even_without_time() -> None:
    bot, sight = begun(SearchSettings(seconds=0.0, lookahead=12))
    assert bot.choose(sight) in sight.legal_numbers


def test_only_the_moves_that_look_best_at_a_glance_are_evaluated() -> None:
    _, sight = begun()
    before = sight.sample_world(Random(1))
    world, moves = before.copy(), Moves()
    own = HANAMIKOJI.adviser(world)
    values = {}
    for move in sight.legal_numbers:
        world.play(sight.seat, move)
        values[move] = own.rough_value(sight.seat)
        world.copy_from(before)
    moves.fill(world, sight.seat)
    for _ in range(2):  # the second time there are no more than wanted
        preselect(world, before, own, sight.seat, moves, 6)
        assert [values[move] for move in moves.numbered()] == sorted(values.values(), reverse=True)[:6]
    assert world == before


def test_moves_that_self_play_never_evaluated_are_not_played_on(tmp_path: Path) -> None:
    """The network has learned nothing about them; they are listed behind the others."""
    file = tmp_path / "network.json"
    file.write_bytes(msgspec.json.encode(replace(read_weights(FOLDER / "hanamikoji.json"), weighed=5)))
    _, sight = begun()
    for plan in (SearchSettings(iterations=96, lookahead=12), SearchSettings(iterations=96)):
        found = SearchBot(Random(1), replace(plan, weights=str(file)), "judge").think(sight)
        assert sorted(stats.move for stats in found) == sorted(sight.legal_numbers)
        assert sum(stats.visits > 0 for stats in found) <= 5
        worst = min(stats.value for stats in found if stats.visits)
        assert all(stats.value <= worst + 0.2 for stats in found if not stats.visits)


def test_sealed_choices_of_others_differ_from_one_position_to_the_next() -> None:
    """They are drawn when a position is evaluated, even where nothing else is drawn."""
    game = guanxi.game("white_lotus")
    table = game.table(seed=3, **game.automatic)
    random = Random(3)
    while len(table.to_move) < 2:
        seat = table.to_move[0]
        table.play(seat, random.choice(table.legal_moves(seat)))
    sight = table.sight(table.to_move[0])
    bot = SearchBot(Random(1), SearchSettings(iterations=1, lookahead=1), "judge")
    bot.prepare(sight)
    trial = bot.prepare_halving(sight)
    streams = set()
    for _ in range(5):
        trial.begin(1)
        streams.add(tuple(trial.root.words))
    assert len(streams) == 5


@pytest.mark.parametrize("name", guanxi.game_names())
def test_a_whole_game_is_played_also_where_choices_are_sealed(name: str) -> None:
    game = guanxi.game(name)
    table = game.table(seed=2, **game.automatic)
    plan = SearchSettings(iterations=8, lookahead=1)
    bots = [SearchBot(Random(seat), plan, "quick") for seat in range(len(table.names))]
    for _ in range(60):
        if table.to_move:
            seat = table.to_move[0]
            table.play(seat, bots[seat].choose(table.sight(seat)))
    assert first_owing(workspace_for(game, True, "").halving.root) >= 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_two_processes_try_more_than_one() -> None:
    one, sight = begun()
    two, _ = begun(SearchSettings(iterations=96, lookahead=12, processes=2))
    alone = sum(thought.visits for thought in one.think(sight))
    assert sum(thought.visits for thought in two.think(sight)) == 2 * alone
