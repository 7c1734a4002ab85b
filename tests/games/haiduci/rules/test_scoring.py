"""Control, leaders' conditions, claims, points and ties of Haiduci."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from guanxi.engine.text import phrase
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.events import Claimed
from guanxi.games.haiduci.rules import scoring
from guanxi.games.haiduci.rules.material import CLAIM, CONDITIONS, FIRST_RULES, LAST_SEASON
from tests.games.haiduci.tables import (
    SIX,
    agree,
    faction,
    finish,
    inside,
    next_season,
    play,
    position,
    seen,
    set_haiduci,
    set_pawns,
    table_with,
    territory,
    told,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table
    from guanxi.games.haiduci.rules.rules import Haiduci

OTTOMAN, SERBIA, WALLACHIA, RUSSIA = range(4)  # the seats of a table for four


def board_with(**pawns: dict[str, int]) -> Haiduci:
    """A position with these pawns on the board; underscores in names stand for hyphens."""
    return position(table_with(hands=("army",), pawns={place.replace("_", "-"): who for place, who in pawns.items()}))


# Words


def test_a_territory_is_controlled_by_strictly_most() -> None:
    p = board_with(vidin={"ottoman": 2, "serbia": 1}, sofya={"ottoman": 1, "serbia": 1})
    assert scoring.controller(p, territory("vidin")) == faction("ottoman")
    assert scoring.controller(p, territory("sofya")) == -1
    assert scoring.controller(p, territory("edirne")) == -1


def test_three_equal_are_still_no_majority() -> None:
    p = board_with(vidin={"ottoman": 2, "serbia": 2, "russia": 1}, sofya={"ottoman": 1, "serbia": 1, "russia": 2})
    assert scoring.controller(p, territory("vidin")) == -1
    assert scoring.controller(p, territory("sofya")) == faction("russia")


def test_a_province_is_controlled_by_all_its_pawns() -> None:
    p = board_with(vidin={"serbia": 3}, sofya={"ottoman": 2}, edirne={"ottoman": 2})
    assert scoring.ruler(p, faction("ottoman")) == faction("ottoman")
    p = board_with(vidin={"serbia": 3}, sofya={"ottoman": 3})
    assert scoring.ruler(p, faction("ottoman")) == -1


# The vocabulary of conditions


@pytest.mark.parametrize(
    ("text", "pawns", "haiduci", "captured", "reached", "needed"),
    [
        ("INDEP", {id_: {"ottoman": 1} for id_ in inside("ottoman")}, {}, {}, 5, 5),
        ("INDEP(3)", {"vidin": {"ottoman": 2, "serbia": 1}, "sofya": {"ottoman": 1, "serbia": 1}}, {}, {}, 1, 3),
        ("MAJ(russia)", {"kherson": {"ottoman": 2}, "bender": {"russia": 1}}, {}, {}, 1, 1),
        ("MAJ(russia)", {"kherson": {"ottoman": 1}, "bender": {"russia": 1}}, {}, {}, 0, 1),
        ("INFL(russia)", {"kherson": {"ottoman": 3}, "bender": {"ottoman": 1, "russia": 9}}, {}, {}, 2, 3),
        ("INFL(russia, 2)", {"kherson": {"ottoman": 3}, "bender": {"ottoman": 1, "russia": 9}}, {}, {}, 2, 2),
        ("EXT(3)", {"kherson": {"ottoman": 1}, "cluj": {"ottoman": 2}, "vidin": {"ottoman": 1}}, {}, {}, 2, 3),
        ("HAI(2)", {}, {}, {"iancu-jianu": 0, "stefan-bujor": 0, "indje-voivode": 1}, 2, 2),
        ("EMG(1)", {}, {"iancu-jianu": ("cluj", 0), "stefan-bujor": ("cluj", 1)}, {}, 1, 1),
        ("CAP(russia)", {"odessa": {"ottoman": 2, "russia": 1}}, {}, {}, 1, 1),
        ("CAP(russia)", {"odessa": {"ottoman": 1, "russia": 1}}, {}, {}, 0, 1),
    ],
)
def test_how_far_a_condition_has_come(
    text: str, pawns: Any, haiduci: Any, captured: Any, reached: int, needed: int
) -> None:
    wanted = {"ottoman": (text, "EXT(25)")}
    table = table_with(SIX, hands=("army",), conditions=wanted, pawns=pawns, haiduci=haiduci, captured=captured)
    leader = seen(table, 0).players[0].leader
    assert leader is not None
    condition = leader.conditions[0]
    assert (condition.reached, condition.needed, condition.met) == (reached, needed, reached >= needed)
    assert condition.word == text.split("(", maxsplit=1)[0]
    for language in ("en", "fr", "it"):
        assert "{" not in table.say(condition.text, language)


# Claims

CLAIMING = {"ottoman": ("MAJ(serbia)", "INFL(serbia)")}
ALMOST = {"krajina": {"ottoman": 1}, "rudnik": {"ottoman": 1}, "belgrade": {"serbia": 1}}


def test_a_claim_counts_when_the_season_ends() -> None:
    table = agree("commerce", "commerce", conditions=CLAIMING, pawns=ALMOST)
    play(table, "place valjevo", *["place rudnik"] * 2)
    assert not position(table).claimed  # both conditions are met, but the season goes on
    assert not seen(table, SERBIA).ending
    result = finish(table)
    assert position(table).season == 0
    assert position(table).ending == CLAIM
    assert result.winners == (OTTOMAN,)
    assert result.reason.id == "result.claim"
    assert [what.seat for what in told(table, Claimed)] == [OTTOMAN]


def test_the_others_can_undo_it_before_the_season_ends() -> None:
    table = agree("commerce", "army", conditions=CLAIMING, pawns=ALMOST | {"edirne": {"ottoman": 1, "russia": 1}})
    play(table, "place valjevo", "remove edirne russia")
    p = position(table)
    assert scoring.conditions_met(p, OTTOMAN, 0) == CONDITIONS
    play(table, "place belgrade", "remove valjevo ottoman")
    next_season(table)
    assert (p.season, p.claimed, p.ending) == (1, 0, 0)


def test_only_the_player_sees_a_claim_coming_and_what_can_undo_it() -> None:
    table = agree("commerce", "commerce", conditions=CLAIMING, pawns=ALMOST | {"belgrade": {"serbia": 2}})
    assert pending(table, OTTOMAN) is None
    play(table, "place valjevo", *["place rudnik"] * 2)
    assert pending(table, OTTOMAN) == "claim.agreements"
    assert [seen(table, seat).players[OTTOMAN].leader for seat in (SERBIA, WALLACHIA, RUSSIA, None)] == [None] * 4
    play(table, *["place belgrade"] * 3)
    assert pending(table, OTTOMAN) is None  # Serbia has as many pawns in its province
    for language in ("en", "fr", "it"):
        for phase in ("offers", "agreements", "marches", "unplayed"):
            assert table.say(phrase(f"claim.{phase}"), language)


def pending(table: Table, seat: int) -> str | None:
    """The id of what a player is told about a claim to come."""
    leader = seen(table, seat).players[seat].leader
    assert leader is not None
    return leader.claim.id if leader.claim else None


def test_among_several_claimants_points_decide() -> None:
    conditions = {"ottoman": ("MAJ(serbia)", "INFL(serbia)"), "russia": ("MAJ(moldavia)", "INFL(moldavia)")}
    pawns = {id_: {"ottoman": 1} for id_ in inside("serbia")} | {id_: {"russia": 1} for id_ in inside("moldavia")[:3]}
    table = table_with(hands=("army",), conditions=conditions, pawns=pawns)
    result = finish(table)
    assert position(table).claimed == 1 << OTTOMAN | 1 << RUSSIA
    assert result.reason.id == "result.claims"
    assert result.winners == (OTTOMAN,)  # two territories more


def test_a_claim_can_come_from_moving_a_haiduc() -> None:
    table = table_with(
        hands=("", "", "army"),
        conditions={"wallachia": ("EXT(1)", "EMG(1)")},
        haiduci={"iancu-jianu": ("edirne", WALLACHIA)},
        start=2,
    )
    play(table, "pass", "march iancu-jianu sofya", "discard army", "place sofya")
    result = finish(table)
    assert position(table).claimed == 1 << WALLACHIA
    assert result.winners == (WALLACHIA,)


def test_a_conference_ends_the_season_with_its_claims() -> None:
    pawns = {id_: {"ottoman": 1} for id_ in inside("serbia")}
    table = agree("diplomacy", "diplomacy", conditions=CLAIMING, pawns=pawns)
    assert table.over
    assert position(table).claimed == 1 << OTTOMAN


def test_a_player_who_does_not_claim_has_another_leader() -> None:
    pawns = {id_: {"ottoman": 1} for id_ in inside("serbia")}
    table = table_with(hands=("army",), conditions=CLAIMING, leaders=(1, 0, 0, 0), pawns=pawns)
    p = position(table)
    assert p.excluded[0] == [0, 0, 0]  # the season is not over: nobody knows
    next_season(table)
    assert p.excluded[0] == [1, 0, 0]
    for seed in range(30):
        world = p.copy()
        world.reseed(1, 2, 3, seed)
        world.imagine(SERBIA)
        assert world.leader[OTTOMAN] in (1, 2)


def test_by_the_first_rules_a_claim_counted_at_once_and_stood() -> None:
    table = agree(
        "commerce",
        "army",
        conditions=CLAIMING,
        pawns=ALMOST | {"edirne": {"ottoman": 1, "russia": 1}},
        rules_version=FIRST_RULES,
    )
    play(table, "place valjevo", "remove edirne russia")
    assert position(table).claimed == 1 << OTTOMAN
    assert seen(table, SERBIA).ending
    play(table, "place belgrade", "remove valjevo ottoman")
    result = finish(table)
    assert result.winners == (OTTOMAN,)
    # Points count only what is true at the end.
    assert result.scores[OTTOMAN].parts["conditions"] == 0


# Ends


def test_six_captured_haiduci_end_the_game_with_the_season() -> None:
    five = ("hajduk-veljko", "stefan-bujor", "indje-voivode", "stanoje-glavas", "ustym-karmaliuk")
    table = agree("army", "iancu-jianu", captured=dict.fromkeys(five, RUSSIA), leaders=(1, 0, 0, 0))
    play(table, "keep")
    assert seen(table, None).ending
    result = finish(table)
    assert position(table).season == 0
    assert result.reason.id == "result.captures"
    assert result.winners == (RUSSIA,)


def test_a_freed_haiduc_is_not_captured_any_more() -> None:
    six = ("iancu-jianu", "hajduk-veljko", "stefan-bujor", "indje-voivode", "stanoje-glavas", "ustym-karmaliuk")
    table = table_with(hands=("army",), captured=dict.fromkeys(six[1:], RUSSIA), frozen=1)
    play(table, "pass", "free ustym-karmaliuk")
    assert scoring.captured(position(table), RUSSIA) == 4


# Points

SERBIAN = {id_: {"ottoman": 1, "serbia": 1} for id_ in inside("serbia")[:3]}  # presence that controls nothing


def test_points_from_every_source() -> None:
    pawns = {
        "constantinople": {"ottoman": 3},
        "belgrade": {"ottoman": 2, "serbia": 1},
        "rudnik": {"ottoman": 1},
        "kherson": {"ottoman": 1, "russia": 1},
    }
    haiduci = {"iancu-jianu": ("cluj", OTTOMAN), "stefan-bujor": ("cluj", SERBIA)}
    table = table_with(
        hands=("army",),
        pawns=pawns,
        haiduci=haiduci,
        captured={"indje-voivode": OTTOMAN},
        leaders=(0, 1, 0, 0),
        season=27,
    )
    result = finish(table)
    # Ottoman Empire and Serbia are controlled, Belgrade and Rudnik are territories elsewhere.
    assert result.scores[OTTOMAN].parts == {
        "conditions": 0,
        "provinces": 20,
        "captured": 5,
        "emerged": 5,
        "territories": 6,
    }
    assert result.scores[OTTOMAN].total == 36
    assert result.scores[SERBIA].total == 5
    assert result.winners == (OTTOMAN,)
    assert result.ranks[OTTOMAN] == 1


def test_points_for_conditions_true_at_the_end() -> None:
    conditions = {"ottoman": ("MAJ(wallachia)", "INFL(serbia)")}
    table = table_with(hands=("army",), conditions=conditions, pawns=SERBIAN, season=27)
    assert finish(table).scores[OTTOMAN].parts["conditions"] == 15


def tied(**options: Any) -> Haiduci:
    conditions = {"ottoman": ("MAJ(wallachia)", "INFL(serbia)")}
    p = position(table_with(hands=("army",), conditions=conditions, season=27))
    set_pawns(p, options.get("pawns", {}))
    set_haiduci(p, {}, options.get("captured", {}))
    p.owing, p.won, p.ending = 0, 0, LAST_SEASON
    scoring.decide(p)
    return p


def test_ties_are_broken_by_conditions_then_captured_haiduci_then_territories() -> None:
    # 15 for a condition, against 10 for a province and 5 for a captured haiduc.
    p = tied(
        pawns=SERBIAN | {"odessa": {"russia": 1}},
        captured={"iancu-jianu": RUSSIA},
    )
    assert [scoring.total(p, seat) for seat in (OTTOMAN, RUSSIA)] == [15, 15]
    assert p.won == 1 << OTTOMAN
    # 10 for a province, against two captured haiduci.
    p = tied(pawns={"belgrade": {"serbia": 1}}, captured={"iancu-jianu": RUSSIA, "stefan-bujor": RUSSIA})
    assert scoring.total(p, SERBIA) == scoring.total(p, RUSSIA) == 10
    assert p.won == 1 << RUSSIA
    # Both a province, one with more territories of it.
    p = tied(pawns={"belgrade": {"serbia": 1}, "odessa": {"russia": 1}, "kherson": {"russia": 1}})
    assert scoring.total(p, SERBIA) == scoring.total(p, RUSSIA) == 10
    assert p.won == 1 << RUSSIA


def test_what_is_still_equal_is_shared() -> None:
    p = tied(pawns={"belgrade": {"serbia": 1}, "odessa": {"russia": 1}})
    assert p.won == (1 << SERBIA) | (1 << RUSSIA)
    assert GAME.result(p).ranks[SERBIA] == GAME.result(p).ranks[RUSSIA] == 1


def test_unplayed_factions_count_for_majorities() -> None:
    p = board_with(vidin={"ottoman": 1, "transylvania": 1})
    assert scoring.controller(p, territory("vidin")) == -1
