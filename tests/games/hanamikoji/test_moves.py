"""Moves of Hanamikoji: number ⇄ typed move ⇄ notation, and why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from guanxi.engine.errors import IllegalMove
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.moves import (
    ITEMS,
    Competition,
    Gift,
    HanamikojiMove,
    Secret,
    Take,
    TakePair,
    TradeOff,
)
from guanxi.games.hanamikoji.rules import material, rules
from tests.games.hanamikoji.tables import ME, THEM, legal, play, position, scored, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def offered(offer: int) -> rules.Hanamikoji:
    """A position in which the second player answers an offer."""
    p = position(table_with(to_move=THEM))
    p.offer = offer
    return p


def holding_everything() -> rules.Hanamikoji:
    """A position in which the first player could do anything."""
    p = position(table_with())
    p.hand = [[4] * material.GEISHAS, [0] * material.GEISHAS]
    return p


def there_and_back(p: rules.Hanamikoji, seat: int, number: int) -> int:
    """A number made a typed move, JSON, notation, and a number again."""
    move = GAME.move(p, number)
    assert msgspec.json.decode(msgspec.json.encode(move), type=HanamikojiMove) == move
    assert GAME.parse(p, move.notation()) == move
    return GAME.number(p, seat, GAME.parse(p, move.notation()))


def test_there_are_534_moves() -> None:
    assert GAME.moves == 7 + 28 + 84 + 406 + 7 + 2 == 534


def test_every_action_is_one_number_one_move_one_notation() -> None:
    p = holding_everything()
    assert p.legal(ME) == list(range(material.TAKE))
    assert [there_and_back(p, ME, number) for number in range(material.TAKE)] == list(range(material.TAKE))
    assert len({GAME.move(p, number).notation() for number in range(material.TAKE)}) == material.TAKE


def test_every_answer_to_every_gift_is_one_number_one_move_one_notation() -> None:
    answers = set()
    for offer in range(material.GIFT, material.COMPETITION):
        p = offered(offer)
        numbers = p.legal(THEM)
        assert [there_and_back(p, THEM, number) for number in numbers] == numbers
        answers.update(numbers)
    assert answers == set(range(material.TAKE, material.TAKE_PAIR))


def test_every_answer_to_every_competition_is_one_number_one_move_one_notation() -> None:
    answers = set()
    for offer in range(material.COMPETITION, material.TAKE):
        p = offered(offer)
        numbers = p.legal(THEM)
        assert [there_and_back(p, THEM, number) for number in numbers] == numbers
        answers.update(numbers)
    assert answers == set(range(material.TAKE_PAIR, material.MOVES))


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("s d", "secret drum"),
        ("SECRET Drum", "secret drum"),
        ("  secret   drum ", "secret drum"),
        ("tr fa l", "trade-off fan letter"),
        ("g fl u b", "gift flute umbrella bowl"),
        ("comp fan drum bowl letter", "competition fan drum / bowl letter"),
        ("c fan drum/bowl letter", "competition fan drum / bowl letter"),
        ("ta s", "take scroll"),
        ("ta s s", "take scroll scroll"),
    ],
)
def test_a_notation_may_be_cut_short_where_it_is_clear(short: str, whole: str) -> None:
    assert GAME.parse(holding_everything(), short).notation() == whole


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("trade-off letter fan", "trade-off fan letter"),
        ("gift letter fan drum", "gift fan drum letter"),
        ("competition letter bowl / drum fan", "competition fan drum / bowl letter"),
    ],
)
def test_cards_may_be_named_in_any_order(typed: str, meant: str) -> None:
    table = table_with("fan drum bowl letter")
    table.play(ME, typed)
    assert table.log.moves == (f"0 {meant}",)


def test_a_pair_may_be_taken_in_any_order() -> None:
    table = table_with("fan drum bowl letter")
    play(table, "competition fan drum / bowl letter", "take letter bowl")
    assert table.log.moves[-1] == "1 take bowl letter"


def test_moves_touch_the_action_and_the_cards_in_the_order_of_clicks() -> None:
    assert Secret("fan").touches() == ("action:secret", "hand:fan")
    assert TradeOff(("fan", "fan")).touches() == ("action:trade-off", "hand:fan", "hand:fan")
    assert Gift(("fan", "fan", "drum")).touches() == ("action:gift", "hand:fan", "hand:fan", "hand:drum")
    competition = Competition((("fan", "drum"), ("bowl", "letter")))
    assert competition.touches() == ("action:competition", "hand:fan", "hand:drum", "hand:bowl", "hand:letter")
    assert Take("fan").touches() == ("offer:fan",)
    assert TakePair(("fan", "drum")).touches() == ("offer:fan+drum",)


def test_legal_moves_touch_different_things() -> None:
    """A client that knows what a player has clicked, and in which order, knows the move."""
    p = holding_everything()
    touched = [GAME.move(p, number).touches() for number in p.legal(ME)]
    assert len(set(touched)) == len(touched)


@pytest.mark.parametrize(
    ("notation", "english", "french"),
    [
        ("secret fan", "Secret: fan, face down", "Secret : éventail, face cachée"),
        ("gift fan fan drum", "Gift: offer fan, fan, and drum", "Cadeau : proposer éventail, éventail et tambour"),
        (
            "competition fan drum / bowl letter",
            "Competition: offer fan and drum – or tea bowl and letter",
            "Concurrence : proposer éventail et tambour – ou bol à thé et lettre",
        ),
    ],
)
def test_a_move_can_be_said_in_words(notation: str, english: str, french: str) -> None:
    said = GAME.parse(holding_everything(), notation).phrase(None)
    assert GAME.text.say(said, "en") == english
    assert plain_spaces(GAME.text.say(said, "fr")) == french


def plain_spaces(text: str) -> str:
    """A text whose no-break spaces are ordinary ones."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


