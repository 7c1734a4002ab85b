"""Han: the scoring of houses, alliances, roads and ports.  In the order of the rulebook."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.han.rules.material import (
    BIT,
    FROM_ALLIANCES,
    FROM_HOUSES,
    FROM_PORTS,
    FROM_ROADS,
    MARKETS_CLOSED,
    PORTS,
    PROVINCES,
    SCORED,
    SOURCES,
    WON,
    Material,
)

LINE = 4  # houses of the shortest line that counts
BIT_NUMBER = [next((bit for bit in range(62) if 2**bit % 67 == rest), 0) for rest in range(67)]


def score(p: Material, seat: int, points: int, source: int, what: int) -> None:
    """Move a player's marker on the Great Wall."""
    if points:
        p.points[source][seat] += points
        p.tell(SCORED, seat, points, source, what)


def total(p: Material, seat: int) -> int:
    """A player's points, laps of the track included."""
    points = 0
    for source in range(SOURCES):
        points += p.points[source][seat]
    return points


def score_houses(p: Material, province: int) -> None:
    """Score the houses; the province gets its disc and is never scored again (House scoring)."""
    p.scored[province] = 1
    for seat in range(p.seats):
        score(p, seat, province_points(p, province, seat), FROM_HOUSES, province)


def province_points(p: Material, province: int, seat: int) -> int:
    """A player's points for houses there, doubled by a fortification (House scoring, Variant: fortifications)."""
    return house_points(p, province, seat) * (2 if is_fortified(p, province, seat) else 1)


def house_points(p: Material, province: int, seat: int) -> int:
    """Rank 1: a point per house there; others: one per house of a player of the rank above (House scoring)."""
    mine = p.houses[province][seat]
    if mine == 0:
        return 0
    everybody = 0
    above = 0
    for other in range(p.seats):
        theirs = p.houses[province][other]
        everybody += theirs
        if theirs > mine and (above == 0 or theirs < above):
            above = theirs
    return above if above else everybody


def is_fortified(p: Material, province: int, seat: int) -> int:
    """1 if the player's fortified house stands in the province (Variant: fortifications)."""
    return p.fort[seat] != NOBODY and p.board.home[p.fort[seat]][0] == province


def final_scoring(p: Material) -> None:
    """Score houses without a disc, alliances, roads and ports; then find the new emperor (Final scoring)."""
    close_markets(p)
    for province in range(PROVINCES):
        if not p.scored[province]:
            score_houses(p, province)
    for number in range(p.board.alliances):
        score_alliance(p, number)
    for seat in range(p.seats):
        score_roads(p, seat)
    score_ports(p)
    p.won = new_emperor(p)
    p.tell(WON, p.won)


def close_markets(p: Material) -> None:
    """Move the emissaries on markets to the dragons of their districts (Variant: markets)."""
    if p.markets:
        for space in range(p.board.spaces):
            if p.market[space] != NOBODY:
                p.emissaries[p.board.home[space][0]][p.market[space]] += 1
        p.tell(MARKETS_CLOSED)


def score_alliance(p: Material, number: int) -> None:
    """A player with the most emissaries, or tied, in both provinces scores all emissaries there (Alliances)."""
    one = p.board.alliance[number][0]
    other = p.board.alliance[number][1]
    emissaries = 0
    for seat in range(p.seats):
        emissaries += p.emissaries[one][seat] + p.emissaries[other][seat]
    for seat in range(p.seats):
        if leads(p, one, seat) and leads(p, other, seat):
            score(p, seat, emissaries, FROM_ALLIANCES, number)


def leads(p: Material, province: int, seat: int) -> int:
    """1 if a player has emissaries there and nobody has more (Alliances)."""
    mine = p.emissaries[province][seat]
    for other in range(p.seats):
        if p.emissaries[province][other] > mine:
            return 0
    return mine > 0


def score_roads(p: Material, seat: int) -> None:
    """Score lines of four or more houses along the roads, chosen so that they are worth most (Roads)."""
    houses = houses_of(p, seat)
    points = best_lines(p, seat, houses)
    # Only a story asks which houses these are.
    if points and p.story is not None:
        houses = in_lines(p, seat, houses, points)
    score(p, seat, points, FROM_ROADS, houses)


def in_lines(p: Material, seat: int, houses: int, points: int) -> int:
    """The houses of lines that make so many points: those without which they would be fewer (Roads; bits)."""
    for space in range(p.board.spaces):
        if houses & BIT[space] and best_lines(p, seat, houses & ~BIT[space]) == points:
            houses &= ~BIT[space]
    return houses


