"""A board of Han as a picture: one SVG that needs nothing else."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, pi, sin
from typing import TYPE_CHECKING

from guanxi.boards.geometry import distance
from guanxi.boards.svg import (
    INK,
    MORTAR,
    PAPER,
    RAISED,
    SHORE,
    SOFT,
    STONE,
    VERMILION,
    WATER,
    block,
    border,
    glyph,
    land,
    numbers,
    outlines,
    rivers,
    sheet,
    shores,
    smooth,
    stroke,
    wall,
    words,
)
from guanxi.games.han.checks import DRAGON, HOUSE, SEAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.boards.geometry import Point
    from guanxi.games.han.board import BoardFile, Province, Scenery, Space

WASH = {"red": "#e5b3a4", "yellow": "#f0dd9d", "green": "#bfd2aa", "orange": "#eec394", "violet": "#ccb8d6"}
EDGE = {"red": "#9c4a3a", "yellow": "#98791f", "green": "#56753f", "orange": "#a8642a", "violet": "#6d4f82"}

# Colours are told apart by a pattern, too: hatch, dots, waves, scales; violet is plain.
PATTERNS = {
    "red": (10, 10, "M-2 12 12-2M-2 2 2-2M8 12 12 8"),
    "yellow": (12, 12, "M3 3h.1M9 9h.1"),
    "green": (24, 10, "M0 5q6-5 12 0t12 0"),
    "orange": (
        18,
        12,
        "M0 6a9 6 0 0 0 18 0M-9 0a9 6 0 0 0 18 0M9 0a9 6 0 0 0 18 0M-9 12a9 6 0 0 0 18 0M9 12a9 6 0 0 0 18 0",
    ),
}
STYLE = f"""
.meaning {{ font-size: 13px; font-style: italic; letter-spacing: .5px;
  paint-order: stroke; stroke: {RAISED}; stroke-opacity: .7; stroke-width: 3px }}
