"""A network that can be trained: gradient descent with Adam, in PyTorch.

Only training needs PyTorch: bots evaluate the same network with compiled code (`bots/core/network.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

from guanxi.bots.network_files import NetworkWeights

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

NAMES = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
FIRST, SECOND = 128, 32  # units of the hidden layers
COMPARED_FIRST, COMPARED_SECOND = 64, 32  # of a network that compares players: a position takes it once for each
AVERAGED = 500  # steps of the moving average of the weights

torch.set_num_threads(1)  # more only wait for each other on networks this small


class TrainableNetwork:
    """A network with the state of its optimizer; `players` is that of `NetworkWeights`.

    The moving average of the weights plays: moves differ by less than the last few steps change a value.
    """

    def __init__(self, inputs: int, seed: int, first: int = FIRST, second: int = SECOND, players: int = 0) -> None:
        torch.manual_seed(seed)
        self.inputs = inputs
        self.players = players
        self.layers = nn.Sequential(
            nn.Linear(inputs, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU(), nn.Linear(second, 1)
        )
        with torch.no_grad():
            for layer in (self.layers[0], self.layers[2], self.layers[4]):
                nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
                nn.init.zeros_(layer.bias)
            self.layers[4].weight.mul_(0.1)  # begin with all positions about equal
        self.average = averaged(self.layers)
        self.optimizer = torch.optim.Adam(self.layers.parameters())
        self.steps = 0

    @staticmethod
    def from_weights(weights: NetworkWeights, seed: int) -> TrainableNetwork:
        """Return a network that continues from the weights of a file, with a new optimizer."""
        made = TrainableNetwork(
            weights.inputs, seed, len(weights.first_bias), len(weights.second_bias), weights.players
        )
        with torch.no_grad():
            for name, parameter in zip(NAMES, made.layers.parameters(), strict=True):
                row = [weights.last_bias] if name == "last_bias" else getattr(weights, name)
                # A file has the weights of one input side by side, PyTorch those of one unit.
                parameter.copy_(torch.tensor(row).reshape(parameter.t().shape).t())
        made.average = averaged(made.layers)
        return made

    def values(self, layers: nn.Module, x: torch.Tensor) -> torch.Tensor:
        """The values from -1 to 1, by tanh or by the first player's share of the exponentials of all ratings."""
        if not self.players:
            return torch.tanh(layers(x).squeeze(1))
        ratings = self.ratings(layers, x)
        seats = ratings.isfinite().sum(1)
        return (seats * ratings.softmax(1)[:, 0] - 1) / (seats - 1)

    def ratings(self, layers: nn.Module, x: torch.Tensor) -> torch.Tensor:
        """The rating of each player; minus infinity where nobody is described."""
        described = x.view(len(x), self.players, self.inputs)
        present = described[:, :, 0] != 0
        ratings = torch.full(present.shape, -torch.inf)
        ratings[present] = layers(described[present]).squeeze(1)
        return ratings

    def loss(self, x: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        """The squared error; or the cross-entropy of all players' chances, if the network compares players."""
        if not self.players:
            return (self.values(self.layers, x) - target).square().mean()
        ratings = self.ratings(self.layers, x)
        present = ratings.isfinite()
        seats = present.sum(1, keepdim=True)
        shares = (1 + (seats - 1) * target) / seats
        return -(shares * ratings.log_softmax(1))[present].sum() / len(x)

    def evaluate(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        """Evaluate many positions at once."""
        with torch.no_grad():
            said: NDArray[np.float32] = self.values(self.average, torch.from_numpy(x)).numpy()
        return said

    def train_step(self, x: NDArray[np.float32], target: NDArray[np.float32], rate: float) -> float:
        """Take one optimizer step; returns the loss before it."""
        self.steps += 1
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = self.loss(torch.from_numpy(x), torch.from_numpy(target))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.average.update_parameters(self.layers)
        return float(loss.detach())

    def save(self, file: Path) -> None:
        """Save the network and the state of the optimizer."""
        parts = {"layers": self.layers, "average": self.average, "optimizer": self.optimizer}
        torch.save({"steps": self.steps, **{name: part.state_dict() for name, part in parts.items()}}, file)

    def restore(self, file: Path) -> None:
        """Restore what `save` has written."""
        state = torch.load(file, weights_only=True)
        self.layers.load_state_dict(state["layers"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps = state["steps"]

    def weights(self, game: str, rules: int, games: int) -> NetworkWeights:
        """Return the weights as they are stored in a file."""
        first, first_bias, second, second_bias, last, (last_bias,) = (
            [float(f"{x:.5g}") for x in parameter.detach().t().ravel().tolist()]
            for parameter in self.average.parameters()
        )
        return NetworkWeights(
            game=game, rules=rules, inputs=self.inputs, games=games, players=self.players,
            first=first, first_bias=first_bias, second=second, second_bias=second_bias, last=last, last_bias=last_bias,
        )  # fmt: skip


def averaged(layers: nn.Module) -> AveragedModel:
    """The moving average of the weights of some layers; at the beginning of a run, of its last quarter or so."""

    def move(average: torch.Tensor, weights: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
        return average + (weights - average) / min(int(steps) / 4 + 1, AVERAGED)

    return AveragedModel(layers, avg_fn=move)
