"""Positions and lists of moves, on which every game builds."""

from __future__ import annotations

import pytest

import guanxi
from guanxi.engine.core.position import MOST_MOVES, NOBODY, Moves, Position, first_owing, playout
from guanxi.engine.errors import BadOption, IllegalMove
from guanxi.engine.record import array, record
from guanxi.engine.story import Story
from tests.engine.sealed_game import GAME, Bidding


@record
class Faulty(Position):
    """A game whose rules have a bug."""

    row: list[int] = array(3)

    def _list_moves(self, seat: int, moves: Moves) -> None:
        raise LookupError("legal")

    def _apply(self, seat: int, move: int) -> None:
        raise LookupError("apply")

    def _unseal(self) -> None:
        raise LookupError("unseal")

    def _redraw(self, seat: int) -> None:
        raise LookupError("redraw")

    def winners(self) -> int:
        raise LookupError("winners")


@record
class Tabled(Position):
    """A record with a table."""

    table: list[list[int]] = array(2, 3)


@record
class Won(Position):
    """A game that is over."""

    bits: int = 0

    def winners(self) -> int:
        return self.bits


def test_a_fault_in_the_rules_is_not_swallowed() -> None:
    p, moves = Faulty(), Moves()
    p.seats = 2
    p.owing = 0b01
    with pytest.raises(LookupError, match="legal"):
        moves.fill(p, 0)
    with pytest.raises(LookupError, match="legal"):
        p.legal(0)
    with pytest.raises(LookupError, match="legal"):
        p.play(0, 0)
    with pytest.raises(LookupError, match="apply"):
        p.play_unchecked(0, 0)
    with pytest.raises(LookupError, match="redraw"):
        p.imagine(0)
    with pytest.raises(LookupError, match="winners"):
        p._returns(0)
    p._seal(0b01)
    with pytest.raises(LookupError, match="unseal"):
        p.play_unchecked(0, 0)
    p.owing = 1
    with pytest.raises(LookupError, match="legal"):
        playout(p, moves)


@pytest.mark.parametrize("what", ["_list_moves", "_apply", "_unseal", "_redraw", "winners"])
def test_rules_that_are_missing_are_missed(what: str) -> None:
    arguments = {"_list_moves": (0, Moves()), "_apply": (0, 0), "_redraw": (0,)}.get(what, ())
    with pytest.raises(NotImplementedError):
        getattr(Position(), what)(*arguments)


def test_too_many_moves_overflow() -> None:
    moves = Moves()
    for number in range(MOST_MOVES):
        assert moves.add(number) == number + 1
    with pytest.raises(OverflowError, match="split it into smaller decisions"):
        moves.add(MOST_MOVES)
    assert len(moves) == MOST_MOVES
    assert moves.numbered() == list(range(MOST_MOVES))


def test_a_list_of_moves_ends_where_it_was_filled() -> None:
    moves = Moves()
    moves.add(7)
    assert moves[0] == 7
    assert len(moves) == 1
    for index in (1, -1, MOST_MOVES):
        with pytest.raises(IndexError):
            moves[index]


def test_a_list_of_moves_is_filled_again_from_nothing() -> None:
    p, moves = begun(), Moves()
    assert moves.fill(p, 0) == 5
    assert moves.fill(p, 1) == 5
    assert moves.numbered() == [0, 1, 2, 3, 4]


def begun() -> Bidding:
    """The tiny game after set-up."""
    return GAME.begin(3, GAME.check_options(3, {}), (1, 2, 3, 4))


def test_random_play_ends_a_sealed_game() -> None:
    p = begun()
    assert playout(p, Moves()) == 9
    assert first_owing(p) == NOBODY


def test_a_copy_is_equal_and_goes_its_own_way() -> None:
    p = begun()
    p.play(0, 3)
    twin = p.copy()
    assert twin.numbers() == p.numbers()
    twin.play(1, 4)
    twin.play(2, 0)
    assert twin.numbers() != p.numbers()
    assert p.sealed[:3] == [3, NOBODY, NOBODY]


