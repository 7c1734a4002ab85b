"""Count the uses in a game: kinds of moves and events, and the things their fields name.

A move such as `Gift(cards=("fan", "fan", "drum"))` counts as a gift, for each card it names, and, as it names several,
for the combination.  Strings are ids of things; a report shows their names from the board or the game's texts.
Whole numbers in a move are amounts.  In an event they are mostly points, and are left out.

An event counts for the player in its field `seat` and the one in `partner`, or, if it has neither, for everybody in
`players`.  Players named by other fields (`target`, `loser` …) had another role.
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

ITSELF = ""  # counts the kind of move or event, whatever it names
TOGETHER = "together"
ACTORS = ("seat", "partner")
SEATS = {*ACTORS, "player", "players", "target"}  # fields that name players instead of things
READABLE = {  # how a report calls what a field names
    **dict.fromkeys(("at", "to"), "place"),
    **dict.fromkeys(("pay", "pairs", "first", "second"), "card"),
    "allies": "province",
    "points": "amount",
}


class Use(NamedTuple):
    """Something used in a game: a kind of move or event, or a thing it names."""

    kind: str  # of move or event: move.gift
    about: str  # the sort of thing: item
    name: str  # flute


class UseCounter:
    """Finds the uses in moves and events of tables played on one board; results are cached."""

    def __init__(self, game: Game[Any, Any], board: Any = None) -> None:
        self.game = game
        texts = {id_: text for id_, text in game.text.texts("en").items() if "." in id_}  # by sort: item.flute
        names = names_on(board)
        self.names = {**texts, **names}
        self.provinces = {place: tuple(names[home] for home in homes) for place, homes in provinces_on(board).items()}
        self.moves: dict[Move, tuple[Use, ...]] = {}
        self.events: dict[Event, tuple[Use, ...]] = {}

    def of_move(self, move: Move) -> tuple[Use, ...]:
        """All uses in a move, the provinces of the places it names included."""
        if move not in self.moves:
            places = (getattr(move, field) for field in move.__struct_fields__ if READABLE.get(field) == "place")
            provinces = (name for place in places for name in self.provinces.get(place, ()))
            reached = (Use(kind_of(move), "province", name) for name in provinces)
            self.moves[move] = tuple(dict.fromkeys((*uses(move, self.names, numbers=True), *reached)))
        return self.moves[move]

    def of_event(self, event: Event) -> tuple[tuple[int, ...], tuple[Use, ...]]:
        """The actors of an event, and all uses in it."""
        if is_silent(event):
            return (), ()
        if event not in self.events:
            self.events[event] = tuple(dict.fromkeys(uses(event, self.names, numbers=False)))
        return actors(event), self.events[event]


def is_silent(event: Event) -> bool:
    """Whether an event is not counted: a sealed choice tells nothing, and the winner is the result itself."""
    return isinstance(event, Ready) or hasattr(event, "winners")


def kind_of(what: Move | Event) -> str:
    """The kind of a move or an event with its source: `move.gift`, `event.favour`."""
    config = what.__struct_config__
    return f"{'move' if config.tag_field == 'do' else 'event'}.{config.tag}"


def uses(what: Move | Event, names: Mapping[str, Any], numbers: bool) -> Iterator[Use]:
    """Yield the kind of a move or an event, the things its fields name, and their combination."""
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
    """The combination: things of one sort if there are several, else one of each sort; "" for a single thing."""
    counts = Counter(about for about, group in groups for _ in group)
    several = [group for about, group in groups if counts[about] > 1]
    told = [" + ".join(group) for group in several or [group for _, group in groups] if group]
    return " / ".join(told) if several or len(told) > 1 else ""


def named(field: str, value: Any, names: Mapping[str, Any], numbers: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield the sort of things that a field names and their names; a tuple of tuples yields each group."""
    several = isinstance(value, tuple)
    about = READABLE.get(field, field.removesuffix("s") if several else field)
    groups = value if several and value and isinstance(value[0], tuple) else (value if several else (value,),)
    for group in groups:
        words = [str(one) for one in group if isinstance(one, str) or (numbers and isinstance(one, int))]
        yield about, [names.get(f"{about}.{word}") or names.get(word, word) for word in words]


def things_on(board: Any) -> Iterator[tuple[str, Any]]:
    """Everything on a board, or in all files a table is played with, that has an id."""
    fields = board.__struct_fields__ if isinstance(board, Struct) else vars(board) if board is not None else ()
    for part in (getattr(board, field) for field in fields):
        if isinstance(part, Struct):
            yield from things_on(part)
        elif isinstance(part, dict):
            yield from part.items()


def names_on(board: Any) -> dict[str, str]:
    """The English names on a board by id."""
    spelt = ((id_, getattr(thing, "name", thing)) for id_, thing in things_on(board))
    english = ((id_, name.get("en") if isinstance(name, dict) else name) for id_, name in spelt)
    return {id_: name for id_, name in english if isinstance(name, str)}


def provinces_on(board: Any) -> dict[str, tuple[str, ...]]:
    """The provinces that each place on a board lies in; a province lies in itself."""
    found: dict[str, tuple[str, ...]] = {}
    for id_, thing in things_on(board):
        if hasattr(thing, "provinces"):
            found[id_] = tuple(thing.provinces)
        elif hasattr(thing, "province"):
            found[id_] = (thing.province,)
    return found | {home: (home,) for homes in found.values() for home in homes}


def actors(event: Event) -> tuple[int, ...]:
    """The seats that an event is counted for."""
    acted = tuple(getattr(event, field) for field in ACTORS if getattr(event, field, None) is not None)
    players: tuple[int, ...] = getattr(event, "players", ())
    return acted or players


def readable(kind: str) -> str:
    """Format a kind for a report: `event.won-province` becomes "won province"."""
    return kind.partition(".")[2].replace("-", " ") or kind
