"""What placing a piece would do: cards, points for everybody, provinces that it completes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from guanxi.engine.core.position import first_owing
from guanxi.games.han import GAME
from guanxi.games.han.board import BOARDS
from guanxi.games.han.events import SOURCES
from guanxi.games.han.preview import HanPreview, final_points
from tests.games.han.games import each_setting, random_game
from tests.games.han.tables import BORDER, build, build_at, free, han, last_turn, play, points, send, turn

if TYPE_CHECKING:
    from guanxi.engine.table import Table
    from tests.games.han.games import Setting


def shown(table: Table, notation: str) -> HanPreview:
    """The preview of a move of the player to move."""
    found = table.preview(table.to_move[0], notation)
    assert isinstance(found, HanPreview)
    return found


def gains(table: Table, notation: str) -> dict[str, dict[str, int]]:
    """The points that a move moves, by name and source."""
    return {
        table.names[gain.seat]: {source: gain.points[source] for source in SOURCES if gain.points[source]}
        for gain in shown(table, notation).gains
    }


def test_a_house_costs_cards_and_moves_points_of_others_too() -> None:
    table = han()
    build(table, "wei", Barbara=2)
    turn(table, "Alex", "red red violet")
    # Alex ranks below Barbara's two houses, who gets a point more for the third.
    assert gains(table, "house wei-3 red") == {"Alex": {"houses": 2}, "Barbara": {"houses": 1}}
    assert shown(table, "house wei-3 red").pay == ("red",)
    assert shown(table, "house wei-3 red").hand == ("red", "violet")


def test_an_emissary_that_leads_both_provinces_wins_their_alliance() -> None:
    table = han()
    build(table, "wei", Alex=2)
    build(table, "qi", Alex=2)
    send(table, "qi", Alex=1)
    send(table, "wei", Barbara=1)
    turn(table, "Alex", "red violet violet")
    assert gains(table, "emissary wei red")["Alex"]["alliances"] > 0


def test_the_fourth_house_of_a_line_brings_all_four() -> None:
    table = han()
    build_at(table, "Alex", "chin-1 chin-3 chin-shu")
    turn(table, "Alex", "red red red")
    assert gains(table, "house shu-2 red red")["Alex"]["roads"] == 4


def test_the_last_house_of_a_province_has_it_scored_at_once() -> None:
    table = han()
    *others, last = free(table, "wei")
    borders = [at for at in BOARDS.load(BORDER).within("wei") if at not in (*others, last)]
    build_at(table, "Barbara", " ".join([*others, *borders]))
    turn(table, "Alex", "red red violet")
    before = points(table)
    (completed,) = shown(table, f"house {last} red").completed
    assert completed.province == "wei"
    play(table, f"house {last} red")
    after = {name: after - before.get(name, 0) for name, after in points(table).items()}
    assert dict(zip(table.names, completed.points, strict=True)) == {"Chris": 0, "Doris": 0, **after}


def test_draws_discards_and_stops_need_no_preview() -> None:
    table = han()
    build(table, "wei", Barbara=1)
    turn(table, "Alex", "red red violet")
    assert table.preview(0, "discard red") is None
    play(table, "house wei-2 red")
    assert table.preview(0, "stop") is None


def test_the_last_move_of_the_game_is_not_scored_twice() -> None:
    table = han()
    last_turn(table, "Alex", "red red")
    # On an empty board one house brings its one point, also where it ends the game.
    assert gains(table, "house wei-1 red") == {"Alex": {"houses": 1}}


@each_setting
def test_it_comes_as_the_preview_said(setting: Setting) -> None:
    random = Random(f"preview {setting}")
    pieces = 0
    for game in range(3):
        for p, moves in random_game(setting, f"preview {game}"):
            if not p.owing:
                break
            seat, number = first_owing(p), random.choice(moves.numbered())
            before = final_points(p)
            if found := GAME.preview(p, seat, number):
                after = p.copy()
                after.play(seat, number)
                said = {gain.seat: gain.total for gain in found.gains}
                for other in range(p.seats):
                    real = sum(row[other] for row in final_points(after)) - sum(row[other] for row in before)
                    assert said.get(other, 0) == real
                pieces += 1
    assert pieces > 20
