"""Random games of Han, for tests of invariants."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pytest

from guanxi.engine import chance
from guanxi.engine.core.position import Moves, first_owing
from guanxi.games.han import GAME
from guanxi.games.han.rules.material import COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from guanxi.engine.story import Story
    from guanxi.games.han.rules.rules import Han


class Setting(NamedTuple):
    """A board, a number of players, and whether the board's variant is played."""

    board: str
    seats: int
    variant: bool

    def begin(self, seed: str, story: Story | None = None) -> Han:
        """The position after set-up."""
        options = GAME.check_options(self.seats, {"board": self.board, "variant": self.variant})
        return GAME.begin(self.seats, options, chance.words(seed, 0), story)


SETTINGS = [
    Setting(board, seats, variant)
    for board, players in (("ways_of_diplomacy", (2, 3, 4)), ("border_disputes", (3, 4, 5)))
    for seats in players
    for variant in (False, True)
]
# Together they make more than 10,000 games.
GAMES = 850

each_setting = pytest.mark.parametrize(
    "setting", SETTINGS, ids=lambda at: f"{at.board}-{at.seats}{'-variant' if at.variant else ''}"
)


def random_game(setting: Setting, seed: str, story: Story | None = None) -> Iterator[tuple[Han, Moves]]:
    """Play a random game; yields the position with its legal moves at each decision and at the end."""
    p = setting.begin(seed, story)
    moves = Moves()
    while p.owing:
        seat = first_owing(p)
        moves.fill(p, seat)
        yield p, moves
        p.play(seat, moves[p.below(len(moves))])
    moves.count = 0
    yield p, moves


def somewhere(setting: Setting, seed: str, random: Random, story: Story | None = None) -> Han:
    """A position after a random number of random moves."""
    p = setting.begin(seed, story)
    moves = Moves()
    for _ in range(random.randrange(60 + 20 * setting.seats)):
        if p.owing:
            seat = first_owing(p)
            moves.fill(p, seat)
            p.play(seat, moves[p.below(len(moves))])
    return p


def all_cards(p: Han) -> list[int]:
    """The number of cards of each colour, wherever they are."""
    hand, row, discards = p.hand, p.row, p.discards
    pile = p.pile[: p.left]
    return [
        row[colour] + discards[colour] + pile.count(colour) + sum(held[colour] for held in hand)
        for colour in range(COLOURS)
    ]


def hand_of(p: Han, seat: int) -> list[int]:
    """How many cards of each colour a player holds."""
    return p.hand[seat]


def known_of(p: Han, seat: int) -> list[int]:
    """How many cards of each colour everybody knows a player to hold."""
    return p.known[seat]


def dealt_again(p: Han, watcher: int, random: Random, kept: int) -> Han:
    """A copy in which the cards hidden from a watcher are dealt again, except the next ones of the pile.

    Only for the first pile, which may hold any card.
    """
    assert p.emptied == 0
    others = [seat for seat in range(p.seats) if seat != watcher]
    unknown = {
        seat: Counter(dict(enumerate(hand_of(p, seat)))) - Counter(dict(enumerate(known_of(p, seat))))
        for seat in others
    }
    deep = max(0, p.left - kept)
    pile = p.pile
    cards = [card for seat in others for card in unknown[seat].elements()] + pile[:deep]
    random.shuffle(cards)
    twin = p.copy()
    hand = twin.hand
    for seat in others:
        dealt = Counter(cards.pop() for _ in range(unknown[seat].total()))
        known = known_of(p, seat)
        hand[seat] = [known[colour] + dealt[colour] for colour in range(COLOURS)]
    twin.hand = hand
    twin.pile = cards + pile[deep:]
    return twin
