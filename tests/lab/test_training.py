"""Training: a run learns, can be interrupted and resumed, and the bots use the weights it writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

import guanxi
from guanxi.bots.learned import Learned
from guanxi.bots.network_files import (
    BadNetworkFile,
    NetworkWeights,
    build_network,
    inputs_of,
    network_adviser,
    network_in,
    packaged_network,
    read_weights,
)
from guanxi.bots.search_bot import workspace_for
from guanxi.cli import main
from guanxi.engine.core.adviser import Inputs
from guanxi.lab.selfplay import play_games
from guanxi.lab.trainable import TrainableNetwork
from guanxi.lab.training import TrainingRun, train, workers
from guanxi.lab.variations import every_table

if TYPE_CHECKING:
    from pathlib import Path

HANAMIKOJI = guanxi.game("hanamikoji")


def training_run(folder: Path, seed: str = "1") -> TrainingRun:
    return TrainingRun(HANAMIKOJI, folder, (2,), seed)


def resume(run: TrainingRun, games: int, jobs: int = 1, ray: str | None = None) -> None:
    with workers(run.state, jobs, ray) as play_tasks:
        train(run, games, play_tasks, jobs, batch=10)


def test_a_network_learns_its_targets() -> None:
    random = np.random.default_rng(1)
    rows = random.standard_normal((4000, 8)).astype(np.float32)
    targets = np.tanh(rows[:, 0] - rows[:, 1] * (rows[:, 2] > 0)).astype(np.float32)
    learner = TrainableNetwork(8, 1)
    errors = [learner.train_step(rows[start : start + 400], targets[start : start + 400], 3e-3) for start in [0] * 200]
    assert errors[-1] < errors[0] / 10


def test_the_compiled_network_equals_the_trained_one() -> None:
    learner = TrainableNetwork(inputs_of(HANAMIKOJI), 3)
    numbers = learner.weights("hanamikoji", 1, 0)
    position = HANAMIKOJI.table(seed=4).position
    inputs = Inputs()
    HANAMIKOJI.adviser(position).describe(0, inputs)
    row = np.array([inputs.x[: inputs.count]], np.float32)
    said = network_adviser(HANAMIKOJI, position, build_network(numbers)).value(0)
    assert said == pytest.approx(float(learner.evaluate(row)[0]), abs=1e-3)


def test_self_play_is_the_same_from_the_same_seed() -> None:
    one, other = (play_games(HANAMIKOJI, (2,), None, 5, 0.1, "seed") for _ in range(2))
    assert one.rows == other.rows
    assert one.targets == other.targets
    assert all(-1 <= target <= 1 for target in one.targets)


def test_all_boards_and_variants_are_played() -> None:
    han = guanxi.game("han")
    played = [(options.board, options.variant) for options in every_table(han, 4)]
    assert played == list(product(("border_disputes", "ways_of_diplomacy"), (False, True)))
    assert {options.board for options in every_table(han, 5)} == {"border_disputes"}
    assert [options.rounds for options in every_table(HANAMIKOJI, 2)] == [30]
    # The fifth to seventh number of a row are the size of the board, its open cards and fortifications.
    assert len({tuple(row[4:7]) for row in play_games(han, (4,), None, 12, 0.1, "boards").rows}) >= 3


def test_a_run_is_resumed(tmp_path: Path) -> None:
    resume(training_run(tmp_path), 20)
    run = training_run(tmp_path)
    assert run.state.games == 20
    steps = run.network.steps
    resume(run, 30)
    assert run.state.games == 30
    assert run.network.steps > steps
    assert read_weights(tmp_path / "network.json").games == 30


def test_another_run_is_not_overwritten(tmp_path: Path) -> None:
    resume(training_run(tmp_path), 10)
    with pytest.raises(guanxi.BadOption, match="has seed 1, not 2"):
        training_run(tmp_path, "2")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(guanxi.BadOption, match="is not empty"):
        training_run(tmp_path / "other")


def test_the_command_prints_its_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "hanamikoji", "--games", "10", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "10 games" in said
    assert str(tmp_path / "network.json") in said.replace("\n", "")


def test_the_result_is_seated_by_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    resume(training_run(tmp_path), 10)
    bots = f"learned:{tmp_path},random"
    assert main(["match", "hanamikoji", "--bots", bots, "--games", "2", "--option", "rounds=1"]) == 0
    capsys.readouterr()
    for bot, said in {
        "learned": "needs the folder of a training run",
        f"learned:{tmp_path / 'none'}": "There is no trained network at",
        f"learned:{tmp_path / 'training.json'}": "is not a weight file",
    }.items():
        assert main(["match", "hanamikoji", "--bots", f"{bot},random", "--games", "2"]) == 2
        assert said in capsys.readouterr().err
    assert main(["match", "han", "--bots", bots, "--games", "2"]) == 2
    assert "was trained for hanamikoji, not for han" in capsys.readouterr().err


def test_a_learned_bot_searches_with_its_own_network(tmp_path: Path) -> None:
    resume(training_run(tmp_path), 10)
    sight = HANAMIKOJI.table(seed=4).sight(HANAMIKOJI.table(seed=4).to_move[0])
    Learned(Random(1), str(tmp_path)).choose(sight)
    file = str(tmp_path / "network.json")
    adviser = workspace_for(HANAMIKOJI, True, file).search.adviser
    assert adviser.network is network_in(tmp_path / "network.json")  # type: ignore[attr-defined]
    numbers = replace(read_weights(tmp_path / "network.json"), inputs=3)
    (tmp_path / "old.json").write_bytes(msgspec.json.encode(numbers))
    old = Learned(Random(1), str(tmp_path / "old.json"))
    with pytest.raises(guanxi.BadOption, match="train it again"):
        old.choose(sight)


def test_a_terminated_run_keeps_all_its_games(tmp_path: Path) -> None:
    program = "import sys; from guanxi.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "train", "hanamikoji", "--jobs", "2", "--out", str(tmp_path / "run")]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, text=True)
    log = tmp_path / "run" / "training.log"
    while not log.exists() and running.poll() is None:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGTERM)
    _, said = running.communicate(timeout=300)
    assert running.returncode == 130
    lines = log.read_text(encoding="utf-8").splitlines()
    games = training_run(tmp_path / "run").state.games
    assert f"{games:,} games are saved in" in said
    assert games == 200 * len(lines)
    assert f"  {games:,} of 100,000 games, error " in lines[-1]


@pytest.mark.filterwarnings("ignore")
def test_two_workers_of_a_ray_cluster_play_for_a_training_run(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    run = training_run(tmp_path)
    resume(run, 20, jobs=2, ray="local")
    assert run.state.games == 20


@pytest.mark.parametrize("name", guanxi.game_names())
def test_packaged_weights_fit_their_game(name: str) -> None:
    found = packaged_network(name)
    game = guanxi.game(name)
    if found:
        assert found.inputs == inputs_of(game)
        position = game.table(seed=1).position
        assert -1 <= network_adviser(game, position, found).value(Random(1).randrange(2)) <= 1


def test_weights_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    (tmp_path / "network.json").write_text('{"game": "han"}', encoding="utf-8")
    with pytest.raises(BadNetworkFile, match="is not a weight file"):
        read_weights(tmp_path / "network.json")


def test_a_network_is_as_wide_as_its_file_says() -> None:
    numbers = NetworkWeights(
        game="hanamikoji", rules=1, inputs=2, games=0,
        first=[1.0, 0.0, 0.0, 0.0, 1.0, -1.0], first_bias=[0.0, 0.0, 0.5],
        second=[1.0, 1.0, 0.25], second_bias=[0.0], last=[0.5], last_bias=0.1,
    )  # fmt: skip
    inputs = Inputs()
    inputs.add(0.5)
    inputs.add(0.25)
    assert build_network(numbers).evaluate(inputs) == pytest.approx(np.tanh((0.5 + 0.25 + 0.25 * 0.25) * 0.5 + 0.1))
    with pytest.raises(BadNetworkFile, match="second has 2 numbers; it should have 3"):
        build_network(replace(numbers, second=[1.0, 1.0]))
    with pytest.raises(BadNetworkFile, match="A layer has 4096 numbers, but at most 128 are supported"):
        build_network(replace(numbers, first_bias=[0.0] * 4096))
