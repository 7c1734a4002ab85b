"""OpenSpiel's search as a bot: legal and honest in every game, and the same search as OpenSpiel's own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ChildInfo, ISMCTSBot, ISMCTSNode
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import guanxi
import guanxi.bridges.openspiel as bridge
from guanxi.bots import bot
from guanxi.bridges.nodes import Memory, continued
from guanxi.bridges.reference import EXPLORATION, Search
from guanxi.engine.sight import Sight
from guanxi.games.hanamikoji.moves import TRIPLE_NUMBER
from guanxi.games.hanamikoji.rules.material import GIFT
from tests.engine.sealed_game import GAME as BIDDING

HANAMIKOJI = guanxi.game("hanamikoji")


def last_decision() -> guanxi.Table:
    """With the letter seat 1 wins the Confidante and has 11 charm, without it seat 0 has 13."""
    table = HANAMIKOJI.table(seed=1, first=1)
    position = {
        "turn": 7,
        "owing": 0b10,
        "left": 0,
        "offer": GIFT + TRIPLE_NUMBER["flute", "flute", "letter"],
        "favour": [0, 0, -1, 1, 1, 0, -1],
        "side": [[0, 1, 0, 0, 0, 2, 1], [0, 0, 1, 3, 2, 0, 1]],
        "secret": [1, 5],
        "traded": [[4, 5], [6, 6]],
        "aside": 2,
        "hand": [[0] * 7] * 2,
        "used": [[1] * 4] * 2,
    }
    for name, numbers in position.items():
        setattr(table.position, name, numbers)
    return table


def test_it_takes_an_immediate_win() -> None:
    table = last_decision()
    table.play(1, bot("openspiel:100", Random(1)).choose(table.sight(1)))
    assert table.log.moves == ("1 take letter",)


def test_it_chooses_what_openspiel_chooses_from_its_own_states() -> None:
    table = last_decision()
    game = pyspiel.load_game("guanxi_hanamikoji")
    state = bridge.SpielState(game)
    memory = dict.fromkeys((None, 0, 1), Memory(""))
    state.node = continued(HANAMIKOJI, table.options, table.position.numbers(), memory)
    search = ISMCTSBot(game, RandomRolloutEvaluator(1), EXPLORATION, 100, random_state=np.random.RandomState(1))
    assert search.step(state) == bot("openspiel:100", Random(1)).choose(table.sight(1))


def node(tried: int, random: Random) -> Any:
    """A node with some moves tried."""
    made = ISMCTSNode()
    for move in range(tried):
        visits = random.randint(1, 9)
        made.child_info[move] = ChildInfo(visits, float(random.randint(-visits, visits)), 1 / tried)
        made.total_visits += visits
    return made


@pytest.mark.parametrize("seed", range(20))
def test_its_quick_steps_are_those_of_openspiel(seed: int) -> None:
    random = Random(seed)
    place = node(random.randint(1, 12), random)
    quick, slow = (
        kind(None, None, EXPLORATION, 2, random_state=np.random.RandomState(seed)) for kind in (Search, ISMCTSBot)
    )
    assert quick._select_candidate_actions(place) == slow._select_candidate_actions(place)
    legal = list(range(len(place.child_info)))
    assert quick.check_expand(place, legal) == slow.check_expand(place, legal) == pyspiel.INVALID_ACTION
    legal += [97, 98, 99]
    assert {quick.check_expand(place, legal) for _ in range(100)} == {97, 98, 99}


@pytest.mark.parametrize("name", guanxi.game_names())
def test_its_choice_does_not_depend_on_hidden_information(name: str) -> None:
    game = guanxi.game(name)
    table = game.table(game.usual, seed=2, **game.automatic)
    player, random = bot("openspiel:30", Random(1)), Random(3)
    for number in range(40):
        if table.over:
            break
        seat = table.to_move[-1]
        if number % 8 == 7:
            twin = table.position.copy()
            twin.reseed(number, 2, 3, 4)
            twin.imagine(seat)
            chosen = bot("openspiel:30", Random(number)).choose(table.sight(seat))
            assert chosen == bot("openspiel:30", Random(number)).choose(Sight(game, twin, seat))
        move = random.choice(table.sight(seat).legal_numbers) if number % 4 else player.choose(table.sight(seat))
        table.play(seat, move)


def test_sealed_choices_are_made_by_all() -> None:
    table = BIDDING.table(seed=4)
    player = bot("openspiel:200", Random(1))
    while table.to_move:
        seat = table.to_move[-1]
        table.play(seat, player.choose(table.sight(seat)))
    assert table.result


def test_it_beats_random() -> None:
    won = 0.0
    for deal in range(12):
        table = HANAMIKOJI.table(seed=deal, rounds=10)
        bots = [bot("openspiel:100", Random(deal)), bot("random", Random(deal))]
        while table.to_move:
            seat = table.to_move[0]
            table.play(seat, bots[seat].choose(table.sight(seat)))
        assert table.result
        won += (0 in table.result.winners) / len(table.result.winners)
    assert won >= 8