def test_positions_are_equal_by_their_contents() -> None:
    p, twin = begun(), begun()
    assert p == twin
    twin.play(0, 3)
    assert p != twin
    assert p != p.numbers()


def test_a_position_says_who_is_to_move() -> None:
    p = begun()
    assert (p.to_move, p.over) == ((0, 1, 2), False)
    assert repr(p) == "<Bidding position, seat 0 and 1 and 2 of 3 to move>"
    playout(p, Moves())
    assert (p.to_move, p.over) == ((), True)
    assert repr(p) == "<Bidding position, over>"
    assert repr(Bidding()) == "<Bidding position, not set up>"


def test_moves_that_are_not_legal_are_refused_and_change_nothing() -> None:
    p = begun()
    before = p.copy()
    for move in (-1, 5, 533):
        with pytest.raises(IllegalMove, match=f"Move {move} is not legal now"):
            p.play(0, move)
    for seat in (-1, 3):
        with pytest.raises(BadOption, match=f"There is no seat {seat}: seats are numbered from 0 to 2"):
            p.play(seat, 0)
    assert p == before
    playout(p, Moves())
    with pytest.raises(IllegalMove, match="The game is over"):
        p.play(0, 0)
    assert p.legal(0) == []


def test_a_seat_that_has_nothing_to_decide_has_no_moves() -> None:
    p = guanxi.game("hanamikoji").table(seed=1, first=0).position
    assert p.legal(1) == []
    with pytest.raises(IllegalMove, match="It is not your turn"):
        p.play(1, 0)


def test_a_random_stream_is_seeded_with_words_of_32_bits() -> None:
    p = begun()
    for words in ((-1, 0, 0, 0), (0, 0, 0, 1 << 32)):
        with pytest.raises(BadOption, match="32 bits"):
            p.reseed(*words)


def test_a_copy_has_no_listener() -> None:
    story = Story()
    p = GAME.begin(3, GAME.check_options(3, {}), (1, 2, 3, 4), story)
    assert p.story is story
    assert p.copy().story is None
    playout(p.copy(), Moves())
    assert (story.told, story.snapshots) == ([], [])


def test_numbers_name_every_field() -> None:
    named = begun().numbers()
    assert set(named) == {
        *("rules", "seats", "owing", "sealing", "sealed", "words"),
        *("round", "rounds", "cup", "chips", "bids"),
    }
    assert named["chips"] == [0, 0, 0]


def test_numbers_stay_as_they_were_when_the_position_goes_on() -> None:
    p = begun()
    before = p.numbers()
    p.chips[0] += 1
    assert before["chips"] == [0, 0, 0]


def test_a_table_is_rows_that_go_their_own_way() -> None:
    p = Tabled()
    assert p.table == [[0, 0, 0], [0, 0, 0]]
    p.table[1][2] = 5
    twin, before = p.copy(), p.numbers()
    p.table[1][2] = 6
    assert p.table == [[0, 0, 0], [0, 0, 6]]
    assert twin.table == before["table"] == [[0, 0, 0], [0, 0, 5]]
    twin.copy_from(p)
    assert twin.numbers() == p.numbers()


@pytest.mark.parametrize("seats", range(2, 7))
def test_payoffs_sum_to_zero_whoever_wins(seats: int) -> None:
    p = Won()
    p.seats = seats
    for bits in range(1, 1 << seats):
        p.bits = bits
        won = [p.returns(seat) for seat in range(seats)]
        assert sum(won) == pytest.approx(0), f"winners {bits:b} of {seats}"
        assert all(share > 0 or bits.bit_count() == seats for seat, share in enumerate(won) if bits >> seat & 1)


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_sole_winner_wins_one(seats: int) -> None:
    p = Won()
    p.seats = seats
    p.bits = 0b01
    assert p.returns(0) == 1.0
    assert p.returns(1) == pytest.approx(-1 / (seats - 1))
