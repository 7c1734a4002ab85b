"""A position of The White Lotus as inputs of a learned evaluation: all players are described alike.

A network rates every description, and the ratings are compared.  Everything in them is public: sealed choices, and a
tile that only its drawer has seen, are left out, so that what everybody expects is the same for all.
"""

from __future__ import annotations

from guanxi.engine.core.adviser import Inputs
from guanxi.engine.core.position import NOBODY
from guanxi.games.white_lotus.playing.evaluation import building_worth, province_worth
from guanxi.games.white_lotus.playing.standing import Standing, chances, has_largest, take_stock
from guanxi.games.white_lotus.rules.material import (
    ANSWERING,
    BATTLE,
    BIDDING,
    BIT,
    BUILDINGS,
    CAMPS,
    CLAIMING,
    CLAIMS,
    COMBAT,
    CUBES,
    FOUNDING,
    IMPERIAL,
    INFLUENCE,
    NAMING,
    PALACE,
    PALACES,
    PLAYERS,
    REBEL,
    RICE,
    RISING,
    SPOILS,
    STATING,
    TIE,
    VILLAGE,
)
from guanxi.games.white_lotus.rules.negotiation import stage
from guanxi.games.white_lotus.rules.rebellion import spoils
from guanxi.games.white_lotus.rules.rules import WhiteLotus
from guanxi.games.white_lotus.rules.scoring import DRAGON_POINTS, count

LEAST_SEATS = 3
OF_PLAYER = 83  # inputs of each


def describe(p: WhiteLotus, seat: int, s: Standing, inputs: Inputs) -> int:
    """Every player from the seat on, clockwise; returns 0 while terms of an offer are stated."""
    if p.step in (STATING, ANSWERING):
        return 0
    take_stock(p, s)
    for place in range(p.seats):
        describe_year(p, s, inputs)
        describe_player(p, (seat + place) % p.seats, s, inputs)
    for _ in range((PLAYERS - p.seats) * OF_PLAYER):
        inputs.add(0.0)
    return 1


def describe_year(p: WhiteLotus, s: Standing, inputs: Inputs) -> None:
    """How many play, how late it is, and where the year stands: the same for all players; first a 1."""
    step = stage(p)
    inputs.add(1.0)
    for seats in range(LEAST_SEATS, PLAYERS + 1):
        inputs.add(p.seats == seats)
    inputs.add(s.years / 5)
    inputs.add(s.years < 0.7)
    inputs.add(p.last)
    inputs.add(p.year == 1)
    inputs.add(p.year / 10)
    inputs.add(step == CLAIMING)
    inputs.add(step == NAMING)
    inputs.add(step == BIDDING)
    inputs.add(step == TIE)
    inputs.add(step == RISING)
    inputs.add(step == CAMPS)
    inputs.add(step == BATTLE)
    inputs.add(step == SPOILS)
    inputs.add(step in (PALACES, FOUNDING))
    inputs.add(p.turn / (p.seats * CUBES) if step == CLAIMING else 0.0)
    inputs.add(s.free / (2 * p.seats))
    inputs.add(s.empty / 20)


def describe_player(p: WhiteLotus, player: int, s: Standing, inputs: Inputs) -> None:
    """A player, as far as possible in comparison with the others."""
    describe_points(p, player, s, inputs)
    describe_land(p, player, s, inputs)
    describe_reserves(p, player, inputs)
    describe_claims(p, player, s, inputs)
    describe_conflict(p, player, s, inputs)
    describe_rebellion(p, player, s, inputs)


def add_lead(lead: float, half: float, inputs: Inputs) -> None:
    """How far a player is ahead of others, from -1 to 1."""
    inputs.add(lead / (half + abs(lead)))


def describe_points(p: WhiteLotus, player: int, s: Standing, inputs: Inputs) -> None:
    """Points, now and expected."""
    score = -1000.0
    expected = -1000.0
    scores = 0.0
    hopes = 0.0
    for other in range(p.seats):
        if other != player:
            score = max(score, s.score[other])
            expected = max(expected, s.expected[other])
            scores += s.score[other]
            hopes += s.expected[other]
    inputs.add(chances(p, player, s) / 3)
    inputs.add(s.expected[player] / 30)
    inputs.add((s.expected[player] - hopes / (p.seats - 1)) / 10)
    add_lead(s.expected[player] - expected, 4.0, inputs)
    inputs.add(s.score[player] / 30)
    inputs.add((s.score[player] - scores / (p.seats - 1)) / 10)
    add_lead(s.score[player] - score, 3.0, inputs)
    inputs.add((s.leaders >> player) & 1)
    inputs.add(p.last and (s.leaders >> player) & 1)
    inputs.add(p.tokens[player] / 5)


def describe_land(p: WhiteLotus, player: int, s: Standing, inputs: Inputs) -> None:
    """Buildings and provinces, the throne, and what lies next to the land."""
    for building in range(BUILDINGS):
        inputs.add(p.holds[player][building] / 3)
    most = 0
    rivals = 0
    others = 0
    for other in range(p.seats):
        if other != player:
            most = max(most, s.largest[other])
            rivals = max(rivals, p.holds[other][PALACE])
            others |= p.land[other]
    inputs.add(s.dragons[player] / 3)
    inputs.add(s.largest[player] / 10)
    inputs.add(max(-3, min(3, s.largest[player] - most)) / 3)
    inputs.add(has_largest(p, player, s))
    inputs.add(count(p.land[player]) / 10)
    inputs.add(player == p.emperor)
    inputs.add(player != p.emperor and p.holds[player][PALACE] >= p.holds[p.emperor][PALACE])
    inputs.add((p.holds[player][PALACE] - rivals) / 2)
    inputs.add(((player - p.emperor) % p.seats) / p.seats)
    inputs.add(count(s.near[player] & others) / 10)
    inputs.add(count(s.near[player] & ~p.settled & (BIT[p.board.provinces] - 1)) / 10)


