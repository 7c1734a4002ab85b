"""Inputs of Hanamikoji's network: always the same number, and nothing hidden."""

from __future__ import annotations

from itertools import islice

import pytest

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.rules.material import GEISHAS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji
from tests.engine.fingerprint import is_plain
from tests.games.described import check_compiled, check_rows, check_secrecy, described, positions


def test_every_description_is_as_long_and_of_sane_numbers() -> None:
    assert check_rows(GAME) <= 300


def test_nothing_is_said_that_the_seat_cannot_know() -> None:
    check_secrecy(GAME)


def test_geishas_of_equal_charm_are_the_same_to_it() -> None:
    """What lies with two of them, exchanged, is described in the same words."""
    different = 0
    for p in islice(positions(GAME, "equals"), 0, None, 5):
        assert isinstance(p, Hanamikoji)
        if p.offer != NOBODY:
            continue
        for one, two in ((0, 1), (0, 2), (1, 2), (3, 4)):
            twin = exchanged(p, one, two)
            for seat in range(2):
                assert described(GAME, twin, seat) == pytest.approx(described(GAME, p, seat))
            different += twin.numbers() != p.numbers()
    assert different > 50


def exchanged(p: Hanamikoji, one: int, two: int) -> Hanamikoji:
    """A position in which two geishas have changed their names."""
    names = list(range(GEISHAS))
    names[one], names[two] = two, one
    twin = p.copy()
    twin.favour = [p.favour[name] for name in names]
    twin.hand = [[row[name] for name in names] for row in p.hand]
    twin.side = [[row[name] for name in names] for row in p.side]
    # What does not lie there keeps its name.
    new_name = {**dict(enumerate(names)), NOBODY: NOBODY}
    twin.secret = [new_name[item] for item in p.secret]
    twin.traded = [[new_name[item] for item in pair] for pair in p.traded]
    return twin


def test_between_rounds_it_does_not_matter_what_was_dealt() -> None:
    one, other = (GAME.begin(2, GAME.check_options(2, {"first": 0}), (seed, 2, 3, 4)) for seed in (5, 70_000_001))
    assert one.hand != other.hand
    assert GAME.adviser(one).is_pause()
    assert described(GAME, one, 0) == described(GAME, other, 0)
    one.play(0, one.legal(0)[0])
    assert not GAME.adviser(one).is_pause()


@pytest.mark.skipif(is_plain(), reason="nothing is compiled here: there is only the plain side")
def test_plain_and_compiled_say_the_same() -> None:
    check_compiled(GAME)
