"""Every combination of Haiduci, one decision after the other."""

from __future__ import annotations

import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.games.haiduci.events import Agreed, Removed
from guanxi.games.haiduci.rules.material import FIRST_RULES, PAWNS
from tests.games.haiduci.tables import (
    EDITION,
    FOUR,
    agree,
    inside,
    legal,
    pawns_at,
    play,
    position,
    seen,
    table_with,
    territory,
    told,
)

PLACING = ("commerce", "faith", "diplomacy")
REMOVING = ("army", "revolt", "intrigue")
EVERYWHERE = {id_: {"russia": 1} for id_ in EDITION.territories}


def steps(first: str, second: str) -> tuple[list[str], list[str]]:
    """What a pair of cards does, whichever of them comes first."""
    found = [pair for pair in EDITION.cards.combinations if sorted(pair.cards) == sorted((first, second))]
    assert len(found) == 1
    return found[0].owner, found[0].partner


# The table of combinations


def test_two_different_placing_kinds() -> None:
    for first, second in (("commerce", "faith"), ("faith", "diplomacy"), ("diplomacy", "commerce")):
        assert steps(first, second) == (["place 2"], ["place 2"])


def test_two_different_removing_kinds() -> None:
    for first, second in (("army", "revolt"), ("revolt", "intrigue"), ("intrigue", "army")):
        assert steps(first, second) == (["remove 2"], ["remove 2"])


def test_one_of_each_family() -> None:
    for first in PLACING:
        for second in REMOVING:
            assert steps(first, second) == (["place 1", "remove 1"], ["place 1", "remove 1"])


def test_equal_cards() -> None:
    assert steps("commerce", "commerce") == (["place 3"], ["place 3"])
    assert steps("army", "army") == (["remove 3"], ["remove 3"])
    assert steps("faith", "faith") == (["majority"], ["majority"])
    assert steps("revolt", "revolt") == (["independence"], ["place 2"])
    assert steps("intrigue", "intrigue") == (["influence 3"], ["influence 1"])
    assert steps("diplomacy", "diplomacy") == (["conference"], [])


def test_haiduci() -> None:
    for kind in ("commerce", "faith", "revolt"):
        assert steps(kind, "haiduc") == ([], ["emergence"])
    for kind in ("army", "diplomacy", "intrigue"):
        assert steps(kind, "haiduc") == ([], ["capture"])


def test_42_cards() -> None:
    assert [kind.copies for kind in EDITION.cards.kinds.values()] == [6] * 6
    assert list(EDITION.cards.haiduci.values()) == [
        "Iancu Jianu",
        "Hajduk Veljko",
        "Ștefan Bujor",
        "Indje Voivode",
        "Stanoje Glavaš",
        "Ustym Karmaliuk",
    ]


@pytest.mark.parametrize(("first", "second"), [("commerce", "army"), ("army", "commerce")])
def test_a_pair_has_no_order(first: str, second: str) -> None:
    table = agree(first, second, spare="faith", pawns=EVERYWHERE)
    assert legal(table) == ["place constantinople"]
    play(table, "place constantinople")
    assert {move.split()[0] for move in legal(table)} == {"remove"}


# Placing and removing


def test_pawns_go_where_one_is_present_or_next_to_it_updated_after_each() -> None:
    table = agree("commerce", "commerce", pawns={"constantinople": {"ottoman": 1}})
    assert table.to_move == (0,)
    assert legal(table) == ["place constantinople", "place edirne", "place silistre"]
    play(table, "place silistre")
    assert "place bucharest" in legal(table)
    assert "place sofya" not in legal(table)
    play(table, "place edirne")
    assert "place sofya" in legal(table)
    play(table, "place sofya")
    assert table.to_move == (1,)  # the partner follows


def test_without_presence_anywhere_a_pawn_goes_to_the_capital() -> None:
    table = agree("commerce", "commerce")
    assert legal(table) == ["place constantinople"]


