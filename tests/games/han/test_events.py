"""Typed events of Han, and the moments inside a move."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import msgspec
import pytest

import guanxi
from guanxi.engine.text import LANGUAGES
from guanxi.games.han import GAME
from guanxi.games.han.board import BOARDS, FOLDER
from guanxi.games.han.events import (
    Began,
    Completed,
    Discarded,
    Drew,
    FinalScoring,
    HanEvent,
    LastRound,
    MarketsClosed,
    Placed,
    Refilled,
    Scored,
    Shuffled,
    Stopped,
    Took,
    Won,
    decode,
)
from guanxi.games.han.rules import material
from guanxi.games.han.rules.material import BIT
from guanxi.games.han.rules.rules import EACH, EMISSARY, FORTIFY, HOUSE, MARKET, ONE, PAYMENTS
from guanxi.games.han.view import HanView
from tests.games.han.tables import build, han, happened, play, points, seat_of, turn

if TYPE_CHECKING:
    from guanxi.engine.events import Event
    from guanxi.engine.table import Table

BORDER = BOARDS.load("border_disputes")
RECORDED = Path(__file__).parents[2] / "recorded"


def number_of(at: str) -> int:
    """A house space's number in the rules."""
    return BORDER.space_ids.index(at)


TOLD: list[tuple[tuple[int, ...], HanEvent]] = [
    ((material.BEGAN, 2), Began(2)),
    ((material.PLACED, 1, HOUSE + number_of("wei-3") * PAYMENTS + ONE), Placed(1, "house", "wei-3", ("red",))),
    (
        (material.PLACED, 1, HOUSE + number_of("wei-qi") * PAYMENTS + EACH),
        Placed(1, "house", "wei-qi", ("red", "yellow")),
    ),
    ((material.PLACED, 1, HOUSE + number_of("wei-3") * PAYMENTS + 2), Placed(1, "house", "wei-3", ("green", "green"))),
    ((material.PLACED, 1, EMISSARY + ONE), Placed(1, "emissary", "wei", ("red",))),
    ((material.PLACED, 1, FORTIFY + number_of("wei-3")), Placed(1, "fortification", "wei-3", ("red", "red"))),
    ((material.PLACED, 1, MARKET + number_of("wei-3")), Placed(1, "market", "wei-3", ("red", "red"))),
    ((material.STOPPED, 3), Stopped(3)),
    ((material.DISCARDED, 3, 4), Discarded(3, "violet")),
    ((material.TOOK, 3, 1), Took(3, "yellow")),
    ((material.DREW, 3, 0), Drew(3, "red")),
    ((material.REFILLED, 3), Refilled("orange")),
    ((material.SHUFFLED,), Shuffled()),
    ((material.LAST_ROUND, 1), LastRound(1)),
    ((material.COMPLETED, 0), Completed("wei")),
    ((material.SCORED, 1, 7, material.FROM_HOUSES, 0), Scored(1, 7, "houses", province="wei")),
    (
        (material.SCORED, 1, 6, material.FROM_ALLIANCES, 2),
        Scored(1, 6, "alliances", alliance=3, allies=("wei", "chin")),
    ),
    (
        (material.SCORED, 1, 5, material.FROM_ROADS, BIT[number_of("wei-1")] | BIT[number_of("qi-2")]),
        Scored(1, 5, "roads", spaces=("wei-1", "qi-2")),
    ),
    (
        (material.SCORED, 1, 4, material.FROM_PORTS, BIT[number_of("chu-6")]),
        Scored(1, 4, "ports", spaces=("chu-6",)),
    ),
    ((material.MARKETS_CLOSED,), MarketsClosed()),
    ((material.FINAL, 1), FinalScoring(blocked=True)),
    ((material.WON, 0b101), Won((0, 2))),
]


# Events that have more than one sentence.
OTHER_WORDS: list[HanEvent] = [Drew(0, None), FinalScoring(blocked=False), Won((1,))]


@pytest.mark.parametrize(("told", "event"), TOLD, ids=repr)
def test_numbers_are_decoded_to_an_event(told: tuple[int, ...], event: HanEvent) -> None:
    assert decode(BORDER, told + (0,) * (7 - len(told))) == event


def test_no_kind_of_event_is_forgotten() -> None:
    source = Path(material.__file__).with_name("material.py").read_text(encoding="utf-8")
    section = source.partition("# What happened.\n")[2].partition("\n\n")[0]
    kinds = {getattr(material, name) for name in re.findall(r"^([A-Z_]+) = ", section, re.MULTILINE)}
    assert {told[0] for told, _ in TOLD} == kinds
    assert {type(event) for _, event in TOLD} == set(get_args(HanEvent))
    with pytest.raises(ValueError, match="no event 99"):
        decode(BORDER, (99, 0, 0, 0, 0, 0, 0))


