"""The bot `learned:FOLDER`: searches with the network that `guanxi train` has written into a folder.

`learned:FOLDER@LEVEL` searches like that level, for example `learned:han-training@expert:0.1`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from guanxi.bots.levels import level_settings, limits
from guanxi.bots.network_files import inputs_of, read_weights
from guanxi.bots.search_bot import SearchBot
from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.game import Game
    from guanxi.engine.sight import Sight


class Learned:
    """Searches like a level, `skilled` by default, with a network of its own, and never errs on purpose."""

    def __init__(self, random: Random, parameter: str = "") -> None:
        if not parameter:
            raise BadOption("The bot 'learned' needs the folder of a training run, for example learned:han-training.")
        path, at, level = parameter.rpartition("@")
        if not at or Path(parameter).exists():
            path, level = parameter, "skilled"
        self.file = weight_file(Path(path))
        self.weights = read_weights(self.file)
        self.level, _, limit = level.partition(":")
        self.limits = limits(self.level, limit) if limit else {}
        self.name = f"learned:{parameter}"
        self.random = random
        self.searcher: SearchBot | None = None

    def choose(self, sight: Sight) -> int:
        """Return one of `sight.legal_numbers`."""
        if self.searcher is None:
            self.check(sight.game)
            levels = level_settings()[sight.game.name]
            if self.level not in levels:
                raise BadOption(f"There is no level {self.level!r}. Levels: {', '.join(levels)}.")
            settings = replace(levels[self.level], **self.limits, temperature=0.0, weights=str(self.file))
            self.searcher = SearchBot(self.random, settings, self.name)
        return self.searcher.choose(sight)

    def check(self, game: Game[Any, Any]) -> None:
        """Raise `BadOption` unless the network was trained for this game as it is now."""
        if self.weights.game != game.name:
            raise BadOption(f"{self.file} was trained for {self.weights.game}, not for {game.name}.")
        inputs = inputs_of(game)
        if self.weights.inputs != inputs:
            raise BadOption(
                f"{self.file} has {self.weights.inputs} inputs, but {game.name} has {inputs} now: train it again."
            )


def weight_file(path: Path) -> Path:
    """The weight file of a training run, given by its folder or by itself."""
    file = (path / "network.json" if path.is_dir() else path).resolve()
    if not file.is_file():
        raise BadOption(f"There is no trained network at {path}: name the folder of a run of `guanxi train`.")
    return file
