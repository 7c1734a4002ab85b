"""What a position of The White Lotus looks like to a learned evaluation: only what the seat may know.

What every player has is counted once, and remembered behind the inputs until it is told.
"""

from __future__ import annotations

from guanxi.engine.core.adviser import MOST_INPUTS, Inputs
from guanxi.engine.core.position import NOBODY
from guanxi.games.white_lotus.playing.evaluation import (
    CONNECTED,
    PROSPECT,
    TIES,
    UNSURE,
    building_worth,
    province_worth,
    reserves,
    throne,
    years_left,
)
from guanxi.games.white_lotus.rules.claims import is_neutral
from guanxi.games.white_lotus.rules.control import is_single
from guanxi.games.white_lotus.rules.material import (
    ANSWERING,
    BUILDINGS,
    CLAIMING,
    CLAIMS,
    COMBAT,
    CUBES,
    FORTRESS,
    FOUNDING,
    INFLUENCE,
    NAMING,
    OFFERING,
    PALACE,
    PALACES,
    PLAYERS,
    RICE,
    RISING,
    SPOILS,
    STATING,
    TEMPLE,
    TIE,
    TILES,
    VILLAGE,
)
from guanxi.games.white_lotus.rules.negotiation import stage
from guanxi.games.white_lotus.rules.rebellion import spoils
from guanxi.games.white_lotus.rules.rules import WhiteLotus
from guanxi.games.white_lotus.rules.scoring import (
    DRAGON_POINTS,
    PALACE_POINTS,
    TEMPLE_POINTS,
    TERRITORY_POINTS,
    count,
    territory,
)

LEAST_SEATS = 3
OF_OPPONENT = 30  # inputs of each

# Each a row of players, at the end of the numbers that a description never fills.
EXPECTED = MOST_INPUTS - PLAYERS  # points at the end
SCORE = EXPECTED - PLAYERS  # points if it were now
LAND = SCORE - PLAYERS  # provinces of the largest territory
DRAGONS = LAND - PLAYERS
POWER = DRAGONS - PLAYERS  # influence for each of a player's conflicts
HOPES = POWER - PLAYERS  # points that the cubes may bring
PROSPECTS = HOPES - PLAYERS  # and neutral provinces next to the own land
ALONE = PROSPECTS - PLAYERS  # cubes without a rival
CONTESTS = ALONE - PLAYERS  # and with one
# Rows of buildings: neutral provinces, by claimants.
UNCLAIMED = CONTESTS - BUILDINGS
OWN = UNCLAIMED - BUILDINGS
SHARED = OWN - BUILDINGS
OTHERS = SHARED - BUILDINGS


def describe(p: WhiteLotus, seat: int, inputs: Inputs) -> int:
    """The year, the provinces and every player; returns 0 while choices are sealed or terms are stated."""
    if p.sealing or p.step in (STATING, ANSWERING):
        return 0
    years = years_left(p)
    count_cubes(p, seat, inputs)
    count_provinces(p, years, inputs)
    for player in range(p.seats):
        inputs.x[LAND + player] = territory(p, player)
    for player in range(p.seats):
        count_points(p, player, years, inputs)
    describe_year(p, seat, years, inputs)
    describe_provinces(p, seat, inputs)
    describe_seat(p, seat, inputs)
    told = 1 << seat
    for _ in range(PLAYERS - 1):
        player = strongest(p, told, inputs)
        describe_opponent(p, seat, player, inputs)
        if player != NOBODY:
            told |= 1 << player
    return 1


def count_cubes(p: WhiteLotus, seat: int, inputs: Inputs) -> None:
    """How many provinces everybody claims, and with how much influence for each that is contested."""
    for player in range(p.seats):
        inputs.x[ALONE + player] = 0.0
        inputs.x[CONTESTS + player] = 0.0
    for building in range(BUILDINGS):
        inputs.x[UNCLAIMED + building] = 0.0
        inputs.x[OWN + building] = 0.0
        inputs.x[SHARED + building] = 0.0
        inputs.x[OTHERS + building] = 0.0
    for province in range(p.board.provinces):
        if is_neutral(p, province):
            building = p.building[province]
            claims = p.claims[province]
            alone = is_single(claims)
            for player in range(p.seats):
                if claims & (1 << player):
                    inputs.x[(ALONE if alone else CONTESTS) + player] += 1
            if claims == 0:
                inputs.x[UNCLAIMED + building] += 1
            elif not claims & (1 << seat):
                inputs.x[OTHERS + building] += 1
            else:
                inputs.x[(OWN if alone else SHARED) + building] += 1
    for player in range(p.seats):
        inputs.x[POWER + player] = (1 + p.influence[player]) / (1 + inputs.x[CONTESTS + player])
    inputs.x[POWER + p.emperor] += TIES


