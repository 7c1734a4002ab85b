"""Gains by the next piece: an emissary in alliances, a house in its province."""

from __future__ import annotations

from guanxi.games.han.rules.rules import EACH, Han, can_pay
from guanxi.games.han.rules.scoring import house_points


def emissary_gain(p: Han, player: int, province: int) -> int:
    """Points that one more emissary there would bring in alliances."""
    gain = 0
    mine = p.emissaries[province][player]
    best = most_of_others(p.emissaries[province], p.seats, player)
    if mine + 1 < best:
        return 0
    for number in range(p.board.alliances):
        one = p.board.alliance[number][0]
        other = p.board.alliance[number][1]
        if province in (one, other):
            partner = other if province == one else one
            theirs = p.emissaries[partner][player]
            if theirs and theirs >= most_of_others(p.emissaries[partner], p.seats, player):
                gain += 1 if mine and mine >= best else sent(p, one) + sent(p, other) + 1
    return gain


def most_of_others(row: list[int], seats: int, player: int) -> int:
    """The largest number in a row of players, one player left out."""
    most = 0
    for other in range(seats):
        if other != player:
            most = max(most, row[other])
    return most


def sent(p: Han, province: int) -> int:
    """The emissaries of all players there."""
    emissaries = 0
    for player in range(p.seats):
        emissaries += p.emissaries[province][player]
    return emissaries


def house_gain(p: Han, player: int, province: int) -> int:
    """Points that one more house would bring there; leaves the position as it was."""
    if p.filled[province] == p.board.size[province] or p.houses_left[player] == 0:
        return 0
    now = house_points(p, province, player)
    p.houses[province][player] += 1
    then = house_points(p, province, player)
    p.houses[province][player] -= 1
    return then - now


def is_payable(p: Han, seat: int, province: int) -> int:
    """1 if a hand can pay for a piece in a province, with one card or a joker."""
    for payment in range(EACH):
        if can_pay(p, seat, p.board.colour[province], payment):
            return 1
    return 0
