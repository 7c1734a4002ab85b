"""A table: options, moves by the right seat, undo, events."""

from __future__ import annotations

import msgspec
import pytest

import guanxi
from guanxi.engine.errors import BadOption, IllegalMove
from guanxi.engine.events import Event
from guanxi.engine.table import Table
from guanxi.games.hanamikoji.events import Dealt, Drew, KeptSecret
from tests.engine.playing import play_absent
from tests.games.hanamikoji.tables import position

GAME = guanxi.game("hanamikoji")


def table_after(moves: int, seed: int = 7) -> Table:
    """A table of Hanamikoji after that many first legal moves."""
    table = GAME.table(seed=seed, first=0)
    for _ in range(moves):
        seat = table.to_move[0]
        table.play(seat, table.legal_moves(seat)[0])
    return table


def state(table: Table) -> object:
    """Everything of a table that a refused move could have changed."""
    return table.position.numbers(), table.log, table.events(0), table.events(1), table.to_move


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"colour": "red"}, r"hanamikoji has no option 'colour'. Its options: first, rounds."),
        ({"rounds": -1}, r"rounds.*>= 0"),
        ({"rounds": 1001}, r"rounds.*<= 1000"),
        ({"rounds": "many"}, r"rounds"),
        ({"first": 2}, r"first"),
        ({"seats": 3}, r"hanamikoji is for 2 players, not 3."),
        ({"seats": 0}, r"hanamikoji is for 2 players, not 0."),
        ({"seats": 2, "names": ("Ann",)}, r"1 names? .* given for 2 seats."),
        ({"names": ("Ann", "Ben", "Cam")}, r"hanamikoji is for 2 players, not 3."),
    ],
)
def test_an_invalid_table_is_refused_with_the_reason(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        GAME.table(**options)  # type: ignore[arg-type]


def test_an_unknown_game_is_refused_with_the_known_names() -> None:
    with pytest.raises(BadOption, match=r"There is no game 'chess'. Available games: .*hanamikoji"):
        guanxi.game("chess")


def test_options_have_defaults_and_stand_in_the_log() -> None:
    assert GAME.table().log.options == {"first": None, "rounds": 0}
    assert GAME.table(first=1, rounds=3).log.options == {"first": 1, "rounds": 3}


def test_players_have_names() -> None:
    assert GAME.table().names == ("Player 1", "Player 2")
    table = GAME.table(names=("Ann", "Ben"), first=1)
    assert table.log.seats == ("Ann", "Ben")
    assert table.say(table.prompt(0)) == "Waiting for Ben."


def test_a_seed_may_be_a_number_or_a_text() -> None:
    assert GAME.table(seed=7).position.numbers() == GAME.table(seed="7").position.numbers()


@pytest.mark.parametrize(
    ("seat", "move", "reason"),
    [
        (1, 0, "reason.turn"),
        (1, "secret fan", "reason.turn"),
        (0, 9999, "reason.number"),
        (0, -1, "reason.number"),
        (0, 533, "reason.number"),
        (0, "dance", "reason.no-action"),
    ],
)
def test_a_refused_move_changes_nothing(seat: int, move: str | int, reason: str) -> None:
    table = table_after(2)
    assert table.to_move == (0,)
    before = state(table)
    with pytest.raises(IllegalMove) as error:
        table.play(seat, move)
    assert error.value.reason.id == reason
    assert state(table) == before


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    table = table_after(2)
    before = state(table)
    for ask in (table.legal_moves, table.view, table.sight):
        with pytest.raises(BadOption, match="seats are numbered from 0 to 1"):
            ask(seat)
    with pytest.raises(BadOption, match=f"There is no seat {seat}"):
        table.play(seat, 0)
    assert state(table) == before


def test_a_finished_game_has_nobody_to_move() -> None:
    table = GAME.table(seed=7, rounds=1)
    while not table.over:
        play_absent(table)
    before = state(table)
    assert table.to_move == ()
    assert table.legal_moves(0) == table.legal_moves(1) == []
    for seat in (0, 1):
        with pytest.raises(IllegalMove) as error:
            table.play(seat, 0)
        assert error.value.reason.id == "reason.over"
    assert state(table) == before
    assert table.result is not None


def test_a_move_may_be_typed_a_notation_or_a_number() -> None:
    typed, notation, number = table_after(0), table_after(0), table_after(0)
    move = typed.legal_moves(0)[3]
    typed.play(0, move)
    notation.play(0, move.notation())
    number.play(0, number.position.legal(0)[3])
    assert state(typed) == state(notation) == state(number)


def test_a_table_tells_what_came_of_a_move() -> None:
    table = table_after(0)
    table.play(0, table.legal_moves(0)[0])
    assert isinstance(table.events(0, since=1)[0], KeptSecret)


def test_undo_takes_back_and_the_log_remembers() -> None:
    table = table_after(5)
    earlier = table_after(3)
    table.undo(2)
    assert table.position.numbers() == earlier.position.numbers()
    assert table.events(0) == earlier.events(0)
    assert table.moves == 3
    assert table.log.moves == (*table_after(5).log.moves, "undo 3")


def test_after_an_undo_the_same_move_has_the_same_luck() -> None:
    table = table_after(0)
    move = table.legal_moves(0)[0]
    table.play(0, move)
    once = table.position.numbers()
    table.undo()
    table.play(0, move)
    assert table.position.numbers() == once


@pytest.mark.parametrize("moves", [0, -1, 6, 1000])
def test_undo_out_of_range_is_refused_and_changes_nothing(moves: int) -> None:
    table = table_after(5)
    before = state(table)
    with pytest.raises(IllegalMove, match="Only 5 moves can be taken back"):
        table.undo(moves)
    assert state(table) == before


def test_events_can_be_asked_since_a_move() -> None:
    table = table_after(5)
    assert table.events(0) == table.events(0, since=0)
    assert table.events(0, since=3) == table.events(0)[-len(table.events(0, since=3)) :]
    assert table.events(0, since=6) == []
    heard = [what for move in range(6) for what in only(table, move)]
    assert heard == table.events(0)


def only(table: Table, move: int) -> list[Event]:
    """The events of one move."""
    return table.events(0, since=move)[: len(table.events(0, since=move)) - len(table.events(0, since=move + 1))]


def test_the_set_up_is_told_first() -> None:
    dealt, drew = table_after(0).events(0)
    assert dealt == Dealt(round=1, first=0)
    assert isinstance(drew, Drew)
    assert (drew.seat, drew.item is None) == (0, False)


def test_sampled_positions_report_no_events() -> None:
    from random import Random

    table = table_after(2)
    assert position(table).story is not None
    assert position(table).copy().story is None
    assert table.sight(0).sample_world(Random(1)).story is None


def test_a_view_is_json() -> None:
    table = table_after(4)
    view = msgspec.json.decode(msgspec.json.encode(table.view(0)))
    assert view["seat"] == 0
    assert view["players"][1]["hand"] is None
