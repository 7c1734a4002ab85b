"""Han's evaluation counts what would be scored now as the final scoring does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.games.han.facts import facts, houses
from guanxi.games.han.playing.evaluation import expected
from guanxi.games.han.rules.material import PROVINCES
from guanxi.games.han.rules.scoring import port_points
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
    assert [port_points(p, seat) for seat in (alex, barbara)] == [6, 2]
    scores = finish(table).scores
    assert (scores[alex].parts["ports"], scores[barbara].parts["ports"]) == (6, 2)


@pytest.mark.parametrize("name", ["Alex", "Barbara"])
def test_the_facts_about_a_value_are_what_it_is_made_of(name: str) -> None:
    table = ports()
    p, seat = position(table), seat_of(table, name)
    others = [expected(p, other) for other in range(p.seats) if other != seat]
    told = {fact.about: fact.worth for fact in facts(p, seat)}
    silent = [houses(p, seat, province).worth for province in range(PROVINCES) if f"province {province}" not in told]
    lead = expected(p, seat) - sum(others) / len(others)
    assert sum(told.values()) + sum(silent) == pytest.approx(lead)
