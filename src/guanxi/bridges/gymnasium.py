"""A batch of tables as a Gymnasium vector environment: one learner at every table, bots in all other seats.

    from guanxi.bridges import gymnasium

    envs = gymnasium.vector("hanamikoji", tables=64, opponents="greedy")

A game that ends is followed by the next one in the same step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guanxi.bridges import missing

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as absent:
    raise missing("Gymnasium", "gymnasium") from absent

from guanxi.bridges.batch import Batch

if TYPE_CHECKING:
    from guanxi.bridges.tables import Numbers
    from guanxi.engine.game import Game


def vector(
    game: str | Game[Any, Any] = "hanamikoji",
    tables: int = 64,
    *,
    seats: int | None = None,
    opponents: str = "random",
    threads: int | None = None,
    copy: bool = True,
    **options: Any,
) -> Tables:
    """Many tables of a game, each with one learner; `copy=False` returns arrays that the next step overwrites."""
    return Tables(game, tables, seats=seats, opponents=opponents, threads=threads, copy=copy, **options)


class Tables(VectorEnv[Any, Any, Any]):
    """A batch as a vector environment.

    An observation is a dictionary with `observation` and `action_mask`, as in PettingZoo.  Games end and are never cut
    off; a finished game is followed by the next one in the same step (`AutoresetMode.SAME_STEP`), and its last position
    asks for no decision, so there is no final observation.
    """

    def __init__(self, game: str | Game[Any, Any], tables: int, *, copy: bool, **given: Any) -> None:
        self.batch = Batch(game, tables, **given)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = tables
        self.single_action_space = spaces.Discrete(self.batch.game.moves)
        self.single_observation_space = spaces.Dict(
            observation=spaces.Box(0, 1, self.batch.observations.shape[1:], np.float32),
            action_mask=spaces.Box(0, 1, self.batch.masks.shape[1:], np.int8),
        )
        self.action_space = batch_space(self.single_action_space, tables)
        self.observation_space = batch_space(self.single_observation_space, tables)
        self._copy = copy
        self._rows = np.arange(tables)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game at every table."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self._observed(), {}

    def step(self, actions: Any) -> tuple[Any, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Play the learner's move at every table, and those of the bots up to its next decision."""
        batch = self.batch
        batch.step(actions)
        rewards = batch.rewards[self._rows, batch.learner]
        return self._observed(), rewards, batch.done.copy(), np.zeros(self.num_envs, np.bool_), {}

    def close_extras(self, **_: Any) -> None:
        """End threads and bots."""
        self.batch.close()

    def _observed(self) -> dict[str, Numbers]:
        seen, masks = self.batch.observations, self.batch.masks.view(np.int8)
        if self._copy:
            seen, masks = seen.copy(), masks.copy()
        return {"observation": seen, "action_mask": masks}
