"""Han: the pile, draws, and the hidden cards that a seat considers possible."""

from __future__ import annotations

from guanxi.engine.core.pile import copies_in, put, shuffle, take, take_out
from guanxi.games.han.rules.material import CARDS, COLOURS, HAND, Material


def deal(p: Material, cards_out: int) -> None:
    """Deal three hidden cards each, then the open ones; the rest is the pile (Set-up)."""
    for colour in range(COLOURS):
        p.cards[colour] = CARDS[colour] - cards_out
        p.left = put(p.pile, p.left, colour, p.cards[colour])
    shuffle(p, p.pile, p.left)
    for seat in range(p.seats):
        for _ in range(HAND):
            add_to_hand(p, seat, next_card(p))
    for _ in range(p.board.open_cards):
        p.row[next_card(p)] += 1
    p.open = p.board.open_cards


def next_card(p: Material) -> int:
    """Take the next card of the pile."""
    p.left -= 1
    return take(p.pile, p.left)


def add_to_hand(p: Material, seat: int, colour: int) -> None:
    """Put a card into a hand."""
    p.hand[seat][colour] += 1
    p.held[seat] += 1


def remember_pile(p: Material) -> None:
    """Note what players can count when the pile first runs out: the new pile, and the hidden cards of the others."""
    for colour in range(COLOURS):
        p.fresh[colour] = p.discards[colour]
        for viewer in range(p.seats):
            for seat in range(p.seats):
                if seat != viewer:
                    unknown = p.hand[seat][colour] - p.known[seat][colour]
                    p.old[viewer][colour] += unknown


def show_older(p: Material, seat: int, colour: int, count: int) -> None:
    """Count cards played by a player who has drawn nothing from the new pile: they are from before it."""
    for viewer in range(p.seats):
        if viewer != seat:
            p.old[viewer][colour] = max(0, p.old[viewer][colour] - count)


def redraw_hidden(p: Material, viewer: int) -> None:
    """Deal pile and hands again from the cards that the viewer has not seen (hands are hidden, open draws remembered).

    The second pile holds only cards that were shuffled into it, and a player who has drawn nothing from it holds older
    cards.  So these hands are dealt first, then the pile, then the hands that any card fits.
    """
    forget_hands(p, viewer)
    left = p.left
    p.left = 0
    for seat in range(p.seats):
        if p.emptied and seat != viewer and p.draws[seat] == 0:
            deal_older(p, viewer, seat, left)
    for colour in range(COLOURS):
        p.left = put(p.pile, p.left, colour, possible_in_pile(p, viewer, colour))
    shuffle(p, p.pile, p.left)
    while p.left > left:
        next_card(p)
    for colour in range(COLOURS):
        p.left = put(p.pile, p.left, colour, unseen(p, colour) - copies_in(p.pile, left, colour))
    for seat in range(p.seats):
        while seat != viewer and held_so_far(p, seat) < p.held[seat]:
            p.hand[seat][unseen_card(p, left)] += 1


def deal_older(p: Material, viewer: int, seat: int, left: int) -> None:
    """Fill a hand with cards from before the new pile, each equally likely."""
    while held_so_far(p, seat) < p.held[seat]:
        among = 0
        for colour in range(COLOURS):
            among += older(p, viewer, colour, left)
        # A world sampled for another seat does not contain this viewer's memory.
        if among == 0:
            return
        choice = p.below(among)
        colour = 0
        while choice >= older(p, viewer, colour, left):
            choice -= older(p, viewer, colour, left)
            colour += 1
        p.hand[seat][colour] += 1


def older(p: Material, viewer: int, colour: int, left: int) -> int:
    """How many older cards of a colour can be dealt such that the pile can still be filled."""
    count = p.old[viewer][colour]
    for seat in range(p.seats):
        if seat != viewer and p.draws[seat] == 0:
            count -= p.hand[seat][colour] - p.known[seat][colour]
    spare = -left
    for other in range(COLOURS):
        spare += possible_in_pile(p, viewer, other)
    needed = unseen(p, colour) == possible_in_pile(p, viewer, colour)
    return 0 if needed and spare <= 0 else max(0, min(count, unseen(p, colour)))


def forget_hands(p: Material, viewer: int) -> None:
    """Keep only the cards that others took from the open cards; hide their own knowledge too."""
    for seat in range(p.seats):
        if seat != viewer:
            for colour in range(COLOURS):
                p.hand[seat][colour] = p.known[seat][colour]
                p.old[seat][colour] = 0
                p.drawn[seat][colour] = 0


def possible_in_pile(p: Material, viewer: int, colour: int) -> int:
    """How many cards of a colour the pile can hold, as far as the viewer knows."""
    count = unseen(p, colour)
    if p.emptied:
        count = min(count, p.fresh[colour] - p.drawn[viewer][colour])
    return count


def unseen(p: Material, colour: int) -> int:
    """How many cards of a colour are neither in a hand, nor open, nor discarded."""
    count = p.cards[colour] - p.row[colour] - p.discards[colour]
    for seat in range(p.seats):
        count -= p.hand[seat][colour]
    return count


def held_so_far(p: Material, seat: int) -> int:
    """How many cards have been dealt into a hand."""
    count = 0
    for colour in range(COLOURS):
        count += p.hand[seat][colour]
    return count


def unseen_card(p: Material, left: int) -> int:
    """Take one of the cards above the pile, at random."""
    chosen = left + p.below(p.left - left)
    p.left -= 1
    return take_out(p.pile, chosen, p.left)
