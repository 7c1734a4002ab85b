"""Points and outlines of a map: just enough plane geometry to check one."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Point = tuple[int, int]
Segment = tuple[Point, Point]


def edges(outline: Sequence[Point]) -> list[Segment]:
    """The sides of an outline, the last one back to its beginning included."""
    return list(pairwise([*outline, outline[0]]))


def shared_length(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The length of the sides that two outlines have in common, whichever way round they run."""
    others = {frozenset(edge) for edge in edges(other)}
    return sum(dist(*edge) for edge in edges(one) if frozenset(edge) in others)


def side(a: Point, b: Point, c: Point) -> int:
    """Positive, negative or 0: on which side of the line from a to b the point c lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crossing(one: Segment, other: Segment) -> bool:
    """Whether two segments cut through each other; meeting at an end is not crossing."""
    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def is_simple(outline: Sequence[Point]) -> bool:
    """Whether an outline neither crosses nor touches itself."""
    sides = edges(outline)
    crosses = any(crossing(one, other) for index, one in enumerate(sides) for other in sides[:index])
    return len(set(outline)) == len(outline) and not crosses


def contains(outline: Sequence[Point], p: Point) -> bool:
    """Whether a point lies within an outline: a ray from it to the right leaves an odd number of times."""
    x, y = p
    inside = False
    for (ax, ay), (bx, by) in edges(outline):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def overlapping(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two outlines cover common ground; a common border is none."""
    if apart(one, other) or apart(other, one):
        return False
    if any(crossing(a, b) for a in edges(one) for b in edges(other)):
        return True
    ours, theirs = set(one), set(other)
    return (
        ours == theirs
        or any(contains(other, corner) for corner in ours - theirs)
        or any(contains(one, corner) for corner in theirs - ours)
    )


def apart(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether all of one outline lies left of or above all of the other."""
    return any(max(point[axis] for point in one) <= min(point[axis] for point in other) for axis in range(2))
