"""Puzzles: what is found is sure, files are continued, and those that ship are sound."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

import guanxi
from guanxi.cli import main
from guanxi.engine.text import LANGUAGES
from guanxi.lab import puzzle_finding, puzzle_search
from guanxi.lab.puzzle_finding import APART, MOST, content_of
from guanxi.lab.puzzle_search import compared, exact_chances, margin, puzzle_at, says_nothing, solved, verified
from guanxi.lab.study import StudyPlan
from guanxi.learning.prepared import Prepared
from guanxi.learning.puzzles import Answer, Puzzle, id_of, lined, puzzles, read, start_of

if TYPE_CHECKING:
    from pathlib import Path

    from guanxi.engine.sight import Sight
    from guanxi.engine.table import Table

HANAMIKOJI = guanxi.game("hanamikoji")
SHIPPED = [(name, puzzle) for name in guanxi.game_names() for puzzle in puzzles(guanxi.game(name)).values()]


def first_move(table: Table, seat: int, _endings_only: bool = False) -> Puzzle | None:
    """The third decision of every game, as a puzzle whose answer is its first legal move."""
    return with_first_move(table, seat) if table.moves == 2 else None


def with_first_move(table: Table, seat: int, _endings_only: bool = False) -> Puzzle:
    """A decision as a puzzle whose answer is its first legal move."""
    start, move = start_of(table, seat), table.legal_moves(seat)[0].notation()
    answers = [Answer(move, 0.6)]
    return Puzzle(id=id_of("hanamikoji", start), start=start, rules=1, exact=True, found=0.5, answers=answers)


@pytest.fixture
def easy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_finding, "puzzle_at", first_move)


@pytest.mark.parametrize(("name", "puzzle"), SHIPPED, ids=[puzzle.id for _, puzzle in SHIPPED])
def test_shipped_puzzles_have_one_right_answer(name: str, puzzle: Puzzle) -> None:
    game = guanxi.game(name)
    table = puzzle.start.table(game)
    assert puzzle.seat in table.to_move
    assert puzzle.id == id_of(name, puzzle.start)
    legal = {move.notation() for move in table.legal_moves(puzzle.seat)}
    assert legal >= {answer.move for answer in puzzle.answers}
    best, *rivals = [answer.chance for answer in puzzle.answers]
    assert all(best >= rival + margin(puzzle.start.seats) - 0.001 for rival in rivals)
    assert rivals == sorted(rivals, reverse=True)
    assert not says_nothing(puzzle.solution.why)
    for language in LANGUAGES:
        for answer in puzzle.answers:
            assert answer.why is None or table.say(answer.why, language)


@pytest.mark.parametrize("name", guanxi.game_names())
def test_no_two_shipped_puzzles_look_the_same(name: str) -> None:
    found = list(puzzles(guanxi.game(name)).values())
    assert len({content_of(puzzle, guanxi.game(name)) for puzzle in found}) == len(found)


def test_exact_puzzles_stand_with_any_seed() -> None:
    puzzle = next(puzzle for name, puzzle in SHIPPED if name == "hanamikoji" and puzzle.exact)
    assert verified(puzzle, HANAMIKOJI, "other")
    wrong = msgspec.structs.replace(puzzle, answers=puzzle.answers[::-1])
    assert not verified(wrong, HANAMIKOJI, "other")


def test_a_file_is_verified_with_another_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sure = [puzzle for name, puzzle in SHIPPED if name == "hanamikoji" and puzzle.exact][:2]
    wrong = msgspec.structs.replace(sure[0], answers=sure[0].answers[::-1])
    file = tmp_path / "some.jsonl"
    file.write_bytes(b"".join(lined([one]) for one in (sure[0], wrong, sure[1], sure[0])))
    assert main(["puzzles", "hanamikoji", "--verify", "--seed", "2", "--out", str(file)]) == 0
    assert [one.id for one in read(file)] == [one.id for one in sure]
    assert "2 of 4 puzzles" in capsys.readouterr().out
    assert main(["puzzles", "hanamikoji", "--verify", "--out", str(tmp_path / "none.jsonl")]) == 2


def test_endings_are_searched_alone() -> None:
    plan = puzzle_finding.PuzzlePlan(StudyPlan(HANAMIKOJI, ["greedy"], "endings", seats=2), endings_only=True)
    assert all(puzzle.exact for deal in range(3) for puzzle in plan.play(deal).puzzles)


@pytest.mark.parametrize(("name", "puzzle"), [one for one in SHIPPED if one[1].exact][:3])
def test_exact_answers_are_found_again(name: str, puzzle: Puzzle) -> None:
    sight = puzzle.start.table(guanxi.game(name)).sight(puzzle.seat)
    chances = exact_chances(sight, solved(sight, Random(1)))
    found = {
        sight.game.move(puzzle.start.table(sight.game).position, move).notation(): chances[move] for move in chances
    }
    assert found == pytest.approx({answer.move: answer.chance for answer in puzzle.answers}, abs=0.001)


def test_a_lead_that_could_be_chance_makes_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = HANAMIKOJI.table(seed=1, first=0).sight(0)

    def chances_in(_sight: Sight, move: int, seeds: list[tuple[int, int]]) -> list[float]:
        noise = [0.9, 0.1] * len(seeds)
        return noise[: len(seeds)] if move == 0 else [0.3] * len(seeds)

    monkeypatch.setattr(puzzle_search, "chances_in", chances_in)
    assert compared(sight, 1, [2], Random(1)) == {}
    assert compared(sight, 0, [1], Random(1)) == {}
    monkeypatch.setattr(puzzle_search, "chances_in", lambda _sight, move, seeds: [0.6 - 0.2 * move] * len(seeds))
    assert compared(sight, 0, [2, 1], Random(1)) == pytest.approx({0: 0.6, 1: 0.4, 2: 0.2})


def test_a_comparison_ends_as_soon_as_it_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    sight = HANAMIKOJI.table(seed=1, first=0).sight(0)

    def positions(lead: float, noise: float) -> int:
        """The sampled positions that it takes to compare two moves with this lead."""
        looked: list[int] = []

        def chances_in(_sight: Sight, move: int, seeds: list[tuple[int, int]]) -> list[float]:
            looked.append(0 if move else len(seeds))
            return [0.5 + (0.0 if move else lead + noise * (-1) ** index) for index in range(len(seeds))]

        monkeypatch.setattr(puzzle_search, "chances_in", chances_in)
        compared(sight, 0, [1], Random(1))
        return sum(looked)

    least = margin(2)
    assert positions(3 * least, 0.0) == puzzle_search.SETTLED
    assert positions(1.2 * least, 0.5 * least) == puzzle_search.STAGES[-1]
    assert positions(0.8 * least, 0.0) == puzzle_search.STAGES[0]


def test_decisions_with_two_moves_are_no_puzzles() -> None:
    table = HANAMIKOJI.table(seed=3, first=0, rounds=1)
    while len(table.legal_numbers(table.to_move[0])) > 2:
        table.play(table.to_move[0], table.legal_numbers(table.to_move[0])[0])
    assert puzzle_at(table, table.to_move[0]) is None


@pytest.mark.usefixtures("easy")
def test_a_file_is_continued_where_it_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    wanted = ["puzzles", "hanamikoji", "--bot", "random", "--jobs", "1", "--out"]
    assert main([*wanted, str(whole), "--count", "4"]) == 0
    for count in ("1", "3", "4", "4"):
        assert main([*wanted, str(parts), "--count", count]) == 0
    assert whole.read_bytes() == parts.read_bytes()
    assert len(read(whole)) == 4
    assert "has 4 puzzles already" in capsys.readouterr().out


@pytest.mark.usefixtures("easy")
def test_games_of_several_kinds_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    wanted = ["puzzles", "hanamikoji", "--bot", "random", "--jobs", "1", "--out", str(file)]
    assert main([*wanted, "--count", "1"]) == 0
    assert main([*wanted, "--count", "2", "--seed", "other"]) == 0
    assert main([*wanted, "--count", "3", "--option", "rounds=2"]) == 0
    assert main([*wanted, "--count", "4"]) == 0
    assert [puzzle.start.seed for puzzle in read(file)] == ["puzzles-0", "other-0", "puzzles-0", "puzzles-1"]


def test_puzzles_of_a_game_share_its_moves(tmp_path: Path) -> None:
    table = HANAMIKOJI.table(seed=5, rounds=1)
    found = []
    for _ in range(3):
        found.append(with_first_move(table, table.to_move[0]))
        table.play(table.to_move[0], table.legal_numbers(table.to_move[0])[0])
    file = tmp_path / "shared.jsonl"
    file.write_bytes(lined(found))
    assert file.read_bytes().count(b"\n") == 1
    assert read(file) == found


def test_puzzles_of_a_game_lie_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_finding, "puzzle_at", with_first_move)
    plan = puzzle_finding.PuzzlePlan(StudyPlan(HANAMIKOJI, ["random"], seats=2))
    moves = [len(puzzle.start.moves) for puzzle in plan.play(0).puzzles]
    assert moves[:2] == [0, APART]
    assert len(moves) <= MOST


@pytest.mark.usefixtures("easy")
def test_logs_are_searched_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = HANAMIKOJI.table(seed=5, rounds=1)
    while not table.over:
        table.play(table.to_move[0], table.legal_numbers(table.to_move[0])[0])
    (tmp_path / "one.json").write_text(table.log.to_json())
    file = tmp_path / "found.jsonl"
    for _ in range(2):
        assert main(["puzzles", "hanamikoji", "--logs", str(tmp_path), "--out", str(file)]) == 0
    assert [puzzle.start.moves for puzzle in read(file)] == [list(table.entries[:2])]
    assert main(["puzzles", "hanamikoji", "--logs", str(tmp_path / "empty")]) == 2
    assert "no logs" in capsys.readouterr().err


def test_the_id_depends_on_the_decision_alone() -> None:
    start = Prepared(seats=2, seed="1", seat=0)
    assert id_of("han", start) == id_of("han", Prepared(seats=2, seed="1", seat=0))
    assert id_of("han", start) != id_of("han", Prepared(seats=2, seed="1", seat=1))
