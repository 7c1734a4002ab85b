"""OpenSpiel's own tests, and that its searches use only what a seat may know."""

from __future__ import annotations

import importlib
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

import guanxi
from guanxi.bridges import openspiel
from guanxi.bridges.playouts import RandomPlayouts
from guanxi.engine.errors import BadOption, GuanxiError, IllegalMove
from tests.bridges.auction import GAME as AUCTION

openspiel.register(AUCTION)
wide = pytest.mark.skipif(np.finfo(np.longdouble).minexp > -16_000, reason="this processor has no wide numbers")
every_game = pytest.mark.parametrize("name", ["guanxi_hanamikoji", "guanxi_auction"])


def advance(state: Any, random: Random, decisions: int = 10_000) -> Any:
    """Apply random actions, chance included, up to a decision or the end of the game."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.randrange(256))
        elif decisions:
            decisions -= 1
            state.apply_action(random.choice(state.legal_actions()))
        else:
            break
    return state


def states(name: str, count: int = 20) -> list[Any]:
    """Decision nodes, early and late in several games."""
    game = pyspiel.load_game(name)
    found = [advance(game.new_initial_state(), Random(seed), decisions=seed) for seed in range(count)]
    return [state for state in found if not state.is_terminal()]


@every_game
def test_random_simulations_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


@every_game
def test_a_serialized_state_is_equal_and_continues_equally(name: str) -> None:
    for state in states(name):
        text = pyspiel.serialize_game_and_state(state.get_game(), state)
        _, again = pyspiel.deserialize_game_and_state(text)
        advance(state, Random(5))
        advance(again, Random(5))
        assert str(state) == str(again)
        assert state.history() == again.history()
        assert state.node.position.numbers() == again.node.position.numbers()


@every_game
def test_the_history_is_the_whole_game(name: str) -> None:
    for state in states(name):
        again = state.get_game().new_initial_state()
        for action in state.history():
            again.apply_action(action)
        assert again.node.position.numbers() == state.node.position.numbers()


@every_game
def test_a_finished_game_is_paid_out(name: str) -> None:
    state = advance(pyspiel.load_game(name).new_initial_state(), Random(1))
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) <= 1


def test_chance_is_drawn_only_when_it_is_needed() -> None:
    game = pyspiel.load_game("guanxi_hanamikoji(rounds=2,first=0)")
    state = advance(game.new_initial_state(), Random(1), decisions=11)
    assert [step.player for step in state.full_history()].count(pyspiel.PlayerId.CHANCE) == openspiel.LUCK
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    assert state.node.position.round == 1
    with pytest.raises(GuanxiError, match="chance node"):
        state.resample_from_infostate(0, Random(1).random)


def test_a_set_up_without_chance_has_no_chance_nodes() -> None:
    game = pyspiel.load_game("guanxi_auction(purse=2)")
    state = game.new_initial_state()
    assert state.current_player() == 0
    for bid in (0, 1, 2):
        state.apply_action(bid)
    assert state.current_player() == 0  # the highest bid was one player's alone
    for bid in (2, 2, 0):
        state.apply_action(bid)
    assert state.is_chance_node()  # a lot decides between two


def test_luck_changes_the_deal() -> None:
    game = pyspiel.load_game("guanxi_hanamikoji")
    hands = set()
    for seed in range(20):
        state = advance(game.new_initial_state(), Random(seed), decisions=0)
        hands.add(str(state.node.position.hand))
    assert len(hands) == 20


@every_game
def test_a_resampled_state_looks_the_same_to_the_player_and_hides_the_rest(name: str) -> None:
    differed = 0
    for state in states(name):
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, Random(9).random)
            assert other.current_player() == state.current_player()
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.legal_actions(player) == state.legal_actions(player)
            assert other.history() == []
            differed += other.node.position.numbers() != state.node.position.numbers()
    assert differed > 10


@every_game
def test_a_resampled_state_can_be_resampled_and_written_down(name: str) -> None:
    for state in states(name, 8):
        player = state.current_player()
        twice = state.resample_from_infostate(player, Random(1).random).resample_from_infostate(
            player, Random(2).random
        )
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), twice))
        assert again.information_state_string(player) == state.information_state_string(player)
        assert str(advance(twice, Random(3))) == str(advance(again, Random(3)))


def test_sealed_choices_of_others_are_sampled_again() -> None:
    state = pyspiel.load_game("guanxi_auction(purse=3)").new_initial_state()
    state.apply_action(2)
    random = Random(1)
    sampled = [state.resample_from_infostate(1, random.random) for _ in range(200)]
    assert {world.node.position.sealed[0] for world in sampled} == {0, 1, 2, 3}
    assert all(world.current_player() == 1 for world in sampled)


def test_an_information_state_keeps_the_own_choices_and_no_hidden_card() -> None:
    game = pyspiel.load_game("guanxi_hanamikoji(first=0)")
    state = advance(game.new_initial_state(), Random(2), decisions=0)
    secret = state.legal_actions()[0]
    notation = state.action_to_string(0, secret)
    state.apply_action(secret)
    assert notation.startswith("secret ")
    assert f"0 {notation}\n" in state.information_state_string(0)
    assert notation not in state.information_state_string(1)
    assert "Player 1 keeps a card secret.\n" in state.information_state_string(1)


@every_game
def test_equal_information_states_have_equal_pasts(name: str) -> None:
    past: dict[str, list[tuple[str, int]]] = {}
    game = pyspiel.load_game(name)
    for seed in range(30):
        random = Random(seed % 3)
        state = advance(game.new_initial_state(), random, decisions=0)
        random = Random(seed)
        ways: list[list[tuple[str, int]]] = [[] for _ in range(state.num_players())]
        while not state.is_terminal():
            player = state.current_player()
            here = state.information_state_string(player)
            assert past.setdefault(here, ways[player]) == ways[player]
            action = random.choice(state.legal_actions()[:2])
            ways[player] = [*ways[player], (here, action)]
            state.apply_action(action)
            advance(state, random, decisions=0)


def test_the_tensor_of_perfect_recall_holds_the_last_decisions() -> None:
    game = pyspiel.load_game("guanxi_auction(recall=2,purse=3,rounds=3)")
    length = len(AUCTION.observation)
    state = game.new_initial_state()
    assert game.information_state_tensor_size() == 3 * length + 2
    known = []
    for bid in (1, 0, 0, 2, 0, 0, 3, 0):
        if state.current_player() == 0:
            known.append(state.observation_tensor(0))
        state.apply_action(bid)
    tensor = state.information_state_tensor(0)
    assert tensor[:length] == state.observation_tensor(0)
    assert tensor[length : 3 * length] == known[2] + known[1]
    assert tensor[3 * length :] == pytest.approx([(3 + 1) / 4, (2 + 1) / 4])


def searcher(game: Any, seed: int, simulations: int) -> ISMCTSBot:
    """OpenSpiel's information set search with a fixed seed."""
    numbers = np.random.RandomState(seed)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, numbers), 1.4, simulations, random_state=numbers)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, numbers.random_sample))
    return bot


