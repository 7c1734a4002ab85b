"""The move of Han that a player means by a click, legal or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.han.board import file_of
from guanxi.games.han.moves import CARD_COLOURS, PILE, Colour, Discard, Draw, Emissary, House, Piece, Stop
from guanxi.games.han.rules import rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.moves import Move
    from guanxi.games.han.rules.rules import Han


def meant(p: Han, places: Sequence[str]) -> Move | None:
    """A draw, a discard, or a piece for the cards clicked so far; None for other places."""
    kind, _, name = places[-1].partition(":")
    card = next((colour for colour in CARD_COLOURS if colour == name), None)
    match kind:
        case "pile":
            return Draw(PILE)
        case "row" if card:
            return Draw(card)
        case "action" if name == "stop":
            return Stop()
        case "space" | "dragon":
            return piece(kind, name, paid(places))
        case "hand" if card:
            return use_of(p, card, places)
    return None


def piece(kind: str, at: str, pay: tuple[Colour, ...]) -> Piece:
    """A house on a space, or an emissary to a dragon."""
    return House(at, pay) if kind == "space" else Emissary(at, pay)


def paid(places: Sequence[str]) -> tuple[Colour, ...]:
    """The cards among some places."""
    return tuple(colour for place in places for colour in CARD_COLOURS if place == f"hand:{colour}")


def use_of(p: Han, card: Colour, places: Sequence[str]) -> Move:
    """The use of a card of the hand: the piece clicked before, else a second piece, else a discard."""
    for place in places:
        kind, _, at = place.partition(":")
        if kind in ("space", "dragon"):
            return piece(kind, at, paid(places))
    if p.drawing or not p.placed:
        return Discard(card)
    free = [at for number, at in enumerate(file_of(p.board).space_ids) if is_open(p, number)]
    return House(free[0], (card,)) if free else Discard(card)


def is_open(p: Han, space: int) -> bool:
    """Is a space free, in a province where this turn may go on?"""
    return bool(rules.is_free(p, space)) and p.within[p.board.home[space][0]] == 1
