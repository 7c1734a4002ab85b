"""What of a game is worth counting: derived from the words in which its moves and events are told.

A move is told as a phrase such as "Gift: offer {items}", an event as "{player} wins the favour of {geisha}".  The kind
of the phrase is counted, each thing it names, and, if it names several, what was named together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from guanxi.engine.text import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.game import Game
    from guanxi.engine.moves import Move
    from guanxi.engine.position import Position
    from guanxi.engine.text import Catalogue, Parameter

ITSELF = ""  # what is counted is the kind of move or event, whatever it names
TOGETHER = "together"
READABLE = {"at": "place", "to": "place", "n": "amount"}  # how parameters are called in a report
# That somebody has sealed a choice says nothing, and who has won is the result itself.
SILENT = ("event.ready", "event.won", "event.shared", "event.draw")


class Use(NamedTuple):
    """Something that can be used in a game: a kind of move or event, or something it names."""

    kind: str  # the id of the phrase: move.gift
    about: str  # what sort of thing is named: item
    name: str  # flute


class Counting:
    """Counts the moves and events of tables that are all played on the same board."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.known: dict[Move, tuple[Use, ...]] = {}

    def of_move(self, position: Position, move: Move) -> tuple[Use, ...]:
        """All that a move uses."""
        if move not in self.known:
            told = move.phrase()
            lands = (Use(told.id, "province", name) for name in self.game.provinces(position, move))
            self.known[move] = tuple(dict.fromkeys((*uses(told, self.game.text, numbers=True), *lands)))
        return self.known[move]

    def of_event(self, told: Phrase) -> tuple[tuple[int, ...], tuple[Use, ...]]:
        """Who had a part in an event, and all that it uses; numbers are left out, they are points for the most part."""
        if told.id in SILENT:
            return (), ()
        return actors(told), tuple(dict.fromkeys(uses(told, self.game.text, numbers=False)))


def uses(told: Phrase, text: Catalogue, numbers: bool) -> Iterator[Use]:
    """The kind of a phrase, what it names, and what it names together."""
    yield Use(told.id, ITSELF, told.id)
    groups = []
    for param, value in told.params.items():
        named = list(names(param, value, text, numbers))
        yield from (Use(told.id, about, name) for about, name in named)
        if named:
            groups.append(" + ".join(name for _, name in named))
    if len(groups) > 1 or (groups and " + " in groups[0]):
        yield Use(told.id, TOGETHER, " / ".join(groups))


def names(param: str, value: Parameter, text: Catalogue, numbers: bool) -> Iterator[tuple[str, str]]:
    """What a parameter names, each with its sort; players are no things."""
    if isinstance(value, tuple):
        for one in value:
            yield from names(param, one, text, numbers)
    elif not isinstance(value, Phrase):
        if numbers or isinstance(value, str):
            yield READABLE.get(param, param), str(value)
    elif value.id == "list":
        yield from names(param, value.params["items"], text, numbers)
    elif value.id == "words":
        yield READABLE.get(param, param), text.say(value)
    elif value.id != "player":
        yield value.id.partition(".")[0], text.say(value)


def actors(told: Phrase) -> tuple[int, ...]:
    """The seats that an event is about: its player if it names one, else all players it names."""
    if "player" in told.params:
        return tuple(seats(told.params["player"]))
    return tuple(dict.fromkeys(seat for value in told.params.values() for seat in seats(value)))


def seats(value: Parameter) -> Iterator[int]:
    """The seats that a parameter names."""
    if isinstance(value, tuple):
        for one in value:
            yield from seats(one)
    elif isinstance(value, Phrase):
        if value.id == "player":
            yield int(str(value.params["seat"]))
        elif value.id == "list":
            yield from seats(value.params["items"])


def readable(kind: str) -> str:
    """The id of a phrase as a word of a report: `event.scored.houses` is "scored houses"."""
    return kind.partition(".")[2].replace(".", " ").replace("-", " ") or kind