def test_an_empty_supply_places_no_more() -> None:
    table = agree("commerce", "commerce", pawns={"edirne": {"ottoman": PAWNS - 1}})
    play(table, "place edirne")
    assert position(table).supply[0] == 0
    assert table.to_move == (1,)


def test_pawns_of_others_are_removed_anywhere() -> None:
    pawns = {"kherson": {"russia": 2}, "edirne": {"ottoman": 1, "transylvania": 1}}
    table = agree("army", "army", pawns=pawns)
    assert legal(table) == ["remove edirne transylvania", "remove kherson russia"]
    play(table, "remove kherson russia", "remove edirne transylvania", "remove kherson russia")
    assert position(table).supply[5] == PAWNS
    assert table.to_move == (1,)
    assert legal(table) == ["remove edirne ottoman"]
    play(table, "remove edirne ottoman")
    assert position(table).task == 0  # of three, there was only one


def test_nothing_is_removed_where_nothing_is() -> None:
    table = agree("army", "army")
    assert told(table, Agreed) == [Agreed(0, 1, "ottoman", "army", "army")]
    assert told(table, Removed) == []


# Become majority: emergence


def test_a_haiduc_emerges_in_either_province_but_in_no_capital() -> None:
    table = agree("faith", "iancu-jianu")
    assert table.to_move == (1,)  # who played it
    places = set(inside("ottoman")) | set(inside("serbia"))
    assert set(legal(table)) == {f"emerge {id_}" for id_ in places - {"constantinople", "belgrade"}}


def test_an_emerging_haiduc_is_the_partners_who_becomes_majority() -> None:
    table = agree("faith", "iancu-jianu", pawns={"vidin": {"ottoman": 2, "russia": 1}})
    play(table, "emerge vidin")
    assert legal(table) == ["place vidin", "remove vidin ottoman", "remove vidin russia"]
    play(table, "remove vidin ottoman", "place vidin")
    assert legal(table) == ["place vidin", "remove vidin ottoman", "remove vidin russia"]
    play(table, "place vidin")
    assert pawns_at(table, "vidin") == {"ottoman": 1, "serbia": 2, "russia": 1}
    view = seen(table, None).haiduci[0]
    assert (view.id, view.at, view.emerged_by) == ("iancu-jianu", "vidin", 1)


def test_only_pawns_in_the_way_are_removed() -> None:
    pawns = {"vidin": {"ottoman": 3, "russia": 1}}
    table = agree("faith", "iancu-jianu", pawns=pawns)
    play(table, "emerge vidin", "place vidin", "place vidin")
    assert legal(table) == ["place vidin", "remove vidin ottoman"]  # Russia has fewer pawns than Serbia by now
    with pytest.raises(IllegalMove, match="not in your way"):
        play(table, "remove vidin russia")


def test_by_the_first_rules_any_pawn_could_be_removed() -> None:
    table = agree("faith", "iancu-jianu", pawns={"vidin": {"ottoman": 3, "russia": 1}}, rules_version=FIRST_RULES)
    play(table, "emerge vidin", "place vidin", "place vidin")
    assert legal(table) == ["place vidin", "remove vidin ottoman", "remove vidin russia"]


def test_in_an_empty_territory_one_pawn_is_enough() -> None:
    table = agree("faith", "iancu-jianu")
    play(table, "emerge vidin")
    assert legal(table) == ["place vidin"]
    play(table, "place vidin")
    assert pawns_at(table, "vidin") == {"serbia": 1}


def test_who_leads_already_does_nothing() -> None:
    table = agree("faith", "iancu-jianu", pawns={"vidin": {"serbia": 4, "russia": 1}})
    play(table, "emerge vidin")
    assert pawns_at(table, "vidin") == {"serbia": 4, "russia": 1}
    assert position(table).task == 0


def test_adding_is_not_offered_without_supply() -> None:
    pawns = {"vidin": {"serbia": 1, "russia": 2}, "belgrade": {"serbia": PAWNS - 1}}
    table = agree("faith", "iancu-jianu", pawns=pawns)
    play(table, "emerge vidin")
    assert legal(table) == ["remove vidin russia"]
    play(table, "remove vidin russia", "remove vidin russia")
    assert pawns_at(table, "vidin") == {"serbia": 1}


