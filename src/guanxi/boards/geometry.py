"""Plane geometry for checking boards: points, lines and outlines."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Point = tuple[float, float]
Segment = tuple[Point, Point]


def place(point: Point) -> str:
    """Format a point or a size."""
    return f"{point[0]:g}, {point[1]:g}"


def is_on(sheet: Point, point: Point) -> bool:
    """Whether a point lies on a sheet of this width and height."""
    return 0 <= point[0] <= sheet[0] and 0 <= point[1] <= sheet[1]


def distance(a: Point, b: Point) -> float:
    """The distance between two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


def side(a: Point, b: Point, c: Point) -> float:
    """Positive, negative or 0: on which side of the line from a to b the point c lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance_to_segment(p: Point, segment: Segment) -> float:
    """The distance of a point from a segment."""
    a, b = segment
    along = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    if not along:
        return distance(p, a)
    part = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / along
    part = max(0.0, min(1.0, part))
    return distance(p, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))


def distance_to_line(p: Point, line: Sequence[Point]) -> float:
    """The distance of a point from a line of two or more points."""
    return min(distance_to_segment(p, segment) for segment in pairwise(line))


def crossing(one: Segment, other: Segment) -> bool:
    """Whether two segments cut through each other; meeting at an end is not crossing."""
    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def lines_cross(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two lines cut through each other somewhere."""
    return any(crossing(a, b) for a in pairwise(one) for b in pairwise(other))


def edges(outline: Sequence[Point]) -> list[Segment]:
    """The sides of an outline, the last one back to its beginning included."""
    return list(pairwise([*outline, outline[0]]))


def shared_edges(one: Sequence[Point], other: Sequence[Point]) -> list[Segment]:
    """The sides that two outlines have in common, whichever way round they run."""
    others = {frozenset(edge) for edge in edges(other)}
    return [edge for edge in edges(one) if frozenset(edge) in others]


def shared_length(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The length of the sides that two outlines have in common."""
    return length(shared_edges(one, other))


def length(segments: Sequence[Segment]) -> float:
    """The length of all segments together."""
    return sum(distance(a, b) for a, b in segments)


def area(outline: Sequence[Point]) -> float:
    """The area within an outline."""
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(outline))) / 2


def contains(outline: Sequence[Point], p: Point) -> bool:
    """Whether a point lies within an outline: a ray from it to the right leaves an odd number of times."""
    x, y = p
    inside = False
    for (ax, ay), (bx, by) in edges(outline):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def is_simple(outline: Sequence[Point]) -> bool:
    """Whether an outline neither crosses nor touches itself."""
    if len(set(outline)) < len(outline):
        return False
    sides = edges(outline)
    return not any(crossing(one, other) for index, one in enumerate(sides) for other in sides[:index])


def overlapping(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two outlines overlap; a common border is not an overlap."""
    if set(one) == set(other):
        return True
    left, top, right, bottom = common_frame(one, other)
    if left >= right or top >= bottom:
        return False

    def near(edge: Segment) -> bool:
        (ax, ay), (bx, by) = edge
        return max(ax, bx) >= left and min(ax, bx) <= right and max(ay, by) >= top and min(ay, by) <= bottom

    ours = [edge for edge in edges(one) if near(edge)]
    theirs = [edge for edge in edges(other) if near(edge)]
    if any(crossing(a, b) for a in ours for b in theirs):
        return True
    return any(strictly_within(p, other) for p, _ in ours) or any(strictly_within(p, one) for p, _ in theirs)


def common_frame(one: Sequence[Point], other: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the rectangle in which both outlines may overlap."""
    return (
        max(min(x for x, _ in one), min(x for x, _ in other)),
        max(min(y for _, y in one), min(y for _, y in other)),
        min(max(x for x, _ in one), max(x for x, _ in other)),
        min(max(y for _, y in one), max(y for _, y in other)),
    )


def strictly_within(p: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies within an outline and not on it."""
    return p not in outline and contains(outline, p) and distance_to_line(p, [*outline, outline[0]]) > 0.5
