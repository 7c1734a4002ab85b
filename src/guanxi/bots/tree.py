"""The tree of a search, or rather one tree for each seat: what that seat has seen since the search began.

A node stands for a row of moves as its seat saw them: another's hidden move is the same to it whatever it was.  Nodes
lie in rows, each field one row; node 0 is none, and the first ones are the roots, one for each seat.
"""

from __future__ import annotations

from typing import final

from guanxi.engine.position import MOST_SEATS, Record
from guanxi.engine.record import array, decimals, record

NODES = 1 << 18


@final
@record
class Tree(Record):
    """All nodes of all seats."""

    count: int = 0
    root: list[int] = array(MOST_SEATS)
    key: list[int] = array(NODES)  # the move that led here, as the seat saw it
    child: list[int] = array(NODES)  # the first one
    sibling: list[int] = array(NODES)  # the next one
    passes: list[int] = array(NODES)  # how often the search came by
    visits: list[int] = array(NODES)  # how often the seat chose this move
    offers: list[int] = array(NODES)  # how often it could have
    total: list[float] = decimals(NODES)  # what it brought the seat, summed over the visits
    guess: list[float] = decimals(NODES)  # what the adviser expects of it
    spread: list[float] = decimals(NODES)  # how far the guesses of its children lie apart
    weight: list[float] = decimals(NODES)  # how promising it is beside the others, before any visit
    regret: list[float] = decimals(NODES)  # for sealed choices: what not having chosen it has cost
    likely: list[float] = decimals(NODES)  # for sealed choices: how likely it was to be chosen just now
    share: list[float] = decimals(NODES)  # for sealed choices: how often it should have been chosen, summed

    def clear(self, seats: int) -> None:
        """Forget all but the roots."""
        self.count = 1
        for seat in range(seats):
            self.root[seat] = self.add(seat)

    def is_full(self, more: int) -> int:
        """1 if there is no room for so many nodes."""
        return self.count + more > NODES

    def add(self, key: int) -> int:
        """A new node that belongs nowhere yet."""
        node = self.count
        self.count += 1
        self.key[node] = key
        self.child[node] = 0
        self.sibling[node] = 0
        self.passes[node] = 0
        self.visits[node] = 0
        self.offers[node] = 0
        self.total[node] = 0.0
        self.guess[node] = 0.0
        self.spread[node] = 0.0
        self.weight[node] = 1.0
        self.regret[node] = 0.0
        self.likely[node] = 0.0
        self.share[node] = 0.0
        return node

    def below(self, parent: int, key: int) -> int:
        """The child of a node by its move; a new one where there was none, or 0 if there is no room for it."""
        if parent == 0:
            return 0
        node = self.child[parent]
        while node and self.key[node] != key:
            node = self.sibling[node]
        return node if node else self.grow(parent, key)

    def grow(self, parent: int, key: int) -> int:
        """A new child of a node, or 0 if there is no room for it."""
        if self.count == NODES:
            return 0
        node = self.add(key)
        self.sibling[node] = self.child[parent]
        self.child[parent] = node
        return node

    def mean(self, node: int) -> float:
        """What a move brings, as far as is known."""
        if self.visits[node] == 0:
            return self.guess[node]
        return self.total[node] / self.visits[node]