def test_without_any_pawn_there_or_in_supply_nothing_happens() -> None:
    table = agree("faith", "iancu-jianu", pawns={"vidin": {"russia": 2}, "belgrade": {"serbia": PAWNS}})
    play(table, "emerge vidin")
    assert pawns_at(table, "vidin") == {"russia": 2}
    assert position(table).task == 0


# Capture


def test_a_captured_haiduc_is_kept() -> None:
    table = agree("army", "iancu-jianu", pawns=EVERYWHERE)
    assert legal(table) == ["keep"]  # no other haiduc is on the board
    play(table, "keep")
    view = seen(table, None).haiduci[0]
    assert (view.at, view.captured_by) == (None, 1)
    assert "iancu-jianu" not in seen(table, None).discards


def test_or_it_emerges_and_another_is_captured() -> None:
    emerged = {"stefan-bujor": ("kherson", 3), "indje-voivode": ("edirne", 1)}
    table = agree("army", "iancu-jianu", haiduci=emerged)
    assert legal(table)[0] == "keep"
    assert len(legal(table)) == 1 + 8
    play(table, "emerge sofya", "place sofya")
    assert legal(table) == ["capture stefan-bujor", "capture indje-voivode"]  # any other, one's own too
    play(table, "capture stefan-bujor")
    found = {view.id: (view.at, view.emerged_by, view.captured_by) for view in seen(table, None).haiduci}
    assert found == {
        "iancu-jianu": ("sofya", 1, None),
        "stefan-bujor": (None, None, 1),
        "indje-voivode": ("edirne", 1, None),
    }


# Declaration of independence


def test_independence_becomes_majority_in_every_territory() -> None:
    pawns = {"edirne": {"russia": 1}, "vidin": {"ottoman": 3, "russia": 1}, "kherson": {"russia": 1}}
    table = agree("revolt", "revolt", pawns=pawns)
    # Empty territories take a pawn at once; Edirne asks.
    assert pawns_at(table, "constantinople") == {"ottoman": 1}
    assert legal(table) == ["place edirne", "remove edirne russia"]
    play(table, "place edirne", "place edirne")
    assert [pawns_at(table, id_).get("ottoman") for id_ in inside("ottoman")] == [1, 2, 1, 3, 1]
    # The partner places 2.
    assert table.to_move == (1,)
    assert legal(table) == ["place belgrade"]
    play(table, "place belgrade", "place rudnik")
    assert position(table).task == 0


SHORT = {"bucharest": {"ottoman": PAWNS - 2}, "silistre": {"russia": 1}}  # two pawns left for five territories


def test_where_independence_goes_is_chosen_if_the_supply_is_short() -> None:
    table = agree("revolt", "revolt", pawns=SHORT)
    assert set(legal(table)) == {*(f"place {id_}" for id_ in inside("ottoman")), "remove silistre russia"}
    step = seen(table, None).step
    assert step is not None
    assert (step.task, step.at) == ("lead", "ottoman")
    play(table, "place vidin")
    assert "place vidin" not in legal(table)  # it is led
    play(table, "place silistre")
    assert legal(table) == ["remove silistre russia"]  # a pawn there can still win it
    play(table, "remove silistre russia")
    assert [pawns_at(table, id_) for id_ in inside("ottoman")].count({"ottoman": 1}) == 2
    assert table.to_move == (1,)


def test_a_pawn_removed_by_independence_can_make_the_supply_suffice() -> None:
    four = {id_: {"ottoman": 1} for id_ in inside("ottoman") if id_ != "silistre"}
    table = agree("revolt", "revolt", pawns=four | {"silistre": {"russia": 1}, "bucharest": {"ottoman": PAWNS - 5}})
    assert legal(table) == ["place silistre", "remove silistre russia"]
    play(table, "remove silistre russia")
    assert pawns_at(table, "silistre") == {"ottoman": 1}  # nothing is left to choose


