"""What was learned about each game: the files of numbers beside this one, and advisers that use them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.bots.network import MOST_FIRST, MOST_SECOND, Learned, Network
from guanxi.engine.adviser import MOST_INPUTS, Inputs
from guanxi.engine.errors import GuanxiError
from guanxi.engine.position import Moves

if TYPE_CHECKING:
    from guanxi.engine.adviser import Adviser
    from guanxi.engine.game import Game
    from guanxi.engine.position import Position

FOLDER = Path(__file__).parent / "learned"


class BadNumbers(GuanxiError):
    """A file of learned numbers that does not fit."""


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """A network in a file: its weights layer by layer, and where they come from."""

    game: str
    rules: int
    inputs: int
    games: int  # it was trained with
    first: list[float]
    first_bias: list[float]
    second: list[float]
    second_bias: list[float]
    last: list[float]
    last_bias: float


def network(numbers: Numbers) -> Network:
    """The network that a file describes; its biases say how wide it is."""
    made = Network()
    made.inputs, made.first_units, made.second_units = sizes = (
        numbers.inputs,
        len(numbers.first_bias),
        len(numbers.second_bias),
    )
    for size, most in zip(sizes, (MOST_INPUTS, MOST_FIRST, MOST_SECOND), strict=True):
        if size > most:
            raise BadNumbers(f"A layer has {size} numbers; this network has room for {most}.")
    expected = {"first": sizes[0] * sizes[1], "second": sizes[1] * sizes[2], "last": sizes[2]}
    for name, size in expected.items():
        if len(getattr(numbers, name)) != size:
            raise BadNumbers(f"{name} has {len(getattr(numbers, name))} numbers; this network has {size}.")
    for name in ("first", "first_bias", "second", "second_bias", "last"):
        room = Network.shape[name]
        row = getattr(numbers, name)
        setattr(made, name, row + [0.0] * (room - len(row)))
    made.last_bias = numbers.last_bias
    return made


def read(file: Path) -> Numbers:
    """The numbers in a file."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Numbers)
    except msgspec.DecodeError as wrong:
        raise BadNumbers(f"{file} is no file of learned numbers: {wrong}.") from None


@cache
def packaged(game: str) -> Network | None:
    """What this package has learned about a game, if anything."""
    file = FOLDER / f"{game}.json"
    return network(read(file)) if file.exists() else None


def learned(game: Game[Any, Any], position: Position, numbers: Network) -> Adviser:
    """An adviser with a network, for a search that plays on a position."""
    adviser = Learned()
    adviser.p = position
    adviser.known = game.adviser(position)
    adviser.network = numbers
    adviser.inputs = Inputs()
    adviser.before = game.position()
    adviser.moves = Moves()
    return adviser


def best_adviser(game: Game[Any, Any], position: Position) -> Adviser:
    """The one that wins: a learned one where there is one."""
    numbers = packaged(game.name)
    return learned(game, position, numbers) if numbers else game.adviser(position)
