"""The examples of docs/bots.md work as they are."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import guanxi
from guanxi.bots.program import PATIENCE, PROTOCOL, Answer, Decide, Hello, Offered
from guanxi.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """All examples in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines()]
MATCHES = [line for line in COMMANDS if line.startswith("guanxi match ")]


def test_the_class_plays() -> None:
    [example] = blocks("python")
    names: dict[str, Any] = {"__name__": "page"}
    exec(compile(example, "bots.md", "exec"), names)
    assert names["result"].games == 20
    assert names["result"].bots[0].win_rate.estimate > 0.5


@pytest.mark.parametrize("command", MATCHES)
def test_the_matches_are_played(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if "openspiel" in command:
        pytest.importorskip("pyspiel")
    if "node" in command and not shutil.which("node"):
        pytest.skip("Node is not installed")
    monkeypatch.chdir(ROOT)
    arguments = [word.replace("program:python", f"program:{sys.executable}") for word in shlex.split(command)]
    assert main([*arguments[1:], "--jobs", "1"]) == 0, capsys.readouterr().err


def test_all_commands_are_known_and_their_files_are_there() -> None:
    others = [line for line in COMMANDS if line not in MATCHES]
    assert len(MATCHES) == 4
    assert [Path(line.split()[1]).name for line in others] == ["http_bot.py", "http_bot.mjs"]
    assert all((ROOT / file).is_file() for file in re.findall(r"examples/\S+\.(?:py|mjs)\b", PAGE))


def test_the_lines_are_those_of_the_protocol() -> None:
    hello, answers = blocks("json")
    assert list(json.loads(hello)) == ["type", *Hello.__struct_fields__]
    assert msgspec.json.decode(hello, type=Hello).protocol == PROTOCOL
    assert [msgspec.json.decode(line, type=Answer) for line in answers.splitlines()] == [
        Answer(0),
        Answer("secret flute"),
        Answer(0, stay=True),
    ]
    assert f"within {PATIENCE:g} s" in PAGE


def test_the_example_of_a_decision_is_what_a_program_is_told() -> None:
    table = guanxi.game("hanamikoji").table(seed=1, first=0)
    table.play(0, "secret flute")
    table.play(1, "gift flute umbrella bowl")
    sight = table.sight(0)
    [example] = blocks("text")
    offer = Offered(
        sight.legal_numbers[0], sight.legal_moves[0], sight.legal_moves[0].notation(), sight.legal_moves[0].touches()
    )
    told = json.loads(msgspec.json.encode(Decide(sight.view, sight.events, [offer])))
    shown = " ".join(example.split())
    assert list(told) == ["type", "view", "events", "legal"]
    assert f'"events": {json.dumps(told["events"])}' in shown
    assert f'"legal": [{json.dumps(told["legal"][0])}, …]' in shown
    for name in ("game", "seat", "round", "pile"):
        assert f'"{name}": {json.dumps(told["view"][name])}, ' in shown
