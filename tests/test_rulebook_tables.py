"""The tables in docs/rulebook/ are true: each sentence of a rulebook, the code that follows it, the tests that show it.

    | no. | rule | code | tests |
    |---|---|---|---|
    | 1 | With equal numbers the token stays. | `rules/scoring.py:give_favours` | `rules/test_scoring.py:test_x` |

Paths in the code column are relative to the game's package, those in the tests column to `tests/games/<game>/`, or to
`tests/` if they begin with `rulebook/`.  A name is a function, a class, `Class.method` or a constant; a file that is
not Python needs no name.  A sentence without code or without tests has the reason in that column.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import guanxi.games

GAMES = Path(guanxi.games.__file__).parent
TESTS = Path(__file__).parent
TABLES = sorted((TESTS.parent / "docs" / "rulebook").glob("*.md"))

HEADER = ["no.", "rule", "code", "tests"]
# How the code column begins if no code follows a sentence.
WITHOUT_CODE = ("component", "theme", "credits", "heading", "ruling:")


def faults(text: str, game: str) -> list[str]:
    """Everything that is wrong with a table, one sentence each."""
    found: list[str] = []
    number = 0
    for line, cells in table_lines(text):
        if cells == HEADER or not line.strip("|-: "):
            continue
        number += 1
        if len(cells) != len(HEADER) or not all(cells):
            found.append(f"Row {number} needs four cells, none of them empty: {line}")
        elif cells[0] != str(number):
            found.append(f"Row {number} has the number {cells[0]}.")
        else:
            found += [f"Row {number}: {fault}" for fault in cell_faults(cells[2], cells[3], game)]
    return found if number else ["There is no table."]


def table_lines(text: str) -> list[tuple[str, list[str]]]:
    """The lines of all tables, each with its cells."""
    lines = [line.strip() for line in text.splitlines() if line.startswith("|")]
    return [(line, [cell.strip() for cell in line.strip("|").split("|")]) for line in lines]


def cell_faults(code: str, tests: str, game: str) -> list[str]:
    """The references of a row that lead nowhere."""
    found = [fault for name in references(code) if (fault := reference_fault(GAMES / game, name))]
    if not references(code) and not code.startswith(WITHOUT_CODE):
        found.append(f'without code, the column begins with {", ".join(WITHOUT_CODE)}, not "{code}".')
    for name in references(tests):
        folder = TESTS if name.startswith("rulebook/") else TESTS / "games" / game
        found += [fault] if (fault := reference_fault(folder, name)) else []
        found += [f"{name} is not a test."] if ":test_" not in name else []
    return found


def references(cell: str) -> list[str]:
    """What a cell names in backticks."""
    return re.findall(r"`([^`]*)`", cell)


def reference_fault(folder: Path, reference: str) -> str:
    """Why `path:name` leads nowhere, or an empty text."""
    path, _, name = reference.partition(":")
    if not (folder / path).is_file():
        return f"there is no file {path}."
    if path.endswith(".py") and name not in names(folder / path):
        return f'{path} defines nothing called "{name}".'
    return ""


@cache
def names(path: Path) -> frozenset[str]:
    """The functions, classes, methods and constants that a module defines."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found.add(node.name)
            found |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return frozenset(found)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_every_sentence_has_its_number_its_code_and_its_tests(path: Path) -> None:
    assert not faults(path.read_text(encoding="utf-8"), path.stem)


SOUND = """
| no. | rule | code | tests |
|---|---|---|---|
| 1 | Welcome. | theme | none: nothing to play |

## Another section

| no. | rule | code | tests |
|---|---|---|---|
| 2 | Equal numbers. | `rules/scoring.py:give_favours`, `rules/material.py:SPLIT` | `rulebook/test_hanamikoji.py:TEST` |
""".replace("TEST", "test_example_eleven_charm_win_at_once_though_both_have_three_geishas")


def test_a_sound_table_has_no_faults() -> None:
    assert faults(SOUND, "hanamikoji") == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("| 2 |", "| 3 |", "Row 2 has the number 3."),
        ("| Welcome. |", "| |", "needs four cells"),
        ("| theme |", "| later |", "without code, the column begins with"),
        ("scoring.py", "score.py", "no file rules/score.py"),
        ("give_favours", "give_favors", 'rules/scoring.py defines nothing called "give_favors"'),
        ("test_example_eleven", "test_example_twelve", "rulebook/test_hanamikoji.py defines nothing called"),
        ("test_example_eleven_charm_win_at_once_though_both_have_three_geishas", "BOTTOM", "is not a test"),
        ("|", "", "There is no table."),
    ],
)
def test_a_faulty_table_is_found_out(old: str, new: str, fault: str) -> None:
    assert fault in " ".join(faults(SOUND.replace(old, new), "hanamikoji"))
