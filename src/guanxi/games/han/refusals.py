"""The number of a typed move, or the reason why it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.text import list_of
from guanxi.games.han.board import file_of
from guanxi.games.han.moves import (
    CARD_COLOURS,
    Colour,
    Discard,
    Draw,
    Emissary,
    Fortification,
    Market,
    Piece,
    Stop,
    card_phrase,
    colour_phrase,
    payment_phrase,
    place_name,
)
from guanxi.games.han.rules import rules
from guanxi.games.han.rules.material import COLOURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.moves import Move, Refuse
    from guanxi.games.han.rules.rules import Han


def number(p: Han, seat: int, move: Move, refuse: Refuse) -> int:
    """The number of a move, or the reason why the rules refuse it."""
    match move:
        case Draw(card):
            return draw_number(p, card, refuse)
        case _ if p.drawing:
            raise refuse("draw-first", "drawing")
        case Stop():
            if not p.placed:
                raise refuse("nothing-placed", "placing")
            return rules.STOP
        case Discard(card):
            if p.placed:
                raise refuse("placed-already", "discarding")
            check_cards(p, seat, (card,), refuse)
            return rules.DISCARD + CARD_COLOURS.index(card)
        case Piece():
            return piece_number(p, seat, move, refuse)
    raise TypeError(f"{move!r} is not a move of Han")


def draw_number(p: Han, card: str, refuse: Refuse) -> int:
    """The number of a draw, or why the card cannot be taken."""
    if not p.drawing:
        raise refuse("not-drawing", "drawing")
    if card == "pile":
        return rules.DRAW_PILE
    colour = CARD_COLOURS.index(card)
    if not p.row[colour]:
        open_cards = list_of([colour_phrase(CARD_COLOURS[other]) for other in range(COLOURS) if p.row[other]])
        raise refuse("not-open", "drawing", card=colour_phrase(CARD_COLOURS[colour]), cards=open_cards)
    return rules.DRAW + colour


def check_cards(p: Han, seat: int, cards: Sequence[Colour], refuse: Refuse) -> None:
    """Refuse a payment that the hand does not hold."""
    hand = p.hand[seat]
    for card in dict.fromkeys(cards):
        needed = cards.count(card)
        if hand[CARD_COLOURS.index(card)] < needed:
            raise refuse("not-held", "placing", cards=payment_phrase([card] * needed))


def piece_number(p: Han, seat: int, move: Piece, refuse: Refuse) -> int:
    """The number of a placement, or the first rule that forbids it."""
    file = file_of(p.board)
    ids = file.province_ids if isinstance(move, Emissary) else file.space_ids
    if move.at not in ids:
        raise refuse("no-place", "placing", at=move.at)
    where = ids.index(move.at)
    homes = [where] if isinstance(move, Emissary) else [home for home in p.board.home[where] if home != NOBODY]
    check_place(p, seat, move, where, homes, refuse)
    check_cards(p, seat, move.pay, refuse)
    if isinstance(move, Fortification | Market):
        return check_marker(p, seat, move, where, homes, refuse)
    payment = payment_number(p, move, homes, refuse)
    base = rules.EMISSARY if isinstance(move, Emissary) else rules.HOUSE
    return base + where * rules.PAYMENTS + payment


def check_place(p: Han, seat: int, move: Piece, where: int, homes: list[int], refuse: Refuse) -> None:
    """Refuse a place that is taken, full or not this turn's, and a piece that is not in the supply."""
    file = file_of(p.board)
    within = p.within
    if not any(within[home] for home in homes):
        raise refuse("one-province", "placing", at=place_name(file, move.at))
    if isinstance(move, Emissary | Market):
        if not p.emissaries_left[seat]:
            raise refuse("no-emissary", "placing")
    elif not p.houses_left[seat]:
        raise refuse("no-house", "placing")
    if isinstance(move, Emissary):
        if rules.emissary_room(p, where) <= 0:
            raise refuse("no-room", "emissaries", province=file.provinces[move.at].name)
    elif not rules.is_free(p, where):
        home = homes[0]
        free = [file.space_ids[space] for space in range(p.board.spaces) if p.board.home[space][0] == home]
        free = [place_name(file, at) for at in free if rules.is_free(p, file.space_ids.index(at))]
        raise refuse("taken", "houses", at=place_name(file, move.at), free=", ".join(free) or "–")


def check_marker(p: Han, seat: int, move: Piece, where: int, homes: list[int], refuse: Refuse) -> int:
    """A fortification or a market: its variant, its marker, its two cards, and not the first piece of a province."""
    fortification = isinstance(move, Fortification)
    paragraph = "fortifications" if fortification else "markets"
    if not (p.fortifications if fortification else p.markets):
        raise refuse("no-variant", paragraph)
    if not p.markers_left[seat]:
        raise refuse("no-marker", paragraph)
    if p.placed or len(homes) > 1 or not p.inhabited[homes[0]]:
        raise refuse("marker-place", paragraph, at=place_name(file_of(p.board), move.at))
    colour = CARD_COLOURS[p.board.colour[homes[0]]]
    if move.pay != (colour, colour):
        raise refuse("marker-pay", paragraph, cards=payment_phrase((colour, colour)))
    return (rules.FORTIFY if fortification else rules.MARKET) + where


def payment_number(p: Han, move: Piece, homes: list[int], refuse: Refuse) -> int:
    """The payment that the cards make, or why they do not pay for the piece."""
    colours = [CARD_COLOURS[p.board.colour[home]] for home in homes]
    if len(colours) == 2:
        if sorted(move.pay) == sorted(colours):
            return rules.EACH
        if len(move.pay) == 2 and move.pay[0] == move.pay[1] and move.pay[0] in colours:
            return CARD_COLOURS.index(move.pay[0])
        raise refuse("border-pay", "borders", cards=payment_phrase(colours))
    if move.pay == (colours[0],):
        return rules.ONE
    if len(move.pay) == 2 and move.pay[0] == move.pay[1] != colours[0]:
        return CARD_COLOURS.index(move.pay[0])
    raise refuse("pay", "placing", card=card_phrase(colours[0]))
