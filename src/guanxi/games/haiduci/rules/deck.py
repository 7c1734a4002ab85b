"""Haiduci: the pile, what is drawn from it, and the deals a seat considers possible."""

from __future__ import annotations

from guanxi.engine.core.pile import copies_in, put, shuffle, take, take_out
from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.rules.material import CARDS, DREW, FACTIONS, HAIDUC, HAND, LEADERS, OVER, SHUFFLED, Material


def deal(p: Material) -> None:
    """Three cards each, one more for the faction that begins (Set-up)."""
    for card in range(CARDS):
        p.left = put(p.pile, p.left, card, p.board.copies[card])
    shuffle(p, p.pile, p.left)
    for index in range(p.seats):
        seat = (p.first + index) % p.seats
        for _ in range(HAND + (p.faction[seat] == p.board.begins)):
            draw_card(p, seat)


def next_card(p: Material) -> int:
    """Take the next card of the pile."""
    p.left -= 1
    return take(p.pile, p.left)


def draw_card(p: Material, seat: int) -> None:
    """A card into a hand; an empty pile is replaced by the shuffled discards, if there are any (Cards)."""
    if p.left == 0:
        reshuffle(p)
    if p.left:
        card = next_card(p)
        p.hand[seat][card] += 1
        p.held[seat] += 1
        p.drawn[seat][card] += 1
        p.draws[seat] += 1
        p.tell(DREW, seat, card)


def reshuffle(p: Material) -> None:
    """The discards become the pile; everybody can count what the others hold together (Cards)."""
    p.shuffles += 1
    for card in range(CARDS):
        p.left = put(p.pile, p.left, card, p.discards[card])
        p.fresh[card] = p.discards[card]
        p.discards[card] = 0
        everybody = 0
        for seat in range(p.seats):
            everybody += p.hand[seat][card]
        for seat in range(p.seats):
            p.old[seat][card] = everybody - p.hand[seat][card]
            p.drawn[seat][card] = 0
            p.draws[seat] = 0
    if p.left:
        shuffle(p, p.pile, p.left)
        p.tell(SHUFFLED)


def lay_down(p: Material, seat: int, card: int) -> None:
    """A card leaves a hand for all to see."""
    p.hand[seat][card] -= 1
    p.held[seat] -= 1


def redraw_leaders(p: Material, viewer: int) -> None:
    """The leaders of others, each one of those that would not have claimed victory by now (Set-up, End)."""
    for seat in range(p.seats):
        if seat != viewer and p.faction[seat] != NOBODY and not p.claimed & (1 << seat) and p.phase != OVER:
            possible = LEADERS
            for leader in range(LEADERS):
                possible -= p.excluded[seat][leader]
            chosen = p.below(possible)
            for leader in range(LEADERS):
                if not p.excluded[seat][leader]:
                    if chosen == 0:
                        p.leader[seat] = leader
                    chosen -= 1


def redraw_cards(p: Material, viewer: int) -> None:
    """Deal pile and hands again from what the viewer has not seen.

    The pile comes first, since it can hold nothing but what was shuffled into it.
    """
    left = p.left
    forget_hands(p, viewer)
    p.left = 0
    for card in range(CARDS):
        p.left = put(p.pile, p.left, card, possible_in_pile(p, viewer, card))
    shuffle(p, p.pile, p.left)
    while p.left > left:
        next_card(p)
    for card in range(CARDS):
        p.left = put(p.pile, p.left, card, unseen(p, card) - copies_in(p.pile, left, card))
    for late in range(2):
        for seat in range(p.seats):
            # Seats that have drawn nothing from this pile come first: fewer cards fit their hands.
            if seat != viewer and (p.draws[seat] > 0) == late:
                for _ in range(p.held[seat]):
                    p.hand[seat][unseen_card(p, viewer, seat, left)] += 1


def forget_hands(p: Material, viewer: int) -> None:
    """The others' hands, and what they have seen themselves."""
    for seat in range(p.seats):
        if seat != viewer:
            for card in range(CARDS):
                p.hand[seat][card] = 0
                p.old[seat][card] = 0
                p.drawn[seat][card] = 0


def possible_in_pile(p: Material, viewer: int, card: int) -> int:
    """How many equal cards the pile could hold, for all the viewer has seen."""
    count = unseen(p, card)
    if p.shuffles:
        count = min(count, p.fresh[card] - p.drawn[viewer][card])
    return count


def unseen(p: Material, card: int) -> int:
    """How many equal cards are in no hand and not on the table."""
    if card >= HAIDUC and (p.place[card - HAIDUC] != NOBODY or p.captor[card - HAIDUC] != NOBODY):
        return 0
    count = p.board.copies[card] - p.discards[card]
    for faction in range(FACTIONS):
        count -= (p.box[faction][0] == card) + (p.box[faction][1] == card)
    for seat in range(p.seats):
        count -= p.hand[seat][card]
    return count


def unseen_card(p: Material, viewer: int, seat: int, left: int) -> int:
    """Take one of the cards above the pile, at random among those that the hand can hold."""
    fitting = 0
    for index in range(left, p.left):
        fitting += fits(p, viewer, seat, p.pile[index])
    # Older cards can run out for a hand that has drawn none: then any card must do.
    chosen = left
    if fitting:
        wanted = p.below(fitting)
        while wanted or not fits(p, viewer, seat, p.pile[chosen]):
            wanted -= fits(p, viewer, seat, p.pile[chosen])
            chosen += 1
    p.left -= 1
    return take_out(p.pile, chosen, p.left)


def fits(p: Material, viewer: int, seat: int, card: int) -> int:
    """1 unless the card came with this pile, from which the player has drawn nothing."""
    return p.shuffles == 0 or p.draws[seat] > 0 or p.old[viewer][card] > 0
