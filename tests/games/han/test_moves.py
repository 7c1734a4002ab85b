"""Moves of Han: number ⇄ typed move ⇄ notation, and why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from guanxi.engine.core.position import first_owing
from guanxi.engine.errors import IllegalMove
from guanxi.games.han import GAME
from guanxi.games.han.moves import Discard, Draw, Emissary, Fortification, House, Market, Stop
from guanxi.games.han.rules import rules
from tests.games.han.games import each_setting, random_game
from tests.games.han.tables import (
    build,
    build_at,
    capital,
    deal,
    finish,
    fortify,
    han,
    keep,
    play,
    position,
    send,
    turn,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.engine.table import Table
    from tests.games.han.games import Setting

AnyMove = House | Emissary | Fortification | Market | Stop | Discard | Draw


@each_setting
def test_every_legal_move_is_one_number_one_move_one_notation(setting: Setting) -> None:
    for game in range(6):
        for p, moves in random_game(setting, f"notation {game}"):
            seat, numbers = first_owing(p), moves.numbered()
            typed = [GAME.move(p, number) for number in numbers]
            assert len({move.notation() for move in typed}) == len({move.touches() for move in typed}) == len(numbers)
            for number, move in zip(numbers, typed, strict=True):
                assert GAME.parse(p, move.notation()) == move
                assert GAME.number(p, seat, move) == number


def test_moves_can_be_written_as_json() -> None:
    for move in (
        House("wei-qi", ("red", "yellow")),
        Emissary("wei", ("red",)),
        Fortification("wei-1", ("red", "red")),
        Market("weiyang-1", ("violet", "violet")),
        Stop(),
        Discard("red"),
        Draw("pile"),
    ):
        assert msgspec.json.decode(msgspec.json.encode(move), type=AnyMove) == move
    assert msgspec.json.encode(House("wei-3", ("red",))) == b'{"do":"house","at":"wei-3","pay":["red"]}'


@each_setting
def test_legal_moves_are_accepted_and_no_others(setting: Setting) -> None:
    """The rules' list of legal moves and the reasons for refusing say the same."""
    for p, moves in random_game(setting, "refused"):
        if p.owing and p.below(4) == 0:
            seat = first_owing(p)
            accepted = {number for number in sensible(p) if is_accepted(p, seat, number)}
            assert accepted == set(moves.numbered())


def sensible(p: rules.Han) -> list[int]:
    """The numbers that mean something on a board: its own spaces, and payments that are not twice the same."""
    spaces = range(p.board.spaces)
    borders = p.board.border[: p.board.borders]
    houses = [
        rules.HOUSE + space * rules.PAYMENTS + payment
        for space in spaces
        for payment in range(rules.PAYMENTS)
        if payment < rules.ONE or payment == (rules.EACH if space in borders else rules.ONE)
    ]
    emissaries = [
        number for number in range(rules.EMISSARY, rules.FORTIFY) if (number - rules.EMISSARY) % 7 != rules.EACH
    ]
    markers = [base + space for base in (rules.FORTIFY, rules.MARKET) for space in spaces]
    return houses + emissaries + markers + list(range(rules.STOP, rules.MOVES))


def is_accepted(p: rules.Han, seat: int, number: int) -> bool:
    """Do the reasons let a move pass?"""
    try:
        return GAME.number(p, seat, GAME.move(p, number)) == number
    except IllegalMove:
        return False


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("house wei-2 red", "house wei-2 red"),
        ("HOUSE Wei-2 RED", "house wei-2 red"),
        ("  h   wei-2  r ", "house wei-2 red"),
        ("e wei r", "emissary wei red"),
        ("house wei-qi yellow red", "house wei-qi red yellow"),
        ("di y", "discard yellow"),
    ],
)
def test_a_notation_may_be_cut_short_and_cards_named_in_any_order(typed: str, meant: str) -> None:
    table = with_wei("red red yellow")
    table.play(0, typed)
    assert table.log.moves == (f"0 {meant}",)


