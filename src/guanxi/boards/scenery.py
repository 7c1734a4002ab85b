"""Scenery of maps: seas, rivers, mountains and more, which are only drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, field

from guanxi.boards.files import Part
from guanxi.boards.forms import POINT, Title, WholeCoordinate, line_or_symbols
from guanxi.boards.svg import INK, PAPER, SHORE, SOFT, WATER, glyph, numbers, rivers, stroke, wall
from guanxi.engine.text import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

AREAS = ("sea", "island", "lake")
COURSES = ("river", "wall")
PEAK = "M-17 9Q-8-6-2-13 1-16 4-11 10-3 18 9"
FIR = "M0-11-3.5-4H-2L-5.5 2H-3.5L-7 8H7L3.5 2H5.5L2-4H3.5Z"


class Scenery(Part, frozen=True, kw_only=True):
    """Something that is only drawn: an area, a course, or a symbol at each point; with its name by language."""

    kind: Literal[
        "sea",
        "island",
        "lake",
        "river",
        "wall",
        "mountains",
        "wilderness",
        "forest",
        "dunes",
        "waves",
        "ship",
        "compass",
    ]
    points: Annotated[
        list[Annotated[tuple[WholeCoordinate, WholeCoordinate], POINT]],
        line_or_symbols("mountains", "wilderness", "forest", "dunes", "waves", "ship", "compass"),
    ]
    name: dict[str, Title] = field(default_factory=dict)
    start: Annotated[int, Meta(ge=0, le=100)] = 50  # how much of its course, in percent, is before a river's name


def fewest(kind: str) -> int:
    """The number of points that scenery of a kind needs."""
    return 3 if kind in AREAS else 2 if kind in COURSES else 1


def faults(scenery: Sequence[Scenery]) -> Iterator[str]:
    """Names that one language lacks, and scenery with too few points to be drawn."""
    for number, part in enumerate(scenery, 1):
        for language in LANGUAGES:
            if any(part.name.values()) and not part.name.get(language):
                yield f'The name in "{language}" of scenery {number}, a {part.kind}, is missing.'
        least = fewest(part.kind)
        if len(part.points) < least:
            yield f"Scenery {number}, a {part.kind}, has {len(part.points)} points. It needs {least} or more."


def waters(scenery: Sequence[Scenery]) -> Iterator[str]:
    """Seas and their islands, which lands are drawn over."""
    for kind, fill in (("sea", WATER), ("island", PAPER)):
        for part in scenery:
            if part.kind == kind:
                yield f'<polygon points="{numbers(part.points)}" fill="{fill}" stroke="{SHORE}" stroke-width="2"/>'


def landscape(scenery: Sequence[Scenery], language: str) -> Iterator[str]:
    """Rivers, lakes, mountains, firs and walls."""
    yield from rivers([(part.points, part.name.get(language, "")) for part in scenery if part.kind == "river"])
    peak = f'<path d="{PEAK}Z" fill="{PAPER}"/>{stroke(PEAK, SOFT, 1.5)}'
    symbols = {
        "mountains": peak,
        "forest": f'<path d="{FIR}" fill="{SOFT}" stroke="{INK}" stroke-width=".5" opacity=".5"/>',
    }
    for part in scenery:
        if part.kind == "lake":
            yield f'<polygon points="{numbers(part.points)}" fill="{WATER}" stroke="{SHORE}" stroke-width="2"/>'
        elif part.kind == "wall":
            yield from wall(part.points)
        elif part.kind in symbols:
            yield from (glyph(at, symbols[part.kind]) for at in part.points)