def count_provinces(p: WhiteLotus, years: float, inputs: Inputs) -> None:
    """Points that cubes and neighbouring provinces may bring each player, and the dragons each owns."""
    for player in range(p.seats):
        inputs.x[DRAGONS + player] = 0.0
        inputs.x[HOPES + player] = 0.0
        inputs.x[PROSPECTS + player] = 0.0
    for province in range(p.board.provinces):
        if p.owner[province] != NOBODY:
            inputs.x[DRAGONS + p.owner[province]] += p.board.dragon[province]
        elif p.building[province] != NOBODY:
            claims = p.claims[province]
            together = 0.0
            for player in range(p.seats):
                if claims & (1 << player):
                    together += inputs.x[POWER + player]
            for player in range(p.seats):
                if claims & (1 << player):
                    chance = inputs.x[POWER + player] / together
                    if p.step == CLAIMING and is_single(claims):
                        chance = UNSURE
                    inputs.x[HOPES + player] += chance * province_worth(p, player, province, years)
                elif p.board.near[province] & p.land[player]:
                    inputs.x[PROSPECTS + player] += PROSPECT * province_worth(p, player, province, years)


def count_points(p: WhiteLotus, player: int, years: float, inputs: Inputs) -> None:
    """A player's points now and at the end, as far as can be told."""
    buildings = 0.0
    for building in range(BUILDINGS):
        buildings += p.holds[player][building] * building_worth(building, years)
    sure = p.tokens[player] + DRAGON_POINTS * inputs.x[DRAGONS + player]
    largest = has_most_land(p, player, inputs)
    inputs.x[SCORE + player] = (
        sure
        + PALACE_POINTS * p.holds[player][PALACE]
        + TEMPLE_POINTS * p.holds[player][TEMPLE]
        + p.holds[player][VILLAGE]
        + p.holds[player][FORTRESS]
        + p.holds[player][RICE]
        + TERRITORY_POINTS * largest
    )
    inputs.x[EXPECTED + player] = (
        sure
        + buildings
        + throne(p, player, years)
        + CONNECTED * inputs.x[LAND + player]
        + TERRITORY_POINTS * 0.5 * largest
        + reserves(p.influence[player], p.combat[player], years)
        + inputs.x[HOPES + player]
        + inputs.x[PROSPECTS + player]
    )


def has_most_land(p: WhiteLotus, player: int, inputs: Inputs) -> int:
    """1 if nobody else has as large a territory."""
    for other in range(p.seats):
        if other != player and inputs.x[LAND + other] >= inputs.x[LAND + player]:
            return 0
    return 1


def strongest(p: WhiteLotus, told: int, inputs: Inputs) -> int:
    """The player with the most expected points among those not yet described (bits), or NOBODY."""
    best = NOBODY
    for player in range(p.seats):
        if not told & (1 << player) and (best == NOBODY or inputs.x[EXPECTED + player] > inputs.x[EXPECTED + best]):
            best = player
    return best


def describe_year(p: WhiteLotus, seat: int, years: float, inputs: Inputs) -> None:
    """How many play, how late it is, and where the year stands."""
    for seats in range(LEAST_SEATS, PLAYERS + 1):
        inputs.add(p.seats == seats)
    inputs.add(p.negotiation)
    inputs.add(years / 5)
    inputs.add(years < 0.7)
    inputs.add(p.year / 10)
    inputs.add(p.year == 1)
    inputs.add(p.last)
    inputs.add(p.step == CLAIMING)
    inputs.add(p.step in (NAMING, TIE))
    inputs.add(p.step == RISING)
    inputs.add(p.step == SPOILS)
    inputs.add(p.step in (PALACES, FOUNDING))
    inputs.add(p.step == OFFERING)
    inputs.add((p.owing >> seat) & 1)
    inputs.add(((seat - p.emperor) % p.seats) / p.seats)


