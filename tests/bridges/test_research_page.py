"""The examples of docs/research.md work as they are."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "research.md"


def examples_of(page: Path) -> list[str]:
    """The Python examples of a page."""
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_run() -> None:
    examples = examples_of(PAGE)
    assert len(examples) == 11
    names: dict[str, Any] = {}
    for example in examples:
        exec(compile(example, PAGE.name, "exec"), names)
    assert sum(names["won"]) == 200
    assert names["decisions"] == 30 * 4096
    assert sum(names["state"].returns()) == 0


def test_the_page_about_speed_shows_the_loops_of_the_documentation() -> None:
    shown = examples_of(DOCS / "speed.md")
    assert len(shown) == 4
    assert all(any(loop in example for example in examples_of(PAGE)) for loop in shown)


def test_the_benchmark_measures_the_loops_of_the_documentation() -> None:
    measured = runpy.run_path(str(DOCS.parent / "benchmarks" / "speed.py"))["LOOPS"]
    loops = {"play_table", "play_position", "play_batch", "play_environment", "play_state"}
    assert loops == {name for name in measured if name.startswith("play_")}
