"""Campaigns: their files are sound, their texts complete, and their goals are read from the log."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import guanxi
from guanxi.bots import LEVELS, bot_names
from guanxi.cli import main
from guanxi.engine.table import Table
from guanxi.engine.text import LANGUAGES
from guanxi.lab.campaign import reaches
from guanxi.learning.campaign import BadCampaign, CampaignStep, Goal, Pattern, campaign, campaign_texts, check
from guanxi.learning.prepared import Prepared

if TYPE_CHECKING:
    from typing import Any

    from guanxi.engine.game import Game

HANAMIKOJI = guanxi.game("hanamikoji")
GAMES = [game for game in map(guanxi.game, guanxi.game_names()) if campaign(game)]
STEPS = [(game, step) for game in GAMES for step in campaign(game).steps]  # type: ignore[union-attr]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_step = pytest.mark.parametrize(("game", "step"), STEPS, ids=[f"{game.name}-{step.id}" for game, step in STEPS])
round_of = partial(Prepared, seats=2, seed="", options={"first": 0, "rounds": 1}, seat=0)


def test_every_game_has_a_campaign() -> None:
    assert [game.name for game in GAMES] == guanxi.game_names()


@each_step
def test_a_step_can_be_played(game: Game[Any, Any], step: CampaignStep) -> None:
    table = Table(game, step.start.seats, "1", (), step.origin(game), **step.start.options)
    assert table.to_move
    assert step.goal.outcome(table, step.seat) == "open"
    assert {bot.partition(":")[0] for bot in step.bots} <= {*bot_names()}
    if step.start.moves:
        assert step.seat in table.to_move


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_texts(game: Game[Any, Any], language: str) -> None:
    found = campaign(game)
    assert found
    texts = campaign_texts(game, language)
    assert [*texts] == [step.id for step in found.steps]
    for step in found.steps:
        text = texts[step.id]
        assert min(len(text.title), len(text.idea), len(text.goal)) > 3
        if step.goal.least > 2:
            assert str(step.goal.least) in text.goal, f"{game.name}, {step.id}: the goal is {step.goal.least}"


@each_game
def test_opponents_grow_stronger(game: Game[Any, Any]) -> None:
    found = campaign(game)
    assert found
    order = ["random", *LEVELS]
    levels = [order.index(step.bots[0]) for step in found.steps]
    assert len(found.steps) >= 8
    assert levels == sorted(levels)
    assert order[levels[-1]] == "expert"


def step_of(goal: Goal) -> CampaignStep:
    return CampaignStep("one", round_of(), ["random"], goal)


def first_starting(table: Table, seat: int, start: str) -> str:
    return next(move.notation() for move in table.legal_moves(seat) if move.notation().startswith(start))


def test_events_are_counted_until_it_is_too_late() -> None:
    hidden = step_of(Goal(Pattern("secret", {"seat": "me"}), until=Pattern("secret", {"seat": "others"})))
    table = HANAMIKOJI.table(2, 1, first=0, rounds=1)
    table.play(0, first_starting(table, 0, "trade-off"))
    assert hidden.goal.outcome(table, 0) == "open"
    table.play(1, first_starting(table, 1, "secret"))
    assert hidden.goal.outcome(table, 0) == "missed"
    assert hidden.goal.outcome(table, 1) == "reached"


def test_numbers_of_events_are_added_up() -> None:
    table = HANAMIKOJI.table(2, 1, first=0, rounds=1)
    while table.to_move:
        table.play(table.to_move[0], table.legal_numbers(table.to_move[0])[0])
    charm = table.result.scores[0].total if table.result else 0
    for least, outcome in ((charm, "reached"), (charm + 1, "missed")):
        assert Goal(Pattern("counted", {"seat": "me"}), "charm", least).outcome(table, 0) == outcome
        assert Goal(rank=0, least=least).outcome(table, 0) == outcome


def test_a_hint_and_an_undo_cost_a_star_each() -> None:
    step = step_of(Goal())
    assert [step.stars(hinted=hint, undone=undo) for hint in (False, True) for undo in (False, True)] == [3, 2, 2, 1]


def test_faults_in_a_file_are_named() -> None:
    good = step_of(Goal(Pattern("secret", {"seat": "me"})))
    check(HANAMIKOJI, good)
    for wrong in (
        replace(good, bots=[]),
        replace(good, goal=Goal(Pattern("checkmate"))),
        replace(good, goal=Goal(Pattern("secret", {"colour": "red"}))),
        replace(good, goal=Goal(Pattern("secret"), add="points")),
    ):
        with pytest.raises(BadCampaign, match="hanamikoji, one: "):
            check(HANAMIKOJI, wrong)


def test_a_better_bot_reaches_more() -> None:
    step = CampaignStep("one", round_of(), ["random"], Goal(Pattern("counted", {"seat": "me"}), "charm", 10))
    skilled, random = (
        sum(reaches(HANAMIKOJI, step, bot, f"{number}") for number in range(8)) for bot in ("greedy", "random")
    )
    assert skilled > random


def test_the_command_measures_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    first = campaign(HANAMIKOJI).steps[0].id  # type: ignore[union-attr]
    assert main(["campaign", "hanamikoji", "--step", first, "--bot", "random", "--bot", "greedy", "--games", "2"]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [[first, "random"], [first, "greedy"]]
    assert main(["campaign", "hanamikoji", "--step", "chess"]) == 2
    assert "has no step 'chess'" in capsys.readouterr().err
