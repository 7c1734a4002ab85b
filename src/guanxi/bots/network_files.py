"""Trained networks: the weight files shipped with this package, and advisers that use them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.bots.core.network import MOST_FIRST, MOST_SECOND, Network, NetworkAdviser, rounded
from guanxi.engine.core.adviser import MOST_INPUTS, Inputs
from guanxi.engine.core.position import Moves, first_owing
from guanxi.engine.errors import BadOption, GuanxiError

if TYPE_CHECKING:
    from guanxi.engine.core.adviser import Adviser
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game

FOLDER = Path(__file__).parent / "weights"


class BadNetworkFile(GuanxiError):
    """A file does not hold the weights of a network that this version can use."""


class NetworkWeights(msgspec.Struct, frozen=True, kw_only=True):
    """The weights of a network layer by layer, and how it was trained."""

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
    weighed: int = 0  # moves that self-play evaluated for a decision, the best at a glance; 0: all
    seats: tuple[int, ...] = ()  # numbers of players for which the package uses it; empty: where it has no other
    players: int = 0  # that `inputs` numbers each describe, if the network compares players


def build_network(weights: NetworkWeights) -> Network:
    """Build a network from its weights; raises `BadNetworkFile` if the sizes of the layers do not fit."""
    made = Network()
    made.inputs, made.first_units, made.second_units = sizes = (
        weights.inputs,
        len(weights.first_bias),
        len(weights.second_bias),
    )
    for size, most in zip(sizes, (MOST_INPUTS, MOST_FIRST, MOST_SECOND), strict=True):
        if size * max(1, weights.players if most == MOST_INPUTS else 1) > most:
            raise BadNetworkFile(f"A layer has {size} numbers, but at most {most} are supported.")
    expected = {"first": sizes[0] * sizes[1], "second": sizes[1] * sizes[2], "last": sizes[2]}
    for name, size in expected.items():
        if len(getattr(weights, name)) != size:
            raise BadNetworkFile(f"{name} has {len(getattr(weights, name))} numbers; it should have {size}.")
    for name in ("first", "first_bias", "second", "second_bias", "last"):
        (room,) = Network.shape[name]
        row = getattr(weights, name)
        if name.startswith("first"):
            row = [rounded(weight) for weight in row]
        setattr(made, name, row + [0.0] * (room - len(row)))
    made.begin()
    made.last_bias = weights.last_bias
    made.players = weights.players
    made.weighed = weights.weighed
    return made


def read_weights(file: Path) -> NetworkWeights:
    """Read a weight file; raises `BadNetworkFile` if it is none."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=NetworkWeights)
    except msgspec.DecodeError as error:
        raise BadNetworkFile(f"{file} is not a weight file of a network: {error}.") from None


@cache
def network_in(file: Path) -> Network:
    """Return the network of a weight file, which is read once."""
    return build_network(read_weights(file))


@cache
def packaged_file(game: str, seats: int) -> Path | None:
    """Return the weight file that this package ships for a game with so many players, if there is one."""
    for file in sorted(FOLDER.glob(f"{game}-*.json")):
        if seats in read_weights(file).seats:
            return file
    file = FOLDER / f"{game}.json"
    return file if file.exists() else None


def packaged_network(game: str, seats: int) -> Network | None:
    """Return the network that this package ships for a game with so many players, if there is one."""
    file = packaged_file(game, seats)
    return network_in(file) if file else None


def inputs_of(game: Game[Any, Any]) -> int:
    """The number of inputs that describe a position of a game, or each player of it."""
    seats = game.usual
    position = game.begin(seats, game.check_options(seats, game.automatic), (1, 2, 3, 4))
    inputs = Inputs()
    adviser = game.adviser(position)
    moves = Moves()
    while not adviser.describe(0, inputs):
        if not position.owing:
            raise BadOption(f"{game.name} cannot be trained: its adviser describes no position.")
        seat = first_owing(position)
        moves.fill(position, seat)
        position.play(seat, moves[0])
    return inputs.count // max(1, adviser.players())


def players_of(game: Game[Any, Any]) -> int:
    """How many players a game describes to a network that compares them; 0 if it describes positions."""
    return game.adviser(game.position()).players()


def network_adviser(game: Game[Any, Any], position: Position, network: Network) -> Adviser:
    """Return an adviser that evaluates `position` with a network as a search plays on it."""
    adviser = NetworkAdviser()
    adviser.p = position
    adviser.known = game.adviser(position)
    adviser.network = network
    adviser.inputs = Inputs()
    adviser.before = game.position()
    adviser.moves = Moves()
    return adviser


def best_adviser(game: Game[Any, Any], position: Position, weights: str = "") -> Adviser:
    """Return the strongest adviser for a game: the network of a weight file or of the package, else the game's own."""
    network = network_in(Path(weights)) if weights else packaged_network(game.name, position.seats)
    return network_adviser(game, position, network) if network else game.adviser(position)