def describe_provinces(p: WhiteLotus, seat: int, inputs: Inputs) -> None:
    """What can be claimed and is claimed, what is fought for, and which tiles are to come."""
    for building in range(BUILDINGS):
        inputs.add(inputs.x[UNCLAIMED + building] / 3)
        inputs.add(inputs.x[OWN + building] / 2)
        inputs.add(inputs.x[SHARED + building] / 2)
        inputs.add(inputs.x[OTHERS + building] / 3)
        drawn = p.tile == building
        mine = (p.owing >> seat) & 1
        inputs.add(drawn and mine)
        inputs.add((p.bag[building] + (drawn and not mine)) / TILES[building])
    fighting = p.at != NOBODY and p.step == TIE
    inputs.add(fighting and (p.claims[p.at] >> seat) & 1)
    inputs.add(fighting and p.emperor == seat and (p.tied >> seat) & 1)


def describe_seat(p: WhiteLotus, seat: int, inputs: Inputs) -> None:
    """The seat itself, and how it stands beside the others."""
    describe_player(p, seat, inputs)
    best = strongest(p, 1 << seat, inputs)
    describe_lead(seat, best, inputs)
    describe_lead(seat, strongest(p, (1 << seat) | (1 << best), inputs), inputs)
    inputs.add(count(spoils(p, seat)) / 5 if p.step == SPOILS and waits(p, seat) else 0.0)


def describe_lead(seat: int, player: int, inputs: Inputs) -> None:
    """How far the seat is before another player."""
    expected = inputs.x[EXPECTED + seat] - inputs.x[EXPECTED + player]
    score = inputs.x[SCORE + seat] - inputs.x[SCORE + player]
    inputs.add(expected / (4 + abs(expected)))
    inputs.add(score / (4 + abs(score)))


def describe_opponent(p: WhiteLotus, seat: int, player: int, inputs: Inputs) -> None:
    """Another player, or nobody."""
    if player == NOBODY:
        for _ in range(OF_OPPONENT):
            inputs.add(0.0)
        return
    describe_player(p, player, inputs)
    lead = inputs.x[EXPECTED + seat] - inputs.x[EXPECTED + player]
    inputs.add(lead / 15)
    inputs.add(((player - seat) % p.seats) / p.seats)
    inputs.add((p.owing >> player) & 1)
    inputs.add(count(p.land[player]) / 10)


def describe_player(p: WhiteLotus, player: int, inputs: Inputs) -> None:
    """What a player has, claims and may hope for."""
    inputs.add(inputs.x[EXPECTED + player] / 30)
    inputs.add(inputs.x[SCORE + player] / 30)
    inputs.add(p.tokens[player] / 5)
    for building in range(BUILDINGS):
        inputs.add(p.holds[player][building] / 3)
    inputs.add(inputs.x[DRAGONS + player] / 3)
    inputs.add(inputs.x[LAND + player] / 10)
    inputs.add(has_most_land(p, player, inputs))
    inputs.add(p.emperor == player)
    inputs.add(p.emperor != player and p.holds[player][PALACE] >= p.holds[p.emperor][PALACE])
    inputs.add(p.influence[player] / 60)
    inputs.add(p.influence[player] / (p.influence[player] + INFLUENCE))
    inputs.add(p.combat[player] / 20)
    inputs.add(p.combat[player] / (p.combat[player] + COMBAT))
    inputs.add(inputs.x[HOPES + player] / 10)
    inputs.add(inputs.x[PROSPECTS + player])
    inputs.add(inputs.x[ALONE + player] / 3)
    inputs.add(inputs.x[CONTESTS + player] / 3)
    inputs.add(cubes_left(p, player) / 3)
    inputs.add((p.tied >> player) & 1)
    inputs.add(p.step == SPOILS and waits(p, player))
    inputs.add(p.step == SPOILS and p.camp[player] != p.winning and not p.robbed & (1 << player))
    inputs.add(p.step == SPOILS and (p.robbed >> player) & 1)


def cubes_left(p: WhiteLotus, player: int) -> int:
    """How many cubes a player may still place this year."""
    if stage(p) != CLAIMING:
        return 0
    place = (player - p.emperor) % p.seats
    turns = (p.turn - place + p.seats - 1) // p.seats
    return max(0, min(CUBES, CLAIMS + p.holds[player][RICE]) - turns)


def waits(p: WhiteLotus, player: int) -> int:
    """1 if a winner of the rebellion has not been rewarded yet."""
    return p.camp[player] == p.winning and not p.asked & (1 << player)
