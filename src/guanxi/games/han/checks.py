"""Find the faults of a board file, in sentences that say what would be right.

`check` finds what makes a board unplayable, `remarks` what only makes it harder to read.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from guanxi.boards.forms import crowded, untitled, untypable
from guanxi.boards.geometry import (
    contains,
    distance,
    distance_to_line,
    distance_to_segment,
    is_on,
    is_simple,
    lines_cross,
    overlapping,
    place,
    shared_edges,
)
from guanxi.games.han.board import COLOURS, KINDS, neighbours
from guanxi.games.han.rules.material import BORDERS, CARDS, HAND, INSIDE, PLAYERS, PROVINCES, ROW, SPACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.boards.geometry import Point
    from guanxi.games.han.board import BoardFile

ALLIANCES = 15
PORTS = 7
TRACK = 50  # the points 0 to 49
HOUSE = 14  # half the width of a house
DRAGON = 28  # half the width of a dragon space
SEAL = 11  # half the width of an alliance's seal
# Points that a piece of scenery needs, at least and at most; all others need one.
POINTS: dict[str, tuple[int, int | None]] = {
    "sea": (3, None),
    "lake": (3, None),
    "river": (2, None),
    "wall": (2, None),
    "gate": (2, 2),
}
ON = 3  # a border space is at most so far from the border


def check(file: BoardFile) -> list[str]:
    """Every reason why a file cannot be played on.  Places are looked at only when all that is named exists."""
    problems = [*set_up(file), *colours(file), *shapes(file), *names(file)]
    if problems:
        return problems
    return [*spaces(file), *roads(file), *outlines(file), *positions(file), *alliances(file)]


def set_up(file: BoardFile) -> Iterator[str]:
    """Titles, numbers of players, cards and points."""
    yield from untitled(file.title)
    if not 1 <= file.open_cards <= ROW:
        yield f"There are {file.open_cards} open cards. There can be 1 to {ROW}."
    if not file.players:
        yield 'No number of players is given. Right would be {"3": 2, "4": 1, "5": 0}, with cards out of each colour.'
    for players, out in file.players.items():
        if players not in {str(count) for count in range(2, PLAYERS + 1)}:
            yield f'The board is for "{players}" players. Han is for 2 to {PLAYERS}.'
        elif not 0 <= out < min(CARDS):
            yield f"With {players} players {out} cards of each colour stay in the box. It can be 0 to {min(CARDS) - 1}."
        elif sum(CARDS) - out * len(CARDS) <= int(players) * HAND + file.open_cards:
            yield f"With {players} players and {out} cards of each colour in the box nothing is left for the draw pile."
    if len(file.track) != TRACK:
        yield f"The track has {len(file.track)} places. It needs {TRACK}, for 0 to {TRACK - 1} points."


def colours(file: BoardFile) -> Iterator[str]:
    """Nine provinces, two of each colour and one violet."""
    if len(file.provinces) != PROVINCES:
        yield f"There are {len(file.provinces)} provinces. Han has {PROVINCES}."
    for province in file.provinces.values():
        if province.colour not in COLOURS:
            yield f'{province.name} has the colour "{province.colour}". There are: {", ".join(COLOURS)}.'
    counted = Counter(province.colour for province in file.provinces.values())
    for colour in COLOURS:
        right = 1 if colour == "violet" else 2
        if counted[colour] != right:
            yield f"{counted[colour]} provinces are {colour}. It should be {right}."


def shapes(file: BoardFile) -> Iterator[str]:
    """Ids that can be typed, and points enough to draw a thing."""
    yield from crowded(province.outline for province in file.provinces.values())
    yield from untypable((*file.provinces, *file.spaces), "wei-3")
    for province in file.provinces.values():
        if len(province.outline) < 3:
            yield f"The outline of {province.name} has {len(province.outline)} corners. It needs three or more."
    for number, part in enumerate(file.scenery, 1):
        least, most = POINTS.get(part.kind, (1, None))
        if len(part.points) < least or (most and len(part.points) > most):
            right = least if most else f"{least} or more"
            yield f"Scenery {number}, a {part.kind}, has {len(part.points)} points. It needs {right}."


def names(file: BoardFile) -> Iterator[str]:
    """Everything that is named exists."""
    known = ", ".join(file.provinces)
    for id_, space in file.spaces.items():
        for province in space.provinces:
            if province not in file.provinces:
                yield f'{id_} lies in "{province}", which is no province. There are: {known}.'
        if space.kind not in KINDS:
            yield f'{id_} is a "{space.kind}". A space is one of: {", ".join(KINDS)}.'
        homes = 2 if space.kind == "border" else 1
        if len(set(space.provinces)) != homes or len(space.provinces) != homes:
            right = "two different provinces" if homes == 2 else "one province; one between two is a border"
            yield f"{id_} is a {space.kind} and lies in {', '.join(space.provinces) or 'none'}. It needs {right}."
    for road in file.roads:
        for id_ in (road.start, road.end):
            if id_ not in file.spaces:
                yield f'The road from {road.start} to {road.end} needs a space "{id_}", which does not exist.'
    for number, pair in enumerate(file.alliances, 1):
        for province in (pair.one, pair.other):
            if province not in file.provinces:
                yield f'Alliance {number} names "{province}", which is no province. There are: {known}.'


def spaces(file: BoardFile) -> Iterator[str]:
    """The numbers of spaces, borders and ports."""
    if len(file.spaces) > SPACES:
        yield f"There are {len(file.spaces)} house spaces. There can be {SPACES} at most."
    for id_, province in file.provinces.items():
        inside = [space for space in file.within(id_) if file.spaces[space].kind != "border"]
        if not 1 <= len(inside) <= INSIDE:
            yield f"{province.name} has {len(inside)} house spaces of its own. It needs 1 to {INSIDE}."
    kinds = Counter(space.kind for space in file.spaces.values())
    if kinds["border"] > BORDERS:
        yield f"There are {kinds['border']} border spaces. There can be {BORDERS} at most."
    if kinds["port"] not in (0, PORTS):
        yield f"There are {kinds['port']} ports. A board has {PORTS} or none."


def roads(file: BoardFile) -> Iterator[str]:
    """Every space is on a road, and all roads are connected."""
    seen = set()
    for road in file.roads:
        ends = frozenset((road.start, road.end))
        if len(ends) == 1:
            yield f"A road leads from {road.start} to itself. It needs two different spaces."
        elif ends in seen:
            yield f"There are two roads between {road.start} and {road.end}. One is enough."
        seen.add(ends)
    for id_ in file.spaces:
        if not any(id_ in ends and len(ends) == 2 for ends in seen):
            yield f"No road leads to {id_}. Every space needs one."
    nets = connected(file)
    if len(nets) > 1:
        largest = max(nets, key=len)
        apart = [id_ for id_ in file.spaces if id_ not in largest]
        yield f"The roads fall into {len(nets)} parts: none joins {', '.join(apart)} to the others."


def connected(file: BoardFile) -> list[set[str]]:
    """The spaces, in groups joined by roads."""
    nets = {id_: {id_} for id_ in file.spaces}
    for road in file.roads:
        joined = nets[road.start] | nets[road.end]
        nets.update(dict.fromkeys(joined, joined))
    return list({id(net): net for net in nets.values()}.values())


def outlines(file: BoardFile) -> Iterator[str]:
    """Outlines do not cross themselves or each other, and neighbours differ in colour."""
    for province in file.provinces.values():
        if not is_simple(province.outline):
            yield f"The outline of {province.name} crosses or touches itself."
    for (one, ours), (other, theirs) in combinations(file.provinces.items(), 2):
        if overlapping(ours.outline, theirs.outline):
            yield f"{ours.name} and {theirs.name} overlap. Neighbours share the corners of their border, no ground."
        if other in neighbours(file)[one] and ours.colour == theirs.colour:
            yield f"{ours.name} and {theirs.name} are neighbours and both {ours.colour}. Neighbours differ in colour."


def positions(file: BoardFile) -> Iterator[str]:
    """Everything lies where it belongs, and pieces do not cover each other."""
    for what, point in points(file):
        if not is_on(file.size, point):
            yield f"{what} is off the sheet at {place(point)}. The sheet is {place(file.size)}."
    for id_, space in file.spaces.items():
        homes = [file.provinces[province] for province in space.provinces]
        if space.kind == "border":
            common = shared_edges(homes[0].outline, homes[1].outline)
            if not common or min(distance_to_segment(space.at, edge) for edge in common) > ON:
                yield f"{id_} is not on the border of {homes[0].name} and {homes[1].name}, at most {ON} away from it."
        elif not contains(homes[0].outline, space.at):
            yield f"{id_} lies at {place(space.at)}, outside {homes[0].name}."
    for (one, a), (other, b) in combinations(file.spaces.items(), 2):
        if distance(a.at, b.at) < 2 * HOUSE:
            yield f"{one} and {other} are {distance(a.at, b.at):.0f} apart. Houses need {2 * HOUSE}."
    yield from dragons(file)


def dragons(file: BoardFile) -> Iterator[str]:
    """Dragon spaces lie in their provinces, clear of houses and roads."""
    for province in file.provinces.values():
        if not contains(province.outline, province.dragon):
            yield f"The dragon of {province.name} lies at {place(province.dragon)}, outside the province."
        for id_, space in file.spaces.items():
            if distance(space.at, province.dragon) < DRAGON + HOUSE:
                yield f"The dragon of {province.name} is too near to {id_}: they must be {DRAGON + HOUSE} apart."
        for road in file.roads:
            if distance_to_line(province.dragon, file.course(road)) < DRAGON:
                yield (
                    f"The road from {road.start} to {road.end} runs over the dragon of {province.name}. "
                    f"It must pass {DRAGON} away from its middle."
                )


def alliances(file: BoardFile) -> Iterator[str]:
    """Fifteen different pairs of neighbours."""
    if len(file.alliances) != ALLIANCES:
        yield f"There are {len(file.alliances)} alliances. Han has {ALLIANCES}."
    numbers: dict[frozenset[str], int] = {}
    for number, pair in enumerate(file.alliances, 1):
        one, other = file.provinces[pair.one].name, file.provinces[pair.other].name
        pair_of = frozenset((pair.one, pair.other))
        if pair.one == pair.other:
            yield f"Alliance {number} joins {one} with itself. It needs two neighbours."
        elif pair_of in numbers:
            yield f"Alliance {number} joins {one} and {other} like alliance {numbers[pair_of]}. Each pair has one."
        elif pair.other not in neighbours(file)[pair.one]:
            near = ", ".join(file.provinces[id_].name for id_ in neighbours(file)[pair.one]) or "none"
            yield f"Alliance {number} joins {one} and {other}, which do not touch. Neighbours of {one}: {near}."
        numbers.setdefault(pair_of, number)


def remarks(file: BoardFile) -> list[str]:
    """Find what could be clearer on a board that passes `check`."""
    found = []
    for a, b in combinations(file.roads, 2):
        if lines_cross(file.course(a), file.course(b)):
            found.append(f"The roads {a.start} to {a.end} and {b.start} to {b.end} cross each other.")
    for road in file.roads:
        for id_, space in file.spaces.items():
            if id_ not in (road.start, road.end) and distance_to_line(space.at, file.course(road)) < HOUSE:
                found.append(f"The road from {road.start} to {road.end} runs through {id_}.")
    for number, pair in enumerate(file.alliances, 1):
        for id_, space in file.spaces.items():
            if distance(pair.seal, space.at) < SEAL + HOUSE:
                found.append(f"The seal of alliance {number} covers {id_}.")
    return found


def points(file: BoardFile) -> Iterator[tuple[str, Point]]:
    """Every place with what is there."""
    for id_, space in file.spaces.items():
        yield id_, space.at
    for province in file.provinces.values():
        yield f"The name of {province.name}", province.label
        for corner in province.outline:
            yield f"A corner of {province.name}", corner
    for number, pair in enumerate(file.alliances, 1):
        yield f"The seal of alliance {number}", pair.seal
    for points, place_ in enumerate(file.track):
        yield f"Place {points} of the track", place_
