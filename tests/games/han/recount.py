"""A second referee: it counts all points of a finished game from what was placed, and shares no code with the rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guanxi.games.han.board import BoardFile

NOBODY = -1
SHORTEST = 4


class Placed(NamedTuple):
    """A piece as a log tells it."""

    seat: int
    kind: str  # house, emissary, fortification, market
    at: str


def recount(file: BoardFile, seats: int, pieces: Iterable[Placed]) -> list[dict[str, int]]:
    """Each player's points by their source."""
    houses: dict[str, int] = {}
    emissaries: dict[str, Counter[int]] = {province: Counter() for province in file.provinces}
    forts: dict[int, str] = {}
    for piece in pieces:
        if piece.kind in ("house", "fortification"):
            houses[piece.at] = piece.seat
        if piece.kind == "fortification":
            forts[piece.seat] = piece.at
        if piece.kind == "emissary":
            emissaries[piece.at][piece.seat] += 1
        if piece.kind == "market":
            emissaries[file.spaces[piece.at].provinces[0]][piece.seat] += 1
    regions = [file.within(province) for province in file.provinces]
    ports = [at for at, space in file.spaces.items() if space.kind == "port"]
    return [
        {
            # A house never leaves its space: when its province was scored makes no difference.
            "houses": sum(majority(region, houses, forts, seat) for region in regions),
            "alliances": sum(alliance(emissaries[pair.one], emissaries[pair.other], seat) for pair in file.alliances),
            "roads": roads(file, houses, forts, seat),
            "ports": majority(ports, houses, forts, seat),
        }
        for seat in range(seats)
    ]


def majority(spaces: list[str], houses: Mapping[str, int], forts: Mapping[int, str], seat: int) -> int:
    """What a player's rank by houses on some spaces is worth."""
    count = Counter(houses[at] for at in spaces if at in houses)
    if not count[seat]:
        return 0
    ranks = sorted(set(count.values()), reverse=True)
    rank = ranks.index(count[seat])
    points = ranks[rank - 1] if rank else count.total()
    return points * 2 if forts.get(seat) in spaces else points


def alliance(one: Counter[int], other: Counter[int], seat: int) -> int:
    """What an alliance gives a player."""
    leads = all(side[seat] and side[seat] == max(side.values()) for side in (one, other))
    return one.total() + other.total() if leads else 0


def roads(file: BoardFile, houses: Mapping[str, int], forts: Mapping[int, str], seat: int) -> int:
    """What a player's lines of houses are worth."""
    own = {at for at, owner in houses.items() if owner == seat}
    ways: dict[str, set[str]] = {at: set() for at in own}
    for road in file.roads:
        if road.start in own and road.end in own:
            ways[road.start].add(road.end)
            ways[road.end].add(road.start)
    numbers = {at: number for number, at in enumerate(sorted(own))}
    joined = {numbers[at]: {numbers[other] for other in others} for at, others in ways.items()}
    return best_lines(joined, set(joined), numbers.get(forts.get(seat, ""), NOBODY))


def best_lines(joined: Mapping[int, set[int]], houses: set[int], fort: int) -> int:
    """The best of all choices: every line is listed, then every set of lines without a common house is tried."""
    lines: set[frozenset[int]] = set()

    def walk(line: tuple[int, ...]) -> None:
        if len(line) >= SHORTEST:
            lines.add(frozenset(line))
        for other in joined[line[-1]]:
            if other in houses and other not in line:
                walk((*line, other))

    for house in houses:
        walk((house,))
    through = {house: [line for line in lines if house in line] for house in houses}

    @cache
    def best(left: frozenset[int]) -> int:
        if not left:
            return 0
        house = min(left)
        without = best(left - {house})
        return max(
            [
                without,
                *(len(line) * (1 + (fort in line)) + best(left - line) for line in through[house] if line <= left),
            ]
        )

    return best(frozenset(houses))