@every_game
def test_information_set_search_plays_a_whole_game(name: str) -> None:
    game = pyspiel.load_game(name)
    state = advance(game.new_initial_state(), Random(1), decisions=0)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(), 1.4, max_simulations=5)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
        advance(state, Random(1), decisions=0)
    assert sum(state.returns()) == pytest.approx(0)


@every_game
def test_information_set_search_is_not_moved_by_what_it_cannot_know(name: str) -> None:
    for seed, state in enumerate(states(name, 6)):
        twin = state.resample_from_infostate(state.current_player(), Random(seed).random)
        chosen = [searcher(state.get_game(), seed, 20).step(world) for world in (state, twin)]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize(("name", "iterations"), [("hanamikoji", 20), ("han", 1)])
def test_outcome_sampling_never_divides_by_zero(name: str, iterations: int) -> None:
    np.random.seed(1)
    solver = OutcomeSamplingSolver(pyspiel.load_game(f"guanxi_{name}(chance=sampled,seed=1)"))
    for _ in range(iterations):
        solver.iteration()  # a warning of NumPy's is an error here


@wide
@pytest.mark.parametrize("name", ["white_lotus", "haiduci"])
def test_outcome_sampling_never_divides_by_zero_in_long_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Everything a player has seen would be a key that takes seconds to make.
    monkeypatch.setattr(openspiel.SpielState, "information_state_string", lambda state, _: state.history_str())
    np.random.seed(1)
    OutcomeSamplingSolver(pyspiel.load_game(f"guanxi_{name}(chance=sampled,seed=2)")).iteration()


