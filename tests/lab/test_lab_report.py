"""`guanxi lab`: the report, from a few real games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.cli import main
from guanxi.engine.errors import BadOption
from guanxi.lab import lab_command
from guanxi.lab.match import match
from guanxi.lab.recording import changes, leader, settled
from guanxi.lab.report import report
from guanxi.lab.study import Study, StudyPlan, play
from guanxi.lab.variations import all_variations, variations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from guanxi.lab.recording import RecordedGame

HAN = guanxi.game("han")


def studied(name: str, games: int, bot: str = "random", **options: object) -> Study:
    game = guanxi.game(name)
    study = Study(StudyPlan(game, [bot], 1, options, seats=game.usual, label="as asked"))
    for deal in play(study.plan, games, 1):
        study.add(deal)
    return study


@pytest.mark.parametrize("name", guanxi.game_names())
def test_every_game_has_a_self_contained_report(name: str) -> None:
    page = report([studied(name, 40)], f"guanxi lab {name}", 40)
    assert not re.search(r"<(script|link|img|iframe)|@import|url\(|src=", page)
    assert page.count("<figure>") == page.count("</figcaption></figure>") > 10
    for found in re.findall(r"<figcaption>(.*?)</figcaption>", page):
        shows, _, rest = found.partition(" <strong>")
        assert shows.endswith("."), found
        assert rest.endswith(".</strong>"), found
    assert "nan" not in re.sub(r"<[^>]*>", " ", page).lower().split()


def test_win_shares_add_up() -> None:
    study = studied("white_lotus", 12)
    for worths in (study.seat, study.order):
        assert sum(worth.share.above for worth in worths.values()) == pytest.approx(12)
    thrones = {had.value: worth.users for had, worth in study.traits.items() if had.trait == "throne at the end"}
    assert thrones == {"emperor": 12, "subject": 36}


def test_a_move_and_its_event_are_reported_once() -> None:
    page = report([studied("hanamikoji", 40)], "", 40)
    chapters = re.findall(r"<summary><b>(.*?)</b>", page)
    assert sorted(chapters) == ["Competition", "Favour", "Gift", "Secret", "Take", "Take pair", "Took", "Trade off"]


def test_different_bots_play_every_deal_in_all_rotations() -> None:
    plan = StudyPlan(guanxi.game("hanamikoji"), ["greedy", "random"], 1)
    deals = list(play(plan, 5, 1))
    assert [len(deal) for deal in deals] == [2, 2, 2]
    assert [one.bots for one in deals[0]] == [(0, 1), (1, 0)]


def test_the_games_are_those_of_a_match() -> None:
    plan = StudyPlan(guanxi.game("hanamikoji"), ["greedy", "random"], 3)
    games = [one for deal in play(plan, 6, 1) for one in deal]
    won = sum(one.shares[one.bots.index(0)] for one in games) / len(games)
    result = match(guanxi.game("hanamikoji"), ["greedy", "random"], 6, 3)
    assert result.bots[0].win_rate.estimate == pytest.approx(won)
    assert result.decisions == sum(sum(one.decisions) for one in games)


def only_file(folder: Path) -> list[str]:
    (file,) = folder.iterdir()
    return file.read_text(encoding="utf-8").splitlines()


def without_seconds(line: str) -> str:
    return re.sub(r'"seconds":\[[^]]*\]', "", line)


def test_several_processes_play_the_same_games_in_the_same_order(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        files = ["--out", str(tmp_path / f"{jobs}.html"), "--results", str(tmp_path / jobs)]
        assert main(["lab", "hanamikoji", "--bots", "random", "--games", "80", "--jobs", jobs, *files]) == 0
    assert (tmp_path / "1.html").read_text() == (tmp_path / "2.html").read_text()
    one, two = ([without_seconds(line) for line in only_file(tmp_path / jobs)] for jobs in ("1", "2"))
    assert one == two


def test_variants_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "han.html"
    compare = ["--compare", "variant", "--compare", "players=2,4"]
    assert main(["lab", "han", "--bots", "random", "--games", "3", *compare, "--out", str(out)]) == 0
    assert "9 games of han" in capsys.readouterr().out
    table = re.findall(r'<tr><th scope="row">(.*?)</th><td>(\d)</td><td>3</td>', out.read_text(encoding="utf-8"))
    assert table == [("variant no, 4 players", "4"), ("variant yes", "4"), ("2 players", "2")]


def test_an_option_that_only_people_see_changes_nothing() -> None:
    shown, hidden = studied("white_lotus", 3, counted=True), studied("white_lotus", 3, counted=False)
    assert "Exactly the same games" in report([shown, hidden], "", 3)


def test_all_variations_of_a_game_are_found() -> None:
    labels = [one.label for one in variations(HAN, "all", 3, {})]
    assert labels == [
        *("2 players", "3 players", "4 players", "5 players"),
        *("board border_disputes", "board ways_of_diplomacy", "variant no", "variant yes"),
    ]
    # Not every board is for every number of players.
    assert [one.label for one in variations(HAN, "board", 5, {})] == ["board border_disputes"]


def test_without_comparison_there_is_one_table() -> None:
    assert [one.label for one in all_variations(HAN, 3, {}, ())] == ["as asked"]


@pytest.mark.parametrize(
    ("compare", "sentence"),
    [
        ("colour", "Available: players, board, variant, first, or all: every value of players and board and variant."),
        ("bord=mine.json", "Did you mean 'board'?"),
        ("first", "Name the values of first to compare"),
        ("players=many", "takes numbers, such as players=3,4, not 'many'"),
        ("board=mine", 'There is no board "mine"'),
    ],
)
def test_comparisons_that_are_refused(compare: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=re.escape(sentence)):
        variations(HAN, compare, 3, {})


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (["--games", "0"], "at least one game, not 0"),
        (["--jobs", "0"], "at least one process, not 0"),
        (["--players", "7"], "2 to 5 players, not 7"),
        (["--bots", "greedy,greedy,random", "--players", "2"], "3 bots were named for 2 seats"),
        (["--out", "nowhere/report.html"], "does not exist. Create it"),
        (["--out", "."], "is a directory"),
    ],
)
def test_invalid_arguments_are_refused_before_play(
    asked: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.txt").write_text("mine")
    assert main(["lab", "han", *asked]) == 2
    assert sentence in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


@pytest.mark.parametrize(("finished", "written"), [(0, False), (3, True)])
def test_ctrl_c_writes_a_report_on_the_finished_games(
    finished: int, written: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(plan: StudyPlan, games: int, jobs: int) -> Iterator[list[RecordedGame]]:
        for number, deal in enumerate(play(plan, games, jobs)):
            if number == finished:
                raise KeyboardInterrupt
            yield deal

    monkeypatch.setattr(lab_command, "play", interrupted)
    out = tmp_path / "report.html"
    assert main(["lab", "hanamikoji", "--bots", "random", "--games", "9", "--jobs", "1", "--out", str(out)]) == 130
    assert out.exists() == written
    if written:
        assert "It was stopped early: 9 games were planned." in out.read_text(encoding="utf-8")
        assert "3 games of hanamikoji" in capsys.readouterr().out


def test_the_lead_in_the_course_of_a_game() -> None:
    assert leader((0.1, 0.5, 0.2)) == 1
    assert leader((0.5, 0.5)) is None
    assert changes([None, 0, 0, 1, None, 1, 0]) == 2
    assert settled([None, 0, 1, 0, 0], winner=0) == 0.75
    assert settled([0, 0, 0], winner=0) == 0
    assert settled([0, 0, 1, 0], winner=0) == 1
