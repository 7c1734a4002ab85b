"""A map of The White Lotus as a picture, without pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.boards.scenery import landscape, waters
from guanxi.boards.svg import (
    MORTAR,
    RAISED,
    SOFT,
    border,
    glyph,
    land,
    outlines,
    sheet,
    stroke,
    surroundings,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.games.white_lotus.board import BoardFile, Province

WASHES = ("#e5dab2", "#dcd9b0", "#ead3ad", "#d8d3ba")
DARK, EDGE = "#bda58a", "#6f6236"
LOTUS, DRAGON = "#b6476b", "#2d6b5c"
STYLE = f"""
.name {{ font-size: 15px; letter-spacing: 1.2px }}
.characters {{ font-size: 12px; fill: {SOFT}; paint-order: stroke; stroke: {RAISED}; stroke-width: 3px }}
"""
TILE = 22  # half the width of a tile
# Small drawings in a square from -12 to 12.
PETALS = (
    "M0-10Q4.5-5 3.8 1 2 5 0 6-2 5-3.8 1-4.5-5 0-10ZM-7-7Q-2.5-4.5-2.5 1-2 4 0 6-5 5.5-7 1-8.5-3-7-7Z"
    "M7-7Q2.5-4.5 2.5 1 2 4 0 6 5 5.5 7 1 8.5-3 7-7ZM-11.5-2.5Q-7-1.5-5 2-3 5 0 6-6 8-9.5 4.5-11.5 1.5-11.5-2.5Z"
    "M11.5-2.5Q7-1.5 5 2 3 5 0 6 6 8 9.5 4.5 11.5 1.5 11.5-2.5Z"
)
BODY = "M-11 7.5Q-12 3-8 1.5-4 .5-2.5 3.5-1 6.5 2 5.5 5 4 3.5 1 1.5-1.5-2-2.5-6.5-4-5-8-3-11.5 2-10.5"
HEAD = "M0-13Q5-14.5 8-11.5L11.5-9.5 10.5-7.5 6.5-7Q3-6 .5-8Z"


def svg(file: BoardFile, language: str = "en") -> str:
    """The picture of a map: dark provinces in a darker wash, a place for the tile of each, lotus and dragon marks."""
    parts = [
        f"<defs>{outlines(province.outline for province in file.provinces.values())}</defs>",
        *surroundings(),
        *waters(file.scenery),
        *lands(file),
        *landscape(file.scenery, language),
        *(tile(province) for province in file.provinces.values()),
        *(label(province) for province in file.provinces.values()),
    ]
    return sheet(file.size, file.title.get(language, file.name), STYLE, parts)


def lands(file: BoardFile) -> Iterator[str]:
    """The provinces; neighbours have different washes as far as four will go."""
    chosen: dict[str, str] = {}
    for id_, province in file.provinces.items():
        near = {chosen.get(other) for other in province.near}
        chosen[id_] = next((wash for wash in WASHES if wash not in near), WASHES[0])
        yield from land(province.outline, id_, DARK if province.zone == "dark" else chosen[id_], EDGE)
    yield from (border(province.outline) for province in file.provinces.values())


def tile(province: Province) -> str:
    """The place of a province's tile, with its mark."""
    corner = f'x="-{TILE}" y="-{TILE}" width="{2 * TILE}" height="{2 * TILE}" rx="5"'
    frame = f'<rect {corner} fill="{RAISED}" fill-opacity=".8" stroke="{MORTAR}" stroke-width="1.5"/>'
    if province.mark == "lotus":
        frame += f'<path d="{PETALS}" fill="{LOTUS}" stroke="{RAISED}" stroke-width=".8" transform="scale(1.4)"/>'
    elif province.mark == "dragon":
        body = stroke(BODY, DRAGON, 3) + f'<path d="{HEAD}" fill="{DRAGON}"/>'
        frame += f'<g transform="scale(1.3)">{body}</g>'
    return glyph(province.at, frame)


def label(province: Province) -> str:
    """A province's name under its tile, and in the characters of the country."""
    x, y = province.at
    text = words((x, y + TILE + 14), province.name, "name")
    return text + (words((x, y + TILE + 28), province.characters, "characters") if province.characters else "")
