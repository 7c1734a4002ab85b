"""The rules of Hanamikoji, sentence by sentence, in the order of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.rules import material
from tests.games.hanamikoji.tables import (
    COPIES,
    ME,
    THEM,
    cards,
    favours_of,
    held,
    laid,
    last_turns,
    legal,
    play,
    position,
    scored,
    seen,
    table_with,
)

FEW_CARDS = "fan umbrella drum letter"


def test_seven_geishas_in_a_row_are_worth_2_2_2_3_3_4_5() -> None:
    assert [geisha.charm for geisha in seen(GAME.table(), None).geishas] == [2, 2, 2, 3, 3, 4, 5]


def test_there_are_as_many_items_of_a_geisha_as_her_charm_21_in_all() -> None:
    p = position(GAME.table(seed=1))
    dealt = [mine + theirs for mine, theirs in zip(*p.hand, strict=True)]
    hidden = Counter([p.aside, *p.pile[: p.left]])
    assert [dealt[item] + hidden[item] for item in range(material.GEISHAS)] == [2, 2, 2, 3, 3, 4, 5]
    assert sum(dealt) + hidden.total() == 21


def test_at_first_every_favour_token_lies_in_the_middle() -> None:
    assert [geisha.favour for geisha in seen(GAME.table(), None).geishas] == [None] * 7


def test_chance_decides_who_goes_first() -> None:
    beginners = Counter(GAME.table(seed=seed).to_move for seed in range(400))
    assert set(beginners) == {(ME,), (THEM,)}
    assert abs(beginners[(ME,)] - 200) < 40  # four standard deviations


@pytest.mark.parametrize("seat", [ME, THEM])
def test_who_goes_first_can_be_chosen(seat: int) -> None:
    assert all(GAME.table(seed=seed, first=seat).to_move == (seat,) for seed in range(20))


def test_six_cards_each_one_aside_eight_to_draw() -> None:
    table = GAME.table(first=ME)
    # The first player has drawn already when the first decision is due.
    assert [player.cards for player in seen(table, None).players] == [6 + 1, 6]
    assert seen(table, None).pile == 8 - 1
    assert position(table).aside in range(material.GEISHAS)


def test_the_items_are_shuffled() -> None:
    hands = {held(GAME.table(seed=seed), ME) for seed in range(20)}
    assert len(hands) == 20


def test_each_item_is_set_aside_as_often_as_there_are_cards_of_it() -> None:
    aside = Counter(position(GAME.table(seed=seed)).aside for seed in range(2100))
    expected = [100 * copies for copies in COPIES]
    chi_square = sum((aside[item] - expected[item]) ** 2 / expected[item] for item in range(material.GEISHAS))
    assert chi_square < 27.9  # six degrees of freedom: less often than once in 10,000


def test_nobody_sees_the_card_set_aside() -> None:
    table = table_with("fan", aside="letter")
    other = table_with("fan", aside="bowl")
    for seat in (ME, THEM, None):
        assert table.view(seat) == other.view(seat)
        assert table.events(seat) == other.events(seat)


def test_players_alternate_until_both_have_taken_four_turns() -> None:
    table = GAME.table(seed=3, first=THEM)
    turns = []
    while seen(table, None).round == 1 and not table.over:
        if seen(table, None).offer is None:
            turns.append(table.to_move[0])
        play(table, legal(table, table.to_move[0])[0])
    assert turns == [THEM, ME, THEM, ME, THEM, ME, THEM, ME]


def test_a_turn_begins_with_drawing_one_card() -> None:
    table = table_with("fan", "drum", draw="letter")
    play(table, "secret fan")
    assert held(table, THEM) == "drum letter"


def test_all_four_actions_are_open_at_first_in_any_order() -> None:
    table = GAME.table(first=ME, seed=1)
    assert seen(table, None).players[ME].actions == ("secret", "trade-off", "gift", "competition")
    assert {notation.split()[0] for notation in legal(table)} == {"secret", "trade-off", "gift", "competition"}


@pytest.mark.parametrize("action", ["secret", "trade-off", "gift", "competition"])
def test_an_action_serves_once_a_round(action: str) -> None:
    table = table_with(FEW_CARDS, used=action)
    assert action not in {notation.split()[0] for notation in legal(table)}
    assert action not in seen(table, THEM).players[ME].actions


def test_each_of_the_other_three_actions_stays_open() -> None:
    table = table_with(FEW_CARDS, used="gift")
    assert {notation.split()[0] for notation in legal(table)} == {"secret", "trade-off", "competition"}


def test_secret_offers_each_item_of_the_hand_once() -> None:
    table = table_with("fan fan drum", used="trade-off gift competition")
    assert legal(table) == ["secret fan", "secret drum"]


def test_a_secret_leaves_the_hand_and_lies_on_no_side() -> None:
    table = table_with("fan fan drum", "bowl", draw="bowl")
    play(table, "secret fan")
    assert held(table, ME) == "fan drum"
    assert laid(table, ME) == ""


def test_only_its_owner_may_look_at_a_secret() -> None:
    table = table_with("fan drum", "bowl")
    play(table, "secret fan")
    assert seen(table, ME).players[ME].secret == "fan"
    assert seen(table, THEM).players[ME].secret is None
    assert seen(table, None).players[ME].secret is None


def test_a_secret_counts_at_scoring() -> None:
    assert favours_of(scored(secret="fan", their_secret="drum"), ME) == "fan"


def test_trade_off_offers_each_two_cards_once() -> None:
    table = table_with("fan fan drum", used="secret gift competition")
    assert legal(table) == ["trade-off fan fan", "trade-off fan drum"]


def test_only_their_owner_may_look_at_the_cards_traded_off() -> None:
    table = table_with("fan drum letter", "bowl")
    play(table, "trade-off fan drum")
    assert held(table, ME) == "letter"
    assert seen(table, ME).players[ME].traded == ("fan", "drum")
    assert seen(table, THEM).players[ME].traded is None
    assert seen(table, None).players[ME].traded is None


def test_cards_traded_off_do_not_count() -> None:
    table = last_turns("letter letter", "bowl", left="trade-off")
    position(table).secret = [*cards("drum"), NOBODY]
    play(table, "trade-off letter letter", "secret bowl")
    assert (favours_of(table, ME), favours_of(table, THEM)) == ("drum", "bowl")


def test_gift_offers_each_three_cards_once() -> None:
    table = table_with("fan fan drum letter", used="secret trade-off competition")
    assert legal(table) == ["gift fan fan drum", "gift fan fan letter", "gift fan drum letter"]


def test_three_equal_cards_may_be_a_gift() -> None:
    table = table_with("letter letter letter", used="secret trade-off competition")
    assert legal(table) == ["gift letter letter letter"]


def test_a_gift_is_shown_to_everybody() -> None:
    table = table_with("fan drum letter bowl")
    play(table, "gift fan drum letter")
    for seat in (ME, THEM, None):
        offer = seen(table, seat).offer
        assert offer is not None
        assert (offer.seat, offer.action) == (ME, "gift")
        assert offer.groups == (("fan",), ("drum",), ("letter",))
    assert held(table, ME) == "bowl"


def test_the_choice_from_a_gift_is_a_decision_of_the_opponent() -> None:
    table = table_with("fan drum letter bowl", "fan")
    play(table, "gift fan drum letter")
    assert table.to_move == (THEM,)
    assert legal(table, THEM) == ["take fan", "take drum", "take letter"]
    assert legal(table, ME) == []


def test_one_card_of_a_gift_goes_to_the_opponent_two_to_who_gave() -> None:
    table = table_with("fan drum letter bowl")
    play(table, "gift fan drum letter", "take drum")
    assert laid(table, THEM) == "drum"
    assert laid(table, ME) == "fan letter"


def test_equal_cards_of_a_gift_are_offered_once() -> None:
    table = table_with("fan fan drum bowl")
    play(table, "gift fan fan drum")
    assert legal(table, THEM) == ["take fan", "take drum"]
    play(table, "take fan")
    assert (laid(table, THEM), laid(table, ME)) == ("fan", "fan drum")


def test_competition_offers_each_way_to_make_two_pairs() -> None:
    table = table_with("fan drum bowl letter", used="secret trade-off gift")
    assert legal(table) == [
        "competition fan drum / bowl letter",
        "competition fan bowl / drum letter",
        "competition fan letter / drum bowl",
    ]


def test_competition_offers_equal_cards_once() -> None:
    table = table_with("fan fan drum drum", used="secret trade-off gift")
    assert legal(table) == ["competition fan fan / drum drum", "competition fan drum / fan drum"]


def test_four_equal_cards_may_compete() -> None:
    table = table_with("letter letter letter letter", used="secret trade-off gift")
    assert legal(table) == ["competition letter letter / letter letter"]


def test_a_competition_is_shown_to_everybody() -> None:
    table = table_with("fan drum letter bowl flute")
    play(table, "competition fan letter / drum bowl")
    for seat in (ME, THEM, None):
        offer = seen(table, seat).offer
        assert offer is not None
        assert (offer.seat, offer.action) == (ME, "competition")
        assert offer.groups == (("fan", "letter"), ("drum", "bowl"))
    assert held(table, ME) == "flute"


@pytest.mark.parametrize(
    ("answer", "theirs", "mine"),
    [("take fan letter", "fan letter", "drum bowl"), ("take drum bowl", "drum bowl", "fan letter")],
)
def test_one_pair_goes_to_the_opponent_the_other_to_who_offered(answer: str, theirs: str, mine: str) -> None:
    table = table_with("fan drum letter bowl flute", "fan")
    play(table, "competition fan letter / drum bowl")
    assert table.to_move == (THEM,)
    assert legal(table, THEM) == ["take fan letter", "take drum bowl"]
    play(table, answer)
    assert (laid(table, THEM), laid(table, ME)) == (theirs, mine)


def test_equal_pairs_of_a_competition_are_offered_once() -> None:
    table = table_with("fan fan drum drum bowl")
    play(table, "competition fan drum / fan drum")
    assert legal(table, THEM) == ["take fan drum"]


def test_who_answered_takes_the_next_turn() -> None:
    table = table_with("fan drum letter bowl", "flute", draw="flute")
    play(table, "gift fan drum letter", "take drum")
    assert table.to_move == (THEM,)
    assert held(table, THEM) == "flute flute"
