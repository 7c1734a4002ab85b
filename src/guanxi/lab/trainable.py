"""A network that can be trained: gradient descent with Adam, in PyTorch.

Only training needs PyTorch: bots evaluate the same network with compiled code (`bots/core/network.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

from guanxi.bots.network_files import NetworkWeights

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

NAMES = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
FIRST, SECOND = 128, 32  # units of the hidden layers

torch.set_num_threads(1)  # more only wait for each other on networks this small


class TrainableNetwork:
    """A network with the state of its optimizer."""

    def __init__(self, inputs: int, seed: int, first: int = FIRST, second: int = SECOND) -> None:
        torch.manual_seed(seed)
        self.inputs = inputs
        self.layers = nn.Sequential(
            nn.Linear(inputs, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU(), nn.Linear(second, 1), nn.Tanh()
        )
        with torch.no_grad():
            for layer in (self.layers[0], self.layers[2], self.layers[4]):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
                nn.init.zeros_(layer.bias)
            self.layers[4].weight.mul_(0.1)  # begin with all positions about equal
        self.optimizer = torch.optim.Adam(self.layers.parameters())
        self.steps = 0

    @staticmethod
    def from_weights(weights: NetworkWeights, seed: int) -> TrainableNetwork:
        """Return a network that continues from the weights of a file, with a new optimizer."""
        made = TrainableNetwork(weights.inputs, seed, len(weights.first_bias), len(weights.second_bias))
        with torch.no_grad():
            for name, parameter in zip(NAMES, made.layers.parameters(), strict=True):
                row = [weights.last_bias] if name == "last_bias" else getattr(weights, name)
                # A file has the weights of one input side by side, PyTorch those of one unit.
                parameter.copy_(torch.tensor(row).reshape(parameter.t().shape).t())
        return made

    def evaluate(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        """Evaluate many positions at once."""
        with torch.no_grad():
            said: NDArray[np.float32] = self.layers(torch.from_numpy(x)).squeeze(1).numpy()
        return said

    def train_step(self, x: NDArray[np.float32], target: NDArray[np.float32], rate: float) -> float:
        """Take one optimizer step; returns the mean squared error before it."""
        self.steps += 1
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = (self.layers(torch.from_numpy(x)).squeeze(1) - torch.from_numpy(target)).square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return float(loss.detach())

    def save(self, file: Path) -> None:
        """Save the network and the state of the optimizer."""
        state = {"layers": self.layers.state_dict(), "optimizer": self.optimizer.state_dict(), "steps": self.steps}
        torch.save(state, file)

    def restore(self, file: Path) -> None:
        """Restore what `save` has written."""
        state = torch.load(file, weights_only=True)
        self.layers.load_state_dict(state["layers"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps = state["steps"]

    def weights(self, game: str, rules: int, games: int) -> NetworkWeights:
        """Return the weights as they are stored in a file."""
        rows = {
            name: [float(f"{x:.5g}") for x in parameter.detach().t().ravel().tolist()]
            for name, parameter in zip(NAMES, self.layers.parameters(), strict=True)
        }
        bias = rows.pop("last_bias")[0]
        return NetworkWeights(game=game, rules=rules, inputs=self.inputs, games=games, last_bias=bias, **rows)
