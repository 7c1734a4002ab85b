"""Han's moves: number → typed move ⇄ short notation.

`refusals.py` turns a typed move back into its number, or says why it is refused.

house wei-3 red          house wei-3 green green (a joker)      house wei-qi red yellow (a border)
emissary wei red         fortification wei-3                    market weiyang-2
stop                     discard red                            draw red       draw pile
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from guanxi.engine.moves import Move, whole_word
from guanxi.engine.text import Phrase, list_of, phrase
from guanxi.games.han.board import file_of
from guanxi.games.han.rules import rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.moves import Refuse
    from guanxi.games.han.board import BoardFile
    from guanxi.games.han.rules.rules import Han

Colour = Literal["red", "yellow", "green", "orange", "violet"]
CARD_COLOURS: tuple[Colour, ...] = ("red", "yellow", "green", "orange", "violet")
PILE: Literal["pile"] = "pile"
PieceName = Literal["house", "emissary", "fortification", "market"]
KINDS = ("house", "emissary", "fortification", "market", "stop", "discard", "draw")


class Piece(Move, frozen=True):
    """A piece, where it goes and the cards that pay for it."""

    important = True
    word: ClassVar[PieceName]  # what the piece is called in notation

    at: str
    pay: tuple[Colour, ...]

    def place(self) -> str:
        """The place on the board that a person clicks."""
        return f"space:{self.at}"

    def notation(self) -> str:
        return " ".join((self.word, self.at, *self.pay))

    def touches(self) -> tuple[str, ...]:
        return (self.place(), *(f"hand:{colour}" for colour in self.pay))

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.{self.word}", place=place_name(board, self.at), cards=payment_phrase(self.pay))


class House(Piece, frozen=True, tag="house"):
    """A house on a space: one card of its colour, two of another as a joker; on a border two of its colours."""

    word = "house"


class Emissary(Piece, frozen=True, tag="emissary"):
    """An emissary to a province's dragon."""

    word = "emissary"

    def place(self) -> str:
        return f"dragon:{self.at}"


class Fortification(Piece, frozen=True, tag="fortification"):
    """A fortification with a house on it: two cards of the province's colour."""

    word = "fortification"


class Market(Piece, frozen=True, tag="market"):
    """A market with an emissary on it: two cards of the district's colour."""

    word = "market"


PIECES: dict[str, type[Piece]] = {kind.word: kind for kind in (House, Emissary, Fortification, Market)}


class Stop(Move, frozen=True, tag="stop"):
    """Place no second piece."""

    def notation(self) -> str:
        return "stop"

    def touches(self) -> tuple[str, ...]:
        return ("action:stop",)

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.stop")


class Discard(Move, frozen=True, tag="discard"):
    """Put a card away instead of placing a piece."""

    important = True
    card: Colour

    def notation(self) -> str:
        return f"discard {self.card}"

    def touches(self) -> tuple[str, ...]:
        return ("action:discard", f"hand:{self.card}")

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.discard", card=card_phrase(self.card))


class Draw(Move, frozen=True, tag="draw"):
    """Take an open card, or the next of the pile."""

    card: Colour | Literal["pile"]

    def notation(self) -> str:
        return f"draw {self.card}"

    def touches(self) -> tuple[str, ...]:
        return ("pile",) if self.card == "pile" else (f"row:{self.card}",)

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.draw.pile") if self.card == "pile" else phrase("move.draw", card=card_phrase(self.card))


HanMove = House | Emissary | Fortification | Market | Stop | Discard | Draw


def place_name(file: BoardFile, at: str) -> str:
    """The name of a place for people: Wei, Wei 3, or Wei–Qi for a border space."""
    if at in file.provinces:
        return file.provinces[at].name
    homes = [file.provinces[id_].name for id_ in file.spaces[at].provinces]
    return "–".join(homes) if len(homes) > 1 else f"{homes[0]} {at.rpartition('-')[2]}"


def colour_phrase(colour: Colour) -> Phrase:
    """A card's colour: "red"."""
    return phrase(f"colour.{colour}")


def card_phrase(colour: Colour) -> Phrase:
    """One card: "a red card"."""
    return phrase(f"card.{colour}")


def payment_phrase(cards: Sequence[Colour]) -> Phrase:
    """The cards of a payment: "a red card", "two red cards", "a red card and a yellow card"."""
    if len(cards) == 2 and cards[0] == cards[1]:
        return phrase(f"pair.{cards[0]}")
    return list_of([card_phrase(card) for card in cards])


def typed(p: Han, number: int) -> Move:
    """Decode the number of a legal move."""
    if number >= rules.DRAW:
        return Draw("pile" if number == rules.DRAW_PILE else CARD_COLOURS[number - rules.DRAW])
    if number >= rules.DISCARD:
        return Discard(CARD_COLOURS[number - rules.DISCARD])
    if number == rules.STOP:
        return Stop()
    return piece(file_of(p.board), number)


def piece(file: BoardFile, number: int) -> Piece:
    """The piece that a move's number places on a board."""
    if number >= rules.FORTIFY:
        market = number >= rules.MARKET
        at = file.space_ids[number - (rules.MARKET if market else rules.FORTIFY)]
        pay = payment_cards(file, file.spaces[at].provinces, rules.ONE) * 2
        return Market(at, pay) if market else Fortification(at, pay)
    if number >= rules.EMISSARY:
        province, payment = divmod(number - rules.EMISSARY, rules.PAYMENTS)
        at = file.province_ids[province]
        return Emissary(at, payment_cards(file, [at], payment))
    space, payment = divmod(number - rules.HOUSE, rules.PAYMENTS)
    at = file.space_ids[space]
    return House(at, payment_cards(file, file.spaces[at].provinces, payment))


def payment_cards(file: BoardFile, homes: Sequence[str], payment: int) -> tuple[Colour, ...]:
    """The cards of a payment in a province, or for a border between two."""
    colours = tuple(CARD_COLOURS[CARD_COLOURS.index(file.provinces[home].colour)] for home in homes)
    if payment == rules.ONE:
        return colours[:1]
    if payment == rules.EACH:
        return colours
    return (CARD_COLOURS[payment],) * 2


def parse(p: Han, notation: str, refuse: Refuse) -> Move:
    """Parse a notation; words may be abbreviated, and the only possible payment may be left out."""
    word, *rest = notation.lower().split() or [""]
    kind = whole_word(word, tuple(KINDS), "no-word", "turn", refuse)
    if kind == "stop":
        return Stop()
    if not rest:
        raise refuse("incomplete", "turn", word=kind)
    if kind == "draw":
        return Draw(whole_word(rest[0], (*CARD_COLOURS, PILE), "no-colour", "drawing", refuse))
    if kind == "discard":
        return Discard(whole_word(rest[0], CARD_COLOURS, "no-colour", "discarding", refuse))
    pay = tuple(whole_word(card, CARD_COLOURS, "no-colour", "placing", refuse) for card in rest[1:])
    return PIECES[kind](rest[0], pay or only_payment(p, kind, rest[0], refuse))


def only_payment(p: Han, kind: str, at: str, refuse: Refuse) -> tuple[Colour, ...]:
    """The only way to pay for a piece; refuses if there are several."""
    pieces = [
        move for number in p.legal(p.player) if isinstance(move := typed(p, number), PIECES[kind]) and move.at == at
    ]
    if len(pieces) > 1:
        raise refuse("which-payment", "placing", ways=" / ".join(" ".join(piece.pay) for piece in pieces))
    # With nothing to choose from, `number` finds the reason before it looks at the cards.
    return pieces[0].pay if pieces else ()
