"""The trees of a search: one for each seat, over what that seat has seen since the search began.

A node stands for a sequence of moves as its seat saw them; hidden moves of others look the same to it.  Each field of
the nodes is one array.  Node 0 means none, and the first nodes are the roots, one for each seat.
"""

from __future__ import annotations

from math import sqrt
from typing import final

from guanxi.engine.core.position import MOST_SEATS, Record
from guanxi.engine.record import array, decimals, record

NODES = 1 << 18


def standard_error(visits: int, total: float, squares: float) -> float:
    """The standard error of a mean; 1, as much as a result can be off, if there are too few visits to tell."""
    if visits < 2:
        return 1.0
    mean = total / visits
    return min(1.0, sqrt(max(0.0, squares / visits - mean * mean) / (visits - 1)))


@final
@record
class SearchTree(Record):
    """The nodes of all seats."""

    count: int = 0
    root: list[int] = array(MOST_SEATS)
    key: list[int] = array(NODES)  # the move that leads here, as the seat sees it
    child: list[int] = array(NODES)  # first child
    sibling: list[int] = array(NODES)  # next sibling
    passes: list[int] = array(NODES)  # iterations that reached this node
    visits: list[int] = array(NODES)  # iterations in which the seat chose this move
    offers: list[int] = array(NODES)  # iterations in which the move was legal
    total: list[float] = decimals(NODES)  # result for the seat, summed over the visits
    squares: list[float] = decimals(NODES)  # its square, summed likewise
    guess: list[float] = decimals(NODES)  # the adviser's value
    spread: list[float] = decimals(NODES)  # range of the guesses of its children
    weight: list[float] = decimals(NODES)  # prior relative to its siblings
    regret: list[float] = decimals(NODES)  # for sealed choices: cumulative regret
    likely: list[float] = decimals(NODES)  # for sealed choices: probability in this iteration
    share: list[float] = decimals(NODES)  # for sealed choices: cumulative strategy

    def clear(self, seats: int) -> None:
        """Remove all nodes but the roots."""
        self.count = 1
        for seat in range(seats):
            self.root[seat] = self.add(seat)

    def is_full(self, more: int) -> int:
        """Return 1 if there is no room for this many more nodes."""
        return self.count + more > NODES

    def add(self, key: int) -> int:
        """Add a node without a parent."""
        node = self.count
        self.count += 1
        self.key[node] = key
        self.child[node] = 0
        self.sibling[node] = 0
        self.passes[node] = 0
        self.visits[node] = 0
        self.offers[node] = 0
        self.total[node] = 0.0
        self.squares[node] = 0.0
        self.guess[node] = 0.0
        self.spread[node] = 0.0
        self.weight[node] = 1.0
        self.regret[node] = 0.0
        self.likely[node] = 0.0
        self.share[node] = 0.0
        return node

    def below(self, parent: int, key: int) -> int:
        """Return the child of a node for a move, creating it if necessary; 0 if there is no room."""
        if parent == 0:
            return 0
        node = self.child[parent]
        while node and self.key[node] != key:
            node = self.sibling[node]
        return node if node else self.grow(parent, key)

    def grow(self, parent: int, key: int) -> int:
        """Add a child to a node; returns 0 if there is no room."""
        if self.count == NODES:
            return 0
        node = self.add(key)
        self.sibling[node] = self.child[parent]
        self.child[parent] = node
        return node

    def mean(self, node: int) -> float:
        """The mean result of a move; before its first visit, the adviser's guess."""
        if self.visits[node] == 0:
            return self.guess[node]
        return self.total[node] / self.visits[node]

    def doubt(self, node: int) -> float:
        """The standard error of the mean result of a move."""
        return standard_error(self.visits[node], self.total[node], self.squares[node])
