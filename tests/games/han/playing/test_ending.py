"""In the last turns of Han, no hidden card matters any more."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from guanxi.engine.core.position import first_owing
from guanxi.games.han import GAME
from guanxi.games.han.playing.ending import possibilities
from guanxi.games.han.rules.rules import Han
from tests.games.described import positions

if TYPE_CHECKING:
    from collections.abc import Iterator


def last_turns() -> Iterator[tuple[Han, int]]:
    """Positions of random games in their last round, and who decides there."""
    for number in range(5):
        for p in positions(GAME, f"endings of Han {number}"):
            assert isinstance(p, Han)
            if p.last_round:
                yield p, first_owing(p)


def followers(p: Han) -> list[int]:
    """The players who still have a turn after the current one."""
    return [(p.player + turn) % p.seats for turn in range(1, (p.first - p.player) % p.seats)]


def hands(p: Han, seats: list[int]) -> list[list[int]]:
    """The cards of some players."""
    return [p.hand[seat] for seat in seats]


def test_before_the_last_round_there_is_no_ending() -> None:
    for p in islice(positions(GAME, "endings of Han"), 0, None, 7):
        assert isinstance(p, Han)
        assert p.last_round or not possibilities(p, first_owing(p))


def test_the_last_player_knows_all_that_counts() -> None:
    assert sum(possibilities(p, seat) == 1 for p, seat in last_turns() if not followers(p)) > 10


def test_in_an_ending_all_cards_to_come_are_known_however_the_rest_is_imagined() -> None:
    random = Random(3)
    known = hidden = 0
    for p, seat in last_turns():
        if followers(p):
            told_apart: set[str] = set()
            for _ in range(8):
                imagined = p.copy()
                imagined.reseed(*(random.getrandbits(32) for _ in range(4)))
                imagined.imagine(seat)
                told_apart.add(str(hands(imagined, followers(p))))
            if possibilities(p, seat):
                assert told_apart == {str(hands(p, followers(p)))}
                known += 1
            else:
                hidden += len(told_apart) > 1
    assert known > 3
    assert hidden > 3
