"""Piles of cards: a pile is a row of whole numbers, the next card last, and the position holds its length.

These functions take a row of another record.  Once compiled, only compiled modules can call them.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Position


def put(row: list[int], left: int, card: int, copies: int) -> int:
    """Put equal cards on a pile; returns its new length."""
    for place in range(left, left + copies):
        row[place] = card
    return left + copies


def take(row: list[int], place: int) -> int:
    """Take a card from a place, and overwrite it there."""
    card = row[place]
    row[place] = NOBODY
    return card


def take_out(row: list[int], place: int, last: int) -> int:
    """Take a card out of the middle of a pile; the last card fills its place."""
    card = row[place]
    row[place] = row[last]
    row[last] = NOBODY
    return card


def swap(row: list[int], place: int, other: int) -> None:
    """Swap two cards."""
    card = row[place]
    row[place] = row[other]
    row[other] = card


def shuffle(p: Position, row: list[int], left: int) -> None:
    """Shuffle a pile uniformly with the position's random stream."""
    for last in range(left - 1, 0, -1):
        swap(row, last, p.below(last + 1))


def copies_in(row: list[int], left: int, card: int) -> int:
    """The number of copies of a card in a pile."""
    copies = 0
    for place in range(left):
        copies += row[place] == card
    return copies
