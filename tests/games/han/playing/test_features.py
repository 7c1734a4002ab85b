"""Han's features for a learned evaluation: always the same length, and nothing hidden."""

from __future__ import annotations

import pytest

from guanxi.games.han import GAME
from tests.engine.fingerprint import is_plain
from tests.games.described import check_compiled, check_rows, check_secrecy


def test_every_description_is_as_long_and_of_sane_numbers() -> None:
    assert check_rows(GAME) <= 400


def test_nothing_is_said_that_the_seat_cannot_know() -> None:
    check_secrecy(GAME)


@pytest.mark.skipif(is_plain(), reason="nothing is compiled here: there is only the plain side")
def test_plain_and_compiled_say_the_same() -> None:
    check_compiled(GAME)
