"""Openings of bots' games: counted as a tree, the same by the same command, and sound where they ship."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import guanxi
from guanxi.cli import main
from guanxi.engine.text import LANGUAGES
from guanxi.learning.openings import FOLDER, Book, Branch, book, prefixes

SHIPPED = sorted(path.stem for path in FOLDER.glob("*.json"))


def count(path: Path, *more: str) -> Book:
    """Count the openings of four games."""
    command = ["openings", "hanamikoji", "--games", "4", "--bot", "greedy", "--jobs", "1", "--out", str(path), *more]
    assert main(command) == 0
    return msgspec.json.decode(path.read_bytes(), type=Book)


def test_a_tree_counts_games_and_shares_of_the_win() -> None:
    seats = Branch()
    for line, won in ((("a", "b"), 1.0), (("a", "c"), 0.5), (("a", "b"), 0.0)):
        seats.add(line, won)
    branch = seats.after(("a", "b"))
    assert branch is not None
    assert (seats.games, branch.games, branch.won) == (3, 2, 1.0)
    assert seats.after(("b",)) is None
    assert list(seats.pruned(2).next["a"].next) == ["b"]


def test_each_step_has_the_line_before_it() -> None:
    assert list(prefixes(("a", "b", "c"))) == [("", "a"), ("a", "b"), ("a/b", "c")]


def test_the_same_command_makes_the_same_file(tmp_path: Path) -> None:
    first = count(tmp_path / "one.json")
    assert first == count(tmp_path / "two.json")
    assert (first.seats.games, first.games, first.bot) == (8, {"2": 4}, "greedy")
    assert first != count(tmp_path / "three.json", "--seed", "other")


def test_numbers_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "hanamikoji", "--games", "0"]) == 2
    assert "at least one game" in capsys.readouterr().err


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_openings_have_words_and_add_up(name: str) -> None:
    game = guanxi.game(name)
    book_ = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Book)
    assert book_.rules == game.rules_version
    assert book_.seats.games == sum(int(players) * games for players, games in book_.games.items())
    assert book(game).games == book_.seats.games

    def check(line: tuple[str, ...], branch: Branch) -> None:
        assert 0 <= branch.won <= branch.games
        assert sum(next_.games for next_ in branch.next.values()) <= branch.games
        for step, after in branch.next.items():
            words = game.opening_words((*line, step))
            assert all(game.text.say(words, language) for language in LANGUAGES)
            check((*line, step), after)

    check((), book_.seats)
