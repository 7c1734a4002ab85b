"""PettingZoo's own tests, and that an agent sees only what its seat may know."""

from __future__ import annotations

import importlib
import itertools
import pickle
import sys
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import guanxi
from guanxi.bridges import pettingzoo
from guanxi.engine.errors import BadOption, GuanxiError, IllegalMove
from tests.bridges.auction import GAME as AUCTION

every_game = pytest.mark.parametrize("game", [guanxi.game("hanamikoji"), AUCTION], ids=lambda game: game.name)


def new(game: Any = "hanamikoji", seed: int = 7, **options: Any) -> Any:
    """An environment with a new game."""
    env = pettingzoo.env(game, **options)
    env.reset(seed=seed)
    return env


def play(env: Any, random: Random, moves: int = 10_000) -> None:
    """Make random moves, at most to the end of the game."""
    for _ in range(moves):
        if env.unwrapped.table.over:
            return
        env.step(random.choice(np.flatnonzero(env.last()[0]["action_mask"]).tolist()))


# PettingZoo warns of dictionaries and of the empty mask after the end unless the environment is one of its own.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@every_game
def test_api(game: Any) -> None:
    api_test(pettingzoo.env(game), num_cycles=1000)


@every_game
def test_seeds(game: Any) -> None:
    seed_test(lambda: pettingzoo.env(game), num_cycles=500)


@every_game
def test_performance_run(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(step=0.02)
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", SimpleNamespace(time=clock.__next__))
    performance_benchmark(pettingzoo.env(game))


@every_game
def test_a_finished_game_is_paid_out_and_its_log_replays(game: Any) -> None:
    env = new(game)
    play(env, Random(1))
    rewards = env.rewards
    assert sum(rewards.values()) == pytest.approx(0)
    assert all(env.terminations.values())
    table = env.unwrapped.table
    assert {f"player_{seat}" for seat in table.result.winners} == {agent for agent in rewards if rewards[agent] > 0}
    if game.name in guanxi.game_names():
        *_, again = guanxi.replay(table.log)
        assert again.position.numbers() == table.position.numbers()


def test_a_seed_fixes_all_games_that_follow_it() -> None:
    one, two, other = new(seed=1), new(seed=1), new(seed=2)
    for env in (one, two, other):
        env.reset()
    assert one.unwrapped.table.seed == two.unwrapped.table.seed != other.unwrapped.table.seed


@every_game
def test_observations_do_not_depend_on_what_the_seat_cannot_know(game: Any) -> None:
    monkey = Random(3)
    for seed in range(20):
        env = new(game, seed)
        play(env, monkey, moves=monkey.randrange(12))
        position = env.unwrapped.table.position
        for seat in range(position.seats):
            other = position.copy()
            other.reseed(1, 2, 3, seed)
            other.imagine(seat)
            assert game.observe(position, seat) == game.observe(other, seat)
            seen = env.observe(f"player_{seat}")["observation"]
            env.unwrapped.table.position = other
            assert (env.observe(f"player_{seat}")["observation"] == seen).all()
            env.unwrapped.table.position = position


@every_game
def test_observations_stay_within_their_bounds(game: Any) -> None:
    monkey = Random(4)
    for seed in range(20):
        env = new(game, seed)
        while not env.unwrapped.table.over:
            for agent in env.agents:
                assert env.observation_space(agent).contains(env.observe(agent))
            play(env, monkey, moves=1)


def test_the_mask_marks_legal_moves_and_is_empty_while_waiting() -> None:
    env = new(first=1)
    assert env.agent_selection == "player_1"
    table = env.unwrapped.table
    assert np.flatnonzero(env.observe("player_1")["action_mask"]).tolist() == sorted(table.position.legal(1))
    assert not env.observe("player_0")["action_mask"].any()


def test_an_action_outside_the_mask_is_refused_and_changes_nothing() -> None:
    env = new()
    before = env.unwrapped.table.position.numbers()
    with pytest.raises(IllegalMove, match="not legal"):
        env.step(533)
    with pytest.raises(GuanxiError, match="has to act"):
        env.unwrapped.step(None)
    assert env.unwrapped.table.position.numbers() == before


def test_a_game_must_begin_before_it_is_played() -> None:
    env = pettingzoo.env()
    for use in (env.agent_iter, env.last, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(GuanxiError, match=r"call reset\(\) first"):
            use()


def test_an_illegal_move_can_lose_the_game_instead() -> None:
    env = TerminateIllegalWrapper(new(), illegal_reward=-1)
    env.reset(seed=7)
    loser = env.agent_selection
    env.step(533)
    assert env.rewards[loser] == -1
    assert all(env.terminations.values())


def test_sealed_choices_are_asked_for_in_the_order_of_seats_and_stay_hidden() -> None:
    seen = []
    for bid in (0, 1):
        env = new(AUCTION)
        assert env.agent_selection == "player_0"
        env.step(bid)
        assert env.agent_selection == "player_1"
        seen.append(env.last()[0])
    assert all((seen[0][part] == seen[1][part]).all() for part in ("observation", "action_mask"))


def test_rendering_tells_what_everybody_saw(capsys: pytest.CaptureFixture[str]) -> None:
    env = new(render_mode="ansi", first=0)
    assert "Player 1" in env.render()
    table = env.unwrapped.table
    env.step(table.game.number(table.position, 0, table.legal_moves(0)[0]))
    assert env.render().startswith("Player 1 keeps a card secret.\n")
    new(render_mode="human", first=0)
    assert "Player 1" in capsys.readouterr().out


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.env(rounds=3)))
    env.reset()
    assert env.unwrapped.options["rounds"] == 3


