"""Belief in Hanamikoji: sampled worlds stay possible, and the cards under the tokens become better for their owner."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY, first_owing
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.playing.belief import believe
from guanxi.games.hanamikoji.playing.evaluation import outlook
from guanxi.games.hanamikoji.rules.material import GEISHAS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji
from tests.games.described import positions

if TYPE_CHECKING:
    from collections.abc import Iterator


def imagined() -> Iterator[tuple[Hanamikoji, int]]:
    """Positions of random games as whoever decides imagines them, and the other, who has put something away."""
    for p in islice(positions(GAME, "beliefs"), 0, None, 2):
        assert isinstance(p, Hanamikoji)
        other = 1 - first_owing(p)
        if p.secret[other] != NOBODY or p.traded[other][0] != NOBODY:
            copy = p.copy()
            copy.imagine(1 - other)
            yield copy, other


def away(p: Hanamikoji, other: int) -> list[int]:
    """All cards of a player that nobody else sees, wherever they are."""
    hand = [item for item in range(GEISHAS) for _ in range(p.hand[other][item])]
    return sorted([*hand, p.secret[other], p.traded[other][0], p.traded[other][1]])


def test_belief_moves_cards_between_the_hand_and_the_tokens_only() -> None:
    for p, other in imagined():
        view, cards, pile = GAME.view(p, 1 - other), away(p, other), p.pile
        believe(p, other)
        assert GAME.view(p, 1 - other) == view
        assert away(p, other) == cards
        assert p.pile == pile


def test_what_was_put_away_serves_better_than_cards_dealt_at_random() -> None:
    before = after = 0.0
    for p, other in imagined():
        before += outlook(p, other)
        believe(p, other)
        after += outlook(p, other)
    assert after > before
