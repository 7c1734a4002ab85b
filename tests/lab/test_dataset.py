"""`guanxi dataset`: games become tables, tables become logs, and nothing half-written is left."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import polars
import pytest
from pyarrow import parquet

import guanxi
from guanxi.cli import main
from guanxi.engine.errors import BadOption
from guanxi.lab import dataset_files
from guanxi.lab.dataset_command import games_done, make_dataset
from guanxi.lab.dataset_files import DatasetFolder, logs, type_of
from guanxi.lab.dataset_recording import DatasetPlan, decision_row
from guanxi.lab.dataset_schema import tables

PAGE = Path(__file__).parents[2] / "docs" / "dataset.md"


def plan(name: str = "hanamikoji", games: int = 2, **more: Any) -> DatasetPlan:
    game = guanxi.game(name)
    return DatasetPlan(game, ["random"], games, "1", {}, players=game.usual, **more)


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("name", guanxi.game_names())
def test_every_game_comes_back_as_a_log_that_replays(name: str, tmp_path: Path) -> None:
    make_dataset(plan(name, events=True, observations=True), tmp_path / "data", 1)
    found = dict(logs(tmp_path / "data"))
    assert list(found) == [0, 1]
    decisions = polars.read_parquet(tmp_path / "data" / "decisions.parquet")
    events = polars.read_parquet(tmp_path / "data" / "events.parquet")
    for number, log in found.items():
        rows = decisions.filter(polars.col("game") == number).rows(named=True)
        for table, row in zip(guanxi.replay(log), rows, strict=False):
            assert row["seat"] in table.to_move
            assert tuple(row["legal"]) == table.legal_numbers(row["seat"])
            assert table.game.move(table.position, row["move"]).notation() == row["notation"]
        *_, last = guanxi.replay(log)
        assert last.over
        assert len(rows) == last.moves
        told = events.filter(polars.col("game") == number)["truth"].to_list()
        assert told == [msgspec.json.encode(event).decode() for event in last.true_events()]


@pytest.mark.parametrize("name", guanxi.game_names())
def test_the_rows_of_a_seat_do_not_depend_on_what_it_cannot_know(name: str) -> None:
    """Deal what the seat has not seen again: its legal moves and its observation stay the same."""
    random, game = Random(1), guanxi.game(name)
    table = game.table(game.usual, seed=3, **game.automatic)
    while not table.over and table.moves < 60:
        seat = table.to_move[0]
        move = random.choice(table.legal_numbers(seat))
        other = table.sight(seat).sample_world(random)
        row = decision_row(game, table.position, seat, move, observed=True)
        assert row == decision_row(game, other, seat, move, observed=True)
        assert list(row[1]) == list(table.legal_numbers(seat))
        table.play(seat, move)


def test_an_event_is_told_to_each_seat_as_it_may_know_it(tmp_path: Path) -> None:
    make_dataset(plan(events=True), tmp_path / "data", 1)
    drawn = polars.read_parquet(tmp_path / "data" / "events.parquet").filter(polars.col("kind") == "drew")
    for row in drawn.rows(named=True):
        truth, *seen = map(msgspec.json.decode, (row["truth"], *row["seen"]))
        assert truth["item"]
        assert [one["item"] is not None for one in seen] == [seat == truth["seat"] for seat in range(2)]


def test_the_documented_tables_are_those_of_the_files(tmp_path: Path) -> None:
    make_dataset(plan(events=True, observations=True), tmp_path / "data", 1)
    page = PAGE.read_text(encoding="utf-8")
    for table, columns in tables(events=True, observations=True).items():
        section = page.partition(f"### `{table}.parquet`")[2].partition("\n#")[0]
        documented = re.findall(r"^\| `(\w+)` \| (\S+) \| (.+) \|$", section, re.MULTILINE)
        assert documented == [tuple(column) for column in columns]
        schema = parquet.read_schema(tmp_path / "data" / f"{table}.parquet")
        assert [(field.name, field.type) for field in schema] == [(one.name, type_of(one.type)) for one in columns]


def test_the_same_command_gives_the_same_files_also_when_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset_files, "PART", 2)
    monkeypatch.setattr("guanxi.lab.dataset_command.PART", 2)
    planned = plan(games=5)
    make_dataset(planned, tmp_path / "whole", 1)
    play = planned.play

    def stop(place: Any) -> Any:
        if place.deal == 3:
            raise KeyboardInterrupt
        return play(place)

    monkeypatch.setattr(planned, "play", stop)
    with pytest.raises(KeyboardInterrupt):
        make_dataset(planned, tmp_path / "again", 1)
    half = DatasetFolder(tmp_path / "again", planned.head(), planned.tables)
    assert not half.complete
    assert games_done(planned, half) == 2
    assert [file.name for file in (tmp_path / "again").iterdir()] == ["parts"]
    with pytest.raises(BadOption, match="games 5 there, 6 here"):
        make_dataset(plan(games=6), tmp_path / "again", 1)
    monkeypatch.setattr(planned, "play", play)
    make_dataset(planned, tmp_path / "again", 1)
    assert files(tmp_path / "again") == files(tmp_path / "whole")
    assert set(files(tmp_path / "whole")) == {"games.parquet", "decisions.parquet"}


def test_a_run_that_is_told_to_stop_says_what_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dataset_files, "PART", 2)
    monkeypatch.setattr("guanxi.lab.dataset_command.PART", 2)
    planned = plan(games=5)
    play = planned.play

    def stop(place: Any) -> Any:
        if place.deal == 3:
            signal.raise_signal(signal.SIGTERM)
        return play(place)

    monkeypatch.setattr(planned, "play", stop)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        make_dataset(planned, tmp_path / "data", 1)
    assert signal.getsignal(signal.SIGTERM) == before
    assert "2 of 5 games are saved" in capsys.readouterr().err


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(BadOption, match="is not empty"):
        make_dataset(plan(), tmp_path, 1)
    (tmp_path / "letter.txt").rename(tmp_path / "games.parquet")
    with pytest.raises(BadOption, match="not a complete Parquet file"):
        make_dataset(plan(), tmp_path, 1)


def test_a_changed_dataset_is_noticed(tmp_path: Path) -> None:
    make_dataset(plan(), tmp_path, 1)
    table = parquet.read_table(tmp_path / "games.parquet")
    seeds = table.column("seed").to_pylist()
    changed = table.set_column(table.schema.get_field_index("seed"), "seed", [seeds[::-1]])
    parquet.write_table(changed.replace_schema_metadata(table.schema.metadata), tmp_path / "games.parquet")
    with pytest.raises(guanxi.BadLog, match="game 0 of the dataset was changed"):
        list(logs(tmp_path))


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "data")
    command = ["dataset", "hanamikoji", "--bots", "greedy,random", "--games", "3", "--option", "rounds=1", "--out", out]
    assert main(command) == 0
    assert "4 games of hanamikoji: " in capsys.readouterr().out
    games = polars.read_parquet(tmp_path / "data" / "games.parquet")
    assert games["bots"].to_list() == [["greedy", "random"], ["random", "greedy"]] * 2
    assert games["seed"].to_list() == ["1-0", "1-0", "1-1", "1-1"]
    assert main(command) == 0
    assert "has all 4 games already" in capsys.readouterr().out
    assert main(["dataset", "logs", out, "--game", "2"]) == 0
    (log,) = (tmp_path / "data" / "logs").iterdir()
    assert main(["verify", str(log)]) == 0
    for wrong, said in {
        ("logs", str(tmp_path)): "There is no dataset in",
        ("logs", out, "--game", "7", "--out", str(tmp_path / "none")): "0 of 1 were found",
        ("hanamikoji", "--games", "0"): "at least one game",
        ("hanamikoji", "--jobs", "0", "--out", str(tmp_path / "new")): "at least one process",
    }.items():
        capsys.readouterr()
        assert main(["dataset", *wrong]) == 2
        assert said in capsys.readouterr().err


def test_without_pyarrow_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("guanxi.lab.dataset_")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["dataset", "hanamikoji", "--games", "1"]) == 2
    assert 'pip install "guanxi[dataset]"' in capsys.readouterr().err


def test_bots_that_think_by_iterations_play_the_same_games_again() -> None:
    game = guanxi.game("hanamikoji")
    bots = ["expert:iterations=20"]
    played = [DatasetPlan(game, bots, 1, "1", {"rounds": 1}, players=2).play_deals(range(1)) for _ in range(2)]
    assert played[0][0].rows == played[1][0].rows
