"""The variant with negotiation (4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.events import Agreed, FellSilent, Offered, Refused
from tests.games.white_lotus.tables import (
    ANN,
    BEN,
    CAT,
    asked,
    claiming,
    combat,
    control,
    founding,
    influence,
    legal,
    play,
    position,
    rebellion,
    said,
    seen,
    table_with,
    told,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def bargaining(rules: int = GAME.rules_version, **more: int) -> Table:
    """The window at the start of the control phase."""
    claims = {"dadu": "Ann Ben Cat"}
    return control(table_with(neutral="dadu village", claims=claims, negotiation=True, influence=more, rules=rules))


def passed(table: Table) -> str:
    """Everybody passes in a window; the order in which they were asked."""
    order = []
    while seen(table).step == "offers":
        order.append(asked(table))
        play(table, f"{asked(table)}: pass")
    return " ".join(order)


EVERYBODY = "Ann Ben Cat Dan"


def test_without_the_option_nobody_is_asked_for_offers() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben Cat"}))
    assert seen(table).step == "conflict"


# Windows: wherever a decision of one player concerns others, from the emperor clockwise


def test_everybody_may_make_offers_before_the_claims() -> None:
    table = claiming(table_with(neutral="dadu village, jinan village", emperor="Cat", negotiation=True))
    assert seen(table).phase == 1
    assert passed(table) == "Cat Dan Ann Ben"
    play(table, "Cat: claim dadu")
    assert (seen(table).step, asked(table)) == ("claims", "Dan")


def test_everybody_may_make_offers_before_control_and_again_when_something_has_happened() -> None:
    claims = {"dadu": "Ann Ben", "jinan": "Ann Cat", "xian": "Dan"}
    neutral = "dadu village, jinan village, xian palace"
    table = control(table_with(neutral=neutral, claims=claims, negotiation=True))
    assert [asked(table), seen(table).phase] == ["Ann", 2]
    for name in EVERYBODY.split():
        play(table, f"{name}: pass")
    # Dan has taken the palace and the throne, and is about to name a province.
    assert passed(table) == "Dan Ann Ben Cat"
    assert (seen(table).step, asked(table)) == ("naming", "Dan")


def test_offers_come_before_each_province_that_the_emperor_names() -> None:
    claims = {"dadu": "Ann Ben", "jinan": "Ann Cat", "xian": "Ben Cat"}
    table = control(table_with(neutral="dadu village, jinan village, xian village", claims=claims, negotiation=True))
    assert passed(table) == EVERYBODY
    play(table, "Ann: name dadu")
    assert passed(table) == EVERYBODY
    play(table, "Ann: influence 1", "Ben: influence 0")
    assert passed(table) == EVERYBODY
    assert seen(table).step == "naming"


def test_before_each_conflict_round_everybody_may_make_offers_also_without_a_cube_there() -> None:
    table = bargaining()
    assert passed(table) == EVERYBODY
    play(table, "Ann: against Ben, influence 1", "Ben: against Cat, influence 0", "Cat: against Ben, influence 0")
    assert passed(table) == EVERYBODY
    assert seen(table).step == "conflict"


def test_windows_between_which_nothing_happens_are_one() -> None:
    # Dadu alone is contested: the start of control is also the start of the first round.
    table = bargaining()
    assert passed(table) == EVERYBODY
    assert seen(table).step == "conflict"


def test_the_emperor_can_be_bribed_before_breaking_a_tie() -> None:
    table = bargaining()
    passed(table)
    play(table, "Ann: against Ben, influence 0", "Ben: against Cat, influence 0", "Cat: against Ben, influence 0")
    assert (seen(table).step, len(seen(table).conflict.tied)) == ("offers", 3)  # type: ignore[union-attr]
    play(table, "Ann: pass", "Ben: offer Ann, give 4 influence, give 0 combat, want 0 influence, want 0 combat")
    play(table, "Ann: reply yes", "Ben: pass", "Cat: pass", "Dan: pass")
    assert (seen(table).step, asked(table)) == ("tie", "Ann")
    assert influence(table, "Ann", "Ben") == [16, 8]


def test_everybody_may_make_offers_before_it_is_asked_who_leads_but_only_once() -> None:
    land = {"Ann": "dadu palace", "Ben": "datong village", "Cat": "jinan village"}
    table = rebellion(table_with(land, negotiation=True))
    assert seen(table).phase == 4
    assert passed(table) == EVERYBODY
    play(table, "Ben: lead no")
    assert (seen(table).step, asked(table)) == ("rising", "Cat")


def test_without_villages_there_is_nothing_to_talk_about() -> None:
    table = rebellion(table_with({"Ann": "dadu palace"}, negotiation=True))
    assert seen(table).step == "income"


def test_before_camps_and_before_combat_everybody_may_make_offers() -> None:
    table = rebellion(table_with({"Ann": "dadu palace", "Ben": "datong village"}, negotiation=True))
    passed(table)
    play(table, "Ben: lead yes")
    assert passed(table) == EVERYBODY
    play(table, "Cat: side rebels", "Dan: side rebels")
    assert passed(table) == EVERYBODY
    assert seen(table).step == "battle"


# Silence


def test_a_silent_player_makes_no_more_offers_this_year_but_gets_some() -> None:
    table = bargaining()
    play(table, "Ann: silent")
    assert [event.seat for event in told(table, FellSilent)] == [ANN]
    assert seen(table, BEN).silent == (ANN,)
    play(table, "Ben: offer Ann, give 1 influence, give 0 combat, want 0 influence, want 0 combat")
    play(table, "Ann: reply yes")
    assert passed(table) == "Ben Cat Dan"
    play(table, "Ann: against Ben, influence 1", "Ben: against Cat, influence 0", "Cat: against Ben, influence 0")
    assert passed(table) == "Ben Cat Dan"


def test_where_all_are_silent_there_are_no_windows() -> None:
    table = bargaining()
    play(table, *(f"{name}: silent" for name in EVERYBODY.split()))
    play(table, "Ann: against Ben, influence 0", "Ben: against Cat, influence 0", "Cat: against Ben, influence 0")
    assert (seen(table).step, asked(table)) == ("tie", "Ann")


def test_silence_ends_with_the_year() -> None:
    table = founding(table_with({"Ann": "dadu palace"}, negotiation=True))
    position(table).silent = 0b1111
    while seen(table).year == 2:
        play(table, f"{asked(table)}: {legal(table, asked(table))[0]}")
    assert passed(table) == EVERYBODY


# Offers


def test_an_accepted_offer_changes_hands_at_once_and_everybody_sees_it() -> None:
    table = bargaining()
    play(table, "Ann: offer Ben, give 5 influence, give 0 combat, want 1 influence, want 2 combat")
    assert asked(table) == "Ben"
    play(table, "Ben: reply yes")
    assert influence(table, "Ann", "Ben") == [12 - 5 + 1, 12 + 5 - 1]
    assert combat(table, "Ann", "Ben") == [3 + 2, 3 - 2]
    assert told(table, Offered, BEN) == [Offered(ANN, BEN, 5, 0, 1, 2)]
    agreed = Agreed(BEN, ANN, give_influence=5, give_combat=0, want_influence=1, want_combat=2)
    for seat in (ANN, BEN, CAT, None):
        assert table.events(seat)[-1] == agreed
        assert said(table, seat)[-1] == "Ben accepts Ann’s offer: 5 influence for 1 influence and 2 combat."


def test_a_declined_offer_changes_nothing() -> None:
    table = bargaining()
    play(table, "Ann: offer Ben, give 0 influence, give 0 combat, want 1 influence, want 2 combat", "Ben: reply no")
    assert influence(table, "Ann", "Ben") == [12, 12]
    assert told(table, Refused) == [Refused(BEN, partner=ANN)]
    assert said(table, BEN)[-2:] == ["Ann offers Ben nothing for 1 influence and 2 combat.", "Ben declines."]


def test_others_hear_who_makes_an_offer_but_not_what_it_is() -> None:
    table = bargaining()
    play(table, "Ann: offer Ben, give 0 influence, give 0 combat, want 1 influence, want 2 combat", "Ben: reply no")
    for seat in (CAT, None):
        assert told(table, Offered, seat) == [Offered(ANN, BEN, None, None, None, None)]
        assert said(table, seat)[-2:] == ["Ann makes Ben an offer.", "Ben declines."]


def test_two_offers_a_window_at_most() -> None:
    table = bargaining()
    offer = "Ann: offer Ben, give 1 influence, give 0 combat, want 0 influence, want 0 combat"
    play(table, offer, "Ben: reply no")
    assert asked(table) == "Ann"
    play(table, offer, "Ben: reply no")
    assert asked(table) == "Ben"


def test_an_empty_offer_is_put_to_nobody_but_counts() -> None:
    table = bargaining()
    for _ in range(2):
        play(table, "Ann: offer Ben, give 0 influence, give 0 combat, want 0 influence, want 0 combat")
    assert asked(table) == "Ben"
    assert not told(table, Offered)


def test_an_offer_is_limited_by_what_both_players_have() -> None:
    table = bargaining(Ann=2, Ben=1)
    play(table, "Ann: offer Ben")
    assert legal(table, "Ann") == [f"give {points} influence" for points in range(3)]
    with pytest.raises(IllegalMove, match="The amount must be from 0 to 2"):
        play(table, "Ann: give 3 influence")
    with pytest.raises(IllegalMove, match=r"A different term comes next\. For example: give 1 influence"):
        play(table, "Ann: want 1 combat")
    play(table, "Ann: give 0 influence, give 0 combat")
    assert legal(table, "Ann") == ["want 0 influence", "want 1 influence"]


def test_a_term_that_can_only_be_0_is_not_asked() -> None:
    table = bargaining(Ann=0)
    play(table, "Ann: offer Ben")
    assert legal(table, "Ann")[0] == "give 0 combat"


# Version 1 of the rules, by which older tables are played


def test_version_1_has_fewer_windows_and_in_a_conflict_only_for_those_present() -> None:
    table = bargaining(rules=1)
    assert passed(table) == "Ann Ben Cat Dan Ann Ben Cat"
    play(table, "Ann: against Ben, influence 0", "Ben: against Cat, influence 0", "Cat: against Ben, influence 0")
    assert seen(table).step == "tie"
    play(table, "Ann: eject Ben")
    assert legal(table, "Ann") == ["offer Cat", "pass"]
    with pytest.raises(IllegalMove, match="Player 4 is not taking part"):
        play(table, "Ann: offer Dan")
    with pytest.raises(IllegalMove, match="That move is not possible now"):
        play(table, "Ann: silent")


def test_version_1_asks_nobody_before_the_claims_nor_before_a_rebellion() -> None:
    land = {"Ann": "dadu palace", "Ben": "datong village"}
    table = claiming(table_with(land, "jinan village", negotiation=True, rules=1))
    assert seen(table).step == "claims"
    assert seen(rebellion(table_with(land, negotiation=True, rules=1))).step == "rising"
