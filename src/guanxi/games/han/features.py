"""What a position of Han looks like to a learned evaluation: only what the seat may know.

What every player has is counted once, and remembered behind the inputs until it is told.
"""

from __future__ import annotations

from guanxi.engine.adviser import MOST_INPUTS, Inputs
from guanxi.engine.position import NOBODY
from guanxi.games.han.advice import PROMISE
from guanxi.games.han.material import (
    BIT,
    CARDS,
    COLOURS,
    DECK,
    EMISSARIES,
    HAND,
    HOUSES,
    PLAYERS,
    PORTS,
    PROVINCES,
    ROW,
)
from guanxi.games.han.rules import Han, emissary_room
from guanxi.games.han.scoring import best_lines, connected, count, house_points, is_fortified, leads, total

OF_OPPONENT = 17  # inputs of each

# Each a row of players, at the end of the numbers that a description never fills.
POINTS = MOST_INPUTS - PLAYERS  # all that would be scored now, and half-won alliances
PENDING = POINTS - PLAYERS  # houses in provinces that are not scored yet
ROADS = PENDING - PLAYERS
LINES = ROADS - PLAYERS  # the largest group of houses that roads join
THREES = LINES - PLAYERS  # groups of three houses: one more makes a line of them
ALLIED = THREES - PLAYERS  # emissaries of the alliances that are won
WOOED = ALLIED - PLAYERS  # of those won in one province
LED = WOOED - PLAYERS  # provinces led by emissaries
# Rows of provinces.
PRIZE = LED - PROVINCES  # points in alliances that the seat would win by leading there as well
STAKE = PRIZE - PROVINCES  # points in alliances that it would lose with the lead there


def describe(p: Han, seat: int, inputs: Inputs) -> int:
    """The table, the own hand, every player and every province; returns 1."""
    for player in range(p.seats):
        count_houses(p, player, inputs)
    count_emissaries(p, inputs)
    count_prizes(p, seat, inputs)
    for player in range(p.seats):
        inputs.x[POINTS + player] = (
            total(p, player)
            + inputs.x[PENDING + player]
            + inputs.x[ROADS + player]
            + port_points(p, player)
            + inputs.x[ALLIED + player]
            + PROMISE * inputs.x[WOOED + player]
        )
    describe_table(p, seat, inputs)
    describe_cards(p, seat, inputs)
    best = strongest(p, 1 << seat, inputs)
    describe_player(p, seat, best, inputs)
    told = 1 << seat
    for _ in range(PLAYERS - 1):
        player = strongest(p, told, inputs)
        describe_opponent(p, seat, player, inputs)
        if player != NOBODY:
            told |= 1 << player
    for province in range(PROVINCES):
        describe_province(p, seat, best, province, inputs)
    return 1


def count_houses(p: Han, player: int, inputs: Inputs) -> None:
    """What a player's houses would score now, and how far the roads have come."""
    houses = 0
    for space in range(p.board.spaces):
        if p.house[space] == player:
            houses |= BIT[space]
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
        if not p.scored[province] and p.houses[province * PLAYERS + player]:
            pending += house_points(p, province, player) * (2 if is_fortified(p, province, player) else 1)
    inputs.x[PENDING + player] = pending


def port_points(p: Han, player: int) -> int:
    """What a player's houses on ports would score now."""
    points = house_points(p, PORTS, player)
    return points * 2 if p.fort[player] != NOBODY and p.board.port[p.fort[player]] else points


