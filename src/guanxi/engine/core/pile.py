"""A pile of cards: a row of whole numbers, the next card last.  The position counts how many cards are left.

These functions take a row of another record.  Once compiled, only compiled modules can call them.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Position


def put(row: list[int], left: int, card: int, copies: int) -> int:
    """Put some equal cards on a pile; returns how many cards it has now."""
    for place in range(left, left + copies):
        row[place] = card
    return left + copies


def take(row: list[int], place: int) -> int:
    """Take a card from its place, and leave no trace of it there."""
    card = row[place]
    row[place] = NOBODY
    return card


def swap(row: list[int], place: int, other: int) -> None:
    """Exchange two cards."""
    card = row[place]
    row[place] = row[other]
    row[other] = card


def shuffle(p: Position, row: list[int], left: int) -> None:
    """Put a pile into a random order, each as likely as any other, by the position's stream of chance."""
    for last in range(left - 1, 0, -1):
        swap(row, last, p.below(last + 1))


def copies_in(row: list[int], left: int, card: int) -> int:
    """How many cards of a pile are equal to this one."""
    copies = 0
    for place in range(left):
        copies += row[place] == card
    return copies
