"""A terminal for tests: pictures of tables, and games that are typed line by line."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console

from guanxi.terminal import boards
from guanxi.terminal.play import play
from guanxi.terminal.voice import Voice

if TYPE_CHECKING:
    import pytest

    from guanxi.engine.table import Table


def picture(
    table: Table, seat: int | None = 0, language: str = "en", width: int = 80, *, neighbours: bool = False
) -> list[str]:
    """The lines of a table, or of its map, as a seat sees it."""
    board = boards.board(table.game.name)
    draw = board.map if neighbours else board.draw
    assert draw
    screen = Console(file=io.StringIO(), width=width, markup=False, emoji=False, highlight=False)
    screen.print(draw(table.view(seat), Voice(language, table.game.text, table.names, table.board), width))
    assert isinstance(screen.file, io.StringIO)
    return [line.rstrip() for line in screen.file.getvalue().splitlines()]


def line_of(lines: list[str], begin: str) -> str:
    """The only line that starts with some words, with single spaces."""
    told = [" ".join(line.split()) for line in lines]
    (found,) = [line for line in told if line == begin or line.startswith(f"{begin} ")]
    return found


def typed(game: str, monkeypatch: pytest.MonkeyPatch, lines: list[str], **how: Any) -> int:
    """Play a game with these lines typed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return play(game, **{"language": "en", "seed": "7", "bot": "random", **how})
