"""A training run that can be resumed: a network, its optimizer, its newest samples and how far it has come.

Everything is in one folder: the network (network.json, which is also the result), the state of the optimizer
(optimizer.pt), the newest samples (a file samples-….npz for each batch, named after the games before it), and what is
being trained (training.json).  training.log has a line for every batch.
"""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
import numpy as np
from msgspec.structs import replace

from guanxi.bots.network_files import inputs_of, players_of
from guanxi.engine.errors import BadOption
from guanxi.lab.checkpoint import differences
from guanxi.lab.trainable import COMPARED_FIRST, COMPARED_SECOND, FIRST, SECOND, TrainableNetwork

if TYPE_CHECKING:
    from pathlib import Path

    from guanxi.bots.network_files import NetworkWeights
    from guanxi.engine.game import Game
    from guanxi.lab.actors import SampleArrays

KEPT = 250_000  # samples in the replay buffer, the newest
MOST_NUMBERS = 100_000_000  # inputs of all of them together
BATCH = 1024  # samples per step
REPEATS = 3  # how often a sample is used on average; more learns the noise of the results


class TrainingState(msgspec.Struct, kw_only=True):
    """The state of a training run: its subject and its progress so far."""

    game: str
    rules: int
    players: tuple[int, ...]
    seed: str
    games: int = 0
    error: float = 0.0  # the mean loss of the last batch, see `TrainableNetwork.loss`


State = TypeVar("State", bound=TrainingState)
PROGRESS = ("goal", "games", "course", "error", "seconds", "won")  # fields of a state that change as a run goes on


class TrainingRun(Generic[State]):
    """A training run with its network and replay buffer; `start` is the network it begins from, if not a random one.

    `weighed` is that of the games it learns from: see `NetworkWeights`.
    """

    def __init__(
        self, game: Game[Any, Any], folder: Path, state: State, weighed: int, start: NetworkWeights | None = None
    ) -> None:
        self.game = game
        self.weighed = weighed
        self.folder = folder
        self.state = state
        self.start = start
        seed = int.from_bytes(state.seed.encode(), "big") % 2**32
        self.network = TrainableNetwork.from_weights(start, seed) if start else new_network(game, seed)
        self.samples: deque[SampleArrays] = deque()
        self.saved: deque[Path] = deque()  # the file of each
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "training.json").exists():
            self.resume()
        elif any(folder.iterdir()):
            raise BadOption(f"{folder} is not empty: name a new or empty directory for the training run.")

    def resume(self) -> None:
        """Restore the saved run; raises `BadOption` if the folder belongs to another one."""
        saved = (self.folder / "training.json").read_bytes()
        other = differences(msgspec.json.decode(saved), self.begun())
        if other:
            raise BadOption(f"{self.folder} has another run: {other}. Name another directory to start this one.")
        if not (self.folder / "optimizer.pt").exists():
            raise BadOption(f"{self.folder} has a run of an older version. Name another directory to start a new one.")
        self.state = msgspec.json.decode(saved, type=type(self.state))
        self.network.restore(self.folder / "optimizer.pt")
        self.load_samples()

    def load_samples(self) -> None:
        """Load the newest samples; those that had not been learned when the run was interrupted are left out."""
        files = {int(file.stem.partition("-")[2]): file for file in self.folder.glob("samples-*.npz")}
        for games, file in sorted(files.items()):
            if games < self.state.games:
                with np.load(file) as arrays:
                    self.samples.append((arrays["rows"], arrays["targets"]))
                self.saved.append(file)

    def begun(self) -> dict[str, Any]:
        """The identity of this run: its state without the progress."""
        state: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.state))
        return {name: value for name, value in state.items() if name not in PROGRESS}

    def weights(self) -> NetworkWeights | None:
        """The current weights; None before the first training step of a run that starts from nothing."""
        if not self.state.games:
            return self.start
        made = self.network.weights(self.game.name, self.game.rules_version, self.state.games)
        return replace(made, weighed=self.weighed)

    def learn(self, samples: SampleArrays, games: int, rate: float, repeats: int = REPEATS) -> None:
        """Train on new and earlier samples."""
        self.add_samples(samples)
        rows = np.concatenate([rows for rows, _ in self.samples])
        targets = np.concatenate([targets for _, targets in self.samples])
        random = np.random.default_rng(self.network.steps)
        steps = max(1, repeats * len(samples[1]) // BATCH)
        errors = []
        for _ in range(steps):
            chosen = random.integers(0, len(targets), BATCH)
            errors.append(self.network.train_step(rows[chosen], targets[chosen], rate))
        self.state.games += games
        self.state.error = float(np.mean(errors))

    def add_samples(self, samples: SampleArrays) -> None:
        """Add new samples, with a file of them, and drop the oldest ones, whose files go when the run is saved."""
        rows, targets = samples
        self.samples.append(samples)
        self.saved.append(self.folder / f"samples-{self.state.games}.npz")
        np.savez(self.saved[-1], rows=rows, targets=targets)
        kept = min(KEPT, MOST_NUMBERS // rows.shape[1])
        while sum(len(targets) for _, targets in self.samples) > kept and len(self.samples) > 1:
            self.samples.popleft()
            self.saved.popleft()

    def save(self) -> None:
        """Save the run; each file is replaced only once its successor is complete."""
        self.network.save(self.folder / "new.pt")
        (self.folder / "new.pt").replace(self.folder / "optimizer.pt")
        for name, document in {"network.json": self.weights(), "training.json": self.state}.items():
            write_whole(self.folder / name, msgspec.json.encode(document))
        for file in {*self.folder.glob("samples-*.npz")}.difference(self.saved):
            file.unlink()

    def log(self, line: str) -> None:
        """Append a line to training.log, where a run can be followed while nobody looks at the terminal."""
        with (self.folder / "training.log").open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now(UTC).isoformat(' ', 'seconds')}  {line}\n")


def new_network(game: Game[Any, Any], seed: int) -> TrainableNetwork:
    """A network for a game, not trained yet."""
    players = players_of(game)
    first, second = (COMPARED_FIRST, COMPARED_SECOND) if players else (FIRST, SECOND)
    return TrainableNetwork(inputs_of(game), seed, first, second, players)


def write_whole(file: Path, document: bytes) -> None:
    """Write a file beside its predecessor, which it replaces once it is complete."""
    new = file.with_name(f"new-{file.name}")
    new.write_bytes(document)
    new.replace(file)
