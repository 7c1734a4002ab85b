"""What the next piece could bring: an emissary in alliances, a house in its province."""

from __future__ import annotations

from guanxi.games.han.rules.material import PLAYERS
from guanxi.games.han.rules.rules import EACH, Han, can_pay
from guanxi.games.han.rules.scoring import house_points


def emissary_gain(p: Han, player: int, province: int) -> int:
    """How many more points one more emissary there would bring in alliances."""
    gain = 0
    mine = p.emissaries[province * PLAYERS + player]
    best = most_emissaries(p, province, player)
    if mine + 1 < best:
        return 0
    for number in range(p.board.alliances):
        one = p.board.alliance[number * 2]
        other = p.board.alliance[number * 2 + 1]
        if province in (one, other):
            partner = other if province == one else one
            theirs = p.emissaries[partner * PLAYERS + player]
            if theirs and theirs >= most_emissaries(p, partner, player):
                gain += 1 if mine and mine >= best else sent(p, one) + sent(p, other) + 1
    return gain


def most_emissaries(p: Han, province: int, player: int) -> int:
    """The most emissaries that any single other player has there."""
    most = 0
    for other in range(p.seats):
        if other != player:
            most = max(most, p.emissaries[province * PLAYERS + other])
    return most


def sent(p: Han, province: int) -> int:
    """How many emissaries are there."""
    emissaries = 0
    for player in range(p.seats):
        emissaries += p.emissaries[province * PLAYERS + player]
    return emissaries


def house_gain(p: Han, player: int, province: int) -> int:
    """How many more points one more house would bring there; all is put back as it was."""
    if p.filled[province] == p.board.size[province] or p.houses_left[player] == 0:
        return 0
    now = house_points(p, province, player)
    p.houses[province * PLAYERS + player] += 1
    then = house_points(p, province, player)
    p.houses[province * PLAYERS + player] -= 1
    return then - now


def is_payable(p: Han, seat: int, province: int) -> int:
    """1 if a hand holds a card for a province, or two of another colour instead."""
    for payment in range(EACH):
        if can_pay(p, seat, p.board.colour[province], payment):
            return 1
    return 0
