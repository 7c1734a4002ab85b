"""Puzzles over HTTP: the first try counts, what is hidden stays hidden before it, and the ratings move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from guanxi.learning.puzzles import Puzzle, puzzles
from guanxi.server.clocks.clocks import DAY
from guanxi.server.people.ratings import MIDDLE
from guanxi.server.puzzles.puzzles import daily
from guanxi.server.puzzles.scores import first_rating, streak
from tests.server.builders import Player, visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
GAME = guanxi.game("hanamikoji")


@pytest.fixture
def puzzle() -> Puzzle:
    return next(iter(puzzles(GAME).values()))


def path(puzzle: Puzzle) -> str:
    return f"/api/puzzles/hanamikoji/{puzzle.id}"


async def numbers(player: Player, puzzle: Puzzle) -> tuple[int, int]:
    """The right move and a wrong one."""
    legal = {offer["notation"]: offer["number"] for offer in (await player.get(path(puzzle))).json()["state"]["legal"]}
    right = legal.pop(puzzle.solution.move)
    return right, next(iter(legal.values()))


async def attempt(player: Player, puzzle: Puzzle, move: int) -> dict[str, Any]:
    answer = await player.post(path(puzzle), {"move": move})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_puzzle_shows_what_its_seat_sees(alex: Player, puzzle: Puzzle) -> None:
    found = (await alex.get(path(puzzle))).json()
    state = found["state"]
    assert (state["seat"], state["to_move"], found["solved"]) == (puzzle.seat, [puzzle.seat], None)
    assert puzzle.solution.move in {offer["notation"] for offer in state["legal"]}
    assert state["seed"] is None
    assert "answers" not in str(found)


async def test_other_seats_are_shown_after_a_try(alex: Player, puzzle: Puzzle) -> None:
    other = f"{path(puzzle)}?seat={1 - puzzle.seat}"
    assert (await alex.get(other)).json()["error"] == "puzzle-first"
    await attempt(alex, puzzle, (await numbers(alex, puzzle))[1])
    state = (await alex.get(other)).json()["state"]
    assert (state["seat"], state["legal"]) == (1 - puzzle.seat, [])


async def test_the_first_try_counts(alex: Player, puzzle: Puzzle) -> None:
    right, wrong = await numbers(alex, puzzle)
    first = await attempt(alex, puzzle, wrong)
    assert (first["right"], first["answers"][0]["number"]) == (False, right)
    assert first["gained"] == first["points"] - MIDDLE < 0
    again = await attempt(alex, puzzle, right)
    assert (again["right"], again["move"], again["gained"], again["points"]) == (False, wrong, 0, first["points"])
    assert (await alex.get(path(puzzle))).json()["solved"]["move"] == wrong


async def test_an_answer_tells_chances_and_the_reason(alex: Player, puzzle: Puzzle) -> None:
    found = await attempt(alex, puzzle, (await numbers(alex, puzzle))[0])
    assert found["right"]
    assert found["gained"] > 0
    best, *others = found["answers"]
    assert best["why"]
    assert all(best["chance"] > other["chance"] for other in others)


async def test_a_puzzle_that_was_solved_is_worth_less(app: Starlette, alex: Player, puzzle: Puzzle) -> None:
    before = (await alex.get(path(puzzle))).json()["points"]
    assert before == first_rating(puzzle).points
    await attempt(alex, puzzle, (await numbers(alex, puzzle))[0])
    assert (await visitor(app).get(path(puzzle))).json()["points"] < before


async def test_the_list_counts_tries_and_days(alex: Player, puzzle: Puzzle) -> None:
    async def listed() -> tuple[dict[str, Any], int]:
        found = (await alex.get("/api/puzzles")).json()
        return next(one for one in found["sets"] if one["game"] == "hanamikoji"), found["streak"]

    found, days = await listed()
    assert (found["count"], found["tried"], found["right"], found["points"], days) == (
        len(puzzles(GAME)),
        0,
        0,
        None,
        0,
    )
    await attempt(alex, puzzle, (await numbers(alex, puzzle))[0])
    found, days = await listed()
    assert (found["tried"], found["right"], days) == (1, 1, 1)
    assert found["points"] > MIDDLE
    assert found["done"] == (found["today"] == puzzle.id)


async def test_the_next_puzzle_was_not_tried(alex: Player) -> None:
    for _ in range(len(puzzles(GAME))):
        id_ = (await alex.get("/api/puzzles/hanamikoji")).json()["id"]
        puzzle = puzzles(GAME)[id_]
        assert (await alex.get(path(puzzle))).json()["solved"] is None
        await attempt(alex, puzzle, (await numbers(alex, puzzle))[0])
    assert (await alex.get("/api/puzzles/hanamikoji")).json()["error"] == "no-puzzles"


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("/api/puzzles/chess", "unknown-game"),
        ("/api/puzzles/hanamikoji/none", "unknown-puzzle"),
        ("/api/puzzles/chess/none", "unknown-game"),
    ],
)
async def test_what_does_not_exist_is_said(alex: Player, address: str, error: str) -> None:
    answer = await alex.get(address)
    assert (answer.status_code, answer.json()["error"]) == (404, error)


@pytest.mark.parametrize("move", [-1, 1 << 40])
async def test_an_illegal_answer_is_refused_and_does_not_count(alex: Player, puzzle: Puzzle, move: int) -> None:
    answer = await alex.post(path(puzzle), {"move": move})
    assert (answer.status_code, answer.json()["error"]) == (422, "no-such-move")
    assert (await alex.get(path(puzzle))).json()["solved"] is None


def test_each_puzzle_has_its_day_before_one_comes_again() -> None:
    count = len(puzzles(GAME))
    assert len({daily(GAME, day).id for day in range(count)}) == count
    assert DAY == 24 * 60 * 60 * 1000


@pytest.mark.parametrize(
    ("days", "length"), [([], 0), ([9], 1), ([10], 1), ([8], 0), ([8, 9, 10], 3), ([7, 8, 9], 3), ([7, 8, 10], 1)]
)
def test_a_streak_ends_with_a_day_without_puzzles(days: list[int], length: int) -> None:
    assert streak(days, today=10) == length
