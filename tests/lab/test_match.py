"""Matches rotate the seats, are reproducible, and name a bot that fails."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import pytest

import guanxi
from guanxi.lab.match import BotFailed, MatchPlan, MatchResult, distinct, match

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from guanxi.bots import Maker
    from guanxi.engine.moves import Move
    from guanxi.engine.sight import Sight

HANAMIKOJI = guanxi.game("hanamikoji")


class First:
    """Takes the first legal move."""

    name = "first"

    def __init__(self, random: Random) -> None:
        pass

    def choose(self, sight: Sight) -> int:
        return sight.legal_numbers[0]


class Cheat(First):
    """Plays an illegal move."""

    name = "cheat"

    def choose(self, sight: Sight) -> int:
        return 9999


class Clumsy(First):
    """Raises an error."""

    name = "clumsy"

    def choose(self, sight: Sight) -> int:
        raise ZeroDivisionError("a fault of the bot")


def timeless(result: MatchResult) -> MatchResult:
    """Everything in a result that does not depend on the clock."""
    bots = tuple(msgspec.structs.replace(one, seconds=0.0, longest=0.0) for one in result.bots)
    return msgspec.structs.replace(result, bots=bots, seconds=0.0)


def logs(folder: Path) -> list[guanxi.Log]:
    """All logs of a match."""
    return [guanxi.Log.from_json(file.read_bytes()) for file in sorted(folder.iterdir())]


def test_every_deal_is_played_once_in_each_rotation(tmp_path: Path) -> None:
    match(HANAMIKOJI, ["greedy", "random"], games=8, logs=tmp_path / "new")
    games = [(log.seed, log.seats) for log in logs(tmp_path / "new")]
    assert Counter(seed for seed, _ in games) == {"1-0": 2, "1-1": 2, "1-2": 2, "1-3": 2}
    assert Counter(games) == {
        (seed, seats): 1 for seed, _ in games for seats in (("greedy", "random"), ("random", "greedy"))
    }


def test_the_logs_of_a_match_replay(tmp_path: Path) -> None:
    result = match(HANAMIKOJI, ["greedy", "random"], games=4, logs=tmp_path)
    tables = [list(guanxi.replay(log))[-1] for log in logs(tmp_path)]
    assert sum(table.names[seat] == "greedy" for table in tables if table.result for seat in table.result.winners) == (
        result.bots[0].wins + result.bots[0].shared
    )


def test_logs_of_another_match_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("mine")
    with pytest.raises(guanxi.BadOption, match="is not empty"):
        match(HANAMIKOJI, ["greedy", "random"], games=2, logs=tmp_path)


def test_equal_bots_that_use_no_chance_share_every_deal() -> None:
    result = match(HANAMIKOJI, [First, First], games=20)
    assert [one.win_rate.estimate for one in result.bots] == [0.5, 0.5]
    assert [one.bot for one in result.bots] == ["first 1", "first 2"]
    assert result.bots[0].decisions == result.bots[1].decisions


def test_the_same_seed_gives_the_same_match_in_one_process_or_two() -> None:
    alone = match(HANAMIKOJI, ["greedy", "random"], games=30, seed="s", jobs=1)
    assert timeless(alone) == timeless(match(HANAMIKOJI, ["greedy", "random"], games=30, seed="s", jobs=2))
    assert timeless(alone) != timeless(match(HANAMIKOJI, ["greedy", "random"], games=30, seed="t", jobs=1))


def test_a_single_deal_can_be_replayed() -> None:
    plan = MatchPlan(HANAMIKOJI, ["greedy", "random"], "s", {})
    together = plan.play_deals(range(3))
    alone = plan.play_deals(range(2, 3))
    assert [one.scores for one in together[4:]] == [one.scores for one in alone]


def test_numbers_add_up() -> None:
    result = match(HANAMIKOJI, ["greedy", "random"], games=41)
    assert (result.deals, result.games) == (21, 42)
    greedy, random = result.bots
    assert greedy.wins + random.wins + greedy.shared == 42
    assert greedy.win_rate.estimate + random.win_rate.estimate == pytest.approx(1)
    assert greedy.decisions + random.decisions == result.decisions
    assert greedy.seconds > random.seconds > 0
    assert result.first
    assert 0 < result.first.low < result.first.estimate < result.first.high < 1


def test_automatic_play_has_an_end_and_options_are_heard() -> None:
    assert match(HANAMIKOJI, [First, First], games=2).options == {"rounds": 30}
    short = match(HANAMIKOJI, [First, First], games=2, options={"rounds": 1, "first": 0})
    assert short.options == {"rounds": 1, "first": 0}
    assert short.decisions == 2 * 12


def test_progress_is_told() -> None:
    told: list[int] = []
    match(HANAMIKOJI, [First, First], games=60, progress=told.append)
    assert sum(told) == 60
    assert len(told) > 3


class Typed(First):
    """Answers with a typed move."""

    name = "first"

    def choose(self, sight: Sight) -> Move:  # type: ignore[override]
        return sight.legal_moves[0]


class Spoken(First):
    """Answers with a notation."""

    name = "first"

    def choose(self, sight: Sight) -> str:  # type: ignore[override]
        return sight.legal_moves[0].notation()


@pytest.mark.parametrize("way", [Typed, Spoken])
def test_a_bot_may_answer_with_a_typed_move_or_a_notation(way: Maker) -> None:
    assert timeless(match(HANAMIKOJI, [way, "random"], games=4)) == timeless(
        match(HANAMIKOJI, [First, "random"], games=4)
    )


class Vague(First):
    """Answers with something that is no move."""

    name = "vague"

    def choose(self, sight: Sight) -> int:
        return 1.5  # type: ignore[return-value]


def test_an_answer_that_is_no_move_is_explained() -> None:
    with pytest.raises(BotFailed, match=r"chose 1.5, which is not legal. 1.5 is not a move: give its number"):
        match(HANAMIKOJI, [Vague, First], games=2)


class WithoutRandom:
    name = "x"

    def choose(self, sight: Sight) -> int:
        return 0


class WithoutChoose:
    name = "x"

    def __init__(self, random: Random) -> None: ...


class WithoutName:
    def __init__(self, random: Random) -> None: ...

    def choose(self, sight: Sight) -> int:
        return 0


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (
            WithoutRandom,
            r"WithoutRandom cannot be made as WithoutRandom\(random\): WithoutRandom\(\) takes no arguments",
        ),
        (WithoutChoose, r"WithoutChoose has no method choose\(sight\)"),
        (WithoutName, r'WithoutName has no name: write name = "withoutname"'),
    ],
)
def test_a_bot_that_lacks_something_is_told_what(bot: Maker, sentence: str) -> None:
    with pytest.raises(guanxi.BadOption, match=sentence):
        match(HANAMIKOJI, ["random", bot], games=2)


def test_an_illegal_move_stops_the_match_and_is_named() -> None:
    with pytest.raises(
        BotFailed, match=r"'cheat' in seat \d, at move \d+ .* seed '1-0', chose 9999, which is not legal"
    ):
        match(HANAMIKOJI, [First, Cheat], games=10)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_with_a_fault_stops_the_match_and_is_named(jobs: int) -> None:
    with pytest.raises(BotFailed, match=r"'clumsy' .* raised ZeroDivisionError: a fault of the bot"):
        match(HANAMIKOJI, ["random", Clumsy], games=10, jobs=jobs)


@pytest.mark.parametrize(
    ("bots", "games", "sentence"),
    [
        (["greedy"], 10, "for 2 players, not 1"),
        (["greedy", "random", "random"], 10, "for 2 players, not 3"),
        (["greedy", "nobody"], 10, "no bot 'nobody'"),
        (["greedy", "random"], 0, "at least one game"),
    ],
)
def test_an_invalid_match_is_refused(bots: list[str], games: int, sentence: str) -> None:
    with pytest.raises(guanxi.BadOption, match=sentence):
        match(HANAMIKOJI, bots, games)


def test_equal_names_are_numbered() -> None:
    assert distinct(["greedy", "random", "random"]) == ["greedy", "random 1", "random 2"]


def test_a_bot_of_the_running_script_plays_a_long_match(tmp_path: Path) -> None:
    script = tmp_path / "first.py"
    script.write_text(
        """
import guanxi
from guanxi.lab.match import match

class First:
    name = "first"
    def __init__(self, random): pass
    def choose(self, sight): return sight.legal_numbers[0]

print(match(guanxi.game("hanamikoji"), [First, "random"], games=100).games)
"""
    )
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("100\n", "")
