"""What of a game is worth counting: the kinds of its moves and events, and what their fields name.

A move such as `Gift(cards=("fan", "fan", "drum"))` counts as a gift, for each card it names, and, as it names several,
for the combination.  Words are the ids of things, which a report calls as the board or the texts of the game call them.
Whole numbers of a move are amounts; those of an event are points for the most part, and are left out.

One rule says who an event is counted for: the player in its field `seat`, and the one in `partner`, who had the same
part in it; if it has neither, everybody in `players`.  Players that other fields name (`target`, `loser` …) had another
part.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from guanxi.engine.events import Ready

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from guanxi.engine.events import Event
    from guanxi.engine.game import Game
    from guanxi.engine.moves import Move
    from guanxi.engine.position import Position

ITSELF = ""  # what is counted is the kind of move or event, whatever it names
TOGETHER = "together"
ACTORS = ("seat", "partner")
SEATS = {*ACTORS, "player", "players", "target"}  # fields that name players, who are no things
READABLE = {  # what fields name, in a report
    **dict.fromkeys(("at", "to"), "place"),
    **dict.fromkeys(("pay", "pairs", "first", "second"), "card"),
    "allies": "province",
    "points": "amount",
}


class Use(NamedTuple):
    """Something that can be used in a game: a kind of move or event, or something it names."""

    kind: str  # of move or event: move.gift
    about: str  # what sort of thing is named: item
    name: str  # flute


class Counting:
    """Counts the moves and events of tables that are all played on the same board."""

    def __init__(self, game: Game[Any, Any], board: Any = None) -> None:
        self.game = game
        texts = {id_: text for id_, text in game.text.texts("en").items() if "." in id_}  # by sort: item.flute
        self.names = {**texts, **names_on(board)}
        self.moves: dict[Move, tuple[Use, ...]] = {}
        self.events: dict[Event, tuple[Use, ...]] = {}

    def of_move(self, position: Position, move: Move) -> tuple[Use, ...]:
        """All that a move uses."""
        if move not in self.moves:
            lands = (Use(kind_of(move), "province", name) for name in self.game.provinces(position, move))
            self.moves[move] = tuple(dict.fromkeys((*uses(move, self.names, numbers=True), *lands)))
        return self.moves[move]

    def of_event(self, event: Event) -> tuple[tuple[int, ...], tuple[Use, ...]]:
        """Who had a part in an event, and all that it uses."""
        if is_silent(event):
            return (), ()
        if event not in self.events:
            self.events[event] = tuple(dict.fromkeys(uses(event, self.names, numbers=False)))
        return actors(event), self.events[event]


def is_silent(event: Event) -> bool:
    """That somebody has sealed a choice says nothing, and who has won is the result itself."""
    return isinstance(event, Ready) or hasattr(event, "winners")


def kind_of(what: Move | Event) -> str:
    """The kind of a move or an event, with which of the two it is: `move.gift`, `event.favour`."""
    config = what.__struct_config__
    return f"{'move' if config.tag_field == 'do' else 'event'}.{config.tag}"


def uses(what: Move | Event, names: Mapping[str, Any], numbers: bool) -> Iterator[Use]:
    """The kind of a move or an event, what its fields name, and what they name together."""
    kind = kind_of(what)
    yield Use(kind, ITSELF, kind)
    groups: list[tuple[str, list[str]]] = []
    for field in what.__struct_fields__:
        if field not in SEATS:
            groups += named(field, getattr(what, field), names, numbers)
    yield from (Use(kind, about, name) for about, group in groups for name in group)
    together = combination(groups)
    if together:
        yield Use(kind, TOGETHER, together)


def combination(groups: list[tuple[str, list[str]]]) -> str:
    """What is named together: things of one sort if there are several, else one of each sort; "" if there is one."""
    counts = Counter(about for about, group in groups for _ in group)
    several = [group for about, group in groups if counts[about] > 1]
    told = [" + ".join(group) for group in several or [group for _, group in groups] if group]
    return " / ".join(told) if several or len(told) > 1 else ""


def named(field: str, value: Any, names: Mapping[str, Any], numbers: bool) -> Iterator[tuple[str, list[str]]]:
    """The sort of things that a field names, with their names; of a tuple of tuples, each that lies apart."""
    several = isinstance(value, tuple)
    about = READABLE.get(field, field.removesuffix("s") if several else field)
    groups = value if several and value and isinstance(value[0], tuple) else (value if several else (value,),)
    for group in groups:
        words = [str(one) for one in group if isinstance(one, str) or (numbers and isinstance(one, int))]
        yield about, [names.get(f"{about}.{word}") or names.get(word, word) for word in words]


def names_on(board: Any) -> dict[str, str]:
    """What a board, or all that a table is played with, calls its things in English, by their ids."""
    found: dict[str, str] = {}
    fields = board.__struct_fields__ if isinstance(board, Struct) else vars(board) if board is not None else ()
    for part in (getattr(board, field) for field in fields):
        if isinstance(part, Struct):
            found |= names_on(part)
        elif isinstance(part, dict):
            spelt = {id_: getattr(thing, "name", thing) for id_, thing in part.items()}
            english = {id_: name.get("en") if isinstance(name, dict) else name for id_, name in spelt.items()}
            found |= {id_: name for id_, name in english.items() if isinstance(name, str)}
    return found


def actors(event: Event) -> tuple[int, ...]:
    """The seats that an event is counted for."""
    acted = tuple(getattr(event, field) for field in ACTORS if getattr(event, field, None) is not None)
    players: tuple[int, ...] = getattr(event, "players", ())
    return acted or players


def readable(kind: str) -> str:
    """A kind of move or event as words of a report: `event.won-province` is "won province"."""
    return kind.partition(".")[2].replace("-", " ") or kind
