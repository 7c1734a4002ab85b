"""Every game has the same layout: a reader of one finds everything in the others."""

from __future__ import annotations

from pathlib import Path

import pytest

import guanxi
import guanxi.games

GAMES = Path(guanxi.games.__file__).parent
TESTS = Path(__file__).parent

# What every game has, by folder.
REQUIRED = {
    ".": {
        "__init__.py",  # the Game
        "moves.py",  # number, typed move, notation
        "events.py",  # what happened
        "refusals.py",  # why a move is not legal
        "view.py",  # what a seat may see
        "prompts.py",  # what is asked of a seat
        "clicks.py",  # what a seat means by a click
        "observation.py",  # what a seat may see, for programs that learn: the fields
        "facts.py",  # what the value of a position consists of, in sentences
        "manners.py",  # which moves bots of different characters like
        "rules",
        "playing",
        "text",
        "reference",
        "tutorial",
    },
    "rules": {
        "__init__.py",
        "material.py",  # what lies on the table
        "rules.py",  # the rules in the order of the rulebook
        "scoring.py",  # points, and who has won
    },
    "playing": {
        "__init__.py",
        "evaluation.py",  # how good a position looks
        "features.py",  # how a position is described to a network
        "observation.py",  # the numbers of `observation.py`
        "adviser.py",  # hands all of it to a search
    },
}

# What a game has only if it needs it.
OPTIONAL = {
    ".": {
        "board.py",  # boards and other files, validated when loaded
        "checks.py",  # what is wrong with such a file
        "insights.py",  # what a finished game says about its players: openings, habits, feats
        "preview.py",  # what a move would do, as far as its seat can know
        "drawing.py",  # a picture of it
        "remarks.py",  # what bots say about deals
        "campaign",  # steps that teach the game against bots of growing strength
        "boards",  # several boards …
        "board.json",  # … or one
        "cards.json",
        "leaders.json",
        "leaders_first.json",  # those of the first version of the rules
    },
    "rules": {
        "deck.py",  # cards: the pile, and what a seat may consider possible
        "choices.py",  # decisions within a turn
        "effects.py",  # what cards do
        # the phases of a year, one module each
        "claims.py",
        "control.py",
        "rebellion.py",
        "income.py",
        "founding.py",
        "negotiation.py",
    },
    "playing": {
        "dealing.py",  # deals between players: which are good for both
        "belief.py",  # what the others' moves say about their hands
        "ending.py",  # where little is left: all that is possible
        "prospects.py",  # what the next move could bring
        "standing.py",  # counts that the features share
    },
}


def names(folder: Path) -> set[str]:
    """What is in a folder, without what was compiled or cached."""
    return {path.name for path in folder.iterdir() if path.suffix not in (".so", ".pyd") and path.name != "__pycache__"}


@pytest.mark.parametrize("folder", REQUIRED)
@pytest.mark.parametrize("game", guanxi.game_names())
def test_a_game_has_the_files_that_every_game_has_and_no_others(game: str, folder: str) -> None:
    found = names(GAMES / game / folder)
    assert REQUIRED[folder] <= found, f"{game} lacks {sorted(REQUIRED[folder] - found)}"
    extra = found - REQUIRED[folder] - OPTIONAL[folder]
    assert not extra, f"{game} has {sorted(extra)}: use a name that other games use, or list it here with its meaning"


@pytest.mark.parametrize("folder", OPTIONAL)
def test_every_optional_name_is_used(folder: str) -> None:
    used = set().union(*(names(GAMES / game / folder) for game in guanxi.game_names()))
    assert OPTIONAL[folder] <= used


@pytest.mark.parametrize("game", guanxi.game_names())
def test_a_name_of_a_folder_is_not_taken_by_a_module_in_it(game: str) -> None:
    """`guanxi.games.han.rules` is the folder, also as an attribute, although the folder has a module of that name."""
    package = __import__(f"guanxi.games.{game}", fromlist=["rules"])
    assert package.rules.__name__ == f"guanxi.games.{game}.rules"


@pytest.mark.parametrize("game", guanxi.game_names())
def test_the_tests_of_a_game_lie_as_its_sources_do(game: str) -> None:
    assert {path.name for path in (TESTS / game).iterdir() if path.is_dir()} - {"__pycache__"} == {"rules", "playing"}
    for folder in (".", "rules", "playing"):
        for path in (TESTS / game / folder).glob("test_*.py"):
            source = path.name.removeprefix("test_")
            home = next((place for place in REQUIRED if (GAMES / game / place / source).exists()), folder)
            assert home == folder, f"{path} tests {home}/{source}"
