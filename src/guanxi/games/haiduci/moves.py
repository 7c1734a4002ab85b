"""Haiduci's moves for people: number ⇄ typed move ⇄ short notation.  `refusals.py` says why one is refused.

faction serbia            offer faith               join serbia army        pass
place belgrade            remove belgrade ottoman   province serbia
emerge rudnik             keep                      capture iancu-jianu
march iancu-jianu vidin   discard army              play iancu-jianu        free iancu-jianu
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from guanxi.engine.core.position import first_owing
from guanxi.engine.moves import Move, whole_word
from guanxi.engine.text import Phrase, phrase
from guanxi.games.haiduci.board import edition_of
from guanxi.games.haiduci.rules import material
from guanxi.games.haiduci.rules.material import CARDS, FACTIONS, HAIDUCI, TERRITORIES

if TYPE_CHECKING:
    from guanxi.engine.moves import Refuse
    from guanxi.games.haiduci.board import Edition
    from guanxi.games.haiduci.rules.rules import Haiduci


class Worded(Move, frozen=True):
    """A move whose notation is its word and what it names; `places` are what a person clicks."""

    places: ClassVar[tuple[str, ...]] = ()

    def parts(self) -> dict[str, str]:
        """The ids it names, in the order of the notation."""
        return {field: getattr(self, field) for field in self.__struct_fields__}

    def word(self) -> str:
        """The first word of its notation."""
        return str(self.__struct_config__.tag)

    def notation(self) -> str:
        return " ".join((self.word(), *self.parts().values()))

    def touches(self) -> tuple[str, ...]:
        return tuple(place.format(**self.parts()) for place in self.places)

    def phrase(self, board: Edition) -> Phrase:
        return phrase(f"move.{self.word()}", **{field: named(board, field, id_) for field, id_ in self.parts().items()})


class Faction(Worded, frozen=True, tag="faction"):
    """Play a faction."""

    important = True
    faction: str
    places = ("faction:{faction}",)


class Offer(Worded, frozen=True, tag="offer"):
    """A card into the own first box."""

    important = True
    card: str
    faction: str  # the own one
    places = ("hand:{card}", "box:{faction}:1")

    def notation(self) -> str:
        return f"offer {self.card}"

    def phrase(self, board: Edition) -> Phrase:
        return phrase("move.offer", card=board.card_name(self.card))


class Join(Worded, frozen=True, tag="join"):
    """A card into another faction's second box."""

    important = True
    faction: str
    card: str
    places = ("hand:{card}", "box:{faction}:2")


class Pass(Worded, frozen=True, tag="pass"):
    """Offer nothing, move no haiduc, play none."""

    places = ("action:pass",)


class Place(Worded, frozen=True, tag="place"):
    """A pawn on a territory."""

    at: str
    places = ("territory:{at}",)


class Remove(Worded, frozen=True, tag="remove"):
    """A pawn of another faction off a territory."""

    at: str
    faction: str
    places = ("pawn:{at}:{faction}",)


class Province(Worded, frozen=True, tag="province"):
    """The province to influence."""

    important = True
    province: str
    places = ("province:{province}",)


class Emerge(Worded, frozen=True, tag="emerge"):
    """The haiduc just played appears in a territory."""

    important = True
    at: str
    places = ("territory:{at}",)


class Keep(Worded, frozen=True, tag="keep"):
    """The haiduc just played is captured."""

    important = True
    places = ("action:keep",)


class Capture(Worded, frozen=True, tag="capture"):
    """Another haiduc on the board is captured."""

    important = True
    haiduc: str
    places = ("haiduc:{haiduc}",)


class March(Worded, frozen=True, tag="march"):
    """A haiduc moves to a neighbouring territory."""

    important = True
    haiduc: str
    to: str
    places = ("haiduc:{haiduc}", "territory:{to}")


class Discard(Worded, frozen=True, tag="discard"):
    """The card a march costs."""

    card: str
    places = ("hand:{card}",)


class Play(Worded, frozen=True, tag="play"):
    """A haiduc from the hand against a freeze."""

    important = True
    haiduc: str
    places = ("hand:{haiduc}",)


class Free(Worded, frozen=True, tag="free"):
    """A captured haiduc against a freeze."""

    important = True
    haiduc: str
    places = ("haiduc:{haiduc}",)


KINDS: tuple[type[Worded], ...] = (
    Faction, Offer, Join, Pass, Place, Remove, Province, Emerge, Keep, Capture, March, Discard, Play, Free,
)  # fmt: skip
HaiduciMove = (
    Faction | Offer | Join | Pass | Place | Remove | Province | Emerge | Keep | Capture | March | Discard | Play | Free
)
BY_WORD = {str(kind.__struct_config__.tag): kind for kind in KINDS}


