"""Whole games that must replay forever, and end as they did when they were recorded."""

from __future__ import annotations

import json

import pytest

import guanxi
from tests.recorded.record import FOLDER, SUMMARIES, WANTED, summary

RECORDED = sorted(path.stem for path in FOLDER.glob("*.json") if path != SUMMARIES)
EXPECTED = json.loads(SUMMARIES.read_text(encoding="utf-8"))


def text_of(name: str) -> str:
    """A recorded log."""
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def test_every_recorded_game_has_its_summary() -> None:
    assert sorted(EXPECTED) == RECORDED
    assert set(WANTED) <= set(RECORDED)


def test_every_version_of_the_rules_has_recorded_games() -> None:
    games = [guanxi.game(name) for name in guanxi.game_names()]
    versions = {(game.name, rules) for game in games for rules in (*game.older_rules, game.rules_version)}
    logs = [json.loads(text_of(name)) for name in RECORDED]
    assert {(log["game"], log["rules"]) for log in logs} == versions


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_replays_to_the_end_it_had(name: str) -> None:
    *_, table = guanxi.replay(text_of(name))
    assert summary(table) == EXPECTED[name]


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_is_written_again_as_it_was(name: str) -> None:
    *_, table = guanxi.replay(text_of(name))
    assert table.log.to_json() == text_of(name)


@pytest.mark.parametrize("name", WANTED)
def test_a_recorded_game_shows_what_it_was_recorded_for(name: str) -> None:
    *_, table = guanxi.replay(text_of(name))
    assert table.result is not None
    assert WANTED[name].shows(table, table.result)
    assert any(entry.startswith("undo") for entry in table.log.moves) == bool(WANTED[name].undo)
