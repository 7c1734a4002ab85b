"""Features of a position for a learned evaluation: only what the seat may know."""

from __future__ import annotations

from guanxi.engine.core.adviser import Inputs
from guanxi.engine.core.position import NOBODY
from guanxi.games.han.playing.evaluation import PROMISE
from guanxi.games.han.playing.prospects import house_gain, is_payable, most_of_others
from guanxi.games.han.playing.standing import (
    ALLIED,
    ENVOY,
    GAIN,
    HOUSE,
    LED,
    LINES,
    PENDING,
    POINTS,
    PRIZE,
    ROADS,
    ROOM,
    STAKE,
    THREAT,
    THREES,
    WOOED,
    count_emissaries,
    count_houses,
    count_prizes,
    count_prospects,
    points_now,
    strongest,
)
from guanxi.games.han.rules.material import CARDS, COLOURS, DECK, EMISSARIES, HAND, HOUSES, PLAYERS, PROVINCES, ROW
from guanxi.games.han.rules.rules import Han, emissary_room
from guanxi.games.han.rules.scoring import port_points, total

OF_OPPONENT = 21  # inputs of each


def describe(p: Han, seat: int, inputs: Inputs) -> int:
    """Describe table, hand, players and provinces; returns 1 and leaves the position as it was."""
    for province in range(PROVINCES):
        inputs.x[ROOM + province] = emissary_room(p, province)
    # Emissaries on markets count in alliances at the end.
    count_markets(p, 1)
    describe_all(p, seat, inputs)
    count_markets(p, -1)
    return 1


def count_markets(p: Han, count: int) -> None:
    """Add the emissaries on markets to their districts, or (-1) take them away again."""
    if p.markets:
        for space in range(p.board.spaces):
            if p.market[space] != NOBODY:
                p.emissaries[p.board.home[space][0]][p.market[space]] += count


def describe_all(p: Han, seat: int, inputs: Inputs) -> None:
    """Count everything first, then describe it part by part."""
    for player in range(p.seats):
        count_houses(p, player, inputs)
    count_emissaries(p, inputs)
    count_prizes(p, seat, inputs)
    count_prospects(p, seat, inputs)
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


def describe_table(p: Han, seat: int, inputs: Inputs) -> None:
    """Players and board, distance to the end, and the state of the turn."""
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
    """Cards still to be drawn before the last round: the pile, and an estimate of the next one."""
    cards = p.left
    if p.emptied == 0:
        for colour in range(COLOURS):
            cards += p.cards[colour]
        cards -= p.board.open_cards + p.seats * HAND
    return 0 if p.last_round else cards


def describe_cards(p: Han, seat: int, inputs: Inputs) -> None:
    """By colour: own hand, open cards, publicly known cards of the others, and unseen cards."""
    for colour in range(COLOURS):
        held = p.hand[seat][colour]
        for number in range(1, HAND + 1):
            inputs.add(held >= number)
        inputs.add(p.row[colour] / 2)
        shown = 0
        for player in range(p.seats):
            if player != seat:
                shown += p.known[player][colour]
        inputs.add(shown / 3)
        inputs.add((p.cards[colour] - p.discards[colour] - p.row[colour] - held - shown) / CARDS[colour])


def describe_player(p: Han, seat: int, best: int, inputs: Inputs) -> None:
    """The seat itself, and its lead over its strongest opponent."""
    describe_standing(p, seat, inputs)
    lead = inputs.x[POINTS + seat] - inputs.x[POINTS + best]
    inputs.add(lead / 30)
    inputs.add(lead / (5 + abs(lead)))
    inputs.add(lead >= 0)
    inputs.add(p.held[seat] / HAND)
    describe_end(p, seat, inputs)
    describe_payable(p, seat, inputs)


def describe_end(p: Han, seat: int, inputs: Inputs) -> None:
    """The seat's lead if the game ended now."""
    best = -1000.0
    ahead = 0
    for player in range(p.seats):
        if player != seat:
            best = max(best, points_now(player, inputs))
            ahead += points_now(player, inputs) > points_now(seat, inputs)
    lead = points_now(seat, inputs) - best
    inputs.add(lead / 30)
    inputs.add(lead / (2 + abs(lead)))
    inputs.add(lead / (8 + abs(lead)))
    inputs.add(ahead == 0)
    inputs.add(ahead / (p.seats - 1))


def describe_payable(p: Han, seat: int, inputs: Inputs) -> None:
    """The most that the next piece could bring with the seat's cards."""
    envoy = 0.0
    house = 0
    for province in range(PROVINCES):
        if is_payable(p, seat, province):
            envoy = max(envoy, inputs.x[GAIN + province])
            house = max(house, house_gain(p, seat, province))
    inputs.add(envoy / 20)
    inputs.add(house / 5)


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
    lead = points_now(seat, inputs) - points_now(player, inputs)
    inputs.add(lead / (2 + abs(lead)))
    inputs.add(lead / (8 + abs(lead)))
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
    inputs.add(inputs.x[ENVOY + player] / 20)
    inputs.add(inputs.x[HOUSE + player] / 5)
    inputs.add(p.houses_left[player] / HOUSES)
    inputs.add((p.emissaries_left[player] + p.markers_left[player]) / EMISSARIES)


def describe_province(p: Han, seat: int, rival: int, province: int, inputs: Inputs) -> None:
    """One province: the seat's houses and emissaries beside the most of any other player and the strongest rival."""
    free = p.board.size[province] - p.filled[province]
    mine = p.houses[province][seat]
    best = most_of_others(p.houses[province], p.seats, seat)
    inputs.add(free / p.board.size[province])
    inputs.add(free == 1)
    inputs.add(mine / 4)
    inputs.add(best / 4)
    inputs.add(p.houses[province][rival] / 4)
    inputs.add(free and mine > best)
    inputs.add(free and mine and mine == best)
    inputs.add(house_gain(p, seat, province) / 5)
    emissaries = p.emissaries[province][seat]
    others = most_of_others(p.emissaries[province], p.seats, seat)
    room = inputs.x[ROOM + province]
    inputs.add(emissaries / 3)
    inputs.add(others / 3)
    inputs.add(emissaries > others)
    inputs.add(inputs.x[PRIZE + province] / 20)
    inputs.add(inputs.x[STAKE + province] / 20)
    inputs.add(inputs.x[GAIN + province] / 20)
    inputs.add(inputs.x[THREAT + province] / 20)
    inputs.add(room / 3)
    inputs.add(p.hand[seat][p.board.colour[province]] / 3 if free or room > 0 else 0.0)
