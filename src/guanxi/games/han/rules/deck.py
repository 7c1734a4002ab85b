"""Han: the pile, what is drawn from it, and what a seat may hold for possible."""

from __future__ import annotations

from guanxi.engine.core.pile import copies_in, put, shuffle, take
from guanxi.games.han.rules.material import CARDS, COLOURS, HAND, Material


def deal(p: Material, cards_out: int) -> None:
    """Three hidden cards each, then the open ones; the rest is the pile (Set-up)."""
    for colour in range(COLOURS):
        p.cards[colour] = CARDS[colour] - cards_out
        put_on_pile(p, colour, p.cards[colour])
    shuffle_pile(p)
    for seat in range(p.seats):
        for _ in range(HAND):
            add_to_hand(p, seat, next_card(p))
    for _ in range(p.board.open_cards):
        p.row[next_card(p)] += 1
    p.open = p.board.open_cards


def put_on_pile(p: Material, colour: int, count: int) -> None:
    """Some cards of a colour onto the pile."""
    p.left = put(p.pile, p.left, colour, count)


def shuffle_pile(p: Material) -> None:
    """Put the pile into a random order."""
    shuffle(p, p.pile, p.left)


def next_card(p: Material) -> int:
    """Take the next card of the pile."""
    p.left -= 1
    return take(p.pile, p.left)


def add_to_hand(p: Material, seat: int, colour: int) -> None:
    """A card more in a hand."""
    p.hand[seat * COLOURS + colour] += 1
    p.held[seat] += 1


def remember_pile(p: Material) -> None:
    """When the pile first runs out all can count: the new one is the discards, the rest is in the others' hands."""
    for colour in range(COLOURS):
        p.fresh[colour] = p.discards[colour]
        for viewer in range(p.seats):
            for seat in range(p.seats):
                if seat != viewer:
                    unknown = p.hand[seat * COLOURS + colour] - p.known[seat * COLOURS + colour]
                    p.old[viewer * COLOURS + colour] += unknown


def show_older(p: Material, seat: int, colour: int, count: int) -> None:
    """Who has drawn nothing from the new pile plays cards from before it: they are no longer among the unseen ones."""
    for viewer in range(p.seats):
        if viewer != seat:
            p.old[viewer * COLOURS + colour] = max(0, p.old[viewer * COLOURS + colour] - count)


def redraw_hidden(p: Material, viewer: int) -> None:
    """Pile and hands anew from what the viewer has not seen (our ruling: hands hidden, open draws remembered).

    After the first pile ran out the next can hold nothing but what was shuffled then, and who has drawn nothing from
    it holds older cards: these hands come first, then the pile, then the hands that anything fits.
    """
    forget_hands(p, viewer)
    left = p.left
    p.left = 0
    for seat in range(p.seats):
        if p.emptied and seat != viewer and p.draws[seat] == 0:
            deal_older(p, viewer, seat, left)
    for colour in range(COLOURS):
        put_on_pile(p, colour, possible_in_pile(p, viewer, colour))
    shuffle_pile(p)
    while p.left > left:
        next_card(p)
    for colour in range(COLOURS):
        put_on_pile(p, colour, unseen(p, colour) - copies_in(p.pile, left, colour))
    for seat in range(p.seats):
        while seat != viewer and held_so_far(p, seat) < p.held[seat]:
            p.hand[seat * COLOURS + unseen_card(p, left)] += 1


def deal_older(p: Material, viewer: int, seat: int, left: int) -> None:
    """Fill a hand with cards from before the new pile, each of them as likely as any other."""
    while held_so_far(p, seat) < p.held[seat]:
        among = 0
        for colour in range(COLOURS):
            among += older(p, viewer, colour, left)
        # In a position that somebody else has imagined, the viewer's memory is not there.
        if among == 0:
            return
        choice = p.below(among)
        colour = 0
        while choice >= older(p, viewer, colour, left):
            choice -= older(p, viewer, colour, left)
            colour += 1
        p.hand[seat * COLOURS + colour] += 1


def older(p: Material, viewer: int, colour: int, left: int) -> int:
    """How many cards of a colour from before the new pile can still be dealt, so that the pile can be filled after."""
    count = p.old[viewer * COLOURS + colour]
    for seat in range(p.seats):
        if seat != viewer and p.draws[seat] == 0:
            count -= p.hand[seat * COLOURS + colour] - p.known[seat * COLOURS + colour]
    spare = -left
    for other in range(COLOURS):
        spare += possible_in_pile(p, viewer, other)
    needed = unseen(p, colour) == possible_in_pile(p, viewer, colour)
    return 0 if needed and spare <= 0 else max(0, min(count, unseen(p, colour)))


def forget_hands(p: Material, viewer: int) -> None:
    """The others keep the cards they took in the open; what they have seen themselves is hidden as well."""
    for seat in range(p.seats):
        if seat != viewer:
            for colour in range(COLOURS):
                p.hand[seat * COLOURS + colour] = p.known[seat * COLOURS + colour]
                p.old[seat * COLOURS + colour] = 0
                p.drawn[seat * COLOURS + colour] = 0


def possible_in_pile(p: Material, viewer: int, colour: int) -> int:
    """How many cards of a colour the pile could hold, for all the viewer has seen."""
    count = unseen(p, colour)
    if p.emptied:
        count = min(count, p.fresh[colour] - p.drawn[viewer * COLOURS + colour])
    return count


def unseen(p: Material, colour: int) -> int:
    """How many cards of a colour are in no hand, not open and not discarded."""
    count = p.cards[colour] - p.row[colour] - p.discards[colour]
    for seat in range(p.seats):
        count -= p.hand[seat * COLOURS + colour]
    return count


def held_so_far(p: Material, seat: int) -> int:
    """How many cards have been dealt into a hand."""
    count = 0
    for colour in range(COLOURS):
        count += p.hand[seat * COLOURS + colour]
    return count


def unseen_card(p: Material, left: int) -> int:
    """Take one of the cards above the pile, at random."""
    chosen = left + p.below(p.left - left)
    colour = p.pile[chosen]
    p.pile[chosen] = p.pile[p.left - 1]
    next_card(p)
    return colour