def houses_of(p: Material, seat: int) -> int:
    """The spaces of a player's houses, as bits."""
    houses = 0
    for space in range(p.board.spaces):
        if p.house[space] == seat:
            houses |= BIT[space]
    return houses


def best_lines(p: Material, seat: int, houses: int) -> int:
    """The most points that disjoint lines can make of these houses (bits), connected group by group (Roads)."""
    points = 0
    while houses:
        group = connected(p, houses & -houses, houses)
        houses &= ~group
        if count(group) >= LINE:
            points += best_in_group(p, seat, group)
    return points


def connected(p: Material, group: int, houses: int) -> int:
    """All houses that roads over houses join to the group."""
    edge = group
    while edge:
        reached = 0
        while edge:
            reached |= p.board.ways[lowest(edge)]
            edge &= edge - 1
        edge = reached & houses & ~group
        group |= edge
    return group


def best_in_group(p: Material, seat: int, group: int) -> int:
    """Try every line through one house of the group, and leaving it out (Roads)."""
    start = loneliest(p, group)
    best = grow(p, seat, group, start, start, BIT[start], 0)
    if best < worth(p, seat, group):
        best = max(best, best_lines(p, seat, group & ~BIT[start]))
    return best


def loneliest(p: Material, group: int) -> int:
    """A house with the fewest roads to others of its group, so that few lines must be tried."""
    best = NOBODY
    fewest = 0
    left = group
    while left:
        house = lowest(left)
        roads = count(p.board.ways[house] & group)
        if best == NOBODY or roads < fewest:
            best = house
            fewest = roads
        left &= left - 1
    return best


def grow(p: Material, seat: int, group: int, end: int, other: int, line: int, best: int) -> int:
    """Grow a line at one end, then at the other (NOBODY: done); count it with the best of what it leaves (Roads)."""
    if other == NOBODY and count(line) >= LINE:
        best = max(best, worth(p, seat, line) + best_lines(p, seat, group & ~line))
    most = worth(p, seat, group)
    ahead = p.board.ways[end] & group & ~line
    while ahead and best < most:
        step = ahead & -ahead
        best = grow(p, seat, group, lowest(step), other, line | step, best)
        ahead &= ~step
    if other != NOBODY and best < most:
        best = grow(p, seat, group, other, NOBODY, line, best)
    return best


def worth(p: Material, seat: int, line: int) -> int:
    """A point for each house of a line, twice with the fortified one (Roads, Variant: fortifications)."""
    points = count(line)
    if p.fort[seat] != NOBODY and line & BIT[p.fort[seat]]:
        points *= 2
    return points


def count(houses: int) -> int:
    """The number of houses (bits)."""
    number = 0
    while houses:
        houses &= houses - 1
        number += 1
    return number


def lowest(houses: int) -> int:
    """The number of the lowest house (bit): powers of two all differ modulo 67."""
    return BIT_NUMBER[(houses & -houses) % 67]


def score_ports(p: Material) -> None:
    """Score the houses on ports as if the ports were a province (Ports)."""
    for seat in range(p.seats):
        score(p, seat, port_points(p, seat), FROM_PORTS, port_houses(p, seat))


def port_houses(p: Material, seat: int) -> int:
    """A player's houses on ports, as bits (Ports)."""
    houses = 0
    for space in range(p.board.spaces):
        if p.board.port[space] and p.house[space] == seat:
            houses |= BIT[space]
    return houses


def port_points(p: Material, seat: int) -> int:
    """A player's points for ports, doubled by a fortification on one (Ports, Variant: fortifications)."""
    points = house_points(p, PORTS, seat)
    return points * 2 if p.fort[seat] != NOBODY and p.board.port[p.fort[seat]] else points


def new_emperor(p: Material) -> int:
    """Most points, then most houses and emissaries in supply, without markers; then shared (The new emperor)."""
    best = NOBODY
    winners = 0
    for seat in range(p.seats):
        value = rank_value(p, seat)
        if value > best:
            best = value
            winners = 0
        if value == best:
            winners |= 1 << seat
    return winners


def rank_value(p: Material, seat: int) -> int:
    """One number to rank players by: points, then houses and emissaries in supply (The new emperor)."""
    return total(p, seat) * 100 + p.houses_left[seat] + p.emissaries_left[seat]
