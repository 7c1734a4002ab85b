"""Batches: plain and native tables play the same games, and show each seat what it may know and nothing else."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import guanxi
from guanxi.bridges import batch as batches
from guanxi.bridges import observe
from guanxi.bridges.batch import Batch
from guanxi.bridges.tables import PlainTables
from guanxi.engine.errors import BadOption, GuanxiError, IllegalMove
from tests.bridges.auction import GAME as AUCTION
from tests.engine.fingerprint import is_plain

ROOT = Path(__file__).parents[2]
ARRAYS = ("observations", "masks", "rewards", "done", "to_move", "random_moves")
every_game = pytest.mark.parametrize("name", guanxi.game_names())


@pytest.fixture
def plain_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches that do not use the native modules."""
    monkeypatch.setattr(batches, "native_tables", lambda *_: None)


def seats_of(name: str) -> int:
    """A usual number of players."""
    return guanxi.game(name).usual


def play(batch: Batch, steps: int) -> int:
    """Play random moves at all tables; returns how many games have ended."""
    ended = 0
    for _ in range(steps):
        batch.step(batch.random_moves)
        ended += int(batch.done.sum())
    return ended


@pytest.mark.skipif(is_plain(), reason="nothing is compiled here")
@every_game
def test_native_and_plain_tables_play_the_same_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    native = guanxi.batch(name, 6, seats=seats_of(name), seed=3)
    monkeypatch.setattr(batches, "native_tables", lambda *_: None)
    plain = guanxi.batch(name, 6, seats=seats_of(name), seed=3)
    assert isinstance(plain._tables, PlainTables)
    assert not isinstance(native._tables, PlainTables)
    ended = 0
    for _ in range(600):
        for array in ARRAYS:
            assert np.array_equal(getattr(native, array), getattr(plain, array)), array
        native.step(native.random_moves)
        plain.step(plain.random_moves)
        ended += int(native.done.sum())
    assert ended
    assert all(native.position(table) == plain.position(table) for table in range(6))


FINGERPRINT = "from tests.bridges.test_batch import fingerprint; print(fingerprint())"


def fingerprint() -> str:
    """A digest of everything that random games of Hanamikoji show."""
    batch, found = guanxi.batch("hanamikoji", 5, seed="print"), hashlib.sha256()
    for _ in range(200):
        for array in ARRAYS:
            found.update(getattr(batch, array).tobytes())
        batch.step(batch.random_moves)
    return found.hexdigest()


def test_the_plain_sources_play_the_same_games() -> None:
    environment = {**os.environ, "GUANXI_PLAIN": "1"}
    command = [sys.executable, "-c", FINGERPRINT]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == fingerprint()


@every_game
def test_arrays_are_those_of_the_positions_and_of_the_bridges(name: str) -> None:
    batch = guanxi.batch(name, 4, seats=seats_of(name), seed=2)
    game = batch.game
    for _ in range(60):
        for table in range(4):
            p, seat = batch.position(table), int(batch.to_move[table])
            assert seat == p.to_move[0]
            assert np.flatnonzero(batch.masks[table]).tolist() == sorted(p.legal(seat))
            expected = np.array(observe(game, p, seat), np.float32) / np.array(game.observation, np.float32)
            assert np.array_equal(batch.observations[table], expected)
        play(batch, 5)


@every_game
def test_what_a_seat_cannot_know_changes_nothing_it_gets(name: str) -> None:
    batch = guanxi.batch(name, 4, seats=seats_of(name), seed=4)
    random, changed = Random(1), 0
    for _ in range(60):
        play(batch, 3)
        for table in range(4):
            p, seat = batch.position(table), int(batch.to_move[table])
            shown = batch.observations[table].tobytes(), batch.masks[table].tobytes()
            other = p.copy()
            other.reseed(*(random.getrandbits(32) for _ in range(4)))
            other.imagine(seat)
            changed += other.numbers() | {"words": 0} != p.numbers() | {"words": 0}
            # A seat that has to decide after those that have sealed a choice is asked first once they have not.
            if other.to_move[0] != seat:
                continue
            batch._tables.write(table, other)
            assert (batch.observations[table].tobytes(), batch.masks[table].tobytes()) == shown
            batch._tables.write(table, p)
    assert changed