@pytest.mark.parametrize("event", [event for _, event in TOLD] + OTHER_WORDS)
def test_every_event_has_words_in_three_languages(event: HanEvent) -> None:
    said = {GAME.text.say(event.phrase(BORDER), language, ("Ann", "Ben", "Cleo", "Dan")) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert not [text for text in said if "{" in text]


def test_events_can_be_written_as_json_and_read_again() -> None:
    for _, event in TOLD:
        assert msgspec.json.decode(msgspec.json.encode(event), type=HanEvent) == event
    roads = {"event": "scored", "seat": 1, "points": 5, "source": "roads"}
    assert msgspec.to_builtins(Scored(1, 5, "roads")) == roads


def test_events_touch_the_places_they_are_about() -> None:
    assert Placed(0, "house", "wei-3", ("red",)).touches() == ("space:wei-3",)
    assert Placed(0, "emissary", "wei", ("red",)).touches() == ("dragon:wei",)
    assert (Took(0, "red").touches(), Drew(0, "red").touches()) == (("row:red",), ("pile",))
    assert Scored(0, 3, "houses", province="wei").touches() == Completed("wei").touches() == ("province:wei",)
    allied = Scored(0, 3, "alliances", alliance=3, allies=("wei", "chin"))
    assert allied.touches() == ("alliance:3", "dragon:wei", "dragon:chin")
    assert Scored(0, 1, "ports", spaces=("qi-3",)).touches() == ("space:qi-3",)


def test_moves_and_events_name_the_places_of_the_board_that_is_played(tmp_path: Path) -> None:
    board = json.loads((FOLDER / "border_disputes.json").read_text(encoding="utf-8"))
    board["name"] = "avalon"
    board["provinces"]["wei"]["name"] = "Avalon"
    path = tmp_path / "avalon.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    table = han(board=str(path))
    turn(table, "Alex", "red red yellow")
    offers = [table.say(move) for move in table.legal_moves(0)]
    assert "House on Avalon 1 for a red card" in offers
    assert not [offer for offer in offers if "Wei" in offer]
    play(table, "house wei-1 red")
    assert table.say(happened(table)[-1]) == "Alex builds a house on Avalon 1 for a red card."


# Moments


def moments(table: Table, name: str | None = None) -> list[tuple[int, HanView]]:
    """The moments of the last move: after how many of its events, and what a player sees."""
    found = table.moments(None if name is None else seat_of(table, name), since=table.moves)
    assert all(moment.kind == "province" for moment in found)
    return [(moment.after, moment.view) for moment in found if isinstance(moment.view, HanView)]


def test_a_province_that_has_been_scored_is_a_moment() -> None:
    table = han()
    build(table, "wei", Alex=4, Barbara=2)
    turn(table, "Doris", "red yellow green")
    play(table, "house wei-qi red yellow")
    ((after, view),) = moments(table)
    # The house, the province, and three who score.
    assert after == 5 == len(table.events(since=table.moves))
    assert view.provinces[0].scored
    assert [player.total for player in view.players] == [7, 4, 0, 2]
    assert ("wei-qi", 3) in {(space.id, space.seat) for space in view.spaces}
    assert view.to_move == ()
    assert table.view() != view


def test_a_house_on_a_border_can_fill_two_provinces_one_after_the_other() -> None:
    table = han()
    build(table, "wei", Alex=6)
    build(table, "qi", Barbara=4)
    turn(table, "Doris", "red yellow green")
    play(table, "house wei-qi red yellow")
    (first, at_wei), (second, at_qi) = moments(table)
    assert first < second
    assert [scored_in(view) for view in (at_wei, at_qi)] == [{"wei"}, {"wei", "qi"}]
    assert sum(player.total for player in at_wei.players) < sum(player.total for player in at_qi.players)
    assert points(table) == {"Alex": 7, "Barbara": 5, "Doris": 10}


def scored_in(view: HanView) -> set[str]:
    """The provinces that have their disc."""
    return {province.id for province in view.provinces if province.scored}


def test_a_moment_shows_each_player_only_their_own_hand() -> None:
    table = han()
    build(table, "wei", Alex=4, Barbara=2)
    turn(table, "Doris", "red yellow green")
    play(table, "house wei-qi red yellow")
    ((_, doris),) = moments(table, "Doris")
    ((_, spectator),) = moments(table)
    assert doris.players[3].hand == ("green",)
    assert [player.hand for player in doris.players[:3]] == [None] * 3
    assert [player.hand for player in spectator.players] == [None] * 4


def test_every_kind_of_moment_has_words_in_three_languages() -> None:
    for language in LANGUAGES:
        assert all(GAME.text.texts(language)[f"moment.{kind}"] for kind in GAME.moments)


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDED.glob("han-*.json")))
def test_in_a_recorded_game_every_province_that_is_filled_is_a_moment(name: str) -> None:
    found = 0
    for table in guanxi.replay((RECORDED / f"{name}.json").read_text(encoding="utf-8")):
        events = table.events(since=table.moves)
        before = len(table.events()) - len(events)
        seen = moments(table)
        assert len(seen) == sum(isinstance(event, Completed) for event in events)
        for after, view in seen:
            check_moment(view, table.events()[: before + after])
            found += 1
    assert found


def check_moment(view: HanView, events: list[Event]) -> None:
    """The province that was filled last is full and has its disc, and all points told so far are counted."""
    filled = next(event for event in reversed(events) if isinstance(event, Completed))
    assert next(province.scored for province in view.provinces if province.id == filled.province)
    assert set(BOARDS.load(view.board).within(filled.province)) <= {space.id for space in view.spaces}
    for seat, player in enumerate(view.players):
        scored = [event for event in events if isinstance(event, Scored) and event.seat == seat]
        assert player.total == player.points["houses"] == sum(event.points for event in scored)
