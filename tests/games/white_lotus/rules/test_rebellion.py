"""The emperor's token (2.3) and the rebellion (2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.events import Consoled, Fought, Quiet, Renounced
from tests.games.white_lotus.tables import (
    ANN,
    CAT,
    DAN,
    asked,
    combat,
    emperor,
    legal,
    owner,
    play,
    rebellion,
    said,
    seen,
    table_with,
    tokens,
    told,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table
    from guanxi.games.white_lotus.moves import Camp

# A strip of neighbours: Datong, Taiyuan, Luoyang, Xi’an, Hanzhong, Chengdu, Kunming.
LAND = {
    "Ann": "datong palace",
    "Ben": "taiyuan village, kunming village",
    "Cat": "luoyang village",
    "Dan": "xian temple",
}


def uprising(
    side: str = "rebels",
    *,
    leader: str = "Ben",
    land: dict[str, str] | None = None,
    rules: int = GAME.rules_version,
    **points: int,
) -> Table:
    """A rebellion of one player against Ann, in which all others choose the same side; everybody has 9 combat."""
    combat = dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 9) | points
    table = rebellion(table_with(land or LAND, combat=combat, rules=rules))
    while leader not in asked(table):
        play(table, f"{asked(table)}: lead no")
    play(table, f"{leader}: lead yes")
    return play(table, *(f"{name}: side {side}" for name in ("Ben", "Cat", "Dan") if name != leader))


def commit(table: Table, **points: int) -> Table:
    """Everybody commits combat; who is not named nothing."""
    return play(table, *(f"{name}: combat {points.get(name, 0)}" for name in ("Ann", "Ben", "Cat", "Dan")))


def test_the_emperor_takes_a_victory_token() -> None:
    table = rebellion(table_with(LAND, emperor="Cat"))
    assert tokens(table, "Ann", "Ben", "Cat", "Dan") == [0, 0, 1, 0]


# Who leads


def test_the_player_with_most_villages_is_asked_first() -> None:
    table = rebellion(table_with(LAND))
    assert asked(table) == "Ben"
    play(table, "Ben: lead no")
    assert asked(table) == "Cat"


def test_ties_are_asked_clockwise_from_the_emperor() -> None:
    land = {"Ann": "datong village", "Ben": "taiyuan village", "Dan": "xian village"}
    table = rebellion(table_with(land, emperor="Cat"))
    order = []
    for _ in range(3):
        order.append(asked(table))
        play(table, f"{asked(table)}: lead no")
    assert order == ["Dan", "Ann", "Ben"]


def test_the_emperor_and_those_without_a_village_are_not_asked() -> None:
    land = {"Ann": "datong village, jinan village", "Ben": "taiyuan temple", "Cat": "luoyang village"}
    table = rebellion(table_with(land))
    assert asked(table) == "Cat"
    play(table, "Cat: lead no")
    assert told(table, Quiet) == [Quiet()]


def test_without_villages_there_is_no_question() -> None:
    table = rebellion(table_with({"Ann": "datong palace"}))
    assert told(table, Quiet) == [Quiet()]


def test_the_first_yes_leads_and_nobody_else_is_asked() -> None:
    table = play(rebellion(table_with(LAND)), "Ben: lead yes")
    assert seen(table).rebellion.leader == 1  # type: ignore[union-attr]
    assert seen(table).step == "camps"


# Camps and combat


def test_all_but_the_two_leaders_choose_a_camp_at_once() -> None:
    table = play(rebellion(table_with(LAND)), "Ben: lead yes")
    assert asked(table) == "Cat Dan"
    assert legal(table, "Cat") == ["side emperor", "side rebels"]


def test_camps_are_sealed_until_the_last_is_in() -> None:
    table = play(rebellion(table_with(LAND)), "Ben: lead yes", "Cat: side rebels")
    camps = [seen(table, seat).rebellion.camps for seat in (ANN, CAT, None)]  # type: ignore[union-attr]
    assert camps == [("emperor", "rebels", None, None)] * 3
    assert seen(table, CAT).choice.camp == "rebels"  # type: ignore[union-attr]
    assert seen(table, ANN).choice is None
    play(table, "Dan: side emperor")
    assert seen(table).rebellion.camps == ("emperor", "rebels", "rebels", "emperor")  # type: ignore[union-attr]


def test_everybody_commits_combat_at_once_from_0_to_all() -> None:
    table = uprising(Cat=2)
    assert asked(table) == "Ann Ben Cat Dan"
    assert legal(table, "Cat") == ["combat 0", "combat 1", "combat 2"]


def test_combat_is_sealed_and_all_of_it_is_spent() -> None:
    table = play(uprising("emperor"), "Ann: combat 9", "Ben: combat 4", "Cat: combat 0")
    assert combat(table, "Ann", "Ben", "Cat") == [9, 9, 9]
    assert seen(table).rebellion.combat is None  # type: ignore[union-attr]
    play(table, "Dan: combat 1")
    assert combat(table, "Ann", "Ben", "Cat", "Dan") == [0, 5, 9, 8]


@pytest.mark.parametrize(("points", "winner"), [(3, "rebels"), (2, "emperor"), (1, "emperor")])
def test_palaces_count_2_villages_1_and_a_tie_goes_to_the_emperor(points: int, winner: Camp) -> None:
    # Ann 2 for her palace and 2 combat; Ben 2 for his villages.
    table = commit(uprising("rebels"), Ann=2, Ben=points)
    assert told(table, Fought) == [Fought(emperor=4, rebels=points + 2, winner=winner)]
    words = {
        "rebels": f"The rebels win, {points + 2} to 4.",
        "emperor": f"The emperor’s camp wins, 4 to {points + 2}.",
    }
    assert words[winner] in said(table)


def test_only_the_leaders_buildings_count() -> None:
    table = commit(uprising("rebels", leader="Cat"), Ann=0)
    assert told(table, Fought) == [Fought(emperor=2, rebels=1, winner="emperor")]


# Spoils


def test_a_winner_takes_a_province_next_to_one_they_own() -> None:
    table = commit(uprising("emperor"), Ann=5)
    assert asked(table) == "Ann"
    # Kunming is not next to Datong.
    assert legal(table, "Ann") == ["take taiyuan", "decline"]
    with pytest.raises(IllegalMove, match="Kunming does not border any of your provinces"):
        play(table, "Ann: take kunming")
    play(table, "Ann: take taiyuan")
    assert owner(table, "taiyuan") == "Ann"
    assert next(view for view in seen(table).provinces if view.id == "taiyuan").building == "village"


def test_a_loser_loses_one_province_in_all_and_the_other_winners_get_tokens() -> None:
    table = play(commit(uprising("emperor"), Ann=5), "Ann: take taiyuan")
    assert owner(table, "kunming") == "Ben"
    assert tokens(table, "Ann", "Cat", "Dan") == [1, 1, 1]
    assert told(table, Consoled) == [Consoled(CAT), Consoled(DAN)]


def test_the_leader_chooses_first_then_by_combat_committed() -> None:
    table = commit(uprising(land=LAND | {"Ann": "datong palace, kaifeng village"}), Ben=3, Cat=1, Dan=2)
    assert asked(table) == "Ben"
    play(table, "Ben: take datong")
    # Ann has lost one province, so the others get tokens.
    assert tokens(table, "Ben", "Cat", "Dan") == [0, 1, 1]
    assert told(table, Consoled) == [Consoled(DAN), Consoled(CAT)]


def two_losers(**committed: int) -> Table:
    """Ann and Dan lose to Ben and Cat; each winner borders each loser."""
    land = {
        "Ann": "zhending palace, taiyuan temple",
        "Ben": "datong village, yanan village",
        "Cat": "luoyang village, dadu rice",
        "Dan": "kaifeng temple, jinan temple",
    }
    table = rebellion(table_with(land, combat=dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 9)))
    play(table, "Ben: lead yes", "Cat: side rebels", "Dan: side emperor")
    return commit(table, **committed)


def test_each_loser_loses_at_most_one() -> None:
    table = two_losers(Ben=5)
    assert legal(table, "Ben") == ["take taiyuan", "take zhending", "decline"]
    play(table, "Ben: take zhending")
    assert legal(table, "Cat") == ["take jinan", "take kaifeng", "decline"]
    with pytest.raises(IllegalMove, match="Player 1 has already lost a province"):
        play(table, "Cat: take taiyuan")


def test_adjacency_is_that_of_the_moment() -> None:
    table = two_losers(Ben=5)
    play(table, "Ben: take zhending", "Cat: take kaifeng")
    assert owner(table, "zhending") == "Ben"
    assert owner(table, "kaifeng") == "Cat"


def test_a_winner_without_land_may_take_anything() -> None:
    land = {"Ann": "datong palace", "Ben": "taiyuan village, kunming village"}
    table = rebellion(table_with(land, combat=dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 9)))
    play(table, "Ben: lead yes", "Cat: side emperor", "Dan: side rebels")
    commit(table, Ann=1, Cat=5)
    assert asked(table) == "Ann"
    play(table, "Ann: take taiyuan")
    # Dan, who lost with Ben, has nothing; Ben has lost one: a token for Cat.
    assert tokens(table, "Cat") == [1]


def test_a_winner_without_land_may_take_something_far_away() -> None:
    land = {"Ann": "datong palace", "Ben": "kunming village, chengdu village"}
    table = rebellion(table_with(land, combat=dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 9)))
    play(table, "Ben: lead yes", "Cat: side emperor", "Dan: side rebels")
    commit(table, Ann=1, Cat=5)
    # Ann reaches nothing and gets a token; Cat has no land and chooses freely.
    assert tokens(table, "Ann") == [2]
    assert legal(table, "Cat") == ["take chengdu", "take kunming", "decline"]


def test_equal_combat_is_rewarded_clockwise_from_the_leader() -> None:
    land = {"Ann": "zhending palace", "Cat": "xian village, chengdu village"}
    table = rebellion(table_with(land, combat=dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 9)))
    play(table, "Cat: lead yes", "Ben: side rebels", "Dan: side rebels")
    commit(table, Ben=4, Cat=4, Dan=4)
    # Cat borders nothing of Ann's; Dan sits next to Cat clockwise, before Ben.
    assert asked(table) == "Dan"


def test_a_winner_may_decline_and_then_gets_nothing() -> None:
    table = commit(uprising("emperor"), Ann=5)
    play(table, "Ann: decline")
    assert told(table, Renounced) == [Renounced(ANN)]
    # One token for the throne, none for the victory; Ben has lost nothing yet, and Cat borders him.
    assert tokens(table, "Ann") == [1]
    assert (asked(table), legal(table, "Cat")) == ("Cat", ["take taiyuan", "decline"])


def test_a_winner_who_can_take_nothing_is_not_asked() -> None:
    table = play(commit(uprising("emperor"), Ann=5), "Ann: take taiyuan")
    assert told(table, Consoled) == [Consoled(CAT), Consoled(DAN)]
    assert seen(table).step == "income"


def test_by_version_1_of_the_rules_taking_is_compulsory() -> None:
    table = commit(uprising("emperor", rules=1), Ann=5)
    assert legal(table, "Ann") == ["take taiyuan"]
    with pytest.raises(IllegalMove, match="That move is not possible now"):
        play(table, "Ann: decline")


# The throne


def test_as_many_palaces_as_the_emperor_after_all_rewards_are_not_enough() -> None:
    land = {"Ann": "datong palace, dadu palace", "Ben": "taiyuan village", "Cat": "shangdu palace, jinan village"}
    table = rebellion(table_with(land, combat=dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 9)))
    play(table, "Ben: lead yes", "Cat: side rebels", "Dan: side emperor")
    commit(table, Ben=9, Cat=5)
    # Ben takes a palace: Ann, Ben and Cat have one each, and nobody has more.
    play(table, "Ben: take datong")
    assert emperor(table) == "Ann"


def test_the_crown_goes_to_the_most_palaces_and_first_clockwise_from_the_old_emperor() -> None:
    land = {"Ann": "dadu palace", "Ben": "zhending village", "Cat": "taiyuan palace", "Dan": "datong palace"}
    table = rebellion(table_with(land, combat=dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 9)))
    play(table, "Ben: lead yes", "Cat: side rebels", "Dan: side rebels")
    commit(table, Ben=9)
    play(table, "Ben: take dadu")
    # Ben, Cat and Dan have one palace each, Ann none.
    assert emperor(table) == "Ben"


def test_the_crown_does_not_move_while_rewards_are_taken() -> None:
    land = {
        "Ann": "dadu palace",
        "Ben": "zhending village",
        "Cat": "xian village",
        "Dan": "hanzhong temple, jinan rice",
    }
    table = rebellion(table_with(land, combat=dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 9)))
    play(table, "Ben: lead yes", "Cat: side rebels", "Dan: side emperor")
    commit(table, Ben=9)
    play(table, "Ben: take dadu")
    assert (asked(table), emperor(table)) == ("Cat", "Ann")
    play(table, "Cat: take hanzhong")
    assert emperor(table) == "Ben"
