"""`guanxi match`: pools, sequential tests, resumed matches, and all its output."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

import guanxi
from guanxi.cli import main
from guanxi.lab.console import lines
from guanxi.lab.match import GameId, MatchPlan, MatchResult, SequentialTest, match
from guanxi.lab.match_page import match_page
from tests.lab.test_match import HANAMIKOJI, Clumsy, First, timeless

if TYPE_CHECKING:
    from random import Random

    from guanxi.engine.sight import Sight

HAN = guanxi.game("han")
PROGRAM = "import sys; from guanxi.cli import main; sys.exit(main())"


class Last(First):
    """Takes the last legal move."""

    name = "last"

    def choose(self, sight: Sight) -> int:
        return sight.legal_numbers[-1]


class Seer(First):
    """Requires the true position, and fails without it."""

    name = "seer"
    cheats = True

    def __init__(self, random: Random) -> None:
        self.random = random

    def choose(self, sight: Sight) -> int:
        hands = {str(sight.sample_world(self.random).hand) for _ in range(3)}  # type: ignore[attr-defined]
        assert len(hands) == 1
        return sight.legal_numbers[0]


def small(*bots: str, games: int = 4) -> list[str]:
    return ["match", "hanamikoji", "--bots", ",".join(bots), "--games", str(games), "--option", "rounds=1"]


def test_in_a_pool_of_two_seats_every_pair_meets() -> None:
    plan = MatchPlan(HANAMIKOJI, ["greedy", "random", First], 1, {}, seats=2)
    assert plan.pool
    assert plan.names == [["greedy", "random"], ["greedy", "first"], ["random", "first"]]
    assert len(list(plan.game_ids(range(5)))) == 3 * 5 * 2


def test_in_a_pool_of_more_seats_each_sits_alone_against_copies_of_each() -> None:
    plan = MatchPlan(HAN, ["greedy", "random"], 1, {}, seats=3, pool=True)
    assert plan.names == [["greedy", "random 1", "random 2"], ["random", "greedy 1", "greedy 2"]]


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    plan = MatchPlan(HAN, ["greedy", "random"], 1, {}, seats=4)
    assert not plan.pool
    assert plan.names == [["greedy", "random 1", "random 2", "random 3"]]


def test_the_payoffs_of_a_pool_add_up() -> None:
    result = match(HANAMIKOJI, [First, Last, "random"], games=6, seats=2, options={"rounds": 1})
    assert (result.deals, result.games) == (3, 18)
    for one in range(3):
        assert result.payoffs[one][one] is None
        against = [found.estimate for found in result.payoffs[one] if found]
        assert result.bots[one].win_rate.estimate == pytest.approx(sum(against) / 2)
        assert result.bots[one].games == 12
    there, back = result.payoffs[0][1], result.payoffs[1][0]
    assert there
    assert back
    assert there.estimate + back.estimate == pytest.approx(1)
    assert [one.bot for one in result.ratings] == ["first", "last", "random"]


def test_in_a_pool_of_three_seats_a_payoff_is_that_of_the_one_alone() -> None:
    pool = match(HAN, [First, "random"], games=6, seats=3, pool=True)
    alone = match(HAN, [First, "random"], games=6, seats=3)
    found = pool.payoffs[0][1]
    assert found
    assert found.estimate == alone.bots[0].win_rate.estimate
    assert sum(seat.estimate for seat in pool.by_seat) == pytest.approx(1)


def test_seats_are_told_apart_whatever_the_rotation() -> None:
    result = match(HANAMIKOJI, [First, First], games=18, options={"first": 0})
    assert result.first
    assert result.by_seat[0].estimate == result.first.estimate != result.by_seat[1].estimate


def test_a_cheating_bot_is_given_the_truth_and_marked_everywhere() -> None:
    result = match(HANAMIKOJI, [Seer, First], games=2, options={"rounds": 1})
    assert [one.cheats for one in result.bots] == [True, False]
    assert any("cheats" in line for line in lines(result))
    page = match_page(result, "guanxi match")
    assert page.count("seer (cheats)") >= 3
    assert "first (cheats)" not in page


def test_an_honest_bot_is_not_given_the_truth() -> None:
    class Honest(Seer):
        cheats = False

    with pytest.raises(guanxi.GuanxiError, match="AssertionError"):
        match(HANAMIKOJI, [Honest, First], games=2)


def test_a_test_ends_a_match_at_the_same_deal_whoever_plays() -> None:
    question = SequentialTest(0.5, 0.6)
    alone = match(HANAMIKOJI, ["greedy", "random"], 400, test=question, jobs=1)
    assert alone.test
    assert alone.test.verdict == "accepted"
    assert alone.test.deals == alone.deals < 100
    assert timeless(match(HANAMIKOJI, ["greedy", "random"], 400, test=question, jobs=2)) == timeless(alone)


def test_a_test_without_answer_says_so() -> None:
    result = match(HANAMIKOJI, [First, First], games=20, test=SequentialTest(0.4, 0.6))
    assert result.test
    assert (result.test.verdict, result.deals) == ("undecided", 10)
    assert any("undecided" in line for line in lines(result))


def test_a_match_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    half = match(HANAMIKOJI, ["greedy", "random"], games=6, resume=file)
    assert (half.resumed, len(file.read_bytes().splitlines())) == (0, 7)
    told: list[int] = []
    whole = match(HANAMIKOJI, ["greedy", "random"], games=12, resume=file, progress=told.append)
    assert whole.resumed == 6
    assert (told[0], sum(told)) == (6, 12)
    fresh = match(HANAMIKOJI, ["greedy", "random"], games=12)
    assert timeless(msgspec.structs.replace(whole, resumed=0)) == timeless(fresh)
    assert len(file.read_bytes().splitlines()) == 13


def test_a_line_that_was_cut_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match(HANAMIKOJI, [First, Last], games=6, resume=file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    again = match(HANAMIKOJI, [First, Last], games=6, resume=file)
    assert again.resumed == 5
    assert [json.loads(line)["deal"] for line in file.read_bytes().splitlines()[1:]] == [0, 0, 1, 1, 2, 2]


def test_the_file_of_another_match_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match(HANAMIKOJI, [First, Last], games=2, resume=file)
    whole = file.read_bytes()
    with pytest.raises(guanxi.BadOption, match=r'belongs to another match: seed "1" there, "2" here'):
        match(HANAMIKOJI, [First, Last], games=2, seed=2, resume=file)
    with pytest.raises(guanxi.BadOption, match=r'tables .*"last".* there, .*"random".* here'):
        match(HANAMIKOJI, [First, "random"], games=2, resume=file)
    assert file.read_bytes() == whole


@pytest.mark.parametrize("text", ["my notes", "my notes\nof a day\n", '{"a": 1}\n'])
def test_a_file_that_is_no_match_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text(text)
    with pytest.raises(guanxi.BadOption, match="is not the checkpoint of a match"):
        match(HANAMIKOJI, [First, Last], games=2, resume=file)
    assert file.read_text() == text


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match(HANAMIKOJI, [First, Last], games=4, resume=file)
    rows = file.read_text().splitlines()
    rows[2] = rows[2].replace("shares", "sharks")
    file.write_text("\n".join(rows) + "\n")
    with pytest.raises(guanxi.BadOption, match="line 3, is not a game of a match"):
        match(HANAMIKOJI, [First, Last], games=4, resume=file)


def test_games_finished_before_a_crash_are_kept(tmp_path: Path) -> None:
    class Tired(Clumsy):
        """Fails in the third deal."""

        name = "tired"

        def choose(self, sight: Sight) -> int:
            return super().choose(sight) if len(file.read_bytes().splitlines()) > 4 else sight.legal_numbers[0]

    file = tmp_path / "match.jsonl"
    with pytest.raises(guanxi.GuanxiError, match="'tired'"):
        match(HANAMIKOJI, [First, Tired], games=10, resume=file, jobs=1)
    assert len(file.read_bytes().splitlines()) == 5


def test_logs_of_a_pool_and_of_a_resumed_match(tmp_path: Path) -> None:
    logs, file = tmp_path / "logs", tmp_path / "match.jsonl"
    for games in (2, 4):
        match(HANAMIKOJI, [First, Last, "random"], games, seats=2, logs=logs, resume=file, options={"rounds": 1})
    assert len(list(logs.iterdir())) == 12
    log = guanxi.Log.from_json((logs / "hanamikoji-1-0-1.json").read_bytes())
    assert log.seats == ("random", "first")


def test_a_single_game_can_be_replayed() -> None:
    plan = MatchPlan(HANAMIKOJI, ["greedy", "random", First], "s", {}, seats=2)
    assert plan.play(GameId(1, 2, 1)).scores == plan.play_deals(range(2, 3))[3].scores


@pytest.mark.parametrize(
    ("bots", "more", "sentence"),
    [
        (["random", "random", "greedy"], {"seats": 2}, "random was named 2 times"),
        (["random"], {"seats": 2, "pool": True}, "at least two bots"),
        (["greedy", "random"], {"pool": True, "test": SequentialTest(0.4, 0.6)}, "A test compares the bots"),
    ],
)
def test_an_invalid_pool_is_refused(bots: list[str], more: dict[str, object], sentence: str) -> None:
    with pytest.raises(guanxi.BadOption, match=sentence):
        match(HANAMIKOJI, bots, 10, **more)  # type: ignore[arg-type]


def test_the_command_writes_json_and_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, page = tmp_path / "result.json", tmp_path / "result.html"
    arguments = [*small("greedy", "random", "twin:greedy"), "--json", str(file), "--page", str(page)]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "12 games of hanamikoji (2 deals at each of 3 tables), seed 1" in said
    assert "Win rate of the row against the column" in said
    result = msgspec.json.decode(file.read_bytes(), type=MatchResult)
    assert (result.pool, len(result.ratings), len(result.payoffs)) == (True, 3, 3)
    document = page.read_text()
    assert "guanxi match hanamikoji --bots greedy,random,twin:greedy --games 4 --seed 1 --seats 2 --pool" in document
    for heading in ("Standings", "Against each other", "Seats", "Think time"):
        assert f"<h2>{heading}</h2>" in document
    assert not re.search(r"(src|href)=", document)


def test_a_game_for_four_is_filled_with_the_last_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "haiduci", "--bots", "random", "--seats", "4", "--games", "4", "--json"]) == 0
    assert [bot["bot"] for bot in json.loads(capsys.readouterr().out)["bots"]] == [f"random {n}" for n in (1, 2, 3, 4)]
    assert main(["match", "haiduci", "--bots", "greedy,random", "--games", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == guanxi.game("haiduci").usual


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--test", "0.5"], "A test is written LOW:HIGH"),
        (["--bots", "greedy,,random"], "Separate names with commas"),
        (["--page", "/nowhere/page.html"], "The directory /nowhere does not exist"),
        (["--json", "."], "is a directory"),
        (["--ray", "127.0.0.1:1"], "There is no Ray cluster at 127.0.0.1:1"),
        (["--pool", "--bots", "greedy,random,greedy"], "greedy was named 2 times"),
    ],
)
def test_the_command_refuses_before_it_plays(
    more: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--ray" in more:
        pytest.importorskip("ray")
    assert main(["match", "hanamikoji", "--games", "1000000", *more]) == 2
    assert sentence in capsys.readouterr().err


def test_a_missing_ray_is_explained(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*small("greedy", "random"), "--ray", "local"]) == 2
    assert 'Ray is not installed: pip install "guanxi[ray]"' in capsys.readouterr().err


def test_workers_of_a_killed_match_exit(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    command = [sys.executable, "-c", PROGRAM, *small("greedy", "random", games=1_000_000), "--resume", str(file)]
    running = subprocess.Popen([*command, "--jobs", "2"], stdout=subprocess.PIPE, start_new_session=True)
    while running.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") > 5):
        time.sleep(0.05)
    running.kill()
    try:
        # The pipe ends when no process holds it any more.
        running.communicate(timeout=300)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_match_says_how_to_resume_and_does(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    command = [sys.executable, "-c", PROGRAM, *small("greedy", "random", games=1_000_000), "--resume", str(file)]
    running = subprocess.Popen(
        [*command, "--jobs", jobs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True
    )
    while running.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") > 5):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, out) == (130, "")
    kept = file.read_bytes().count(b"\n") - 1
    assert f"{kept:,} of 1,000,000 games are saved in {file}. Run the same command to resume." in err
    result = match(HANAMIKOJI, ["greedy", "random"], games=6, options={"rounds": 1}, resume=file)
    assert result.resumed >= 5
