"""Beliefs about sealed choices of The White Lotus: legal, spread, and within what there is."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.playing.belief import likely_choice
from guanxi.games.white_lotus.rules.material import AMOUNT, BATTLE, BIDDING, CAMPS
from guanxi.games.white_lotus.rules.rules import WhiteLotus
from tests.games.described import positions

if TYPE_CHECKING:
    from collections.abc import Iterator


def sealed(seed: str) -> Iterator[tuple[WhiteLotus, int]]:
    """Positions of random games with a seat that owes a sealed choice."""
    for p in positions(GAME, seed):
        assert isinstance(p, WhiteLotus)
        for seat in range(p.seats):
            if p.sealing and p.owing & 1 << seat:
                yield p, seat


def test_guesses_are_legal_and_differ() -> None:
    guessed: dict[int, set[int]] = {BIDDING: set(), CAMPS: set(), BATTLE: set()}
    for p, seat in sealed("guesses"):
        move = likely_choice(p, seat)
        assert move in p.legal(seat)
        guessed[p.step].add(move)
    assert all(len(moves) > 1 for moves in guessed.values())


def test_nobody_bids_more_than_there_is_for_each_conflict() -> None:
    bids = ((p, seat) for p, seat in sealed("shares") if p.step == BIDDING and p.sealed[seat] != NOBODY)
    for p, seat in islice(bids, 100):
        conflicts = sum(claims >> seat & 1 for claims in p.claims)
        assert likely_choice(p, seat) - AMOUNT <= p.influence[seat] // conflicts
