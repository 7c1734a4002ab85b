"""Checks of a board file: each fault in a sentence that says what would be right."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from guanxi.boards import scenery
from guanxi.boards.forms import crowded, untitled, untypable
from guanxi.boards.geometry import contains, is_on, is_simple, overlapping, place, shared_length
from guanxi.games.white_lotus.rules.material import LOTUSES, PROVINCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.games.white_lotus.board import BoardFile, Province

DARK = 8
DRAGONS = 3
TOUCH = 10  # neighbours share at least this length of their outlines


def check(file: BoardFile) -> list[str]:
    """Every reason why a file cannot be played on.  Borders are looked at only when all that is named exists."""
    problems = [*untitled(file.title), *scenery.faults(file.scenery), *counts(file), *shapes(file), *names(file)]
    return problems or [*connections(file), *outlines(file), *borders(file)]


def counts(file: BoardFile) -> Iterator[str]:
    """39 provinces, 8 of them dark; 8 lotus provinces, one of them dark; 3 dragons."""
    provinces = file.provinces.values()
    if len(provinces) != PROVINCES:
        yield f"There are {len(provinces)} provinces. The White Lotus has {PROVINCES}."
    zones = Counter(province.zone for province in provinces)
    if zones["dark"] != DARK:
        yield f"{zones['dark']} provinces are dark. It should be {DARK}, for six players."
    lotus = Counter(province.zone for province in provinces if province.mark == "lotus")
    if (lotus["light"], lotus["dark"]) != (LOTUSES - 1, 1):
        light, dark = lotus["light"], lotus["dark"]
        yield f"{light} light and {dark} dark provinces have a lotus. It should be {LOTUSES - 1} and 1."
    dragons = sum(province.mark == "dragon" for province in provinces)
    if dragons != DRAGONS:
        yield f"{dragons} provinces have a dragon. It should be {DRAGONS}."


def shapes(file: BoardFile) -> Iterator[str]:
    """Ids that can be typed, and points enough to draw a thing."""
    yield from crowded(province.outline for province in file.provinces.values())
    yield from untypable(file.provinces, "xian")
    for id_, province in file.provinces.items():
        if not province.name:
            yield f'The province "{id_}" has no name.'
        if len(province.outline) < 3:
            yield f"The outline of {province.name} has {len(province.outline)} corners. It needs three or more."


def names(file: BoardFile) -> Iterator[str]:
    """Neighbours exist, and each names the other."""
    for id_, province in file.provinces.items():
        for other in province.near:
            if other not in file.provinces:
                yield f'{province.name} is near "{other}", which is no province.'
            elif other == id_:
                yield f"{province.name} is near itself. It needs other provinces."
            elif id_ not in file.provinces[other].near:
                theirs = file.provinces[other].name
                yield f"{province.name} is near {theirs}, but {theirs} is not near {province.name}. Name both or none."


def connections(file: BoardFile) -> Iterator[str]:
    """The light provinces are one land, and all together are."""
    light = {id_ for id_, province in file.provinces.items() if province.zone == "light"}
    for zone, which in ((light, "light provinces"), (set(file.provinces), "provinces")):
        reached = reach(file, min(zone), zone)
        if reached != zone:
            cut_off = ", ".join(file.provinces[id_].name for id_ in file.provinces if id_ in zone - reached)
            yield f"The {which} are not one land. From {file.provinces[min(zone)].name} no way leads to: {cut_off}."


def reach(file: BoardFile, start: str, within: set[str]) -> set[str]:
    """All provinces of a zone to which a way leads from one of them."""
    reached, ahead = {start}, [start]
    while ahead:
        new = (set(file.provinces[ahead.pop()].near) & within) - reached
        reached |= new
        ahead += new
    return reached


def outlines(file: BoardFile) -> Iterator[str]:
    """Outlines lie on the sheet, hold their tile, and do not cross themselves or each other."""
    for province in file.provinces.values():
        for point in (*province.outline, province.at):
            if not is_on(file.size, point):
                yield f"{province.name} is off the sheet at {place(point)}. The sheet is {place(file.size)}."
        if not is_simple(province.outline):
            yield f"The outline of {province.name} crosses or touches itself."
        elif not contains(province.outline, province.at):
            yield f"The tile of {province.name} lies at {place(province.at)}, outside the province."
    for one, other in combinations(file.provinces.values(), 2):
        if overlapping(one.outline, other.outline):
            yield f"{one.name} and {other.name} overlap. Neighbours share the corners of their border, no ground."


def borders(file: BoardFile) -> Iterator[str]:
    """Check that the drawing matches the rules: neighbours share a border, and nobody else does."""
    for (one, ours), (other, theirs) in combinations(file.provinces.items(), 2):
        length = shared_length(ours.outline, theirs.outline)
        if other in ours.near and length < TOUCH:
            yield (
                f"{ours.name} and {theirs.name} are neighbours, but their outlines share a border of {length:.0f}. "
                f"It must be {TOUCH} at least. Borders of {ours.name}: {drawn(file, one, ours)}."
            )
        elif other not in ours.near and length:
            yield f"The outlines of {ours.name} and {theirs.name} share a border, but they are not neighbours."


def drawn(file: BoardFile, id_: str, province: Province) -> str:
    """The names of the provinces with which one shares a border in the picture."""
    found = [
        theirs.name
        for other, theirs in file.provinces.items()
        if other != id_ and shared_length(province.outline, theirs.outline) >= TOUCH
    ]
    return ", ".join(found) or "none"
