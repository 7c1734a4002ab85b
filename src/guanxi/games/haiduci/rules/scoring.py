"""Haiduci: control, leaders' conditions, points and winners.  In the order of the rules."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.rules.material import (
    CAPITAL,
    CAPTURED,
    CLAIM,
    CLAIMED,
    CONDITIONS,
    EMERGED,
    EXTENSION,
    FACTIONS,
    FROM_CAPTURED,
    FROM_CONDITIONS,
    FROM_EMERGED,
    FROM_PROVINCES,
    FROM_TERRITORIES,
    HAIDUCI,
    INDEPENDENCE,
    INFLUENCE,
    INSIDE,
    LEADERS,
    MAJORITY,
    SCORED,
    SOURCES,
    TERRITORIES,
    VICTORY_CLAIMED,
    WON,
    Material,
)

PER_CONDITION = 15
PER_PROVINCE = 10
PER_HAIDUC = 5
PER_TERRITORY = 3


def controller(p: Material, territory: int) -> int:
    """The faction with strictly more pawns there than any other, or NOBODY (Control a territory)."""
    return leader_of(p.pawns[territory])


def ruler(p: Material, province: int) -> int:
    """The faction with strictly most pawns in all of a province, or NOBODY (Control a province)."""
    return leader_of(p.strength[province])


def leader_of(row: list[int]) -> int:
    """The faction with strictly most pawns in a row that counts them for each faction, or NOBODY."""
    best = 0
    leader = NOBODY
    for faction in range(FACTIONS):
        if row[faction] > best:
            best = row[faction]
            leader = faction
        elif row[faction] == best:
            leader = NOBODY
    return leader


def rival(p: Material, territory: int, faction: int) -> int:
    """The most pawns any single other faction has in a territory."""
    return most_of_others(p.pawns[territory], faction)


def rival_strength(p: Material, province: int, faction: int) -> int:
    """The most pawns any single other faction has in a province."""
    return most_of_others(p.strength[province], faction)


def most_of_others(row: list[int], faction: int) -> int:
    """The most pawns of any single other faction in a row that counts them for each faction."""
    most = 0
    for other in range(FACTIONS):
        if other != faction:
            most = max(most, row[other])
    return most


def held_inside(p: Material, province: int, faction: int) -> int:
    """How many territories of a province a faction controls."""
    count = 0
    for territory in range(province * INSIDE, province * INSIDE + INSIDE):
        count += controller(p, territory) == faction
    return count


def held_outside(p: Material, faction: int) -> int:
    """How many territories a faction controls outside its own province."""
    count = 0
    for territory in range(TERRITORIES):
        if p.present[faction] & (1 << territory) and territory // INSIDE != faction:
            count += controller(p, territory) == faction
    return count


def present_inside(p: Material, province: int, faction: int) -> int:
    """In how many territories of a province a faction has a pawn (Presence)."""
    count = 0
    for territory in range(province * INSIDE, province * INSIDE + INSIDE):
        count += p.pawns[territory][faction] > 0
    return count


def captured(p: Material, seat: int) -> int:
    """How many haiduci a player holds captured."""
    count = 0
    for haiduc in range(HAIDUCI):
        count += p.captor[haiduc] == seat
    return count


def emerged(p: Material, seat: int) -> int:
    """How many haiduci that a player made emerge are still on the board."""
    count = 0
    for haiduc in range(HAIDUCI):
        count += p.place[haiduc] != NOBODY and p.maker[haiduc] == seat
    return count


def reached(p: Material, seat: int, number: int) -> int:
    """How far a player has come with a numbered condition; met when it is as much as needed (Leaders)."""
    faction = p.faction[seat]
    what = p.board.condition[number]
    province = p.board.province[number]
    if what == INDEPENDENCE:
        return held_inside(p, faction, faction)
    if what == MAJORITY:
        return ruler(p, province) == faction
    if what == INFLUENCE:
        return present_inside(p, province, faction)
    if what == EXTENSION:
        return held_outside(p, faction)
    if what == CAPTURED:
        return captured(p, seat)
    if what == EMERGED:
        return emerged(p, seat)
    if what == CAPITAL:
        return controller(p, p.board.capital[province]) == faction
    return 0


def conditions_met(p: Material, seat: int, leader: int) -> int:
    """How many conditions a leader of the player's faction has met now (Leaders)."""
    count = 0
    first = (p.faction[seat] * LEADERS + leader) * CONDITIONS
    for number in range(first, first + CONDITIONS):
        count += reached(p, seat, number) >= p.board.needed[number]
    return count


def check_claims(p: Material) -> None:
    """A player who meets both conditions claims victory; one who does not claim has another leader (End)."""
    for seat in range(p.seats):
        if not p.claimed & (1 << seat):
            for leader in range(LEADERS):
                if not p.excluded[seat][leader] and conditions_met(p, seat, leader) == CONDITIONS:
                    if p.leader[seat] == leader:
                        p.claimed |= 1 << seat
                        p.ending = CLAIM
                        p.tell(CLAIMED, seat, p.faction[seat], leader)
                        p.mark(VICTORY_CLAIMED)
                    else:
                        p.excluded[seat][leader] = 1


def points_from(p: Material, seat: int, source: int) -> int:
    """A player's points from one source, as the table stands (Points)."""
    faction = p.faction[seat]
    if source == FROM_CONDITIONS:
        return PER_CONDITION * conditions_met(p, seat, p.leader[seat])
    if source == FROM_PROVINCES:
        provinces = 0
        for province in range(FACTIONS):
            provinces += ruler(p, province) == faction
        return PER_PROVINCE * provinces
    if source == FROM_CAPTURED:
        return PER_HAIDUC * captured(p, seat)
    if source == FROM_EMERGED:
        return PER_HAIDUC * emerged(p, seat)
    if source == FROM_TERRITORIES:
        return PER_TERRITORY * held_outside(p, faction)
    return 0


def total(p: Material, seat: int) -> int:
    """All points of a player (Points)."""
    points = 0
    for source in range(SOURCES):
        points += points_from(p, seat, source)
    return points


def rank_value(p: Material, seat: int) -> int:
    """One number to rank players by: points, conditions met, captured haiduci, territories (Points, ties)."""
    faction = p.faction[seat]
    territories = held_inside(p, faction, faction) + held_outside(p, faction)
    conditions = conditions_met(p, seat, p.leader[seat])
    return ((total(p, seat) * 10 + conditions) * 10 + captured(p, seat)) * 100 + territories


def decide(p: Material) -> None:
    """A claimant wins; among several, or if there is none, points decide (End)."""
    best = NOBODY
    for seat in range(p.seats):
        p.tell(SCORED, seat, total(p, seat))
        if not p.claimed or p.claimed & (1 << seat):
            value = rank_value(p, seat)
            if value > best:
                best = value
                p.won = 0
            if value == best:
                p.won |= 1 << seat
    p.tell(WON, p.won)
