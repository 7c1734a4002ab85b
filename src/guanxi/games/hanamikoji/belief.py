"""What a player may conclude from what the other has put face down: not every card is kept, or traded off, as readily.

How readily was counted in games of our own bots, whose habits differ: greedy ones, plain search and experts.  These
numbers lie between theirs, so that they are right about nobody, but about nobody very wrong.
"""

from __future__ import annotations

from guanxi.engine.position import NOBODY
from guanxi.games.hanamikoji.deck import deal_hidden, gather_unseen, shuffle
from guanxi.games.hanamikoji.rules import Hanamikoji

KEPT = [10, 10, 10, 14, 14, 25, 18]  # how readily an item of each geisha is kept as a secret
TRADED = [10, 10, 10, 9, 9, 8, 6]  # how readily it is traded off


def believe(p: Hanamikoji, seat: int) -> None:
    """Deal anew what the seat has not seen; what the other has put away is the likelier the readier it is put there."""
    other = 1 - seat
    left = p.left
    p.left = gather_unseen(p, seat)
    shuffle(p, p.left)
    place = p.left - 1
    if p.secret[other] != NOBODY:
        lay(p, place, likely(p, place, 1))
        place -= 1
    if p.traded[other * 2] != NOBODY:
        lay(p, place, likely(p, place, 0))
        lay(p, place - 1, likely(p, place - 1, 0))
    deal_hidden(p, other)
    assert p.left == left


def likely(p: Hanamikoji, last: int, kept: int) -> int:
    """One of the cards of the pile up to a place, by chance: as readily as it is kept (1) or traded off (0)."""
    readiness = 0
    for place in range(last + 1):
        readiness += KEPT[p.pile[place]] if kept else TRADED[p.pile[place]]
    ticket = p.below(readiness)
    place = -1
    while ticket >= 0:
        place += 1
        ticket -= KEPT[p.pile[place]] if kept else TRADED[p.pile[place]]
    return place


def lay(p: Hanamikoji, place: int, card: int) -> None:
    """Let two cards of the pile change places."""
    item = p.pile[place]
    p.pile[place] = p.pile[card]
    p.pile[card] = item
