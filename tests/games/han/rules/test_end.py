"""The end of Han, sentence by sentence in the order of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.han.board import file_of
from guanxi.games.han.events import FinalScoring
from tests.games.han.tables import (
    FOUR,
    build,
    build_at,
    capital,
    han,
    happened,
    keep,
    legal,
    play,
    position,
    room,
    seen,
    send,
    turn,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def test_the_game_ends_at_once_when_nobody_has_a_piece_to_place() -> None:
    table = han()
    build(table, "wei", Chris=1)
    for name in FOUR.split():
        keep(table, name, houses=int(name == "Alex"), emissaries=0)
    turn(table, "Alex", "red red red")
    play(table, "house wei-2 red")
    assert table.over
    assert FinalScoring(blocked=True) in happened(table)


def test_the_game_goes_on_while_anybody_could_place_a_piece_whatever_the_cards() -> None:
    for supply in ({"houses": 1, "emissaries": 0}, {"houses": 0, "emissaries": 1}):
        table = han()
        build(table, "wei", Chris=2)
        for name in FOUR.split():
            keep(table, name, houses=int(name == "Alex"), emissaries=0)
        keep(table, "Doris", **supply)
        turn(table, "Alex", "red violet violet")
        play(table, "house wei-3 red")
        assert not table.over


def full(table: Table) -> None:
    """Every space taken, and room for exactly one emissary, in Wei."""
    names = FOUR.split()
    for number, at in enumerate(file_of(position(table).board).space_ids):
        build_at(table, names[number % 4], at)
    for number, province in enumerate(seen(table).provinces):
        send(table, province.id, **{names[number % 4]: province.room - (province.id == "wei")})


def test_the_game_ends_at_once_when_every_space_is_taken_and_no_emissary_fits() -> None:
    table = han()
    full(table)
    assert sum(room(table, province.id) for province in seen(table).provinces) == 1
    turn(table, "Alex", "red red red")
    assert [notation for notation in legal(table) if not notation.startswith("discard")] == ["emissary wei red"]
    play(table, "emissary wei red")
    assert table.over


def last_house(table: Table, at: str, card: str) -> None:
    """Alex places the last house of all; Doris still has an emissary, and her marker."""
    for name in FOUR.split():
        keep(table, name, houses=int(name == "Alex"), emissaries=int(name == "Doris"))
    turn(table, "Alex", card)
    play(table, f"house {at} {card}")


def test_a_market_that_could_be_placed_keeps_the_game_going() -> None:
    for variant in (False, True):
        table = capital(variant=variant)
        build(table, "weiyang", Alex=1, Barbara=3)
        send(table, "weiyang", Chris=3)
        last_house(table, "weiyang-5", "violet")
        # No emissary fits, but a market for Doris's.
        assert table.over != variant


def test_a_market_that_could_go_to_empty_districts_only_does_not_keep_the_game_going() -> None:
    for inhabited in (False, True):
        table = capital(variant=True)
        build(table, "xishi", Barbara=3)
        send(table, "xishi", Barbara=3)
        if inhabited:
            build(table, "weiyang", Barbara=1)
            send(table, "weiyang", Barbara=1)
        last_house(table, "xishi-4", "yellow")
        assert table.over != inhabited


def test_a_market_never_goes_on_a_border_so_a_free_border_does_not_keep_the_game_going() -> None:
    table = han(variant=True)
    p = position(table)
    p.fortifications, p.markets = 0, 1  # as on an own board with borders and markets
    build(table, "wei", Barbara=5)
    send(table, "wei", Barbara=5)
    last_house(table, "wei-6", "red")
    assert table.over