def ids_of(edition: Edition, field: str) -> tuple[str, ...]:
    """The things that a field of a move may name."""
    if field in ("faction", "province"):
        return edition.factions
    if field == "card":
        return (*edition.kinds, *edition.haiduci)
    return edition.haiduci if field == "haiduc" else edition.territories


def named(edition: Edition, field: str, id_: str) -> Phrase:
    """The thing that a field of a move names, as this edition calls it."""
    if field in ("faction", "province"):
        return edition.faction_name(id_)
    return edition.card_name(id_) if field in ("card", "haiduc") else edition.territory_name(id_)


def typed(p: Haiduci, number: int) -> Move:
    """Decode the number of a legal move in a position."""
    edition = edition_of(p.board)
    factions, places, cards, haiduci = edition.factions, edition.territories, edition.card_ids, edition.haiduci
    if number < material.OFFER_MOVE:
        return Faction(factions[number - material.FACTION_MOVE])
    if number < material.JOIN_MOVE:
        return Offer(cards[number - material.OFFER_MOVE], factions[p.faction[first_owing(p)]])
    if number < material.PASS_MOVE:
        faction, card = divmod(number - material.JOIN_MOVE, CARDS)
        return Join(factions[faction], cards[card])
    if number == material.PASS_MOVE:
        return Pass()
    if number < material.REMOVE_MOVE:
        return Place(places[number - material.PLACE_MOVE])
    if number < material.PROVINCE_MOVE:
        place, faction = divmod(number - material.REMOVE_MOVE, FACTIONS)
        return Remove(places[place], factions[faction])
    if number < material.EMERGE_MOVE:
        return Province(factions[number - material.PROVINCE_MOVE])
    if number < material.KEEP_MOVE:
        return Emerge(places[number - material.EMERGE_MOVE])
    if number == material.KEEP_MOVE:
        return Keep()
    if number < material.MARCH_MOVE:
        return Capture(haiduci[number - material.CAPTURE_MOVE])
    if number < material.DISCARD_MOVE:
        haiduc, place = divmod(number - material.MARCH_MOVE, TERRITORIES)
        return March(haiduci[haiduc], places[place])
    if number < material.SPEND_MOVE:
        return Discard(cards[number - material.DISCARD_MOVE])
    played = haiduci[(number - material.SPEND_MOVE) % HAIDUCI]
    return Play(played) if number < material.FREE_MOVE else Free(played)


def number_of(edition: Edition, move: Move) -> int:
    """The number of a move whose ids are all known."""
    factions, places, haiduci = edition.factions.index, edition.territories.index, edition.haiduci.index
    cards = edition.card_ids.index
    match move:
        case Faction(faction):
            return material.FACTION_MOVE + factions(faction)
        case Offer(card, _):
            return material.OFFER_MOVE + cards(card)
        case Join(faction, card):
            return material.JOIN_MOVE + factions(faction) * CARDS + cards(card)
        case Pass():
            return material.PASS_MOVE
        case Place(at):
            return material.PLACE_MOVE + places(at)
        case Remove(at, faction):
            return material.REMOVE_MOVE + places(at) * FACTIONS + factions(faction)
        case Province(province):
            return material.PROVINCE_MOVE + factions(province)
        case Emerge(at):
            return material.EMERGE_MOVE + places(at)
        case Keep():
            return material.KEEP_MOVE
        case Capture(haiduc):
            return material.CAPTURE_MOVE + haiduci(haiduc)
        case March(haiduc, to):
            return material.MARCH_MOVE + haiduci(haiduc) * TERRITORIES + places(to)
        case Discard(card):
            return material.DISCARD_MOVE + cards(card)
        case Play(haiduc):
            return material.SPEND_MOVE + haiduci(haiduc)
        case Free(haiduc):
            return material.FREE_MOVE + haiduci(haiduc)
    raise TypeError(f"{move!r} is not a move of Haiduci")


def parse(p: Haiduci, notation: str, refuse: Refuse) -> Move:
    """The move a text stands for; words may be cut short where that is clear."""
    word, *given = notation.lower().split() or [""]
    kind = BY_WORD[whole_word(word, tuple(BY_WORD), "no-word", "turn", refuse)]
    edition = edition_of(p.board)
    fields = [field for field in kind.__struct_fields__ if (kind, field) != (Offer, "faction")]
    if len(given) != len(fields):
        raise refuse("incomplete", "turn", word=kind.__struct_config__.tag, n=len(fields))
    named_ids = [
        whole_word(text, ids_of(edition, field), "no-name", "turn", refuse)
        for text, field in zip(given, fields, strict=True)
    ]
    if kind is Offer:
        own = p.faction[first_owing(p)]
        return Offer(named_ids[0], edition.factions[max(own, 0)])
    return kind(*named_ids)