def test_a_payment_may_be_left_out_where_only_one_is_possible() -> None:
    for hand, typed, meant in (
        ("red yellow violet", "house wei-2", "house wei-2 red"),
        ("green green violet", "house wei-2", "house wei-2 green green"),
        ("red yellow violet", "house wei-qi", "house wei-qi red yellow"),
        ("red yellow violet", "emissary wei", "emissary wei red"),
        ("red red violet", "fortification wei-2", "fortification wei-2 red red"),
    ):
        table = with_wei(hand, variant=True)
        table.play(0, typed)
        assert table.log.moves == (f"0 {meant}",)


def test_moves_touch_the_place_and_the_cards_in_the_order_of_clicks() -> None:
    assert House("wei-qi", ("red", "yellow")).touches() == ("space:wei-qi", "hand:red", "hand:yellow")
    assert Emissary("wei", ("red",)).touches() == ("dragon:wei", "hand:red")
    assert Fortification("wei-1", ("red", "red")).touches() == ("space:wei-1", "hand:red", "hand:red")
    assert Market("wuku-1", ("orange", "orange")).touches() == ("space:wuku-1", "hand:orange", "hand:orange")
    assert Stop().touches() == ("action:stop",)
    assert Discard("red").touches() == ("action:discard", "hand:red")
    assert (Draw("red").touches(), Draw("pile").touches()) == (("row:red",), ("pile",))


@pytest.mark.parametrize(
    ("move", "english", "italian"),
    [
        (House("wei-3", ("red",)), "House on Wei 3 for a red card", "Casa su Wei 3 per una carta rossa"),
        (
            House("wei-qi", ("red", "yellow")),
            "House on Wei–Qi for a red card and a yellow card",
            "Casa su Wei–Qi per una carta rossa e una carta gialla",
        ),
        (
            Emissary("chin", ("red", "red")),
            "Emissary to Ch’in for two red cards",
            "Emissario a Ch’in per due carte rosse",
        ),
        (Draw("pile"), "Draw from the pile", "Pesca dal mazzo"),
    ],
)
def test_a_move_can_be_said_in_words(move: House | Draw, english: str, italian: str) -> None:
    table = han()
    assert table.say(move, "en") == english
    assert table.say(move, "it") == italian


def with_wei(hand: str, *, variant: bool = False) -> Table:
    """Chris has two houses in Wei, and it is Alex's turn."""
    table = han(variant=variant)
    build_at(table, "Chris", "wei-1 wei-5")
    turn(table, "Alex", hand)
    return table


def drawing() -> Table:
    """Alex has discarded and must draw."""
    table = han()
    deal(table, Alex="red yellow green", row="green green violet violet")
    turn(table, "Alex")
    play(table, "discard red")
    return table


def placed() -> Table:
    """Alex has placed a first piece in Wei."""
    table = with_wei("red red yellow", variant=True)
    build(table, "qi", Chris=1)
    play(table, "house wei-2 red")
    return table


def after(make: Callable[[], Table], *changes: Callable[[Table], None]) -> Table:
    """A table with some changes."""
    table = make()
    for change in changes:
        change(table)
    return table


SPENT = after(lambda: with_wei("red red yellow"), lambda table: keep(table, "Alex", houses=0, emissaries=0))
CROWDED = after(lambda: with_wei("red red yellow"), lambda table: send(table, "wei", Barbara=2))
FORTIFIED = after(lambda: with_wei("red red yellow", variant=True), lambda table: fortify(table, "Alex", "chu-1"))
USUAL = with_wei("red red yellow")
VARIANT = with_wei("red red yellow", variant=True)
DRAWING = drawing()
PLACED = placed()

COLOURS = "red, yellow, green, orange, violet"
KINDS = "house, emissary, fortification, market, stop, discard, draw"
NOT_HERE = (
    "now: all pieces placed in one turn go to the same province, and only one piece to a province that was empty."
)
MARKER = (
    "It must be your first placement of the turn, on a space that is not on a border, "
    "in a province that already held a piece."
)