def count_emissaries(p: Han, inputs: Inputs) -> None:
    """What everybody's emissaries would score now, and what they are about to."""
    for player in range(p.seats):
        inputs.x[ALLIED + player] = 0.0
        inputs.x[WOOED + player] = 0.0
        inputs.x[LED + player] = 0.0
    for province in range(PROVINCES):
        leading = leaders(p, province)
        for player in range(p.seats):
            inputs.x[LED + player] += (leading >> player) & 1
    for number in range(p.board.alliances):
        one = p.board.alliance[number * 2]
        other = p.board.alliance[number * 2 + 1]
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
    """What the seat can win and lose in alliances with its next emissaries."""
    for province in range(PROVINCES):
        inputs.x[PRIZE + province] = 0.0
        inputs.x[STAKE + province] = 0.0
    for number in range(p.board.alliances):
        one = p.board.alliance[number * 2]
        other = p.board.alliance[number * 2 + 1]
        at_one = leads(p, one, seat)
        at_other = leads(p, other, seat)
        if at_one or at_other:
            emissaries = sent(p, one) + sent(p, other)
            if at_one and at_other:
                inputs.x[STAKE + one] += emissaries
                inputs.x[STAKE + other] += emissaries
            else:
                inputs.x[PRIZE + (other if at_one else one)] += emissaries + 1


def leaders(p: Han, province: int) -> int:
    """The players who have, or share, the most emissaries there, as bits."""
    most = 1
    players = 0
    for player in range(p.seats):
        emissaries = p.emissaries[province * PLAYERS + player]
        if emissaries > most:
            most = emissaries
            players = 0
        if emissaries == most:
            players |= 1 << player
    return players


def sent(p: Han, province: int) -> int:
    """How many emissaries are there."""
    emissaries = 0
    for player in range(p.seats):
        emissaries += p.emissaries[province * PLAYERS + player]
    return emissaries


def strongest(p: Han, told: int, inputs: Inputs) -> int:
    """Who has most points of those that have not been told (bits), or NOBODY."""
    best = NOBODY
    for player in range(p.seats):
        if not told & (1 << player) and (best == NOBODY or inputs.x[POINTS + player] > inputs.x[POINTS + best]):
            best = player
    return best


def describe_table(p: Han, seat: int, inputs: Inputs) -> None:
    """How many play on what board, how near the end is, and where the turn stands."""
    for seats in range(2, PLAYERS + 1):
        inputs.add(p.seats == seats)
    inputs.add(p.board.spaces / 60)
    inputs.add(p.board.open_cards == ROW)
    inputs.add(p.fortifications)
    inputs.add(p.markets)
    free = 0
    for province in range(PROVINCES):
        free += p.board.size[province] - p.filled[province]
    inputs.add(free / p.board.spaces)
    inputs.add(cards_to_come(p) / DECK)
    inputs.add(p.emptied > 0)
    inputs.add(p.last_round)
    turns = (p.first - 1 - seat) % p.seats
    inputs.add(turns / (p.seats - 1))
    # In the last round only those between the turn and the Emperor still play.
    inputs.add(p.last_round and (seat - p.first) % p.seats > (p.player - p.first) % p.seats)
    for place in range(PLAYERS):
        inputs.add((p.player - seat) % p.seats == place)
    mine = p.player == seat
    inputs.add(mine and p.drawing)
    inputs.add(mine and p.placed == 1)
    inputs.add(mine and p.placed == 2)
    inputs.add(not mine and p.drawing)


def cards_to_come(p: Han) -> int:
    """How many cards will be drawn before the last round, as far as can be counted: the pile, and the next one."""
    cards = p.left
    if p.emptied == 0:
        for colour in range(COLOURS):
            cards += p.cards[colour]
        cards -= p.board.open_cards + p.seats * HAND
    return 0 if p.last_round else cards


def describe_cards(p: Han, seat: int, inputs: Inputs) -> None:
    """The own hand, the open cards, what the others hold for all to know, and what is unseen, colour by colour."""
    for colour in range(COLOURS):
        held = p.hand[seat * COLOURS + colour]
        for number in range(1, HAND + 1):
            inputs.add(held >= number)
        inputs.add(p.row[colour] / 2)
        shown = 0
        for player in range(p.seats):
            if player != seat:
                shown += p.known[player * COLOURS + colour]
        inputs.add(shown / 3)
        inputs.add((p.cards[colour] - p.discards[colour] - p.row[colour] - held - shown) / CARDS[colour])


