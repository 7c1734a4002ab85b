"""The example of docs/logs.md is a log that replays, and its table names every field."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path

import msgspec

import guanxi

PAGE = (Path(__file__).parents[2] / "docs" / "logs.md").read_text(encoding="utf-8")


def test_the_example_replays_to_its_result() -> None:
    [example] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    [table] = deque(guanxi.replay(example), maxlen=1)
    assert table.log == guanxi.Log.from_json(example)


def test_the_table_names_every_field() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert named == [field.encode_name for field in msgspec.structs.fields(guanxi.Log)]
