"""Digests of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import guanxi
from guanxi.engine.table import Table
from guanxi.server.tables.digests import position_digest

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position


def extended(position: Position, **added: Any) -> Any:
    """A position with more fields."""
    numbers = {**position.numbers(), **added}
    return type("Extended", (), {"shape": dict.fromkeys(numbers, ()), **numbers})()


def test_a_field_that_newer_code_adds_does_not_change_the_digest_of_older_games() -> None:
    position = Table(guanxi.game("han"), 3, "seed").position
    digest = position_digest(position)
    assert position_digest(extended(position, new=[[0, 0], [0, 0]], other=0)) == digest
    assert position_digest(extended(position, new=[[0, 0], [0, 1]])) != digest
