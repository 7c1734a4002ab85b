"""Weights of networks: files that fit, the bots that use them, and the games that networks learn from."""

from __future__ import annotations

from itertools import product
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

import guanxi
from guanxi.bots.core.network import NetworkAdviser
from guanxi.bots.learned import Learned
from guanxi.bots.network_files import (
    FOLDER,
    BadNetworkFile,
    NetworkWeights,
    build_network,
    inputs_of,
    network_adviser,
    network_in,
    packaged_network,
    read_weights,
)
from guanxi.bots.search_bot import SearchBot, SearchSettings, workspace_for
from guanxi.cli import main
from guanxi.engine.core.adviser import Inputs
from guanxi.lab.selfplay import SelfPlaySettings, play_games
from guanxi.lab.variations import every_table

if TYPE_CHECKING:
    from pathlib import Path

HANAMIKOJI = guanxi.game("hanamikoji")


def run_folder(folder: Path) -> Path:
    """A folder with the result of a training run."""
    weights = replace(read_weights(FOLDER / "hanamikoji.json"), games=10)
    (folder / "network.json").write_bytes(msgspec.json.encode(weights))
    (folder / "training.json").write_text("{}", encoding="utf-8")
    return folder


def test_self_play_is_the_same_from_the_same_seed() -> None:
    one, other = (play_games(HANAMIKOJI, (2,), None, 5, SelfPlaySettings(), "seed") for _ in range(2))
    assert one.rows == other.rows
    assert one.targets == other.targets
    assert all(-1 <= target <= 1 for target in one.targets)


def test_with_pauses_a_sample_learns_from_the_next_round_and_not_from_the_result() -> None:
    weights = read_weights(FOLDER / "hanamikoji.json")

    def targets(pauses: float) -> list[float]:
        samples = play_games(HANAMIKOJI, (2,), weights, 20, SelfPlaySettings(pauses=pauses), "seed")
        return [float(target) for target in samples.targets]

    results, estimates = targets(0.0), targets(1.0)
    assert len(results) == len(estimates)
    # The last round of a game has nothing after it; the result of a game is certain, an estimate is not.
    assert any(one == other for one, other in zip(results, estimates, strict=True))
    assert fmean(target**2 for target in estimates) < 0.8 * fmean(target**2 for target in results)


def test_all_boards_and_variants_are_played() -> None:
    han = guanxi.game("han")
    played = [(options.board, options.variant) for options in every_table(han, 4)]
    assert played == list(product(("border_disputes", "ways_of_diplomacy"), (False, True)))
    assert {options.board for options in every_table(han, 5)} == {"border_disputes"}
    assert [options.rounds for options in every_table(HANAMIKOJI, 2)] == [30]
    # The fifth to seventh number of a row are the size of the board, its open cards and fortifications.
    assert len({tuple(row[4:7]) for row in play_games(han, (4,), None, 12, SelfPlaySettings(), "boards").rows}) >= 3


def test_the_result_is_seated_by_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_folder(tmp_path)
    bots = f"learned:{tmp_path},random"
    assert main(["match", "hanamikoji", "--bots", bots, "--games", "2", "--option", "rounds=1"]) == 0
    capsys.readouterr()
    for bot, said in {
        "learned": "needs the folder of a training run",
        f"learned:{tmp_path / 'none'}": "There is no trained network at",
        f"learned:{tmp_path / 'training.json'}": "is not a weight file",
        f"learned:{tmp_path}@wizard": "There is no level 'wizard'. Levels: quick, novice,",
        f"learned:{tmp_path}@expert:soon": "takes seconds to think",
    }.items():
        assert main(["match", "hanamikoji", "--bots", f"{bot},random", "--games", "2"]) == 2
        assert said in capsys.readouterr().err
    assert main(["match", "han", "--bots", bots, "--games", "2"]) == 2
    assert "was trained for hanamikoji, not for han" in capsys.readouterr().err


def test_a_learned_bot_searches_with_its_own_network(tmp_path: Path) -> None:
    run_folder(tmp_path)
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


@pytest.mark.parametrize("name", guanxi.game_names())
def test_packaged_weights_fit_their_game(name: str) -> None:
    game = guanxi.game(name)
    for seats in game.seats:
        found = packaged_network(name, seats)
        assert found
        assert found.inputs == inputs_of(game)
        position = game.table(seed=1).position
        assert -1 <= network_adviser(game, position, found).value(Random(1).randrange(2)) <= 1


def test_one_workspace_uses_the_network_for_the_number_of_players() -> None:
    game = guanxi.game("han")
    used = []
    for seats in (2, 4, 3):
        table = game.table(seats, seed=1)
        searcher = SearchBot(Random(1), SearchSettings(iterations=1), "small")
        searcher.think(table.sight(table.to_move[0]))
        adviser = searcher.workspace(table.sight(table.to_move[0])).search.adviser
        assert isinstance(adviser, NetworkAdviser)
        assert adviser.network is packaged_network("han", seats)
        used.append(adviser.network)
    assert used[0] is used[2] is not used[1]


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
    assert build_network(numbers).evaluate(inputs, 0) == pytest.approx(np.tanh((0.5 + 0.25 + 0.25 * 0.25) * 0.5 + 0.1))
    with pytest.raises(BadNetworkFile, match="second has 2 numbers; it should have 3"):
        build_network(replace(numbers, second=[1.0, 1.0]))
    with pytest.raises(BadNetworkFile, match="A layer has 4096 numbers, but at most 128 are supported"):
        build_network(replace(numbers, first_bias=[0.0] * 4096))


def test_a_learned_bot_searches_like_a_level(tmp_path: Path) -> None:
    table = HANAMIKOJI.table(seed=4)
    sight = table.sight(table.to_move[0])
    player = Learned(Random(1), f"{run_folder(tmp_path)}@expert:iterations=4")
    assert player.choose(sight) in sight.legal_numbers
    assert player.searcher
    assert (player.searcher.settings.lookahead, player.searcher.settings.iterations) == (12, 4)
