"""The White Lotus: points at the end of the game (3)."""

from __future__ import annotations

from guanxi.games.white_lotus.rules.material import (
    BIT,
    FORTRESS,
    FROM_DRAGONS,
    FROM_OTHERS,
    FROM_PALACES,
    FROM_TEMPLES,
    FROM_TERRITORY,
    PALACE,
    RICE,
    SCORED,
    SOURCES,
    TEMPLE,
    VICTORY,
    VILLAGE,
    Material,
)

PALACE_POINTS = 3
TEMPLE_POINTS = 2
TERRITORY_POINTS = 3
DRAGON_POINTS = 2
BIT_NUMBER = [next((bit for bit in range(62) if 2**bit % 67 == rest), 0) for rest in range(67)]


def points(p: Material, seat: int, source: int) -> int:
    """A player's points from one source if the game ended now (3)."""
    if source == FROM_PALACES:
        return PALACE_POINTS * p.holds[seat][PALACE]
    if source == FROM_TEMPLES:
        return TEMPLE_POINTS * p.holds[seat][TEMPLE]
    if source == FROM_OTHERS:
        return p.holds[seat][VILLAGE] + p.holds[seat][FORTRESS] + p.holds[seat][RICE]
    if source == FROM_TERRITORY:
        return TERRITORY_POINTS if has_largest_territory(p, seat) else 0
    if source == FROM_DRAGONS:
        return DRAGON_POINTS * dragons(p, seat)
    return p.tokens[seat]


def total(p: Material, seat: int) -> int:
    """All points of a player if the game ended now (3)."""
    all_points = 0
    for source in range(SOURCES):
        all_points += points(p, seat, source)
    return all_points


def dragons(p: Material, seat: int) -> int:
    """How many dragon provinces a player owns (3)."""
    owned = 0
    for province in range(p.board.provinces):
        owned += p.board.dragon[province] and p.owner[province] == seat
    return owned


def has_largest_territory(p: Material, seat: int) -> int:
    """1 if nobody else has as many connected provinces: in a tie nobody gets the bonus (3)."""
    mine = territory(p, seat)
    for other in range(p.seats):
        if other != seat and territory(p, other) >= mine:
            return 0
    return 1


def territory(p: Material, seat: int) -> int:
    """The size of a player's largest connected territory (3)."""
    land = p.land[seat]
    largest = 0
    while land:
        group = connected(p, land & -land, land)
        land &= ~group
        largest = max(largest, count(group))
    return largest


def connected(p: Material, group: int, land: int) -> int:
    """All provinces of a land that are joined to the group."""
    edge = group
    while edge:
        reached = 0
        while edge:
            reached |= p.board.near[lowest(edge)]
            edge &= edge - 1
        edge = reached & land & ~group
        group |= edge
    return group


def count(provinces: int) -> int:
    """How many provinces (bits) there are."""
    number = 0
    while provinces:
        provinces &= provinces - 1
        number += 1
    return number


def lowest(provinces: int) -> int:
    """The number of the lowest province (bit): powers of two all differ modulo 67."""
    return BIT_NUMBER[(provinces & -provinces) % 67]


def neighbours(p: Material, provinces: int) -> int:
    """All provinces next to one of these (bits)."""
    reached = 0
    for province in range(p.board.provinces):
        if provinces & BIT[province]:
            reached |= p.board.near[province]
    return reached


def final_scoring(p: Material) -> None:
    """Count all points and find the winner (3)."""
    for seat in range(p.seats):
        for source in range(SOURCES):
            if points(p, seat, source):
                p.tell(SCORED, seat, points(p, seat, source), source)
    p.won = best(p)
    p.tell(VICTORY, p.won)


def best(p: Material) -> int:
    """Most points; in a tie the emperor, else most palaces, else shared (3); as bits."""
    most = -1
    winners = 0
    for seat in range(p.seats):
        value = rank_value(p, seat)
        if value > most:
            most = value
            winners = 0
        if value == most:
            winners |= 1 << seat
    return winners


def rank_value(p: Material, seat: int) -> int:
    """One number to rank players by: points, then the throne, then palaces (3)."""
    return total(p, seat) * 100 + (50 if seat == p.emperor else 0) + p.holds[seat][PALACE]