REFUSALS = [
    ("fan fan", "secret drum", "not-held", "secret", "You do not have enough of this item: drum (in your hand: 0)."),
    (
        "fan",
        "trade-off fan fan",
        "not-held",
        "trade-off",
        "You do not have enough of this item: fan (in your hand: 1).",
    ),
    (
        "fan drum drum",
        "gift fan fan drum",
        "not-held",
        "gift",
        "You do not have enough of this item: fan (in your hand: 1).",
    ),
    (
        "fan drum bowl",
        "competition fan drum / bowl bowl",
        "not-held",
        "competition",
        "You do not have enough of this item: tea bowl (in your hand: 1).",
    ),
    ("fan", "take fan", "nothing-offered", "actions", "Nothing is on offer for you now. Use one of your actions."),
    (
        "fan",
        "dance fan",
        "no-action",
        "actions",
        "There is no action “dance”. Choose one of these: secret, trade-off, gift, competition, take.",
    ),
    ("fan", "t fan", "no-action", "actions", "There is no action “t”. Choose one of these: trade-off, take."),
    (
        "fan",
        "",
        "no-action",
        "actions",
        "There is no action “”. Choose one of these: secret, trade-off, gift, competition, take.",
    ),
    (
        "fan",
        "secret sword",
        "no-item",
        "actions",
        f"There is no item “sword”. Choose one of these: {', '.join(ITEMS)}.",
    ),
    ("fan", "secret f", "no-item", "actions", "There is no item “f”. Choose one of these: flute, fan."),
    ("fan fan", "secret fan fan", "card-count", "secret", "This action uses exactly 1 card: Secret."),
    ("fan fan", "trade-off fan", "card-count", "trade-off", "This action uses exactly 2 cards: Trade-off."),
    ("fan fan", "gift fan fan", "card-count", "gift", "This action uses exactly 3 cards: Gift."),
    ("fan fan", "competition fan fan", "card-count", "competition", "This action uses exactly 4 cards: Competition."),
    ("fan fan", "take fan fan drum", "card-count", "take", "This action uses exactly 1 card: Take."),
]


@pytest.mark.parametrize(("hand", "notation", "reason", "paragraph", "sentence"), REFUSALS)
def test_a_move_is_refused_with_its_reason(
    hand: str, notation: str, reason: str, paragraph: str, sentence: str
) -> None:
    refused(table_with(hand), ME, notation, reason, paragraph, sentence)


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


@pytest.mark.parametrize("notation", ["secret fan", "trade-off fan fan", "gift fan fan drum", "comp fan fan drum bowl"])
def test_an_action_used_this_round_is_refused(notation: str) -> None:
    action = {"c": "Competition", "g": "Gift", "s": "Secret", "t": "Trade-off"}[notation[0]]
    table = table_with("fan fan drum bowl", used="secret trade-off gift competition")
    sentence = f"You have already used {action} this round. Each action can be used once."
    refused(table, ME, notation, "used", "actions", sentence)


def test_an_action_is_refused_while_an_offer_waits() -> None:
    table = table_with("fan drum bowl", "letter")
    play(table, "gift fan drum bowl")
    sentence = "An offer is on the table: answer it first by taking your share."
    refused(table, THEM, "secret letter", "answer-first", "actions", sentence)


@pytest.mark.parametrize("notation", ["take letter", "take fan drum"])
def test_what_is_not_in_a_gift_cannot_be_taken(notation: str) -> None:
    table = table_with("fan fan drum", "letter")
    play(table, "gift fan fan drum")
    refused(
        table,
        THEM,
        notation,
        "not-offered",
        "gift",
        "That card is not part of the gift. Take one of these: fan and drum.",
    )


@pytest.mark.parametrize("notation", ["take fan bowl", "take fan"])
def test_what_is_not_a_pair_of_a_competition_cannot_be_taken(notation: str) -> None:
    table = table_with("fan drum bowl letter", "letter")
    play(table, "competition fan drum / bowl letter")
    sentence = "That is not one of the pairs. Take: fan and drum – or tea bowl and letter."
    refused(table, THEM, notation, "not-a-pair", "competition", sentence)


def test_nobody_moves_out_of_turn() -> None:
    sentence = "It is not your turn. The table is waiting for Player 1."
    refused(table_with("fan", "fan"), THEM, "secret fan", "turn", "turn", sentence)


def test_nobody_moves_when_the_game_is_over() -> None:
    table = scored(side="flute fan scroll drum")
    refused(table, ME, "secret fan", "over", "end", "The game is over: no more moves are possible.")
    assert legal(table, ME) == legal(table, THEM) == []


@given(st.text() | st.lists(st.sampled_from(["gift", "take", "c", "/", "fan", "fl", *ITEMS])).map(" ".join))
def test_any_text_is_a_move_or_is_refused_with_a_reason(notation: str) -> None:
    p = holding_everything()
    try:
        move = GAME.parse(p, notation)
    except IllegalMove as wrong:
        assert wrong.reason.id in {"reason.no-action", "reason.no-item", "reason.card-count"}  # noqa: PT017
    else:
        assert GAME.parse(p, move.notation()) == move