def test_by_the_first_rules_independence_went_by_the_order_of_the_file() -> None:
    table = agree("revolt", "revolt", pawns=SHORT, rules_version=FIRST_RULES)
    assert [sum(pawns_at(table, id_).values()) for id_ in inside("ottoman")] == [1, 1, 1, 0, 0]
    assert table.to_move == (1,)  # Silistre cannot be led without a pawn


# Majority control


def test_majority_control_is_counted_over_the_whole_province() -> None:
    pawns = {"edirne": {"russia": 2}, "sofya": {"ottoman": 1, "russia": 1}, "belgrade": {"serbia": 1}}
    table = agree("faith", "faith", pawns=pawns)
    # Empty territories stay empty.
    assert legal(table) == [
        "place edirne",
        "place sofya",
        "remove edirne russia",
        "remove sofya russia",
    ]
    play(table, "remove sofya russia", "place sofya", "place edirne")
    assert (pawns_at(table, "edirne"), pawns_at(table, "sofya")) == ({"ottoman": 1, "russia": 2}, {"ottoman": 2})
    # Serbia leads in its province already.
    assert position(table).task == 0


def test_majority_control_removes_only_pawns_in_the_way() -> None:
    pawns = {"edirne": {"ottoman": 2, "russia": 2}, "sofya": {"serbia": 1}, "belgrade": {"serbia": 1}}
    table = agree("faith", "faith", pawns=pawns)
    assert legal(table) == ["place edirne", "place sofya", "remove edirne russia"]


def test_an_empty_province_is_controlled_from_its_capital() -> None:
    table = agree("faith", "faith")
    assert legal(table) == ["place constantinople"]
    play(table, "place constantinople")
    assert table.to_move == (1,)
    assert legal(table) == ["place belgrade"]


def test_what_was_emptied_stays_empty() -> None:
    table = agree("faith", "faith", pawns={"edirne": {"russia": 1}, "sofya": {"serbia": 1}, "belgrade": {"serbia": 1}})
    play(table, "remove edirne russia")
    assert legal(table) == ["place sofya", "remove sofya serbia"]
    play(table, "remove sofya serbia")
    assert legal(table) == ["place constantinople"]


# Influence


def test_influence_reaches_any_province() -> None:
    table = agree("intrigue", "intrigue")
    assert legal(table) == [f"province {id_}" for id_ in EDITION.factions]
    play(table, "province russia", "place kherson")
    assert "place kherson" not in legal(table)  # one pawn in each of three
    play(table, "place odessa", "place bender")
    assert table.to_move == (1,)
    assert legal(table) == [f"place {id_}" for id_ in inside("russia")]
    play(table, "place kherson")
    assert pawns_at(table, "kherson") == {"ottoman": 1, "serbia": 1}
    assert position(table).task == 0


def test_influence_goes_as_far_as_the_supply() -> None:
    table = agree("intrigue", "intrigue", pawns={"edirne": {"ottoman": PAWNS - 1}})
    play(table, "province russia", "place kherson")
    assert table.to_move == (1,)


# Steps on the way


def test_the_view_tells_what_is_being_decided() -> None:
    table = agree("faith", "iancu-jianu", pawns={"vidin": {"ottoman": 2}})
    step = seen(table, None).step
    assert step is not None
    assert (step.task, step.seat, step.faction, step.haiduc) == ("emerge", 1, FOUR.split()[0], "iancu-jianu")
    play(table, "emerge vidin")
    step = seen(table, None).step
    assert step is not None
    assert (step.task, step.at) == ("lead", "vidin")
    assert territory("vidin") == position(table).target


def test_an_agreement_gives_its_haiduc_to_nobody_else() -> None:
    table = table_with(hands=("faith faith", "commerce iancu-jianu"))
    play(table, "offer faith", "offer commerce", "pass", "join ottoman iancu-jianu", "pass")
    assert table.to_move == (1,)
