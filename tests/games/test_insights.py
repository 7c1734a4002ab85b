"""Openings, habits and feats of recorded games, and their words in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import guanxi
from guanxi.engine.insights import SHARED_FEATS, Insights, feat_words, habit_words, question_words, split_step
from guanxi.engine.table import Table
from guanxi.engine.text import LANGUAGES
from tests.recorded.test_recorded import RECORDED, text_of


def finished(name: str) -> Table:
    """A recorded game at its end."""
    *_, table = guanxi.replay(text_of(name))
    return table


def read(name: str) -> list[Insights]:
    """The insights of each seat of a recorded game."""
    table = finished(name)
    return [table.game.insights(table, seat) for seat in range(table.seats)]


@pytest.mark.parametrize("name", RECORDED)
def test_all_that_a_game_says_has_words_in_every_language(name: str) -> None:
    table = finished(name)
    game = table.game
    for seat in range(table.seats):
        found = game.insights(table, seat)
        assert 1 <= found.order <= table.seats
        assert set(found.habits) <= set(game.habits)
        assert set(found.feats) <= set(game.feats)
        said = [habit_words(habit) for habit in found.habits]
        said += [words for feat in found.feats for words in feat_words(feat)]
        said += [question_words(split_step(step)[0]) for step in found.opening]
        said += [game.opening_words(found.opening[:number]) for number in range(1, len(found.opening) + 1)]
        for language in LANGUAGES:
            assert all(game.text.say(phrase, language) for phrase in said)


@pytest.mark.parametrize("name", guanxi.game_names())
def test_every_game_has_habits_and_feats_with_words(name: str) -> None:
    game = guanxi.game(name)
    assert len(game.habits) >= 6
    assert 6 <= len(game.feats) <= 8
    texts: Any = game.text.texts("en")
    assert {f"habit.{habit}" for habit in game.habits} <= set(texts)
    assert {f"feat.{feat}{end}" for feat in (*game.feats, *SHARED_FEATS) for end in ("", ".text")} <= set(texts)


def test_each_seat_has_another_place_in_the_turn_order() -> None:
    for name in RECORDED:
        found = read(name)
        assert sorted(one.order for one in found) == list(range(1, len(found) + 1)), name


@pytest.mark.parametrize(
    ("name", "seat", "feats"),
    [
        ("hanamikoji-many-rounds", 1, ("both-ways",)),
        ("hanamikoji-charm", 1, ("first-round", "decisive-secret")),
        ("hanamikoji-charm", 0, ()),  # the loser
        ("hanamikoji-draw", 0, ()),
        ("han-ways-2-market", 0, ("allied", "roads", "everywhere")),
        ("white_lotus-3-negotiation-rules-2", 2, ("unshaken", "dealer")),
        ("white_lotus-6", 3, ("never-emperor",)),
        ("haiduci-five-captures", 0, ("everyone", "captor", "steadfast")),
        ("haiduci-six-claims", 2, ("claimed", "swift", "captor")),
    ],
)
def test_feats_of_recorded_games(name: str, seat: int, feats: tuple[str, ...]) -> None:
    assert read(name)[seat].feats == feats


def test_an_opening_names_the_situation_and_the_first_choices() -> None:
    line = read("hanamikoji-charm")[0].opening
    assert line == ("order:first", "hand:few", "act:competition", "cards:2-2+3-4", "next:trade-off", "next-cards:4-5")
    game = guanxi.game("hanamikoji")
    said = [game.text.say(game.opening_words(line[:number])) for number in range(1, len(line) + 1)]
    assert said[2:4] == ["Competition", "Charm 2, 2 / 3, 4"]


def test_openings_of_older_rules_and_of_boards_of_ones_own_are_not_compared() -> None:
    assert read("haiduci-six-claims")[0].opening == ()
    board = json.loads((Path(guanxi.__file__).parent / "games/han/boards/ways_of_diplomacy.json").read_text("utf-8"))
    board["name"] = "mine"
    table = guanxi.game("han").table(2, seed="mine", board=board)
    assert table.game.insights(table, 0).opening == ()


@pytest.mark.parametrize("name", guanxi.game_names())
def test_every_feat_has_a_sketch(name: str) -> None:
    source = (Path(__file__).parents[2] / f"web/src/games/{name}/feats.ts").read_text(encoding="utf-8")
    drawn = {one or other for one, other in re.findall(r'^    (?:"([\w-]+)"|(\w+)):', source, re.MULTILINE)}
    assert drawn == set(guanxi.game(name).feats)