.points {{ font-size: 12px; font-weight: 600; font-variant-numeric: lining-nums tabular-nums }}
.seal {{ font-size: 13px; font-weight: 700; fill: {RAISED}; font-variant-numeric: lining-nums }}
"""
ROOF = "M-9-1Q-5-2 0-7 5-2 9-1L7.5 1.5H-7.5ZM-5.5 1.5V6.5H5.5V1.5"
ANCHOR = "M0-6.5V8M-4-3.5H4M-7 2.5Q-6.5 8 0 8 6.5 8 7 2.5M-8.6 4.4-7 2-5 4M8.6 4.4 7 2 5 4M0-6.5a2.2 2.2 0 1 0-.1 0"
SHIP = "M-15 6Q-12 12-8 12H7Q12 11 14 5L8 7H-9ZM-6 6Q-9-3-6-13 1-11 3-7 1 0 2 6ZM5 6Q4-1 6-7 10-5 11-2 10 2 10 5Z"
HEAD = "M-3-3Q0-8 7-6L12-3Q9 0 4 1L7 3Q1 5-4 2ZM-1-6Q-4-11-9-10-5-9-3-4Z"
RIDGES = "M3-11Q5-3 11 6M0-7Q2-1 5 5"
PEAK = "M-17 9Q-8-6-2-13 1-16 4-11 10-3 18 9"


def svg(file: BoardFile, language: str = "en") -> str:
    """The picture of a board, without pieces."""
    parts = [
        *definitions(file),
        *water(file),
        *lands(file),
        *scenery(file),
        *track(file),
        *roads(file),
        *(house_space(file, space) for space in file.spaces.values()),
        *(dragon(province) for province in file.provinces.values()),
        *seals(file),
        *(label(province, language) for province in file.provinces.values()),
    ]
    return sheet(file.size, file.title.get(language, file.name), STYLE, parts)


def definitions(file: BoardFile) -> Iterator[str]:
    """The patterns of the colours, and all lands as one shape."""
    yield "<defs>"
    for colour, (width, height, path) in PATTERNS.items():
        line = stroke(path, EDGE[colour], 2.2 if colour == "yellow" else 0.9)
        yield f'<pattern id="{colour}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">{line}</pattern>'
    yield outlines(province.outline for province in file.provinces.values()) + "</defs>"


def water(file: BoardFile) -> Iterator[str]:
    """Sea and lakes, with lines that follow the shore."""
    for number, part in enumerate(file.scenery):
        if part.kind in ("sea", "lake"):
            surface = f'<polygon points="{numbers(part.points)}" fill="{WATER}" stroke="{SHORE}" stroke-width="2.5"/>'
            yield f'{surface}<clipPath id="water-{number}">{surface}</clipPath><g clip-path="url(#water-{number})">'
            yield from shores((64, 42, 22) if part.kind == "sea" else (24,))
            yield "</g>"


def lands(file: BoardFile) -> Iterator[str]:
    """Provinces: a wash, the pattern of the colour, and a darker edge."""
    for id_, province in file.provinces.items():
        colour = province.colour
        yield from land(province.outline, id_, WASH[colour], EDGE[colour])
        if colour in PATTERNS:
            yield f'<polygon points="{numbers(province.outline)}" fill="url(#{colour})" opacity=".22"/>'
        yield border(province.outline)


def scenery(file: BoardFile) -> Iterator[str]:
    """Rivers, mountains, ships and walls; gates are gaps in the walls."""
    yield from rivers([(part.points, part.name) for part in file.scenery if part.kind == "river"])
    for part in file.scenery:
        if part.kind == "mountains":
            yield from (
                glyph(at, f'<path d="{PEAK}Z" fill="{PAPER}"/>{stroke(PEAK + RIDGES, SOFT, 1.5)}') for at in part.points
            )
        elif part.kind == "ship":
            yield from (
                glyph(at, f'<path d="{SHIP}" fill="{RAISED}" stroke="#47707a" stroke-width="1.4"/>')
                for at in part.points
            )
        elif part.kind == "wall":
            yield from wall(part.points)
    for part in file.scenery:
        if part.kind == "gate":
            yield from gate(part)


def gate(part: Scenery) -> Iterator[str]:
    """An opening in a wall between two towers."""
    a, b = part.points
    yield stroke(f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}", PAPER, 12, 'style="stroke-linecap: butt"')
    yield from (block(at, 6.5, STONE, MORTAR) for at in part.points)


def roads(file: BoardFile) -> Iterator[str]:
    """All edges first, so that roads join without seams."""
    paths = [smooth(file.course(road)) for road in file.roads]
    yield from (stroke(path, "#6b5236", 8.5) for path in paths)
    yield from (stroke(path, "#f3e6c8", 5.5) for path in paths)


def house_space(file: BoardFile, space: Space) -> str:
    """A place for a house; a port has an anchor, a border the colours of both sides."""
    mark = f'<path d="{ROOF}" fill="{STONE}" stroke="{MORTAR}" stroke-width="1" stroke-linejoin="round"/>'
    ring = f'<circle r="{HOUSE}" fill="{RAISED}" stroke="{INK}" stroke-width="1.8"/>'
    if space.kind == "port":
        ring = f'<circle r="{HOUSE}" fill="#dcebec" stroke="#2f5a70" stroke-width="3"/>'
        mark = stroke(ANCHOR, "#2f5a70", 1.8)
    elif space.kind == "border":
        ring = halves(*(file.provinces[id_] for id_ in space.provinces))
    return glyph(space.at, ring + mark)


def halves(one: Province, other: Province) -> str:
    """A square on its corner, each half in the colour of the province it looks to."""
    across = atan2(other.dragon[1] - one.dragon[1], other.dragon[0] - one.dragon[0])
    turn = round(across / (pi / 2)) * 90
    r = HOUSE + 5
    half = '<path d="M0-{r}L{x} 0 0 {r}Z" fill="{fill}" stroke="{edge}" stroke-width="2" stroke-linejoin="round"/>'
    left = half.format(r=r, x=-r, fill=WASH[one.colour], edge=EDGE[one.colour])
    right = half.format(r=r, x=r, fill=WASH[other.colour], edge=EDGE[other.colour])
    rim = (
        f'<path d="M0-{r}L{r} 0 0 {r} -{r} 0Z" fill="none" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round"/>'
    )
    return f'<g transform="rotate({turn})">{left}{right}{rim}</g><circle r="11" fill="{RAISED}" opacity=".85"/>'


def dragon(province: Province) -> str:
    """The place for emissaries: a coiled dragon."""
    edge = EDGE[province.colour]
    return glyph(
        province.dragon,
        f'<circle r="{DRAGON}" fill="{RAISED}" stroke="{INK}" stroke-width="1.6"/>'
        f'<circle r="{DRAGON - 3.5:g}" fill="none" stroke="{edge}" stroke-width="1.4"/>'
        f'<polygon points="{numbers(coil())}" fill="{edge}" opacity=".8"/>'
        f'<path d="{HEAD}" fill="{edge}"/><circle cx="3.5" cy="-3.6" r="1.2" fill="{RAISED}"/>',
    )


def coil() -> list[Point]:
    """The body of a dragon: a spiral that swells towards the head, with a ragged back."""
    inner, outer = [], []
    steps = 60
    for step in range(steps + 1):
        part = step / steps
        angle = pi * (0.2 + 3.35 * part)
        middle = 20.5 - 13 * part
        half = 0.4 + 2.6 * part
        back = half + (1.8 if step % 4 == 2 else 0)
        inner.append((round((middle - half) * cos(angle), 1), round((middle - half) * sin(angle), 1)))
        outer.append((round((middle + back) * cos(angle), 1), round((middle + back) * sin(angle), 1)))
    return inner + outer[::-1]


def seals(file: BoardFile) -> Iterator[str]:
    """The numbers of the alliances, as seals across the borders."""
    for number, pair in enumerate(file.alliances, 1):
        yield glyph(pair.seal, block((0, 0), SEAL, VERMILION, RAISED) + f'<text class="seal" y="4.5">{number}</text>')


def label(province: Province, language: str) -> str:
    """A province's name, and what it means."""
    x, y = province.label
    text = words((x, y + 7), province.name, "name")
    if province.meaning:
        meaning = province.meaning.get(language, province.meaning.get("en", ""))
        text += words((x, y + 22), meaning, "meaning")
    return text


def track(file: BoardFile) -> Iterator[str]:
    """The points as a wall, with a tower for every five."""
    steps = list(pairwise(file.track))
    if distance(file.track[-1], file.track[0]) < 1.5 * distance(*file.track[:2]):
        steps.append((file.track[-1], file.track[0]))
    path = "".join(f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}" for a, b in steps)
    yield stroke(path, MORTAR, 29, 'stroke-dasharray="7 7" style="stroke-linecap: butt"')
    yield stroke(path, MORTAR, 25) + stroke(path, STONE, 22)
    for a, b in steps:
        turn = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        joint = f'<path d="M0-11V11" transform="rotate({turn:.0f})" stroke="{MORTAR}" stroke-width="1.2"/>'
        yield glyph(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), joint)
    for points, at in enumerate(file.track):
        tower = block((0, 0), 14, RAISED, MORTAR) if points % 5 == 0 else ""
        yield glyph(at, f'{tower}<text class="points" y="4">{points}</text>')
