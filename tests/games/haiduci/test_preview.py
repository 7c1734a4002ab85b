"""What joining a card would agree on, and what pawns and haiduci would change."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.preview import ControlPreview, HaiduciPreview, PartPreview, StepPreview
from guanxi.games.haiduci.view import HaiduciView
from tests.games.haiduci.tables import agree, play, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def shown(table: Table, notation: str) -> HaiduciPreview:
    """The preview of a move of the seat that is asked."""
    found = table.preview(table.to_move[0], notation)
    assert isinstance(found, HaiduciPreview)
    return found


def test_a_pair_says_what_both_players_will_do() -> None:
    table = table_with(hands=("intrigue", "commerce intrigue"))
    play(table, "offer intrigue", "offer commerce")
    found = shown(table, "join ottoman intrigue").agreement
    assert found is not None
    assert (found.faction, found.owner, found.partner, found.cancelled) == ("ottoman", 0, 1, False)
    assert (found.first, found.second) == ("intrigue", "intrigue")
    assert found.parts == (
        PartPreview(0, (StepPreview("influence", 3),)),
        PartPreview(1, (StepPreview("influence", 1),)),
    )


def test_a_pair_in_which_one_does_nothing_names_the_other_only() -> None:
    table = table_with(hands=("army", "commerce iancu-jianu"))
    play(table, "offer army", "offer commerce")
    found = shown(table, "join ottoman iancu-jianu").agreement
    assert found is not None
    assert found.parts == (PartPreview(1, (StepPreview("capture", 0),)),)


def test_a_pair_after_a_conference_has_no_effect() -> None:
    table = table_with(hands=("diplomacy", "commerce diplomacy", "faith commerce"))
    play(table, "offer diplomacy", "offer commerce", "offer faith")
    while table.to_move[0] != 1:
        play(table, "pass")
    assert not shown(table, "join wallachia diplomacy").agreement.cancelled  # type: ignore[union-attr]
    play(table, "join ottoman diplomacy")
    found = shown(table, "join serbia commerce").agreement
    assert found is not None
    assert found.cancelled


def test_a_pawn_that_wins_a_territory_brings_points_and_progress() -> None:
    table = agree(
        "commerce",
        "faith",
        spare="army",
        pawns={"belgrade": {"ottoman": 1, "serbia": 1}},
        conditions={"ottoman": ("EXT(3)", "HAI(2)")},
    )
    found = shown(table, "place belgrade")
    assert found.territories == (ControlPreview("belgrade", None, "ottoman"),)
    assert found.provinces == (ControlPreview("serbia", None, "ottoman"),)
    (own,) = found.gains
    assert (own.seat, own.points, own.total) == (0, {"provinces": 10, "territories": 3}, 13)
    assert [(one.before, one.after, one.needed) for one in found.conditions] == [(0, 1, 3)]


def test_moves_that_change_nothing_on_the_map_need_no_preview() -> None:
    table = table_with(hands=("commerce", "commerce"))
    assert table.preview(0, "offer commerce") is None
    assert table.preview(0, "pass") is None


def standing(view: HaiduciView, seat: int) -> dict[str, object]:
    """What a preview is about, as a seat sees it."""
    leader = view.players[seat].leader
    return {
        "controls": {
            **{place.id: place.control for place in view.territories},
            **{place.id: place.control for place in view.provinces},
        },
        "points": [player.points for player in view.players],
        "conditions": [condition.reached for condition in leader.conditions] if leader else [],
    }


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_comes_as_the_preview_said(seats: int) -> None:
    random = Random(f"preview {seats}")
    changed = agreements = 0
    for game in range(2):
        table = GAME.table(seats, seed=f"preview {game}")
        while not table.over and table.moves < 500:
            seat = table.to_move[0]
            number = random.choice(table.legal_numbers(seat))
            found = table.preview(seat, number)
            before = table.view(seat)
            table.play(seat, number)
            after = table.view(seat)
            assert isinstance(before, HaiduciView)
            assert isinstance(after, HaiduciView)
            if not isinstance(found, HaiduciPreview) or table.over:
                continue
            if found.agreement:
                agreements += 1
                continue
            told = standing(before, seat)
            controls, points = told["controls"], told["points"]
            assert isinstance(controls, dict)
            assert isinstance(points, list)
            controls.update({place.at: place.after for place in (*found.territories, *found.provinces)})
            for gain in found.gains:
                points[gain.seat] = {key: value + gain.points.get(key, 0) for key, value in points[gain.seat].items()}
            assert told["controls"] == standing(after, seat)["controls"]
            assert told["points"] == standing(after, seat)["points"]
            changed += 1
    assert changed > 50
    assert agreements > 10
