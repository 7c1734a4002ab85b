"""How the players of The White Lotus stand, counted once for all inputs of a network that ask for it."""

from __future__ import annotations

from math import exp, log

from guanxi.engine.core.position import NOBODY, Record
from guanxi.engine.record import array, decimals, record
from guanxi.games.white_lotus.playing.evaluation import (
    CONNECTED,
    DOUBT,
    DOUBT_YEAR,
    PROSPECT,
    TIES,
    UNSURE,
    building_worth,
    province_worth,
    reserves,
    throne,
    years_left,
)
from guanxi.games.white_lotus.rules.control import is_single
from guanxi.games.white_lotus.rules.material import (
    BUILDINGS,
    CLAIMING,
    FORTRESS,
    PALACE,
    PLAYERS,
    RICE,
    TEMPLE,
    VILLAGE,
)
from guanxi.games.white_lotus.rules.negotiation import stage
from guanxi.games.white_lotus.rules.rules import WhiteLotus
from guanxi.games.white_lotus.rules.scoring import (
    DRAGON_POINTS,
    PALACE_POINTS,
    TEMPLE_POINTS,
    TERRITORY_POINTS,
    neighbours,
    territory,
)


@record
class Standing(Record):
    """How the players stand.  Each row has a number for every player; points are those of the final scoring."""

    years: float = 0.0  # that are left
    free: int = 0  # neutral provinces that nobody claims
    empty: int = 0  # provinces without a tile
    leaders: int = 0  # who would win if the game ended now, as bits
    near: list[int] = array(PLAYERS)  # provinces next to the own land, as bits
    largest: list[int] = array(PLAYERS)  # provinces of the largest territory
    dragons: list[int] = array(PLAYERS)
    score: list[float] = decimals(PLAYERS)  # points if the game ended now
    expected: list[float] = decimals(PLAYERS)  # points at the end
    weight: list[float] = decimals(PLAYERS)  # in the own evaluation's chances to win
    alone: list[int] = array(PLAYERS)  # cubes without a rival
    contests: list[int] = array(PLAYERS)  # and with one
    power: list[float] = decimals(PLAYERS)  # influence for each of these, as the own evaluation counts it
    hopes: list[float] = decimals(PLAYERS)  # points that the cubes may bring
    ahead: list[float] = decimals(PLAYERS)  # worth of the contested provinces where nobody else has as much power
    behind: list[float] = decimals(PLAYERS)  # and of the others
    prospects: list[float] = decimals(PLAYERS)  # worth of neutral provinces next to the own land that others may claim


def take_stock(p: WhiteLotus, s: Standing) -> None:
    """Count how everybody stands."""
    s.years = years_left(p)
    for player in range(p.seats):
        s.near[player] = neighbours(p, p.land[player])
        s.largest[player] = territory(p, player)
        s.dragons[player] = 0
        s.alone[player] = 0
        s.contests[player] = 0
        s.hopes[player] = 0.0
        s.ahead[player] = 0.0
        s.behind[player] = 0.0
        s.prospects[player] = 0.0
    count_cubes(p, s)
    count_provinces(p, s)
    doubt = DOUBT + DOUBT_YEAR * s.years
    for player in range(p.seats):
        count_points(p, player, s)
        s.weight[player] = exp(s.expected[player] / doubt)
    find_leaders(p, s)


def find_leaders(p: WhiteLotus, s: Standing) -> None:
    """Find who has most points, in a tie the emperor, else most palaces."""
    most = -1.0
    for player in range(p.seats):
        rank = s.score[player] + (0.5 if player == p.emperor else 0.0) + p.holds[player][PALACE] / 100
        if rank > most:
            most = rank
            s.leaders = 0
        if rank == most:
            s.leaders |= 1 << player


def count_cubes(p: WhiteLotus, s: Standing) -> None:
    """How many provinces everybody claims, and with how much influence for each that is contested."""
    s.free = 0
    s.empty = 0
    for province in range(p.board.provinces):
        claims = p.claims[province]
        if p.building[province] == NOBODY:
            s.empty += 1
        elif p.owner[province] != NOBODY:
            s.dragons[p.owner[province]] += p.board.dragon[province]
        elif claims == 0:
            s.free += 1
        else:
            alone = is_single(claims)
            for player in range(p.seats):
                if claims & (1 << player):
                    s.alone[player] += alone
                    s.contests[player] += not alone
    for player in range(p.seats):
        s.power[player] = (1 + p.influence[player]) / (1 + s.contests[player])
    s.power[p.emperor] += TIES


def count_provinces(p: WhiteLotus, s: Standing) -> None:
    """Points that cubes and neighbouring provinces may bring each player."""
    claiming = stage(p) == CLAIMING
    for province in range(p.board.provinces):
        if p.building[province] == NOBODY or p.owner[province] != NOBODY:
            continue
        claims = p.claims[province]
        together = 0.0
        most = 0.0
        for player in range(p.seats):
            if claims & (1 << player):
                together += s.power[player]
                most = max(most, s.power[player])
        for player in range(p.seats):
            if claims & (1 << player):
                worth = province_worth(p, player, province, s.years)
                if is_single(claims):
                    s.hopes[player] += worth * (UNSURE if claiming else 1.0)
                else:
                    s.hopes[player] += worth * s.power[player] / together
                    if s.power[player] >= most:
                        s.ahead[player] += worth
                    else:
                        s.behind[player] += worth
            elif p.board.near[province] & p.land[player]:
                s.prospects[player] += province_worth(p, player, province, s.years)


def count_points(p: WhiteLotus, player: int, s: Standing) -> None:
    """A player's points now and at the end, as far as can be told."""
    buildings = 0.0
    for building in range(BUILDINGS):
        buildings += p.holds[player][building] * building_worth(building, s.years)
    sure = p.tokens[player] + DRAGON_POINTS * s.dragons[player]
    largest = has_largest(p, player, s)
    s.score[player] = (
        sure
        + PALACE_POINTS * p.holds[player][PALACE]
        + TEMPLE_POINTS * p.holds[player][TEMPLE]
        + p.holds[player][VILLAGE]
        + p.holds[player][FORTRESS]
        + p.holds[player][RICE]
        + TERRITORY_POINTS * largest
    )
    s.expected[player] = (
        sure
        + buildings
        + throne(p, player, s.years)
        + CONNECTED * s.largest[player]
        + TERRITORY_POINTS * 0.5 * largest
        + reserves(p.influence[player], p.combat[player], s.years)
        + s.hopes[player]
        + PROSPECT * s.prospects[player]
    )


def has_largest(p: WhiteLotus, player: int, s: Standing) -> int:
    """1 if nobody else has as large a territory."""
    for other in range(p.seats):
        if other != player and s.largest[other] >= s.largest[player]:
            return 0
    return 1


def chances(p: WhiteLotus, player: int, s: Standing) -> float:
    """The logarithm of a player's odds by the own evaluation."""
    rivals = 0.0
    for other in range(p.seats):
        if other != player:
            rivals += s.weight[other]
    return log(s.weight[player] / rivals)