@pytest.mark.parametrize(
    "odd", [-1, None, 0.5, True, [], "player_9", object()], ids=lambda odd: type(odd).__name__ + str(odd)[:4]
)
def test_odd_agents_and_actions_are_refused_in_a_sentence(odd: Any) -> None:
    env, parallel = pettingzoo.env("hanamikoji"), pettingzoo.parallel_env("hanamikoji")
    env.reset(seed=1)
    parallel.reset(seed=1)
    for ask in (env.step, env.observe, env.observation_space, env.action_space, parallel.action_space, parallel.step):
        with pytest.raises(GuanxiError):
            ask(odd)
    with pytest.raises(GuanxiError):
        parallel.step(dict.fromkeys(parallel.agents, odd))


def test_invalid_arguments_are_explained() -> None:
    with pytest.raises(BadOption, match="no option 'round'"):
        pettingzoo.env(round=3)
    with pytest.raises(BadOption, match="2 players, not 3"):
        pettingzoo.env(seats=3)
    with pytest.raises(BadOption, match="Available modes: ansi, human"):
        pettingzoo.env(render_mode="rgb_array")


def test_a_missing_pettingzoo_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "guanxi.bridges.pettingzoo")
    with pytest.raises(ImportError, match=r'pip install "guanxi\[pettingzoo\]"'):
        importlib.import_module("guanxi.bridges.pettingzoo")


# The same warnings as above; an agent that has nothing to decide has an empty mask.
@pytest.mark.filterwarnings("ignore::UserWarning")
@every_game
def test_parallel_api(game: Any) -> None:
    parallel_api_test(pettingzoo.parallel_env(game), num_cycles=300)


def test_agents_act_together_where_they_choose_in_secret() -> None:
    env = pettingzoo.parallel_env(AUCTION)
    observations, _ = env.reset(seed=1)
    random = Random(1)
    while env.agents:
        asked = [agent for agent in env.agents if observations[agent]["action_mask"].any()]
        assert [env.possible_agents.index(agent) for agent in asked] == list(env.table.to_move)
        actions = {agent: random.choice(np.flatnonzero(observations[agent]["action_mask"])) for agent in asked}
        with pytest.raises(GuanxiError, match=f"{asked[0]} has to act"):
            env.step({})
        observations, rewards, over, _, _ = env.step(actions)
    assert all(over.values())
    assert sum(rewards.values()) == pytest.approx(0)
    with pytest.raises(GuanxiError, match="call reset"):
        env.step({})
