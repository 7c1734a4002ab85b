"""Han's evaluation counts what would be scored now as the final scoring does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.games.han.parts import own
from guanxi.games.han.playing.evaluation import expected
from tests.games.han.tables import build_at, finish, fortify, han, position, seat_of

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def ports() -> Table:
    """Alex has two houses on ports, one of them fortified; Barbara has one."""
    table = han(variant=True)
    fortify(table, "Alex", "yan-3")
    build_at(table, "Alex", "qi-3")
    build_at(table, "Barbara", "lu-3")
    return table


def test_a_fortified_port_doubles_the_points_for_ports_as_in_the_final_scoring() -> None:
    table = ports()
    alex, barbara = seat_of(table, "Alex"), seat_of(table, "Barbara")
    p = position(table)
    assert (own(p, alex)["ports"], own(p, barbara)["ports"]) == (6, 2)
    scores = finish(table).scores
    assert (scores[alex].parts["ports"], scores[barbara].parts["ports"]) == (6, 2)


@pytest.mark.parametrize("name", ["Alex", "Barbara", "Chris"])
def test_the_parts_of_a_value_are_what_it_is_made_of(name: str) -> None:
    table = ports()
    p, seat = position(table), seat_of(table, name)
    assert expected(p, seat) == pytest.approx(sum(own(p, seat).values()))
