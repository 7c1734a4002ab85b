"""Control, leaders' conditions, claims, points and ties of Haiduci."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.board import FOLDER, compiled, load
from guanxi.games.haiduci.rules import scoring
from guanxi.games.haiduci.rules.material import CLAIM, LAST_SEASON, LEADERS
from tests.games.haiduci.tables import (
    SIX,
    agree,
    faction,
    finish,
    inside,
    play,
    position,
    seen,
    set_haiduci,
    set_pawns,
    table_with,
    territory,
)

if TYPE_CHECKING:
    from pathlib import Path

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


@pytest.fixture
def with_conditions(tmp_path: Path) -> Any:
    """A table for six whose first player, the Ottomans, has these two conditions."""

    def make(territorial: str, political: str, **options: Any) -> Any:
        file = json.loads((FOLDER / "leaders.json").read_text(encoding="utf-8"))
        for leader in file["leaders"]["ottoman"]:
            leader.update(territorial=territorial, political=political)
        path = tmp_path / "leaders.json"
        path.write_text(json.dumps(file), encoding="utf-8")
        table = table_with(SIX, hands=("army",), **options)
        position(table).board = compiled(load(leaders=str(path)))
        return table

    return make


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
    with_conditions: Any, text: str, pawns: Any, haiduci: Any, captured: Any, reached: int, needed: int
) -> None:
    table = with_conditions(text, "EXT(25)", pawns=pawns, haiduci=haiduci, captured=captured)
    leader = seen(table, 0).players[0].leader
    assert leader is not None
    condition = leader.conditions[0]
    assert (condition.reached, condition.needed, condition.met) == (reached, needed, reached >= needed)
    assert condition.word == text.split("(", maxsplit=1)[0]
    for language in ("en", "fr", "it"):
        assert "{" not in table.say(condition.text, language)


# Claims


def test_both_conditions_claim_victory_at_once_and_the_season_is_played_out() -> None:
    # Mahmud II: three own territories, and presence in three of Serbia.
    pawns = {id_: {"ottoman": 1} for id_ in ("constantinople", "edirne", "sofya", "krajina", "rudnik")}
    table = agree("commerce", "commerce", leaders=(2, 0, 0, 0), pawns=pawns)
    play(table, "place valjevo", "place sofya")
    assert not position(table).claimed  # only when the effect is resolved
    play(table, "place sofya")
    p = position(table)
    assert p.claimed == 1 << OTTOMAN
    assert not table.over
    shown = seen(table, SERBIA).players[OTTOMAN]
    assert shown.claimed
    assert shown.leader is not None
    assert shown.leader.name == "Mahmud II"
    result = finish(table)
    assert p.ending == CLAIM
    assert result.winners == (OTTOMAN,)
    assert result.reason.id == "result.claim"


def test_a_claim_stands_even_if_it_is_undone_later_that_season() -> None:
    pawns = {id_: {"ottoman": 1} for id_ in ("constantinople", "edirne", "krajina", "rudnik", "valjevo")}
    table = agree("commerce", "army", leaders=(2, 0, 0, 0), pawns={**pawns, "belgrade": {"serbia": 1, "russia": 1}})
    play(table, "place sofya", "remove belgrade russia")
    assert position(table).claimed == 1 << OTTOMAN
    play(table, "place belgrade", "remove valjevo ottoman")
    result = finish(table)
    assert result.winners == (OTTOMAN,)
    # Points count only what is true at the end.
    assert result.scores[OTTOMAN].parts["conditions"] == 15


def test_among_several_claimants_points_decide() -> None:
    pawns = {id_: {"ottoman": 1} for id_ in ("constantinople", "edirne", "sofya")}
    pawns |= {id_: {"serbia": 1, "ottoman": 1} for id_ in ("krajina", "rudnik")}
    pawns |= {"belgrade": {"serbia": 2}, "valjevo": {"serbia": 1}, "pozarevac": {"serbia": 1}, "kherson": {"serbia": 1}}
    table = agree(
        "commerce", "commerce", leaders=(2, 0, 0, 0), pawns=pawns, haiduci={"iancu-jianu": ("krajina", SERBIA)}
    )
    play(table, "place vidin", "place rudnik", "place rudnik")
    assert position(table).claimed == 1 << SERBIA  # Karađorđe: three own territories and a haiduc on the board
    play(table, "place belgrade", "place belgrade", "place belgrade")
    result = finish(table)
    assert result.reason.id == "result.claim"
    p = position(table)
    p.claimed = 0b11
    p.won = 0
    scoring.decide(p)
    assert GAME.result(p).reason.id == "result.claims"
    best = max((OTTOMAN, SERBIA), key=lambda seat: scoring.standing(p, seat))
    assert p.won == 1 << best


def test_a_claim_can_come_from_moving_a_haiduc() -> None:
    # Vladimirescu: three own territories and a haiduc on the board.
    pawns = {"bucharest": {"wallachia": 1}, "arges": {"wallachia": 1}}
    table = table_with(
        hands=("", "", "army"),
        leaders=(0, 0, 1, 0),
        pawns=pawns,
        haiduci={"iancu-jianu": ("vidin", WALLACHIA)},
        start=2,
    )
    play(table, "pass", "march iancu-jianu craiova", "discard army", "place craiova")
    assert position(table).claimed == 1 << WALLACHIA


def test_who_does_not_claim_is_known_to_have_another_leader() -> None:
    pawns = {id_: {"ottoman": 1} for id_ in ("constantinople", "edirne", "sofya", "krajina", "rudnik", "valjevo")}
    table = agree("commerce", "commerce", leaders=(0, 0, 0, 0), pawns=pawns)
    play(table, *["place sofya"] * 3)
    p = position(table)
    assert not p.claimed
    assert p.excluded[:LEADERS] == [0, 0, 1]  # it cannot be Mahmud II
    for seed in range(30):
        world = p.copy()
        world.reseed(1, 2, 3, seed)
        world.imagine(SERBIA)
        assert world.leader[OTTOMAN] in (0, 1)


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
    # Alemdar Mustafa Pasha: Wallachia, and presence in two territories of Russia.
    table = table_with(hands=("army",), pawns={"kherson": {"ottoman": 1}, "bender": {"ottoman": 1}}, season=27)
    assert finish(table).scores[OTTOMAN].parts["conditions"] == 15


def tied(**options: Any) -> Haiduci:
    p = position(table_with(hands=("army",), season=27))
    set_pawns(p, options.get("pawns", {}))
    set_haiduci(p, {}, options.get("captured", {}))
    p.owing, p.won, p.ending = 0, 0, LAST_SEASON
    scoring.decide(p)
    return p


def test_ties_are_broken_by_conditions_then_captured_haiduci_then_territories() -> None:
    # 15 for a condition, against 10 for a province and 5 for a captured haiduc.
    p = tied(
        pawns={
            "kherson": {"ottoman": 1, "russia": 1},
            "bender": {"ottoman": 1, "russia": 1},
            "belgrade": {"serbia": 1},
            "odessa": {"moldavia": 2},
            "cluj": {"transylvania": 1},
        },
        captured={"iancu-jianu": SERBIA},
    )
    assert [scoring.total(p, seat) for seat in (OTTOMAN, SERBIA)] == [15, 15]
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