REFUSALS = [
    (
        DRAWING,
        "house wei-1 red",
        "draw-first",
        "drawing",
        "Draw first: take an open card or draw from the pile.",
    ),
    (
        DRAWING,
        "stop",
        "draw-first",
        "drawing",
        "Draw first: take an open card or draw from the pile.",
    ),
    (
        DRAWING,
        "draw red",
        "not-open",
        "drawing",
        "There is no open red card. Open cards: green and violet.",
    ),
    (
        USUAL,
        "draw pile",
        "not-drawing",
        "drawing",
        "You draw at the end of your turn. Place a piece or discard a card first.",
    ),
    (
        USUAL,
        "stop",
        "nothing-placed",
        "placing",
        "You can stop only after placing a first piece. Place a piece or discard a card.",
    ),
    (
        PLACED,
        "discard yellow",
        "placed-already",
        "discarding",
        "You have already placed a piece this turn, so you cannot discard. Place a second piece or stop.",
    ),
    (USUAL, "discard violet", "not-held", "placing", "For that you need a violet card in your hand."),
    (USUAL, "house shu-1 green", "not-held", "placing", "For that you need a green card in your hand."),
    (USUAL, "house chu-1 yellow yellow", "not-held", "placing", "For that you need two yellow cards in your hand."),
    (USUAL, "house rome-1 red", "no-place", "placing", "There is no place “rome-1” on this board."),
    (USUAL, "emissary wei-1 red", "no-place", "placing", "There is no place “wei-1” on this board."),
    (USUAL, "house wei red", "no-place", "placing", "There is no place “wei” on this board."),
    (PLACED, "house qi-2 yellow", "one-province", "placing", f"No piece can go to Qi 2 {NOT_HERE}"),
    (PLACED, "emissary qi yellow", "one-province", "placing", f"No piece can go to Qi {NOT_HERE}"),
    (SPENT, "house wei-2 red", "no-house", "placing", "You have no houses left in your supply."),
    (SPENT, "emissary wei red", "no-emissary", "placing", "You have no emissaries left in your supply."),
    (
        CROWDED,
        "emissary wei red",
        "no-room",
        "emissaries",
        "There is no room for another emissary in Wei. The limit is the largest number of houses one player has there.",
    ),
    (
        USUAL,
        "house wei-5 red",
        "taken",
        "houses",
        "Wei 5 is taken. Free spaces in this province: Wei 2, Wei 3, Wei 4, Wei 6, Wei–Qi.",
    ),
    (
        USUAL,
        "fortification wei-2 red red",
        "no-variant",
        "fortifications",
        "This table is played without that variant.",
    ),
    (VARIANT, "market wei-2 red red", "no-variant", "markets", "This table is played without that variant."),
    (FORTIFIED, "fortification wei-2 red red", "no-marker", "fortifications", "You have no markers left."),
    (
        VARIANT,
        "fortification yan-1 red red",
        "marker-place",
        "fortifications",
        f"A marker cannot go on Yan 1. {MARKER}",
    ),
    (
        VARIANT,
        "fortification wei-qi red red",
        "marker-place",
        "fortifications",
        f"A marker cannot go on Wei–Qi. {MARKER}",
    ),
    (
        VARIANT,
        "fortification wei-2 red yellow",
        "marker-pay",
        "fortifications",
        "It costs two red cards. Jokers cannot be used here.",
    ),
    (
        USUAL,
        "house wei-qi red",
        "border-pay",
        "borders",
        "This border space costs a red card and a yellow card, or two cards of one of these colours.",
    ),
    (
        USUAL,
        "house wei-2 yellow",
        "pay",
        "placing",
        "It costs a red card, or two equal cards of another colour as a joker.",
    ),
    (
        USUAL,
        "house wei-2 red red",
        "pay",
        "placing",
        "It costs a red card, or two equal cards of another colour as a joker.",
    ),
    (
        USUAL,
        "house shu-1 red yellow",
        "pay",
        "placing",
        "It costs a green card, or two equal cards of another colour as a joker.",
    ),
    (
        USUAL,
        "house wei-qi",
        "which-payment",
        "placing",
        "There are several ways to pay. Choose one: red red / red yellow.",
    ),
    (USUAL, "dance wei-1", "no-word", "turn", f"There is no move “dance”. Choose one of these: {KINDS}."),
    (USUAL, "d red", "no-word", "turn", "There is no move “d”. Choose one of these: discard, draw."),
    (USUAL, "", "no-word", "turn", f"There is no move “”. Choose one of these: {KINDS}."),
    (USUAL, "discard pink", "no-colour", "discarding", f"There is no card “pink”. Choose one of these: {COLOURS}."),
    (USUAL, "house wei-2 pink", "no-colour", "placing", f"There is no card “pink”. Choose one of these: {COLOURS}."),
    (USUAL, "draw pink", "no-colour", "drawing", f"There is no card “pink”. Choose one of these: {COLOURS}, pile."),
    (USUAL, "house", "incomplete", "turn", "“house” is incomplete: add a place or a card."),
]


