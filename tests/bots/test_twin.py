"""The cheating twin: only it gets the true position, and only in matches."""

from __future__ import annotations

from pathlib import Path
from random import Random

import guanxi
from guanxi.bots import bot, maker
from guanxi.bots.twin import Twin
from guanxi.engine.sight import Sight, TrueSight
from tests.engine.sealed_game import GAME as BIDDING

HANAMIKOJI = guanxi.game("hanamikoji")
SOURCE = Path(guanxi.__file__).parent


def test_a_true_sight_imagines_the_truth_with_another_future() -> None:
    table = HANAMIKOJI.table(seed=5, first=0)
    truth = table.position.numbers()
    words = set()
    for chance in range(3):
        world = table.true_sight(0).sample_world(Random(chance)).numbers()
        words.add(tuple(world.pop("words")))
        assert world == {name: value for name, value in truth.items() if name != "words"}
    assert len(words) == 3
    assert tuple(truth["words"]) not in words


def test_a_true_sight_says_that_it_is_not_honest_and_otherwise_shows_what_is_seen() -> None:
    table = HANAMIKOJI.table(seed=5, first=0)
    honest, true = table.sight(0), table.true_sight(0)
    assert (honest.honest, true.honest) == (True, False)
    assert isinstance(true, Sight)
    assert (true.view, true.legal_numbers, true.numbers()) == (honest.view, honest.legal_numbers, honest.numbers())


def test_a_true_sight_knows_what_others_have_sealed() -> None:
    table = BIDDING.table(seed=1)
    table.play(0, 4)
    assert table.true_sight(1).sample_world(Random(1)).sealed[0] == 4
    assert table.sight(1).sample_world(Random(1)).sealed[0] == -1


def test_samples_of_a_true_sight_are_copies() -> None:
    table = HANAMIKOJI.table(seed=5, first=0)
    sight = table.true_sight(0)
    world = sight.sample_world(Random(1))
    world.play(0, sight.legal_numbers[0])
    again = sight.sample_world(Random(1), into=world).numbers()
    assert again["hand"] == table.position.numbers()["hand"]


def test_the_twin_of_greedy_beats_greedy() -> None:
    won = 0.0
    for deal in range(120):
        for seat in (0, 1):
            table = HANAMIKOJI.table(seed=deal, rounds=10)
            twin, greedy = Twin(Random(deal), "greedy"), bot("greedy", Random(deal))
            while table.to_move:
                mover = table.to_move[0]
                cheats = mover == seat
                sight = table.true_sight(mover) if cheats else table.sight(mover)
                table.play(mover, (twin if cheats else greedy).choose(sight))
            assert table.result
            won += (seat in table.result.winners) / len(table.result.winners)
    assert won > 0.52 * 240


def test_a_twin_says_that_it_cheats_and_others_do_not() -> None:
    assert bot("twin:greedy", Random(1)).name == "twin:greedy"
    assert Twin.cheats
    assert not any(getattr(maker(name), "cheats", False) for name in ("greedy", "random"))


def test_only_matches_and_reviews_ask_for_the_truth() -> None:
    asking = {
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*.py")
        if any(word in file.read_text(encoding="utf-8") for word in ("true_sight", TrueSight.__name__))
    }
    # Reviews are of finished games, in which nothing is hidden any more.
    asking.remove("bots/review.py")
    assert {file.split("/")[0] for file in asking} == {"engine", "lab"}
