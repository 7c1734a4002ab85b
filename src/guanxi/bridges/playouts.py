"""Random playouts for OpenSpiel's searches, played in the engine instead of state by state."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from guanxi.engine.core.position import Moves, playout
from guanxi.engine.errors import BadOption, whole

if TYPE_CHECKING:
    from guanxi.bridges.openspiel import SpielState


class RandomPlayouts:
    """An evaluator for OpenSpiel's searches: the mean returns of random playouts, and uniform priors.

    It does what OpenSpiel's `RandomRolloutEvaluator` does, in compiled code.
    """

    def __init__(self, playouts: int = 1, seed: int | str | None = None) -> None:
        if (whole(playouts) or 0) < 1:
            raise BadOption(f"playouts is the number of playouts, at least 1, not {playouts!r}.")
        self._playouts = playouts
        self._random = Random(seed)
        self._moves = Moves()

    def evaluate(self, state: SpielState) -> np.ndarray[Any, Any]:
        """The mean returns of all seats."""
        state = self._decided(state)
        if state.is_terminal():
            return np.array(state.returns())
        assert state.node is not None
        start, seats = state.node.position, range(state.num_players())
        total = np.zeros(len(seats))
        for _ in range(self._playouts):
            world, bits = start.copy(), self._random.getrandbits(128)
            world.reseed(*(bits >> shift & 0xFFFFFFFF for shift in (0, 32, 64, 96)))
            playout(world, self._moves)
            total += [world._returns(seat) for seat in seats]
        return total / self._playouts

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All actions with equal probabilities, or the outcomes of a chance node with theirs."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def _decided(self, state: SpielState) -> SpielState:
        """The state after its chance nodes, if it is one."""
        while state.is_chance_node():
            following = state.clone()
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            following.apply_action(self._random.choices(outcomes, [float(weight) for weight in weights])[0])
            state = following
        return state
