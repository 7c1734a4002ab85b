"""Fair chance: a documented random stream from a secret seed."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from guanxi.engine import chance
from guanxi.engine.core.position import Position
from guanxi.games.hanamikoji import GAME


def stream(seed: str, number: int = 0) -> Position:
    """A position with a new random stream."""
    position = Position()
    position.reseed(*chance.words(seed, number))
    return position


def test_the_stream_of_a_move_starts_from_the_hash_of_seed_and_number() -> None:
    assert chance.words("7", 0) == (431379789, 2861205930, 3249212660, 1880168317)
    assert chance.words("7", 1) == (3553817977, 2392875614, 1521352072, 2760556539)
    digest = hashlib.sha256(b"seed/12").digest()
    assert b"".join(word.to_bytes(4, "big") for word in chance.words("seed", 12)) == digest[:16]


def test_the_stream_is_the_one_that_old_logs_were_played_with() -> None:
    words = stream("7")
    assert [words.below(100) for _ in range(10)] == [85, 14, 73, 26, 67, 44, 61, 9, 9, 61]


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert chance.commitment("7") == hashlib.sha256(b"7").hexdigest()
    assert GAME.table(seed=7).commitment == chance.commitment("7")
    assert GAME.table(seed=7).log.commitment == chance.commitment("7")


def test_a_new_seed_is_long_and_never_the_same() -> None:
    assert len({chance.new_seed() for _ in range(100)}) == 100
    assert len(chance.new_seed()) == 64
    assert GAME.table().seed != GAME.table().seed


@pytest.mark.parametrize("n", [1, 2, 3, 7, 21, 1000, 2**31 - 1])
def test_a_random_number_is_never_out_of_range(n: int) -> None:
    words = stream("range")
    assert all(0 <= words.below(n) < n for _ in range(2000))


@pytest.mark.parametrize("n", [2, 6, 7, 21])
def test_every_random_number_is_equally_likely(n: int) -> None:
    words = stream("uniform")
    drawn = Counter(words.below(n) for _ in range(n * 2000))
    chi_square = sum((drawn[number] - 2000) ** 2 / 2000 for number in range(n))
    # For 1, 5, 6 and 20 degrees of freedom: less often than once in 10,000.
    assert chi_square < {2: 15.2, 6: 25.8, 7: 27.9, 21: 52.4}[n]


def test_neighbouring_moves_have_unrelated_streams() -> None:
    first = Counter(stream("neighbours", number).below(6) for number in range(6000))
    chi_square = sum((first[face] - 1000) ** 2 / 1000 for face in range(6))
    assert chi_square < 25.8


def test_a_stream_of_nothing_but_zeros_still_runs() -> None:
    position = Position()
    position.reseed(0, 0, 0, 0)
    assert len({position.below(2**31 - 1) for _ in range(100)}) > 90


def test_no_stream_is_left_to_global_chance() -> None:
    """The same table is played twice, whatever other code does with Python's global random state."""
    import random

    random.seed(1)
    one = GAME.table(seed="same").position.numbers()
    random.seed(2)
    assert GAME.table(seed="same").position.numbers() == one
