"""The same games as environments and games of other libraries.  Each bridge needs its library; see docs/research.md."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.engine.position import Position


def missing(library: str, extra: str) -> ImportError:
    """The error for somebody who asks for a bridge without having its library."""
    return ImportError(f'This bridge needs {library}, which is not installed: pip install "guanxi[{extra}]"')


def observe(game: Game[Any, Any], position: Position, seat: int) -> list[int]:
    """What a seat knows in numbers, read off an imagined position: the real one is out of reach of any mistake."""
    return game.observe(Sight(game, position, seat).imagine(Random(0)), seat)
