"""What is said of The White Lotus to a learned evaluation: always as much, and nothing hidden."""

from __future__ import annotations

from itertools import islice

import pytest

from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.playing.features import OF_PLAYER
from guanxi.games.white_lotus.rules.material import PLAYERS
from tests.engine.fingerprint import is_plain
from tests.games.described import check_compiled, check_rows, check_secrecy, described, positions


def test_every_description_is_as_long_and_of_sane_numbers() -> None:
    assert check_rows(GAME) == PLAYERS * OF_PLAYER


def test_all_players_are_described_alike_from_the_seat_on() -> None:
    for p in islice(positions(GAME, "alike"), 0, None, 50):
        rows = [described(GAME, p, seat) for seat in range(p.seats)]
        for seat, row in enumerate(rows):
            blocks = [row[begin : begin + OF_PLAYER] for begin in range(0, len(row), OF_PLAYER)]
            for place in range(p.seats if row else 0):
                assert blocks[place] == rows[(seat + place) % p.seats][:OF_PLAYER]
            assert not any(any(block) for block in blocks[p.seats :])


def test_nothing_is_said_that_the_seat_cannot_know() -> None:
    check_secrecy(GAME)


@pytest.mark.skipif(is_plain(), reason="nothing is compiled here: there is only the plain side")
def test_plain_and_compiled_say_the_same() -> None:
    check_compiled(GAME)
