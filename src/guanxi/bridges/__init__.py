"""Bridges: the games as environments of other libraries.  Each needs its library installed; see docs/research.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guanxi.engine.sight import imagined

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game


def missing(library: str, extra: str) -> ImportError:
    """The error for a bridge whose library is not installed."""
    return ImportError(f'This bridge needs {library}, which is not installed: pip install "guanxi[{extra}]"')


def observe(game: Game[Any, Any], position: Position, seat: int) -> list[int]:
    """A seat's observation as numbers, read off a sampled position, so that no mistake can leak hidden information."""
    return game.observe(imagined(position, seat), seat)
