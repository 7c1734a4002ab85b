"""The end of the game and its points (3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.engine.core.position import NOBODY
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.board import BOARDS
from guanxi.games.white_lotus.events import Consoled, Earned, Full, Scored, Took, Won
from guanxi.games.white_lotus.rules import material, scoring
from tests.engine.playing import play_absent
from tests.games.white_lotus.tables import (
    ANN,
    BEN,
    NAMES,
    asked,
    control,
    ended,
    go_on,
    legal,
    play,
    position,
    said,
    seen,
    table_with,
    told,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table
    from guanxi.games.white_lotus.view import Points


def points(land: str, **others: str) -> Points:
    """Ann's points by source."""
    return seen(table_with({"Ann": land, **others})).players[ANN].points


def test_palaces_3_temples_2_others_1() -> None:
    found = points(
        "datong palace, xian palace, jinan temple, fuzhou village, kunming rice, laizhou fortress", Ben="dadu rice"
    )
    assert (found["palaces"], found["temples"], found["others"]) == (6, 2, 3)


def test_the_sole_largest_connected_territory_is_worth_3() -> None:
    assert points("datong village, taiyuan village, zhending village", Ben="xian rice, hanzhong rice")["territory"] == 3


def test_a_tie_for_the_largest_territory_is_worth_nothing_to_anybody() -> None:
    table = table_with({"Ann": "datong village, taiyuan village", "Ben": "xian rice, hanzhong rice, fuzhou rice"})
    assert [player.points["territory"] for player in seen(table).players] == [0, 0, 0, 0]
    assert [player.territory for player in seen(table).players] == [2, 2, 0, 0]


def test_provinces_that_do_not_touch_are_no_territory() -> None:
    assert scoring.territory(position(table_with({"Ann": "datong village, kunming village, fuzhou village"})), ANN) == 1


def test_a_dragon_is_worth_2_more() -> None:
    assert points("hangzhou village, quanzhou village, guangzhou palace")["dragons"] == 6


def test_victory_tokens_count_1_each() -> None:
    table = table_with(tokens={"Ben": 4})
    assert seen(table).players[BEN].total == 4


# The end


def full(owners: str, last: str) -> dict[str, str]:
    """All light provinces owned by some players in turn, as villages and rice, but for one that is still neutral."""
    ids = [id_ for id_ in BOARDS.load("yuan").in_play(4) if id_ != last]
    names = owners.split()
    land: dict[str, list[str]] = {name: [] for name in names}
    kinds = ["village"] * 17 + ["rice"] * 6 + ["fortress"] * 6 + ["temple"] * 2
    for number, id_ in enumerate(ids):
        land[names[number % len(names)]].append(f"{id_} {kinds[number]}")
    return {name: ", ".join(tiles) for name, tiles in land.items()}


def last_year() -> Table:
    """The control phase in which the last province finds its owner."""
    table = table_with(full("Ann Ben Cat Dan", "dadu"), "dadu palace", {"dadu": "Ben"})
    return control(table)


def test_when_every_province_is_owned_token_and_rebellion_are_still_played() -> None:
    table = last_year()
    assert told(table, Full) == [Full()]
    assert seen(table).last
    assert seen(table).step == "rising"
    assert position(table).tokens[BEN] == 1
    while not table.over:
        play(table, f"{asked(table)}: lead no")
    assert not told(table, Earned)
    assert ended(table).scores[BEN].parts["palaces"] == 3


def test_the_last_rebellion_counts() -> None:
    table = last_year()
    leader = asked(table)
    play(table, f"{leader}: lead yes")
    while not table.over:
        first = asked(table).split()[0]
        play(table, f"{first}: {[move for move in legal(table, first) if move != 'decline'][-1]}")
    assert any(isinstance(event, Took | Consoled) for event in table.events())


def test_a_neutral_province_keeps_the_game_going() -> None:
    table = control(table_with(full("Ann Ben Cat Dan", "dadu"), "dadu palace"))
    while seen(table).step == "rising":
        play(table, f"{asked(table)}: lead no")
    assert not table.over
    assert seen(table).step == "claims"


def finished(emperor: str, tokens: dict[str, int], **land: str) -> Table:
    """A game that ends with this land and these tokens, without a rebellion."""
    table = table_with(land, emperor=emperor, tokens=tokens)
    position(table).last = 1
    return go_on(table, material.INCOME)


def test_most_points_win() -> None:
    table = finished("Ann", {"Cat": 5, "Dan": 3})
    assert named_winners(table) == "Cat"
    assert table.say(ended(table).reason) == "Won with the most points."
    assert ended(table).ranks == (3, 4, 1, 2)


def test_in_a_tie_the_emperor_wins_if_among_the_tied() -> None:
    table = finished("Dan", {"Cat": 4, "Dan": 5, "Ben": 5, "Ann": 5})
    assert named_winners(table) == "Dan"
    assert table.say(ended(table).reason) == "Tied on points: the emperor wins."


def test_otherwise_most_palaces_win_the_tie() -> None:
    table = finished("Dan", {"Ann": 5, "Ben": 2}, Ben="xian palace", Cat="fuzhou temple")
    assert [score.total for score in ended(table).scores] == [5, 5, 2, 0]
    assert named_winners(table) == "Ben"
    assert table.say(ended(table).reason) == "Tied on points: the player with the most palaces wins."


def test_otherwise_the_victory_is_shared() -> None:
    table = finished("Dan", {"Ann": 5, "Ben": 5})
    assert named_winners(table) == "Ann Ben"
    assert table.say(ended(table).reason) == "Tied on points and palaces: the victory is shared."
    assert told(table, Won) == [Won((ANN, BEN))]
    assert "Ann and Ben share the victory." in said(table)
    assert position(table).returns(ANN) == pytest.approx(1 / 3)


def named_winners(table: Table) -> str:
    return " ".join(NAMES[seat] for seat in ended(table).winners)


def test_the_points_at_the_end_are_those_that_were_told() -> None:
    for seed in range(20):
        table = GAME.table(4, seed=seed)
        while not table.over:
            play_absent(table)
        for seat, score in enumerate(ended(table).scores):
            parts = {event.source: event.points for event in told(table, Scored) if event.seat == seat}
            assert parts == {source: points for source, points in score.parts.items() if points}
            assert sum(parts.values()) == score.total
        assert NOBODY not in ended(table).winners
