"""Counts for every player and province, computed once and kept behind the inputs of a description."""

from __future__ import annotations

from guanxi.engine.core.adviser import MOST_INPUTS, Inputs
from guanxi.engine.core.position import NOBODY
from guanxi.games.han.playing.evaluation import PROMISE
from guanxi.games.han.playing.prospects import emissary_gain, house_gain, sent
from guanxi.games.han.rules.material import PLAYERS, PROVINCES
from guanxi.games.han.rules.rules import Han
from guanxi.games.han.rules.scoring import best_lines, connected, count, houses_of, leads, province_points

# Rows of players, at the end of the inputs, which a description never fills.
POINTS = MOST_INPUTS - PLAYERS  # if the game ended now, with a part of half-won alliances
PENDING = POINTS - PLAYERS  # houses in provinces that are not scored yet
ROADS = PENDING - PLAYERS
LINES = ROADS - PLAYERS  # the largest group of houses that roads join
THREES = LINES - PLAYERS  # groups of three houses: one more makes a line of them
ALLIED = THREES - PLAYERS  # emissaries in alliances that are won
WOOED = ALLIED - PLAYERS  # emissaries in alliances that are won on one side
LED = WOOED - PLAYERS  # provinces led by emissaries
ENVOY = LED - PLAYERS  # the most points that one more emissary could bring
HOUSE = ENVOY - PLAYERS  # and one more house
# Rows of provinces.
PRIZE = HOUSE - PROVINCES  # points in alliances that the seat would win by leading there as well
STAKE = PRIZE - PROVINCES  # points in alliances that it would lose with the lead there
GAIN = STAKE - PROVINCES  # points that one more emissary there would bring the seat
THREAT = GAIN - PROVINCES  # the most that one would bring another player
ROOM = THREAT - PROVINCES  # for emissaries


def count_houses(p: Han, player: int, inputs: Inputs) -> None:
    """Count what a player's houses would score now, and the groups along the roads."""
    houses = houses_of(p, player)
    inputs.x[ROADS + player] = best_lines(p, player, houses)
    largest = 0
    threes = 0
    while houses:
        group = connected(p, houses & -houses, houses)
        houses &= ~group
        size = count(group)
        largest = max(largest, size)
        threes += size == 3
    inputs.x[LINES + player] = largest
    inputs.x[THREES + player] = threes
    pending = 0
    for province in range(PROVINCES):
        if not p.scored[province] and p.houses[province][player]:
            pending += province_points(p, province, player)
    inputs.x[PENDING + player] = pending


def count_emissaries(p: Han, inputs: Inputs) -> None:
    """Count the emissaries in alliances that each player has won, on both sides or on one."""
    for player in range(p.seats):
        inputs.x[ALLIED + player] = 0.0
        inputs.x[WOOED + player] = 0.0
        inputs.x[LED + player] = 0.0
    for province in range(PROVINCES):
        leading = leaders(p, province)
        for player in range(p.seats):
            inputs.x[LED + player] += (leading >> player) & 1
    for number in range(p.board.alliances):
        one = p.board.alliance[number][0]
        other = p.board.alliance[number][1]
        emissaries = sent(p, one) + sent(p, other)
        if emissaries:
            at_one = leaders(p, one)
            at_other = leaders(p, other)
            for player in range(p.seats):
                if at_one & at_other & (1 << player):
                    inputs.x[ALLIED + player] += emissaries
                elif (at_one | at_other) & (1 << player):
                    inputs.x[WOOED + player] += emissaries


def count_prizes(p: Han, seat: int, inputs: Inputs) -> None:
    """Count the points in alliances that the seat can win or lose in each province."""
    for province in range(PROVINCES):
        inputs.x[PRIZE + province] = 0.0
        inputs.x[STAKE + province] = 0.0
    for number in range(p.board.alliances):
        one = p.board.alliance[number][0]
        other = p.board.alliance[number][1]
        at_one = leads(p, one, seat)
        at_other = leads(p, other, seat)
        if at_one or at_other:
            emissaries = sent(p, one) + sent(p, other)
            if at_one and at_other:
                inputs.x[STAKE + one] += emissaries
                inputs.x[STAKE + other] += emissaries
            else:
                inputs.x[PRIZE + (other if at_one else one)] += emissaries + 1


def count_prospects(p: Han, seat: int, inputs: Inputs) -> None:
    """Count what each player could win with the next piece, whatever the cards."""
    for province in range(PROVINCES):
        inputs.x[GAIN + province] = 0.0
        inputs.x[THREAT + province] = 0.0
    for player in range(p.seats):
        envoy = 0
        house = 0
        for province in range(PROVINCES):
            house = max(house, house_gain(p, player, province))
            if p.emissaries_left[player] and inputs.x[ROOM + province] > 0:
                gain = emissary_gain(p, player, province)
                envoy = max(envoy, gain)
                if player == seat:
                    inputs.x[GAIN + province] = gain
                else:
                    inputs.x[THREAT + province] = max(inputs.x[THREAT + province], gain)
        inputs.x[ENVOY + player] = envoy
        inputs.x[HOUSE + player] = house


def leaders(p: Han, province: int) -> int:
    """The players with the most emissaries there, alone or tied, as bits."""
    most = 1
    players = 0
    for player in range(p.seats):
        emissaries = p.emissaries[province][player]
        if emissaries > most:
            most = emissaries
            players = 0
        if emissaries == most:
            players |= 1 << player
    return players


def points_now(player: int, inputs: Inputs) -> float:
    """A player's points if the game ended now."""
    return inputs.x[POINTS + player] - PROMISE * inputs.x[WOOED + player]


def strongest(p: Han, told: int, inputs: Inputs) -> int:
    """The player with the most points among those not described yet (bits), or NOBODY."""
    best = NOBODY
    for player in range(p.seats):
        if not told & (1 << player) and (best == NOBODY or inputs.x[POINTS + player] > inputs.x[POINTS + best]):
            best = player
    return best
