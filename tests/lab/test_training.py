"""Training: a run learns, and can be interrupted and resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import numpy as np
import pytest
from msgspec import structs

import guanxi
from guanxi.bots.network_files import build_network, inputs_of, network_adviser, players_of, read_weights
from guanxi.cli import main
from guanxi.engine.core.adviser import Inputs

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("torch")

from guanxi.lab.actors import workers
from guanxi.lab.selfplay import SelfPlaySettings, play_games
from guanxi.lab.trainable import TrainableNetwork
from guanxi.lab.training import Recipe, SelfPlayState, self_play_run, tasks_of, train, usual_run
from guanxi.lab.training_run import TrainingRun

HANAMIKOJI, LOTUS = guanxi.game("hanamikoji"), guanxi.game("white_lotus")


QUICK = Recipe(batch=10, taught=10, parts=2, stages=2, judged=4)


def training_run(folder: Path, seed: str = "1", recipe: Recipe = QUICK) -> TrainingRun[SelfPlayState]:
    return self_play_run(HANAMIKOJI, folder, (2,), seed, recipe)


def resume(run: TrainingRun[SelfPlayState], games: int, jobs: int = 1, ray: str | None = None) -> None:
    with workers(run.state.game, run.state.players, jobs, ray) as play_tasks:
        train(run, games, play_tasks)


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


def test_players_are_compared_alike_compiled_and_in_training() -> None:
    learner = TrainableNetwork(inputs_of(LOTUS), 3, 16, 8, players_of(LOTUS))
    for seats in (3, 6):
        position = LOTUS.begin(seats, LOTUS.check_options(seats, {}), (1, 2, 3, 4))
        adviser = network_adviser(LOTUS, position, build_network(learner.weights("white_lotus", 1, 0)))
        inputs = Inputs()
        values = []
        for seat in range(seats):
            inputs.count = 0
            LOTUS.adviser(position).describe(seat, inputs)
            row = np.array([inputs.x[: inputs.count]], np.float32)
            values.append(adviser.value(seat))
            assert values[-1] == pytest.approx(float(learner.evaluate(row)[0]), abs=1e-3)
        assert sum(values) == pytest.approx(0)


def test_one_position_teaches_the_chances_of_all_players() -> None:
    samples = play_games(LOTUS, (3,), None, 2, SelfPlaySettings(trust=1.0), "seed")
    rows, targets = samples.arrays()
    assert targets.shape == (len(rows), players_of(LOTUS))
    assert targets[:, :3].sum(1) == pytest.approx(0, abs=1e-6)
    assert not targets[:, 3:].any()
    learner = TrainableNetwork(inputs_of(LOTUS), 3, 16, 8, players_of(LOTUS))
    losses = [learner.train_step(rows, targets, 3e-3) for _ in range(60)]
    assert losses[-1] < 0.8 * losses[0]


def test_the_average_of_the_last_steps_plays() -> None:
    learner = TrainableNetwork(8, 1, 6, 4)
    rows = np.random.default_rng(1).standard_normal((50, 8)).astype(np.float32)
    seen = []
    for _ in range(40):
        learner.train_step(rows, np.ones(50, np.float32), 1e-2)
        seen.append(float(learner.layers[4].bias.detach()[0]))
    assert min(seen) < learner.weights("hanamikoji", 1, 0).last_bias < max(seen)


def test_the_file_says_how_many_moves_were_evaluated(tmp_path: Path) -> None:
    resume(training_run(tmp_path, recipe=structs.replace(QUICK, play=SelfPlaySettings(weighed=7))), 20)
    assert read_weights(tmp_path / "network.json").weighed == 7


def test_training_continues_from_the_weights_of_a_file() -> None:
    learner = TrainableNetwork(8, 1, 6, 4)
    rows = np.random.default_rng(1).standard_normal((10, 8)).astype(np.float32)
    numbers = learner.weights("hanamikoji", 1, 0)
    assert TrainableNetwork.from_weights(numbers, 2).evaluate(rows) == pytest.approx(learner.evaluate(rows), abs=1e-4)


def test_a_run_is_resumed(tmp_path: Path) -> None:
    resume(training_run(tmp_path), 20)
    run = training_run(tmp_path)
    assert run.state.games == 20
    steps = run.network.steps
    resume(run, 30)
    assert run.state.games == 30
    assert run.network.steps > steps
    assert read_weights(tmp_path / "network.json").games == 30


def test_the_network_plays_only_after_lessons_from_the_own_adviser(tmp_path: Path) -> None:
    run = training_run(tmp_path, recipe=structs.replace(QUICK, taught=20))
    players = []
    for games in (10, 20, 30):
        players += [weights for weights, *_ in tasks_of(run, 10)]
        resume(run, games)
    assert [weights is None for weights in players] == [True] * 4 + [False] * 2
    assert players[-1]
    assert players[-1].games == 20


def test_careful_play_begins_after_its_share_of_the_games(tmp_path: Path) -> None:
    careful = SelfPlaySettings(worlds=2)
    run = training_run(tmp_path, recipe=structs.replace(QUICK, careful=careful, quick=0.5))
    run.state.goal = 40
    played = []
    for run.state.games in (0, 10, 20, 30):
        played.append({settings for _, _, settings, _ in tasks_of(run, 10)})
    assert played == [{QUICK.play}, {QUICK.play}, {careful}, {careful}]


def test_an_interrupted_run_gives_the_same_numbers(tmp_path: Path) -> None:
    resume(training_run(tmp_path / "whole"), 40)
    with workers("hanamikoji", (2,), 1, None) as play_tasks:
        train(training_run(tmp_path / "cut"), 40, play_tasks, stopping=lambda: True)
    resume(training_run(tmp_path / "cut"), 40)
    whole, cut = (read_weights(tmp_path / folder / "network.json") for folder in ("whole", "cut"))
    assert whole == cut


def test_the_course_of_a_run_is_kept(tmp_path: Path) -> None:
    run = training_run(tmp_path)
    resume(run, 40)
    resume(run := training_run(tmp_path), 80)
    # Two stages in each half, at the times that were asked for then.
    assert [stage.games for stage in run.state.course] == [20, 40, 80]
    assert all(stage.win_rate.low < stage.win_rate.high for stage in run.state.course)
    plot = ElementTree.fromstring((tmp_path / "course.svg").read_text(encoding="utf-8"))
    assert "80 games" in "".join(plot.itertext())
    assert len(plot.findall(".//*[@class='reach']")) == 3


def test_a_run_is_the_same_with_any_number_of_processes(tmp_path: Path) -> None:
    for jobs in (1, 2):
        resume(training_run(tmp_path / str(jobs)), 20, jobs=jobs)
    one, two = (read_weights(tmp_path / jobs / "network.json") for jobs in ("1", "2"))
    assert one == two


def test_another_run_is_not_overwritten(tmp_path: Path) -> None:
    resume(training_run(tmp_path), 10)
    with pytest.raises(guanxi.BadOption, match='another run: seed "1" there, "2" here'):
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
    usual = usual_run("hanamikoji")
    games = training_run(tmp_path / "run", recipe=usual.recipe).state.games
    assert f"{games:,} games are saved in" in said
    assert games == usual.recipe.batch * len(lines)
    assert f"  {games:,} of {usual.games:,} games, loss " in lines[-1]


@pytest.mark.filterwarnings("ignore")
def test_two_workers_of_a_ray_cluster_play_for_a_training_run(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    run = training_run(tmp_path)
    resume(run, 20, jobs=2, ray="local")
    assert run.state.games == 20
