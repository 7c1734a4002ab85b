"""Wrong numbers given to what is public of a position or a game are refused with the engine's own errors.

Compiled rules have no checks of their own: a number that gets through can end the process, and these tests with it.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import guanxi
from guanxi.engine.chance import words
from guanxi.engine.core.position import Moves, first_owing
from guanxi.engine.errors import BadOption, GuanxiError, IllegalMove

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position

every_game = pytest.mark.parametrize("name", guanxi.game_names())

# Every method that takes numbers, and how many.  The unchecked move is named so, and not called here.
METHODS = {
    "below": 1,
    "check_seat": 1,
    "check_turn": 1,
    "imagine": 1,
    "legal": 1,
    "mark": 1,
    "play": 2,
    "reseed": 4,
    "returns": 1,
    "seen": 3,
    "tell": 7,
}
WITHOUT_NUMBERS = {"copy", "copy_from", "numbers", "over", "to_move", "winners"}
UNCHECKED = {"play_unchecked"}

small = st.integers(-10, 1200)
wrong_seats = st.one_of(st.integers(-10, -1), st.integers(7, 1200))
numbers = st.one_of(small, st.integers(-(1 << 63), (1 << 63) - 1))
calls = st.lists(st.tuples(st.sampled_from(sorted(METHODS)), *[numbers] * max(METHODS.values())), max_size=8)


@cache
def positions(name: str) -> list[Position]:
    """Positions of random games with every number of players, from the set-up to the end."""
    game = guanxi.game(name)
    found = []
    for seats in game.seats:
        position = game.begin(seats, game.check_options(seats, game.automatic), words("wrong numbers", seats))
        while not position.over:
            if position.below(20) == 0:
                found.append(position.copy())
            seat = first_owing(position)
            legal = position.legal(seat)
            position.play(seat, legal[position.below(len(legal))])
        found.append(position)
    return found


@every_game
def test_every_public_method_of_a_position_is_known_here(name: str) -> None:
    position = positions(name)[0]
    public = {known for known in dir(position) if not known.startswith("_")}
    fields = {*position.shape, *position.links, "shape", "links", "story"}
    assert public - fields == METHODS.keys() | WITHOUT_NUMBERS | UNCHECKED


@every_game
@settings(max_examples=60, deadline=None)
@given(index=st.integers(0, 10_000), called=calls)
def test_wrong_numbers_raise_the_errors_of_the_engine(name: str, index: int, called: list[Any]) -> None:
    known = positions(name)
    position = known[index % len(known)].copy()
    for method, *arguments in called:
        with suppress(GuanxiError):
            getattr(position, method)(*arguments[: METHODS[method]])


@every_game
@settings(max_examples=40, deadline=None)
@given(index=st.integers(0, 10_000), seat=numbers, move=numbers)
def test_a_refused_move_changes_nothing(name: str, index: int, seat: int, move: int) -> None:
    known = positions(name)
    position = known[index % len(known)].copy()
    before = position.copy()
    try:
        position.play(seat, move)
    except GuanxiError:
        assert position == before
    else:
        assert move in before.legal(seat)


@every_game
@settings(max_examples=40, deadline=None)
@given(index=st.integers(0, 10_000), seat=numbers, at=numbers)
def test_a_list_of_moves_takes_wrong_numbers(name: str, index: int, seat: int, at: int) -> None:
    known, moves = positions(name), Moves()
    position = known[index % len(known)]
    with suppress(GuanxiError):
        assert moves.fill(position, seat) == len(position.legal(seat))
    with suppress(IndexError):  # as of any list
        assert moves[at] in position.legal(seat)
    assert moves.holds(at) == (at in moves.numbered())


@every_game
@settings(max_examples=20, deadline=None)
@given(index=st.integers(0, 10_000), seat=wrong_seats)
def test_a_game_knows_its_seats(name: str, index: int, seat: int) -> None:
    game, known = guanxi.game(name), positions(name)
    position = known[index % len(known)]
    asks = (game.value, game.observe, game.view, game.facts, game.prompt, game.absent, game.is_forced)
    for ask in asks:
        with pytest.raises(BadOption, match=f"There is no seat {seat}"):
            ask(position, seat)
    with pytest.raises(BadOption, match=f"There is no seat {seat}"):
        game.preview(position, seat, 0)
    with pytest.raises(BadOption, match=f"players, not {seat}"):
        game.begin(seat, game.check_options(game.seats[0], game.automatic), words("wrong numbers", 0))


@every_game
@settings(max_examples=40, deadline=None)
@given(index=st.integers(0, 10_000), number=numbers)
def test_a_game_knows_its_moves(name: str, index: int, number: int) -> None:
    game, known = guanxi.game(name), positions(name)
    position = known[index % len(known)]
    for seat in range(position.seats):
        if number not in position.legal(seat):
            with pytest.raises(IllegalMove, match=f"Move {number} is not legal now"):
                game.preview(position, seat, number)
    if not 0 <= number < game.moves:
        with pytest.raises(IllegalMove, match=f"Move {number} is not legal now"):
            game.move(position, number)


@every_game
@settings(max_examples=20, deadline=None)
@given(
    seat=st.one_of(st.integers(-10, -1), st.integers(6, 1200)), moves=st.one_of(st.integers(-10, -1), st.integers(3))
)
def test_a_table_knows_its_seats_and_moves(name: str, seat: int, moves: int) -> None:
    table = guanxi.game(name).table(seed="wrong numbers")
    asks = (table.view, table.sight, table.events, table.moments, table.timeline, table.legal_moves, table.last_move)
    for ask in asks:
        with pytest.raises(BadOption, match=f"There is no seat {seat}"):
            ask(seat)
    with pytest.raises(BadOption, match=f"There is no seat {seat}"):
        table.play(seat, 0)
    with pytest.raises(BadOption, match=f"There is no move {moves}"):
        table.position_at(moves)
    with pytest.raises(GuanxiError):
        table.undo(moves)


ODD: list[Any] = [None, 0.5, 1.0, float("nan"), True, "1", [], b"1", object(), 1 << 64, -(1 << 70)]


@every_game
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: f"{odd!s:.4}")
def test_what_is_no_whole_number_is_refused_in_a_sentence(name: str, odd: Any) -> None:
    game, table = guanxi.game(name), guanxi.game(name).table(seed="wrong numbers")
    position, seat = table.position, table.to_move[0]
    before, move = position.copy(), position.legal(seat)[0]
    seated: list[Any] = [position.legal, position.imagine, position.returns, position.check_seat, position.check_turn]
    seated += [table.sight, table.legal_moves, table.legal_numbers, table.last_move, table.has_begun, table.withdraw]
    if odd is not None:  # a spectator
        seated += [table.view, table.events, table.moments, table.timeline, table.prompt]
    for ask in seated:
        with pytest.raises(BadOption, match="There is no seat"):
            ask(odd)
    asks: list[Any] = [game.observe, game.value, game.facts, game.traits, game.absent]
    for ask in asks:
        with pytest.raises(BadOption, match="There is no seat"):
            ask(position, odd)
    for play in (position.play, table.play, table.notation, table.preview):
        with pytest.raises(BadOption, match="There is no seat"):
            play(odd, move)
        with pytest.raises((IllegalMove, BadOption)):
            play(seat, odd)
    for number in (game.move, game.parse):
        with pytest.raises((IllegalMove, BadOption)):
            number(position, odd)
    for at in (table.position_at, table.origin_at):
        with pytest.raises(BadOption, match="There is no move"):
            at(odd)
    given: list[Any] = [table.sight(seat).number, table.sight(seat).preview, table.undo, table.say]
    for ask in given:
        with pytest.raises(GuanxiError):
            ask(odd)
    assert position == before


@every_game
def test_a_game_knows_its_positions_and_typed_moves(name: str) -> None:
    game, other = guanxi.game(name), guanxi.game("han" if name != "han" else "hanamikoji")
    position, foreign = positions(name)[0], positions(other.name)[0]
    seat = first_owing(foreign)
    odd: Any
    for odd in (foreign, None, 1):
        with pytest.raises(BadOption, match="is not a position of"):
            game.view(odd, 0)
    for odd in (other.move(foreign, foreign.legal(seat)[0]), 1, "pass", None):
        with pytest.raises(BadOption, match="is not a typed move of"):
            game.number(position, first_owing(position), odd)


@every_game
def test_a_game_that_goes_on_has_no_result(name: str) -> None:
    game, position = guanxi.game(name), positions(name)[0]
    for ask in (lambda: position.returns(0), lambda: game.result(position)):
        with pytest.raises(GuanxiError, match="not over yet"):
            ask()
    with pytest.raises(BadOption, match="has not been set up"):
        game.view(game.position(), None)


@pytest.mark.parametrize("odd", [0.5, True, [], object()], ids=lambda odd: f"{odd!s:.4}")
def test_seeds_names_options_and_logs_are_what_they_should_be(odd: Any) -> None:
    game = guanxi.game("hanamikoji")
    options = game.check_options(2, {})
    for ask in (
        lambda: game.table(odd),
        lambda: game.table(seed=odd),
        lambda: game.table(names="Ann"),
        lambda: game.begin(2, odd, words("wrong numbers", 0)),
        lambda: game.begin(2, options, odd),
        lambda: game.check_options(2, odd),
        lambda: guanxi.game(odd),
        lambda: list(guanxi.replay(odd)),
        lambda: game.table(seed=1).sight(0).sample_world(odd),
    ):
        with pytest.raises(GuanxiError):
            ask()


def test_nothing_is_no_record() -> None:
    nothing: Any = None
    with pytest.raises((TypeError, AttributeError)):
        Moves().fill(nothing, 0)
    with pytest.raises((TypeError, AttributeError)):
        positions("han")[0].copy().copy_from(nothing)
