"""A second referee for Han, written from the rules alone: it shares no code with the game.

It follows a game by the pieces that are placed, lists the placements that are legal, and says what must be scored.
Everything is spelt as in notation and in board files: provinces, spaces and colours are words.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from guanxi.games.han.board import BoardFile

Fact = tuple[str | int, ...]  # ("full", province), ("houses", seat, points, province) …, ("won", seat, …)

HOUSES = 20
EMISSARIES = 8
SHORTEST_LINE = 4
EVERY_CARD = Counter(dict.fromkeys(("red", "yellow", "green", "orange", "violet"), 3))


class Referee:
    """The table as far as pieces are concerned."""

    def __init__(self, file: BoardFile, seats: int, *, variant: bool) -> None:
        self.file = file
        self.seats = seats
        self.regions = {province: file.within(province) for province in file.provinces}
        self.ports = [at for at, space in file.spaces.items() if space.kind == "port"]
        self.marker = file.variant.removesuffix("s") if variant else ""
        self.markers = Counter(dict.fromkeys(range(seats), 2 if self.marker == "market" and seats == 2 else 1))
        self.houses: dict[str, int] = {}  # the owner of the house on a space
        self.markets: dict[str, int] = {}
        self.forts: dict[int, str] = {}
        self.emissaries: dict[str, Counter[int]] = {province: Counter() for province in file.provinces}
        self.scored: set[str] = set()
        self.totals = Counter(dict.fromkeys(range(seats), 0))
        self.begin_turn()

    # A turn

    def begin_turn(self) -> None:
        """Note which provinces hold no piece yet."""
        self.empty = {province for province in self.file.provinces if not self.taken(province)}
        self.first_piece: list[str] | None = None  # the provinces of this turn's first piece
        self.finished = False

    def taken(self, province: str) -> list[str]:
        """The spaces of a province with a house or a market."""
        return [at for at in self.regions[province] if at in self.houses or at in self.markets]

    def homes(self, at: str) -> list[str]:
        """The provinces of a space; a dragon has the name of its province."""
        return [at] if at in self.file.provinces else self.file.spaces[at].provinces

    def count(self, province: str) -> Counter[int]:
        """The houses of each player in a province."""
        return Counter(self.houses[at] for at in self.regions[province] if at in self.houses)

    def room(self, province: str) -> int:
        """How many more emissaries a dragon takes."""
        return max(self.count(province).values(), default=0) - self.emissaries[province].total()

    def houses_left(self, seat: int) -> int:
        """Houses in supply."""
        return HOUSES - sum(owner == seat for owner in self.houses.values())

    def emissaries_left(self, seat: int) -> int:
        """Emissaries in supply."""
        sent = sum(counts[seat] for counts in self.emissaries.values())
        return EMISSARIES - sent - sum(owner == seat for owner in self.markets.values())

    # Placements

    def placements(self, seat: int, hand: Counter[str]) -> set[str]:
        """The notations of all pieces that a player may place now with these cards."""
        if self.finished:
            return set()
        pieces = [*self.house_places(seat), *self.emissary_places(seat)]
        paid = {f"{kind} {at} {' '.join(pay)}" for kind, at in pieces for pay in self.payments(at, hand)}
        return paid | set(self.marker_placements(seat, hand))

    def is_open(self, at: str) -> bool:
        """Two pieces go to one province, and not to one that was empty when the turn began."""
        return self.first_piece is None or bool({*self.homes(at)} & {*self.first_piece} - self.empty)

    def house_places(self, seat: int) -> Iterator[tuple[str, str]]:
        """Free spaces for a house from supply."""
        for at in self.file.spaces:
            if self.houses_left(seat) and self.is_open(at) and at not in self.houses and at not in self.markets:
                yield "house", at

    def emissary_places(self, seat: int) -> Iterator[tuple[str, str]]:
        """Dragons with room for an emissary from supply."""
        for province in self.file.provinces:
            if self.emissaries_left(seat) and self.is_open(province) and self.room(province) > 0:
                yield "emissary", province

    def payments(self, at: str, hand: Counter[str]) -> Iterator[tuple[str, ...]]:
        """One card of the colour or two of another; on a border one of each colour or two of one of them."""
        colours = [self.file.provinces[home].colour for home in self.homes(at)]
        pairs = [colour for colour, held in hand.items() if held >= 2]
        if all(hand[colour] for colour in colours):
            yield tuple(colours)
        for colour in pairs:
            if (colour in colours) == (len(colours) == 2):
                yield colour, colour

    def marker_placements(self, seat: int, hand: Counter[str]) -> Iterator[str]:
        """A fortification or a market with its piece: two cards of the colour, two pieces, never on a border."""
        piece_left = self.houses_left(seat) if self.marker == "fortification" else self.emissaries_left(seat)
        if self.marker and self.markers[seat] and piece_left and self.first_piece is None:
            for at, space in self.file.spaces.items():
                colour = self.file.provinces[space.provinces[0]].colour
                free = at not in self.houses and at not in self.markets and space.kind != "border"
                if free and hand[colour] >= 2 and space.provinces[0] not in self.empty:
                    yield f"{self.marker} {at} {colour} {colour}"

    def place(self, seat: int, kind: str, at: str) -> list[Fact]:
        """Put a piece on the board; what is scored at once."""
        self.finished = self.first_piece is not None or kind in ("fortification", "market")
        self.first_piece = self.homes(at)
        if kind == "emissary":
            self.emissaries[at][seat] += 1
            return []
        if kind in ("fortification", "market"):
            self.markers[seat] -= 1
        if kind == "market":
            self.markets[at] = seat
        else:
            self.houses[at] = seat
        if kind == "fortification":
            self.forts[seat] = at
        full = [home for home in self.homes(at) if len(self.taken(home)) == len(self.regions[home])]
        return [fact for home in full for fact in [("full", home), *self.score_houses(home)]]

    def is_blocked(self) -> bool:
        """Could nobody place any piece in a new turn, whatever the cards?"""
        twin = copy(self)
        twin.begin_turn()
        return not any(twin.placements(seat, EVERY_CARD) for seat in range(self.seats))

    # Scorings

    def score_houses(self, province: str) -> list[Fact]:
        """A province gets its disc."""
        self.scored.add(province)
        region = self.regions[province]
        return self.note("houses", [self.rank_points(region, seat) for seat in range(self.seats)], province)

    def note(self, source: str, points: list[int], *what: str | int) -> list[Fact]:
        """Add points to the totals, and say who has scored."""
        self.totals.update(dict(enumerate(points)))
        return [(source, seat, own, *what) for seat, own in enumerate(points) if own]

    def rank_points(self, spaces: list[str], seat: int) -> int:
        """What a player's rank by houses on some spaces is worth, doubled by a fortification there."""
        count = Counter(self.houses[at] for at in spaces if at in self.houses)
        if not count[seat]:
            return 0
        ranks = sorted(set(count.values()), reverse=True)
        rank = ranks.index(count[seat])
        points = ranks[rank - 1] if rank else count.total()
        return points * 2 if self.forts.get(seat) in spaces else points

    def final(self) -> list[Fact]:
        """Houses without a disc, alliances, roads, ports, and the winners."""
        for at, seat in self.markets.items():
            self.emissaries[self.homes(at)[0]][seat] += 1
        self.markets.clear()
        seats = range(self.seats)
        unscored = [province for province in self.regions if province not in self.scored]
        facts = [fact for province in unscored for fact in self.score_houses(province)]
        for number, pair in enumerate(self.file.alliances, 1):
            facts += self.note("alliances", [self.alliance(pair.one, pair.other, seat) for seat in seats], number)
        facts += self.note("roads", [self.roads(seat) for seat in seats])
        facts += self.note("ports", [self.rank_points(self.ports, seat) for seat in seats])
        return [*facts, ("won", *self.winners())]

    def alliance(self, one: str, other: str, seat: int) -> int:
        """All emissaries of both provinces for a player who has, or shares, the most in each."""
        sides = [self.emissaries[one], self.emissaries[other]]
        leads = all(side[seat] and side[seat] == max(side.values()) for side in sides)
        return sides[0].total() + sides[1].total() if leads else 0

    def roads(self, seat: int) -> int:
        """The best choice of lines of a player's houses."""
        numbers = {at: number for number, (at, owner) in enumerate(self.houses.items()) if owner == seat}
        ways: dict[int, set[int]] = {number: set() for number in numbers.values()}
        for road in self.file.roads:
            if road.start in numbers and road.end in numbers:
                ways[numbers[road.start]].add(numbers[road.end])
                ways[numbers[road.end]].add(numbers[road.start])
        return best_lines(ways, numbers.get(self.forts.get(seat, "")))

    def winners(self) -> list[int]:
        """Most points, then most houses and emissaries in supply."""
        standing = {
            seat: (self.totals[seat], self.houses_left(seat) + self.emissaries_left(seat)) for seat in range(self.seats)
        }
        return [seat for seat in standing if standing[seat] == max(standing.values())]


def best_lines(ways: Mapping[int, set[int]], fort: int | None) -> int:
    """The best of all choices: every line is listed, then every set of lines without a common house is tried."""
    lines: set[frozenset[int]] = set()

    def walk(line: tuple[int, ...]) -> None:
        if len(line) >= SHORTEST_LINE:
            lines.add(frozenset(line))
        for other in ways[line[-1]]:
            if other not in line:
                walk((*line, other))

    for house in ways:
        walk((house,))
    through = {house: [line for line in lines if house in line] for house in ways}

    @cache
    def best(left: frozenset[int]) -> int:
        if not left:
            return 0
        house = min(left)
        with_house = [
            len(line) * (2 if fort in line else 1) + best(left - line) for line in through[house] if line <= left
        ]
        return max([best(left - {house}), *with_house])

    return best(frozenset(ways))
