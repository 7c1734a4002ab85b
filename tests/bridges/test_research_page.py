"""The examples of docs/research.md work as they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_examples_run() -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 8
    names: dict[str, Any] = {}
    for example in examples:
        exec(compile(example, PAGE.name, "exec"), names)
    assert sum(names["won"]) == 200
    assert sum(names["state"].returns()) == 0