@pytest.mark.parametrize(
    ("table", "notation", "reason", "paragraph", "sentence"),
    REFUSALS,
    ids=[f"{reason}: {notation}" for _, notation, reason, _, _ in REFUSALS],
)
def test_a_move_is_refused_with_its_reason(
    table: Table, notation: str, reason: str, paragraph: str, sentence: str
) -> None:
    refused(table, table.to_move[0], notation, reason, paragraph, sentence)


def refused(table: Table, seat: int, notation: str, reason: str, paragraph: str, sentence: str) -> None:
    """A move is refused for this reason, which every language can tell, and nothing has changed."""
    before = table.position.numbers(), table.log, table.events(seat)
    with pytest.raises(IllegalMove) as error:
        table.play(seat, notation)
    assert error.value.reason.id == f"reason.{reason}"
    assert error.value.paragraph == paragraph
    assert str(error.value) == error.value.say("en") == sentence
    assert len({error.value.say(language) for language in ("en", "fr", "it")}) == 3
    assert f"rules.{paragraph}" in GAME.text.texts("en")
    assert (table.position.numbers(), table.log, table.events(seat)) == before


def test_every_reason_is_tried_here() -> None:
    reasons = {id_.removeprefix("reason.") for id_ in GAME.text.texts("en") if id_.startswith("reason.")}
    engine = {id_.removeprefix("reason.") for id_ in GAME.text.fallback.texts("en")} if GAME.text.fallback else set()
    assert reasons - engine == {reason for _, _, reason, _, _ in REFUSALS}


def test_a_market_is_refused_like_a_fortification() -> None:
    table = capital(variant=True)
    build(table, "weiyang", Chris=1)
    turn(table, "Alex", "violet violet red")
    sentence = f"A marker cannot go on Changle 1. {MARKER}"
    refused(table, 0, "market changle-1 violet violet", "marker-place", "markets", sentence)
    sentence = "It costs two violet cards. Jokers cannot be used here."
    refused(table, 0, "market weiyang-2 violet red", "marker-pay", "markets", sentence)
    keep(table, "Alex", emissaries=0)
    sentence = "You have no emissaries left in your supply."
    refused(table, 0, "market weiyang-2 violet violet", "no-emissary", "placing", sentence)


def test_without_a_payment_the_reason_is_found_all_the_same() -> None:
    sentence = "Wei 5 is taken. Free spaces in this province: Wei 2, Wei 3, Wei 4, Wei 6, Wei–Qi."
    refused(USUAL, 0, "house wei-5", "taken", "houses", sentence)
    sentence = "It costs a green card, or two equal cards of another colour as a joker."
    refused(with_wei("red yellow violet"), 0, "house shu-1", "pay", "placing", sentence)


def test_nobody_moves_out_of_turn_or_after_the_end() -> None:
    sentence = "It is not your turn. The table is waiting for Player 1."
    refused(USUAL, 1, "discard red", "turn", "turn", sentence)
    table = han()
    finish(table)
    refused(table, 0, "discard red", "over", "end", "The game is over: no more moves are possible.")
    assert [table.legal_moves(seat) for seat in range(4)] == [[], [], [], []]


WORDS = [
    "house",
    "h",
    "emissary",
    "fort",
    "market",
    "draw",
    "discard",
    "stop",
    "wei",
    "wei-2",
    "wei-qi",
    "red",
    "y",
    "pile",
]


@given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_a_move_or_is_refused_with_a_reason(notation: str) -> None:
    p = position(VARIANT)
    try:
        move = GAME.parse(p, notation)
        GAME.number(p, 0, move)
    except IllegalMove as wrong:
        assert GAME.text.say(wrong.reason, "fr")  # noqa: PT017
    else:
        assert GAME.parse(p, move.notation()) == move