def describe_player(p: Han, seat: int, best: int, inputs: Inputs) -> None:
    """The seat itself: what it has, and how it stands beside its strongest opponent."""
    describe_standing(p, seat, inputs)
    lead = inputs.x[POINTS + seat] - inputs.x[POINTS + best]
    inputs.add(lead / 30)
    inputs.add(lead / (5 + abs(lead)))
    inputs.add(lead >= 0)
    inputs.add(p.held[seat] / HAND)


def describe_opponent(p: Han, seat: int, player: int, inputs: Inputs) -> None:
    """Another player, or nobody."""
    if player == NOBODY:
        for _ in range(OF_OPPONENT):
            inputs.add(0.0)
        return
    describe_standing(p, player, inputs)
    lead = inputs.x[POINTS + seat] - inputs.x[POINTS + player]
    inputs.add(lead / 30)
    inputs.add(lead / (5 + abs(lead)))
    inputs.add(p.held[player] / HAND)
    inputs.add(((player - p.player) % p.seats) / p.seats)
    inputs.add((player - p.first) % p.seats > (seat - p.first) % p.seats)


def describe_standing(p: Han, player: int, inputs: Inputs) -> None:
    """A player's points by their sources, and the pieces that are left."""
    inputs.add(inputs.x[POINTS + player] / 50)
    inputs.add(total(p, player) / 40)
    inputs.add(inputs.x[PENDING + player] / 20)
    inputs.add(inputs.x[ROADS + player] / 10)
    inputs.add(inputs.x[LINES + player] / 10)
    inputs.add(inputs.x[THREES + player] / 2)
    inputs.add(port_points(p, player) / 8)
    inputs.add(inputs.x[ALLIED + player] / 20)
    inputs.add(inputs.x[WOOED + player] / 20)
    inputs.add(inputs.x[LED + player] / PROVINCES)
    inputs.add(p.houses_left[player] / HOUSES)
    inputs.add((p.emissaries_left[player] + p.markers_left[player]) / EMISSARIES)


def describe_province(p: Han, seat: int, rival: int, province: int, inputs: Inputs) -> None:
    """Houses and emissaries in one province: the own ones, those of who has most, those of the strongest opponent."""
    row = province * PLAYERS
    free = p.board.size[province] - p.filled[province]
    mine = p.houses[row + seat]
    best = most_of_others(p, seat, province)
    inputs.add(free / p.board.size[province])
    inputs.add(free == 1)
    inputs.add(mine / 4)
    inputs.add(best / 4)
    inputs.add(p.houses[row + rival] / 4)
    inputs.add(free and mine > best)
    inputs.add(free and mine and mine == best)
    inputs.add(another_house(p, seat, province) / 5)
    emissaries = p.emissaries[row + seat]
    others = 0
    for player in range(p.seats):
        if player != seat:
            others = max(others, p.emissaries[row + player])
    room = emissary_room(p, province)
    inputs.add(emissaries / 3)
    inputs.add(others / 3)
    inputs.add(emissaries > others)
    inputs.add(inputs.x[PRIZE + province] / 20)
    inputs.add(inputs.x[STAKE + province] / 20)
    inputs.add(room / 3)
    inputs.add(p.hand[seat * COLOURS + p.board.colour[province]] / 3 if free or room else 0.0)


def most_of_others(p: Han, seat: int, province: int) -> int:
    """The most houses that any single other player has there."""
    most = 0
    for player in range(p.seats):
        if player != seat:
            most = max(most, p.houses[province * PLAYERS + player])
    return most


def another_house(p: Han, seat: int, province: int) -> int:
    """How many more points one more house would bring there; all is put back as it was."""
    if p.filled[province] == p.board.size[province] or p.houses_left[seat] == 0:
        return 0
    now = house_points(p, province, seat)
    p.houses[province * PLAYERS + seat] += 1
    then = house_points(p, province, seat)
    p.houses[province * PLAYERS + seat] -= 1
    return then - now