def describe_reserves(p: WhiteLotus, player: int, inputs: Inputs) -> None:
    """Influence and combat."""
    influence = 0
    combat = 0
    influences = 0
    combats = 0
    for other in range(p.seats):
        if other != player:
            influence = max(influence, p.influence[other])
            combat = max(combat, p.combat[other])
            influences += p.influence[other]
            combats += p.combat[other]
    inputs.add(p.influence[player] / 60)
    inputs.add(p.influence[player] / (p.influence[player] + INFLUENCE))
    add_lead(p.influence[player] - influence, 10.0, inputs)
    add_lead(p.influence[player] - influences / (p.seats - 1), 10.0, inputs)
    inputs.add(p.combat[player] / 20)
    inputs.add(p.combat[player] / (p.combat[player] + COMBAT))
    add_lead(p.combat[player] - combat, 4.0, inputs)
    add_lead(p.combat[player] - combats / (p.seats - 1), 4.0, inputs)


def describe_claims(p: WhiteLotus, player: int, s: Standing, inputs: Inputs) -> None:
    """Cubes, and what they and the neutral provinces nearby may bring."""
    inputs.add(s.hopes[player] / 10)
    inputs.add(s.ahead[player] / 10)
    inputs.add(s.behind[player] / 10)
    inputs.add(s.prospects[player] / 15)
    inputs.add(s.alone[player] / 3)
    inputs.add(s.contests[player] / 3)
    inputs.add(cubes_left(p, player) / 3)
    inputs.add((p.owing >> player) & 1 and not p.sealing)


def cubes_left(p: WhiteLotus, player: int) -> int:
    """How many cubes a player may still place this year."""
    if stage(p) != CLAIMING:
        return 0
    place = (player - p.emperor) % p.seats
    turns = (p.turn - place + p.seats - 1) // p.seats
    return max(0, min(CUBES, CLAIMS + p.holds[player][RICE]) - turns)


def describe_conflict(p: WhiteLotus, player: int, s: Standing, inputs: Inputs) -> None:
    """The conflict under way, if the player takes part in it."""
    step = stage(p)
    if p.at == NOBODY or step not in (BIDDING, TIE) or not p.claims[p.at] & (1 << player):
        for _ in range(7):
            inputs.add(0.0)
        return
    rival = 0
    for other in range(p.seats):
        if other != player and p.claims[p.at] & (1 << other):
            rival = max(rival, p.influence[other])
    inputs.add(1.0)
    inputs.add(province_worth(p, player, p.at, s.years) / 6)
    inputs.add((count(p.claims[p.at]) - 1) / 3)
    add_lead(p.influence[player] - rival, 5.0, inputs)
    inputs.add(player == p.emperor)
    inputs.add(step == TIE and (p.tied >> player) & 1)
    inputs.add(step == TIE and player == p.emperor and (p.tied >> player) & 1)


def describe_rebellion(p: WhiteLotus, player: int, s: Standing, inputs: Inputs) -> None:
    """Add the possible leaders of a rebellion, the camps, and what winners may take."""
    villages = 0
    for other in range(p.seats):
        if other != player:
            villages = max(villages, p.holds[other][VILLAGE])
    inputs.add(max(-3, min(3, p.holds[player][VILLAGE] - villages)) / 3)
    step = stage(p)
    inputs.add(step == RISING and (p.asked >> player) & 1)
    if p.rebel == NOBODY:
        for _ in range(10):
            inputs.add(0.0)
        return
    inputs.add(player == p.rebel)
    inputs.add(p.camp[player] == IMPERIAL)
    inputs.add(p.camp[player] == REBEL)
    inputs.add(lead_of_camp(p, p.camp[player]) / 10)
    winner = p.winning != NOBODY and p.camp[player] == p.winning
    waits = winner and not p.asked & (1 << player)
    may_lose = p.winning != NOBODY and not winner and not p.robbed & (1 << player)
    inputs.add(waits)
    inputs.add(may_lose)
    inputs.add(may_lose and count(p.land[player]) / 10)
    inputs.add((p.robbed >> player) & 1)
    provinces = spoils(p, player) if waits else 0
    inputs.add(count(provinces) / 5)
    inputs.add(best_of(p, provinces, s) / 5)


def lead_of_camp(p: WhiteLotus, camp: int) -> float:
    """How much stronger a camp could be than the other, by what its known members have."""
    if camp == NOBODY or p.winning != NOBODY:
        return 0.0
    power = 2 * p.holds[p.emperor][PALACE] - p.holds[p.rebel][VILLAGE]
    for other in range(p.seats):
        if p.camp[other] != NOBODY:
            power += p.combat[other] if p.camp[other] == IMPERIAL else -p.combat[other]
    return power if camp == IMPERIAL else -power


def best_of(p: WhiteLotus, provinces: int, s: Standing) -> float:
    """The points that the best of some provinces (bits) would bring."""
    most = 0.0
    for province in range(p.board.provinces):
        if provinces & BIT[province]:
            worth = building_worth(p.building[province], s.years) + DRAGON_POINTS * p.board.dragon[province]
            most = max(most, worth)
    return most
