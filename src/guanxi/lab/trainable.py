"""A network that can be trained: gradient descent with Adam, in NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from guanxi.bots.network_files import NetworkWeights

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

NAMES = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
FIRST, SECOND = 128, 32  # units of the hidden layers
MEMORY, SPREAD, TINY = 0.9, 0.999, 1e-8  # Adam's beta 1, beta 2 and epsilon


class TrainableNetwork:
    """A network with the state of its optimizer."""

    def __init__(self, inputs: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        shapes = ((inputs, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND, 1), (1,))
        self.layers = [
            (random.standard_normal(shape) * (2.0 / shape[0]) ** 0.5 if len(shape) == 2 else np.zeros(shape)).astype(
                np.float32
            )
            for shape in shapes
        ]
        self.layers[4] *= 0.1
        self.mean = [np.zeros_like(layer) for layer in self.layers]
        self.square = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    def evaluate(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        """Evaluate many positions at once."""
        first, first_bias, second, second_bias, last, last_bias = self.layers
        one = np.maximum(x @ first + first_bias, 0)
        two = np.maximum(one @ second + second_bias, 0)
        said: NDArray[np.float32] = np.tanh(two @ last + last_bias)[:, 0]
        return said

    def train_step(self, x: NDArray[np.float32], target: NDArray[np.float32], rate: float) -> float:
        """Take one optimizer step; returns the mean squared error before it."""
        first, first_bias, second, second_bias, last, last_bias = self.layers
        one = np.maximum(x @ first + first_bias, 0)
        two = np.maximum(one @ second + second_bias, 0)
        said = np.tanh(two @ last + last_bias)
        error = said - target[:, None]
        slope = error * (1 - said * said) / len(x)
        slope_two = (slope @ last.T) * (two > 0)
        slope_one = (slope_two @ second.T) * (one > 0)
        slopes = [
            x.T @ slope_one, slope_one.sum(0), one.T @ slope_two, slope_two.sum(0), two.T @ slope, slope.sum(0),
        ]  # fmt: skip
        self.descend(slopes, rate)
        return float(np.mean(error * error))

    def descend(self, slopes: list[NDArray[np.float32]], rate: float) -> None:
        """Apply Adam to the gradients."""
        self.steps += 1
        rate *= (1 - SPREAD**self.steps) ** 0.5 / (1 - MEMORY**self.steps)
        for layer, mean, square, slope in zip(self.layers, self.mean, self.square, slopes, strict=True):
            mean += (1 - MEMORY) * (slope - mean)
            square += (1 - SPREAD) * (slope * slope - square)
            layer -= rate * mean / (np.sqrt(square) + TINY)

    def save(self, file: Path) -> None:
        """Save the network and the state of the optimizer."""
        rows = [*self.layers, *self.mean, *self.square, np.array([self.steps])]
        np.savez(file, *rows)

    def restore(self, file: Path) -> None:
        """Restore what `save` has written."""
        with np.load(file) as saved:
            rows = [saved[name] for name in saved.files]
        parts = len(NAMES)
        self.layers, self.mean, self.square = rows[:parts], rows[parts : 2 * parts], rows[2 * parts : 3 * parts]
        self.steps = int(rows[-1][0])

    def weights(self, game: str, rules: int, games: int) -> NetworkWeights:
        """Return the weights as they are stored in a file."""
        rows = {
            name: [float(f"{x:.5g}") for x in layer.ravel()] for name, layer in zip(NAMES, self.layers, strict=True)
        }
        bias = rows.pop("last_bias")[0]
        return NetworkWeights(game=game, rules=rules, inputs=len(self.layers[0]), games=games, last_bias=bias, **rows)
