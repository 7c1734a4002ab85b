"""Colours at a table: preferences first, and no two the same."""

from __future__ import annotations

import pytest

from guanxi.server.seats.colours import assigned


@pytest.mark.parametrize(
    ("wishes", "got"),
    [
        ([None, None, None], [0, 1, 2]),
        ([2, None, None], [2, 1, 0]),
        ([3, 3, 3], [3, 1, 2]),
        ([None, 0], [1, 0]),
        ([1, 0, None, 1, 0, 1], [1, 0, 2, 3, 4, 5]),
    ],
)
def test_everybody_gets_a_colour_of_their_own(wishes: list[int | None], got: list[int]) -> None:
    assert assigned(wishes) == got