@wide
@pytest.mark.parametrize("chance", openspiel.OUTCOMES)
@pytest.mark.parametrize("name", guanxi.game_names())
def test_the_probability_of_a_whole_game_is_never_zero(name: str, chance: str) -> None:
    players = max(guanxi.game(name).seats)
    state = pyspiel.load_game(f"guanxi_{name}(players={players},chance={chance},seed=1)").new_initial_state()
    random, probability = Random(1), 1.0
    while not state.is_terminal():
        if state.is_chance_node():
            outcome, likely = random.choice(state.chance_outcomes())
            state.apply_action(outcome)
            probability *= likely
        else:
            legal = state.legal_actions()
            state.apply_action(random.choice(legal))
            probability *= np.float64(1 / len(legal))
    assert probability > 0


def test_sampled_chance_has_one_outcome_and_can_be_repeated() -> None:
    played = []
    for seed in (1, 1, 2):
        game = pyspiel.load_game(f"guanxi_hanamikoji(chance=sampled,seed={seed})")
        state, random = game.new_initial_state(), Random(1)
        while not state.is_terminal():
            if state.is_chance_node():
                assert state.chance_outcomes() == [(0, 1.0)]
            state.apply_action(random.choice(state.legal_actions()))
        played.append(str(state))
    assert played[0] == played[1] != played[2]
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC


def test_the_greatest_length_is_that_of_the_rules() -> None:
    assert pyspiel.load_game("guanxi_hanamikoji(rounds=10)").max_game_length() == 120
    with pytest.raises(BadOption, match="Set a limit, such as rounds=30"):
        pyspiel.load_game("guanxi_hanamikoji(rounds=0)")


def test_agents_of_the_learning_environment_see_a_game() -> None:
    env = rl_environment.Environment(pyspiel.load_game("guanxi_hanamikoji(rounds=2)"))
    env.seed(1)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


def test_parameters_are_options_and_wrong_ones_are_explained() -> None:
    game = pyspiel.load_game("guanxi_hanamikoji(first=1,rounds=5)")
    assert (game.options.first, game.options.rounds) == (1, 5)
    assert pyspiel.load_game("guanxi_hanamikoji").options.first is None
    with pytest.raises(BadOption, match="2 players, not 4"):
        pyspiel.load_game("guanxi_hanamikoji(players=4)")
    with pytest.raises(BadOption, match="chance is explicit or sampled, not 'none'"):
        pyspiel.load_game("guanxi_hanamikoji(chance=none)")
    with pytest.raises(BadOption, match="rounds"):
        pyspiel.load_game("guanxi_hanamikoji(rounds=-2)")
    with pytest.raises(GuanxiError, match="one player may know"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, public_info=False))


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = states("guanxi_hanamikoji")[0]
    before = str(state)
    with pytest.raises(IllegalMove, match="not legal"):
        state.apply_action(533)
    assert str(state) == before


def test_python_ends_quietly_after_the_games_were_registered() -> None:
    done = subprocess.run([sys.executable, "-c", "import guanxi.bridges.openspiel"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_missing_openspiel_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "guanxi.bridges.openspiel")
    with pytest.raises(ImportError, match=r'pip install "guanxi\[openspiel\]"'):
        importlib.import_module("guanxi.bridges.openspiel")


@every_game
def test_playouts_of_the_engine_give_returns_from_any_state(name: str) -> None:
    playouts = RandomPlayouts(playouts=2, seed=1)
    for state in (pyspiel.load_game(name).new_initial_state(), *states(name)[::10]):
        before = str(state)
        values = playouts.evaluate(state)
        assert len(values) == state.num_players()
        assert sum(values) == pytest.approx(0)
        assert max(values) <= 1
        assert str(state) == before
        assert sum(float(share) for _, share in playouts.prior(state)) == pytest.approx(1)
    with pytest.raises(BadOption, match="at least 1, not 0"):
        RandomPlayouts(0)


def test_openspiels_own_search_plays_with_them() -> None:
    state = advance(pyspiel.load_game("guanxi_hanamikoji(rounds=2)").new_initial_state(), Random(1), decisions=3)
    search = ISMCTSBot(state.get_game(), RandomPlayouts(seed=1), uct_c=1.4, max_simulations=40)
    assert search.step(state) in state.legal_actions()