def test_a_finished_game_is_paid_and_followed_by_the_next_one() -> None:
    batch = guanxi.batch("hanamikoji", 300, seed=1, rounds=1)
    ended = 0
    for _ in range(30):
        batch.step(batch.random_moves)
        assert not batch.rewards[~batch.done].any()
        assert not batch.rewards.sum(axis=1).any()
        new = np.flatnonzero(batch.done).tolist()
        assert all(batch.position(table).numbers()["turn"] == 0 for table in new)
        ended += len(new)
    assert ended >= 600


def test_the_number_of_threads_changes_nothing() -> None:
    one, three = (guanxi.batch("hanamikoji", 400, seed=1, threads=threads) for threads in (1, 3))
    for _ in range(40):
        assert all(np.array_equal(getattr(one, array), getattr(three, array)) for array in ARRAYS)
        one.step(one.random_moves)
        three.step(three.random_moves)
    three.close()


def test_seeds() -> None:
    def later(batch: Batch) -> bytes:
        play(batch, 30)
        return batch.observations.tobytes()

    one, two, other, secret = (guanxi.batch("hanamikoji", 4, seed=seed) for seed in (1, 1, 2, None))
    assert later(one) == later(two)
    assert len({later(one), later(other), later(secret)}) == 3
    one.reset(5)
    two.reset(5)
    assert later(one) == later(two)
    one.reset()
    two.reset()
    assert later(one) == later(two)


def test_random_moves_are_uniform() -> None:
    batch = guanxi.batch("hanamikoji", 2000, seed=1, first=0)
    p = batch.position(0)
    for table in range(2000):
        batch._tables.write(table, p)
    counts = np.bincount(batch.random_moves, minlength=batch.game.moves)[batch.masks[0]]
    expected = 2000 / len(counts)
    assert ((counts - expected) ** 2 / expected).sum() < 2 * len(counts)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_with_opponents_every_decision_is_the_learners(bot: str) -> None:
    batch = guanxi.batch("hanamikoji", 4, seed=1, opponents=bot, rounds=1)
    assert batch.learner.tolist() == [0, 1, 0, 1]
    ended = 0
    for _ in range(12):
        assert np.array_equal(batch.to_move, batch.learner)
        batch.step(batch.random_moves)
        ended += int(batch.done.sum())
    assert ended >= 4
    batch.close()


def test_opponents_are_reproducible() -> None:
    one, two = (guanxi.batch("han", 3, seats=3, seed=1, opponents="greedy") for _ in range(2))
    for _ in range(5):
        one.step(one.random_moves)
        two.step(two.random_moves)
    assert all(np.array_equal(getattr(one, array), getattr(two, array)) for array in ARRAYS)


def test_an_illegal_move_names_its_table_and_changes_nothing() -> None:
    batch = guanxi.batch("hanamikoji", 5, seed=1)
    before = [batch.position(table) for table in range(5)]
    for wrong in (533, 534, -1, 2**40):
        moves = batch.random_moves.copy()
        moves[3] = wrong
        with pytest.raises(IllegalMove, match=f"Table 3: move {wrong} is not legal now"):
            batch.step(moves)
    assert [batch.position(table) for table in range(5)] == before


