"""The control of provinces (2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.engine.events import Ready
from guanxi.games.white_lotus.events import Controlled, Crowned, Ejected, Played, WonProvince
from tests.games.white_lotus.tables import (
    ANN,
    BEN,
    CAT,
    DAN,
    asked,
    control,
    emperor,
    influence,
    legal,
    owner,
    play,
    position,
    present,
    said,
    seen,
    table_with,
    told,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table

# Uncontested


def test_a_sole_claimant_takes_the_province_for_nothing() -> None:
    table = control(table_with(neutral="dadu temple", claims={"dadu": "Ben"}))
    assert owner(table, "dadu") == "Ben"
    assert influence(table, "Ben")[0] == 12 + 10 + 3
    assert told(table, Controlled) == [Controlled(BEN, "dadu")]


def test_the_building_stays_the_same() -> None:
    table = control(table_with(neutral="dadu temple", claims={"dadu": "Ben"}))
    assert next(view for view in seen(table).provinces if view.id == "dadu").building == "temple"


def test_unclaimed_provinces_stay_neutral() -> None:
    table = control(table_with(neutral="dadu temple, xian village", claims={"dadu": "Ben"}))
    assert owner(table, "xian") == ""


def test_all_uncontested_provinces_are_settled_before_the_contested_ones() -> None:
    table = control(
        table_with(
            neutral="dadu temple, xian village, jinan village",
            claims={"dadu": "Ben Cat", "xian": "Dan", "jinan": "Ann"},
        )
    )
    assert (owner(table, "xian"), owner(table, "jinan"), owner(table, "dadu")) == ("Dan", "Ann", "")
    assert present(table) == "Ben Cat"


# The order of provinces


def test_the_emperor_names_the_contested_province_that_comes_next() -> None:
    table = control(
        table_with(
            neutral="dadu temple, xian village, jinan village",
            claims={"dadu": "Ann Cat", "xian": "Cat Dan", "jinan": "Cat Dan"},
            emperor="Ben",
        )
    )
    assert asked(table) == "Ben"
    assert legal(table, "Ben") == ["name dadu", "name jinan", "name xian"]
    play(table, "Ben: name xian", "Cat: influence 1", "Dan: influence 2")
    assert owner(table, "xian") == "Dan"
    assert legal(table, "Ben") == ["name dadu", "name jinan"]


def test_the_last_contested_province_needs_no_name() -> None:
    table = control(table_with(neutral="dadu temple", claims={"dadu": "Ann Cat"}, emperor="Ben"))
    assert asked(table) == "Ann Cat"


def test_in_year_1_the_palace_comes_first_if_contested() -> None:
    table = control(
        table_with(
            neutral="dadu palace, xian village, jinan village",
            claims={"dadu": "Ben Cat", "xian": "Cat Dan", "jinan": "Ann"},
            year=1,
        )
    )
    assert asked(table) == "Ben Cat"
    assert owner(table, "jinan") == ""
    play(table, "Ben: influence 3", "Cat: influence 0")
    assert emperor(table) == "Ben"
    assert owner(table, "jinan") == "Ann"


def test_in_year_1_the_palace_comes_first_if_uncontested() -> None:
    table = control(
        table_with(
            neutral="dadu palace, xian village, jinan village, kaifeng village",
            claims={"dadu": "Dan", "xian": "Cat Dan", "kaifeng": "Cat Dan", "jinan": "Ann"},
            year=1,
        )
    )
    assert table.events()[:2] == [Controlled(DAN, "dadu"), Crowned(DAN)]
    assert asked(table) == "Dan"


def test_in_year_1_the_first_emperor_stays_if_nobody_claims_the_palace() -> None:
    table = control(table_with(neutral="dadu palace, jinan village", claims={"jinan": "Ben"}, year=1, emperor="Cat"))
    assert emperor(table) == "Cat"


def test_later_the_palace_waits_for_the_emperor_to_name_it() -> None:
    table = control(
        table_with(neutral="dadu palace, xian village", claims={"dadu": "Ben Cat", "xian": "Cat Dan"}, year=2)
    )
    assert legal(table, "Ann") == ["name dadu", "name xian"]


# Conflicts


def fight(who: str = "Ann Ben Cat", emperor: str = "Dan", **influence: int) -> Table:
    """A conflict for Dadu."""
    return control(table_with(neutral="dadu village", claims={"dadu": who}, emperor=emperor, influence=influence))


def test_all_players_present_choose_at_once() -> None:
    assert asked(fight()) == "Ann Ben Cat"


def test_a_target_is_another_player_who_is_present() -> None:
    assert legal(fight(), "Ann") == ["against Ben", "against Cat"]


def test_influence_is_from_0_to_all() -> None:
    table = play(fight(Ann=3), "Ann: against Ben")
    assert legal(table, "Ann") == [f"influence {amount}" for amount in range(4)]


def test_the_most_influence_against_a_player_ejects_that_player() -> None:
    table = fight()
    play(table, "Ann: against Ben, influence 4", "Ben: against Cat, influence 1", "Cat: against Ben, influence 2")
    assert present(table) == "Ann Cat"


@pytest.mark.parametrize(("played", "kept"), [(0, 0), (1, 1), (2, 1), (3, 2), (7, 4), (8, 4)])
def test_the_ejected_keeps_half_rounded_up_and_the_others_lose_all(played: int, kept: int) -> None:
    table = fight()
    play(
        table, "Ann: against Ben, influence 9", f"Ben: against Cat, influence {played}", "Cat: against Ben, influence 3"
    )
    assert influence(table, "Ann", "Ben", "Cat") == [12 - 9, 12 - played + kept, 12 - 3]


def test_rounds_repeat_until_one_player_is_left_who_takes_the_province() -> None:
    table = fight()
    play(table, "Ann: against Ben, influence 4", "Ben: against Cat, influence 1", "Cat: against Ben, influence 2")
    assert owner(table, "dadu") == ""
    play(table, "Ann: influence 1", "Cat: influence 2")
    assert owner(table, "dadu") == "Cat"
    assert told(table, WonProvince) == [WonProvince(CAT, "dadu")]


def test_between_two_the_target_is_clear() -> None:
    table = fight("Ann Ben")
    assert legal(table, "Ann")[:2] == ["influence 0", "influence 1"]
    with pytest.raises(IllegalMove, match="Only two players are left"):
        play(table, "Ann: against Ben")


def test_dragon_cards_come_back_so_a_target_can_be_chosen_again() -> None:
    table = fight("Ann Ben Cat Dan")
    play(
        table, *(f"{name}: against Ann, influence 1" for name in ("Ben", "Cat", "Dan")), "Ann: against Ben, influence 4"
    )
    assert present(table) == "Ann Cat Dan"
    assert legal(table, "Cat") == ["against Ann", "against Dan"]


# Ties


def test_a_tie_is_decided_by_the_emperor_among_the_tied() -> None:
    table = fight()
    play(table, "Ann: against Ben, influence 2", "Ben: against Ann, influence 2", "Cat: against Ann, influence 0")
    assert asked(table) == "Dan"
    assert legal(table, "Dan") == ["eject Ann", "eject Ben"]
    play(table, "Dan: eject Ann")
    assert present(table) == "Ben Cat"
    assert influence(table, "Ann", "Ben") == [12 - 2 + 1, 12 - 2]


def test_nothing_against_anybody_is_a_tie_of_all_present() -> None:
    table = fight()
    play(table, *(f"{a}: against {b}, influence 0" for a, b in (("Ann", "Ben"), ("Ben", "Cat"), ("Cat", "Ben"))))
    assert legal(table, "Dan") == ["eject Ann", "eject Ben", "eject Cat"]


def test_the_emperor_may_decide_in_their_own_favour() -> None:
    table = fight("Ann Ben", emperor="Ann")
    play(table, "Ann: influence 3", "Ben: influence 3")
    assert legal(table, "Ann") == ["eject Ann", "eject Ben"]
    play(table, "Ann: eject Ben")
    assert owner(table, "dadu") == "Ann"


# The emperor


def test_more_palaces_than_the_emperor_make_an_emperor_at_once() -> None:
    table = control(
        table_with(
            {"Ann": "shangdu palace", "Ben": "datong palace"},
            "dadu palace, xian village, jinan village",
            {"dadu": "Ben", "xian": "Ann Cat", "jinan": "Ann Dan"},
        )
    )
    assert emperor(table) == "Ben"
    # All rights go with it: the new emperor names the next province.
    assert asked(table) == "Ben"


def test_as_many_palaces_are_not_enough() -> None:
    table = control(
        table_with({"Ann": "shangdu palace"}, "dadu palace", {"dadu": "Ben"}, emperor="Ann"),
    )
    assert emperor(table) == "Ann"


def test_an_emperor_crowned_in_the_phase_decides_the_next_tie() -> None:
    table = control(
        table_with(
            neutral="dadu palace, xian village", claims={"dadu": "Ben", "xian": "Ann Cat"}, emperor="Ann", year=2
        )
    )
    play(table, "Ann: influence 2", "Cat: influence 2")
    assert asked(table) == "Ben"


def test_several_uncontested_palaces_are_taken_clockwise_from_the_emperor() -> None:
    table = control(table_with(neutral="dadu palace, xian palace", claims={"dadu": "Cat", "xian": "Ben"}))
    # Ben sits nearer to the emperor: he is crowned, and Cat then has only as many.
    assert emperor(table) == "Ben"


def test_a_change_of_emperor_does_not_change_that_order() -> None:
    table = control(
        table_with(
            neutral="dadu palace, xian palace, jinan palace, kaifeng palace",
            claims={"dadu": "Cat", "xian": "Ann", "jinan": "Cat", "kaifeng": "Ben"},
            emperor="Dan",
        )
    )
    assert told(table, Crowned) == [Crowned(ANN), Crowned(CAT)]


# Choices are sealed


def test_nobody_sees_a_bid_before_the_last_one_is_in() -> None:
    table = play(fight(), "Ann: against Ben, influence 4", "Cat: against Ben")
    for seat in (BEN, None):
        assert seen(table, seat).choice is None
        assert seen(table, seat).ready == (ANN,)
        assert seen(table, seat).conflict.bids == ()  # type: ignore[union-attr]
    assert table.events(BEN)[-1] == Ready(ANN)
    assert asked(table) == "Ben Cat"


def test_a_bid_may_be_changed_until_the_last_one_is_in() -> None:
    table = play(fight(), "Ann: against Ben, influence 4", "Cat: against Ben, influence 1")
    assert table.may_change == (0, 2)
    play(table, "Ann: against Cat")
    assert asked(table) == "Ann Ben"
    play(table, "Ann: influence 7", "Ben: against Cat, influence 0")
    assert present(table) == "Ann Ben"


def test_after_the_target_the_influence_is_asked() -> None:
    table = play(fight(), "Ann: against Ben")
    assert table.say(table.prompt(ANN)) == "Conflict in Dadu: how much of your 12 influence do you bid against Ben?"
    with pytest.raises(IllegalMove, match="You have chosen your target"):
        play(table, "Ann: against Cat")
    with pytest.raises(IllegalMove, match="First choose whom to bid against"):
        play(table, "Cat: influence 3")


def test_the_last_bid_opens_all_together() -> None:
    table = play(fight(), "Ann: against Ben, influence 4", "Cat: against Ben, influence 1")
    before = position(table).influence
    assert before[:3] == [12, 12, 12]
    play(table, "Ben: against Ann, influence 2")
    assert table.events()[-4:] == [
        Played(ANN, target=BEN, influence=4),
        Played(BEN, target=ANN, influence=2),
        Played(CAT, target=BEN, influence=1),
        Ejected(BEN, "dadu", influence=1),
    ]
    assert said(table)[-4:] == [
        "Ann bids 4 influence against Ben.",
        "Ben bids 2 influence against Ann.",
        "Cat bids 1 influence against Ben.",
        "Ben must leave Dadu and gets 1 influence back.",
    ]
