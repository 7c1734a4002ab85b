"""Digests of positions."""

from __future__ import annotations

from types import SimpleNamespace

import guanxi
from guanxi.engine.table import Table
from guanxi.server.tables.digests import position_digest


def test_a_field_that_newer_code_adds_does_not_change_the_digest_of_older_games() -> None:
    position = Table(guanxi.game("han"), 3, "seed").position
    digest = position_digest(position)
    numbers = dict(position.numbers())
    added = SimpleNamespace(numbers=lambda: {"new": [[0, 0], [0, 0]], "other": 0, **numbers})
    assert position_digest(added) == digest  # type: ignore[arg-type]
    changed = SimpleNamespace(numbers=lambda: {"new": [[0, 0], [0, 1]], **numbers})
    assert position_digest(changed) != digest  # type: ignore[arg-type]
