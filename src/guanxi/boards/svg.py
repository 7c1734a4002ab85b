"""SVG primitives that the pictures of all boards share.  Each picture is self-contained."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from guanxi.boards.geometry import Point

PAPER, RAISED, INK, SOFT, VERMILION = "#f6f0e3", "#fffaf0", "#26221d", "#6d6459", "#b3321f"
WATER, SHORE, STONE, MORTAR, HAIRLINE = "#c9dbdc", "#8fb0b5", "#ddd0b5", "#8a7b62", "#d9cfbc"
SQUARE = 'style="stroke-linecap: square; stroke-linejoin: miter"'
STYLE = f"""
text {{ font-family: "EB Garamond", "Cormorant Garamond", Garamond, Georgia, serif; text-anchor: middle; fill: {INK} }}
.name {{ font-size: 21px; letter-spacing: 2.5px; font-variant: small-caps; font-weight: 600;
  paint-order: stroke; stroke: {RAISED}; stroke-opacity: .75; stroke-width: 4px; stroke-linejoin: round }}
.water {{ font-size: 13px; font-style: italic; fill: #47707a; letter-spacing: 3px }}
.line {{ fill: none; stroke-linecap: round; stroke-linejoin: round }}
"""


def sheet(size: Point, title: str, style: str, parts: Iterable[str]) -> str:
    """A whole picture."""
    width, height = size
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}{style}</style>",
        f'<clipPath id="sheet"><rect width="{width:g}" height="{height:g}"/></clipPath><g clip-path="url(#sheet)">',
        f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
        *parts,
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def numbers(points: Sequence[Point]) -> str:
    """Format points for SVG."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def smooth(points: Sequence[Point]) -> str:
    """A smooth path through all points."""
    ahead = [points[0], *points, points[-1]]
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for before, a, b, after in zip(ahead, ahead[1:], ahead[2:], ahead[3:], strict=False):
        one = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        two = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        path += f"C{one[0]:.1f} {one[1]:.1f} {two[0]:.1f} {two[1]:.1f} {b[0]:g} {b[1]:g}"
    return path


def stroke(path: str, colour: str, width: float, more: str = "") -> str:
    """A line along a path."""
    return f'<path class="line" d="{path}" stroke="{colour}" stroke-width="{width:g}" {more}/>'


def glyph(at: Point, drawing: str) -> str:
    """A small drawing at a place."""
    return f'<g transform="translate({at[0]:g} {at[1]:g})">{drawing}</g>'


def block(at: Point, half: float, fill: str, edge: str) -> str:
    """A square centred at a point."""
    corner = f'x="{at[0] - half:g}" y="{at[1] - half:g}" width="{2 * half:g}" height="{2 * half:g}"'
    return f'<rect {corner} rx="2.5" fill="{fill}" stroke="{edge}" stroke-width="2"/>'


def outlines(lands: Iterable[Sequence[Point]]) -> str:
    """All lands as one shape, for the shorelines."""
    return f'<path id="lands" d="{"".join(f"M{numbers(land)}Z" for land in lands)}"/>'


def shores(widths: Iterable[float], line: str = SHORE, ground: str = WATER) -> Iterator[str]:
    """Lines that follow the outlines of all lands, outermost first."""
    ring = '<use href="#lands" fill="none" stroke="{}" stroke-width="{:g}" stroke-linejoin="round"/>'
    for width in widths:
        yield ring.format(line, width)
        yield ring.format(ground, width - 2.6)


def surroundings() -> Iterator[str]:
    """The surroundings of a map whose file does not define the sea."""
    yield from shores((64, 42, 22), HAIRLINE, PAPER)


def land(outline: Sequence[Point], id_: str, wash: str, edge: str) -> Iterator[str]:
    """A land in its wash with a soft edge of the same colour inside; the id names its mask."""
    polygon = f'<polygon points="{numbers(outline)}"'
    yield f'<clipPath id="land-{id_}">{polygon}/></clipPath>{polygon} fill="{wash}"/>'
    yield f'<g clip-path="url(#land-{id_})" fill="none" stroke="{edge}">'
    yield f'{polygon} stroke-width="22" opacity=".16"/>{polygon} stroke-width="9" opacity=".3"/></g>'


def border(outline: Sequence[Point], width: float = 1.6) -> str:
    """The outline of a province."""
    return (
        f'<polygon points="{numbers(outline)}" fill="none" stroke="{INK}" '
        f'stroke-width="{width:g}" stroke-linejoin="round" opacity=".75"/>'
    )


def rivers(courses: Sequence[tuple[Sequence[Point], str]]) -> Iterator[str]:
    """Rivers with their names; all banks are drawn first, so that rivers join without seams."""
    paths = [smooth(points) for points, _ in courses]
    yield from (stroke(path, SHORE, 7.5) for path in paths)
    yield from (stroke(path, WATER, 4.5) for path in paths)
    for number, (path, (_, name)) in enumerate(zip(paths, courses, strict=True)):
        if name:
            yield f'<path id="river-{number}" d="{path}" fill="none"/><text class="water" dy="-7">'
            yield f'<textPath href="#river-{number}" startOffset="50%">{escape(name)}</textPath></text>'


def wall(points: Sequence[Point]) -> Iterator[str]:
    """A wall of stones."""
    path = "M" + numbers(points)
    yield stroke(path, MORTAR, 9, SQUARE) + stroke(path, STONE, 6, SQUARE)
    yield stroke(path, MORTAR, 6, 'stroke-dasharray="1 7" style="stroke-linecap: butt"')


def words(at: Point, text: str, style: str) -> str:
    """Text centred at a point."""
    return f'<text class="{style}" x="{at[0]:g}" y="{at[1]:g}">{escape(text)}</text>'