@pytest.mark.parametrize("moves", [[0, 1], np.zeros((5, 1), int), np.zeros(5), None, ["a"] * 5, 0])
def test_moves_of_a_wrong_shape_or_kind_are_refused(moves: Any) -> None:
    batch = guanxi.batch("hanamikoji", 5, seed=1)
    with pytest.raises(BadOption, match="one move for each of the 5 tables"):
        batch.step(moves)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"tables": 0}, "at least 1, not 0"),
        ({"threads": 0}, "at least 1, not 0"),
        ({"seats": 3}, "2 players, not 3"),
        ({"opponents": "nobody"}, "There is no bot 'nobody'"),
        ({"colour": 1}, "no option 'colour'"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        guanxi.batch("hanamikoji", **given)


def test_arrays_cannot_be_written() -> None:
    batch = guanxi.batch("hanamikoji", 2, seed=1)
    for array in ARRAYS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, array)[0] = 1


def test_a_closed_batch_says_so() -> None:
    batch = guanxi.batch("hanamikoji", tables=2, seed=1)
    batch.close()
    with pytest.raises(GuanxiError, match="This batch is closed"):
        batch.step(batch.random_moves)
    with pytest.raises(GuanxiError, match="This batch is closed"):
        batch.reset()


def test_fields_by_name() -> None:
    batch = guanxi.batch("hanamikoji", 3, seed=1, first=0)
    assert batch.field("competition").shape == (3, 2, 7)
    assert batch.field("to_move").tolist() == [1, 1, 1]
    hand = batch.field("hand")[0] * 7  # the most items of a geisha in any file of cards
    assert hand.tolist() == pytest.approx(batch.position(0).numbers()["hand"][0])
    with pytest.raises(BadOption, match=r"no field 'cards'\. Its fields: hand, side"):
        batch.field("cards")
    with pytest.raises(BadOption, match="tables are numbered from 0 to 2"):
        batch.position(3)


def test_a_game_of_ones_own_can_be_played_in_a_batch() -> None:
    batch = guanxi.batch(AUCTION, 4, seed=1)
    assert play(batch, 50)


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_seat_remembers_its_own_decisions_of_this_game_and_nothing_else(opponents: str | None) -> None:
    tables, recall = 30, 3
    batch = guanxi.batch("hanamikoji", tables, seed=5, recall=recall, rounds=1, opponents=opponents)
    made: dict[tuple[int, int], list[tuple[bytes, int]]] = {}
    ended = 0
    for _ in range(40):
        known, chosen = batch.known, batch.chosen
        for table, seat in enumerate(batch.to_move.tolist()):
            last = made.get((table, seat), [])[: -1 - recall : -1]
            missing = recall - len(last)
            assert chosen[table].tolist() == [move for _, move in last] + [-1] * missing
            assert [row.tobytes() for row in known[table][: len(last)]] == [seen for seen, _ in last]
            assert not known[table][len(last) :].any()
            seen = batch.observations[table].tobytes()
            made.setdefault((table, seat), []).append((seen, int(batch.random_moves[table])))
        batch.step(batch.random_moves)
        ended += int(batch.done.sum())
        made = {place: kept for place, kept in made.items() if not batch.done[place[0]]}
    assert ended > tables
    batch.reset()
    assert (batch.chosen == -1).all()


def test_a_batch_remembers_nothing_unless_it_is_asked_to() -> None:
    batch = guanxi.batch("hanamikoji", 2, seed=1)
    with pytest.raises(BadOption, match="make it with recall=8"):
        _ = batch.known


@pytest.mark.parametrize("odd", [None, 0.5, True, "1", [], object()], ids=lambda odd: f"{odd!s:.4}")
def test_anything_but_a_number_or_a_name_is_refused(odd: Any) -> None:
    batch = guanxi.batch("hanamikoji", 2, seed=1)
    asks: list[Any] = [batch.position, batch.field, batch.step, *([] if odd in (None, "1") else [batch.reset])]
    for ask in asks:
        with pytest.raises(BadOption):
            ask(odd)
    for name in ("tables", "threads", "recall", "seats", "opponents"):
        if odd is not None or name in ("tables", "recall"):
            with pytest.raises(GuanxiError):
                guanxi.batch("hanamikoji", **{"tables": 2, name: odd})
