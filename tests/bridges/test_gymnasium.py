"""A batch as a Gymnasium vector environment."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from guanxi.bridges import gymnasium


def play(envs: Any, steps: int, seed: int = 1) -> list[Any]:
    """Reset, then play random moves; returns what every step gave."""
    observations, _ = envs.reset(seed=seed)
    random, found = np.random.default_rng(1), []
    for _ in range(steps):
        actions = [random.choice(np.flatnonzero(mask)) for mask in observations["action_mask"]]
        observations, rewards, terminated, truncated, _ = envs.step(actions)
        found.append((observations, rewards, terminated, truncated))
    return found


def test_steps_are_in_the_spaces_and_games_follow_one_another() -> None:
    envs = gymnasium.vector("hanamikoji", tables=6, rounds=1)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ended = 0
    for observations, rewards, terminated, truncated in play(envs, 20):
        assert observations in envs.observation_space
        assert observations["action_mask"].any(axis=1).all()
        assert not truncated.any()
        assert not rewards[~terminated].any()
        ended += int(terminated.sum())
    assert ended >= 12
    envs.close()


def test_rewards_are_the_learners() -> None:
    envs = gymnasium.vector("hanamikoji", tables=6, rounds=1)
    found, batch = 0, envs.batch
    observations, _ = envs.reset(seed=1)
    for _ in range(12):
        observations, rewards, _, _, _ = envs.step([np.flatnonzero(mask)[0] for mask in observations["action_mask"]])
        assert rewards.tolist() == [batch.rewards[table, table % 2] for table in range(6)]
        found += int((rewards != 0).sum())
    assert found


def test_a_seed_fixes_the_games() -> None:
    one, two = (play(gymnasium.vector("hanamikoji", tables=4), 15)[-1] for _ in range(2))
    assert np.array_equal(one[0]["observation"], two[0]["observation"])


def test_observations_are_copies_unless_asked_otherwise() -> None:
    kept = play(gymnasium.vector("hanamikoji", tables=2), 2)
    assert not np.array_equal(kept[0][0]["observation"], kept[1][0]["observation"])
    shared = play(gymnasium.vector("hanamikoji", tables=2, copy=False), 2)
    assert np.shares_memory(shared[0][0]["observation"], shared[1][0]["observation"])


@pytest.mark.parametrize(
    ("bridge", "library", "extra"), [("gymnasium", "gymnasium", "gymnasium"), ("batch", "numpy", "batch")]
)
def test_a_missing_library_is_named(bridge: str, library: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"guanxi.bridges.{bridge}", raising=False)
    with pytest.raises(ImportError, match=rf'pip install "guanxi\[{extra}\]"'):
        importlib.import_module(f"guanxi.bridges.{bridge}")
