"""The commands and examples of docs/arena.md work as they are, with fewer games."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from guanxi.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
FEWER = "4"


@pytest.mark.parametrize("command", [one for one in COMMANDS if "--ray" not in one])
def test_the_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(command)
    assert program == "guanxi"
    assert main([*arguments, "--games", FEWER] if "--games" not in arguments else with_fewer(arguments)) == 0
    assert {file.name for file in tmp_path.iterdir()} == set(re.findall(r"[\w.]+\.(?:jsonl|json|html)", command))


def with_fewer(arguments: list[str]) -> list[str]:
    """The same command with fewer games."""
    place = arguments.index("--games") + 1
    return [*arguments[:place], FEWER, *arguments[place + 1 :]]


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(example, "arena.md", "exec"), names)
    assert names["result"].test.verdict == "accepted"


def test_there_are_commands() -> None:
    assert len(COMMANDS) == 7
