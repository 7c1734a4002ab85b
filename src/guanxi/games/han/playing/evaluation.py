"""Han's evaluation.  Bots ask it about sampled worlds, never about the real position."""

from __future__ import annotations

from guanxi.games.han.rules.material import COLOURS, PROVINCES
from guanxi.games.han.rules.rules import Han, emissary_room
from guanxi.games.han.rules.scoring import best_lines, houses_of, leads, port_points, province_points, total

SCALE = 25.0  # a lead of this many points is worth half a victory
PROMISE = 0.35  # value of each emissary of an alliance to a player who leads in one of its provinces
CARD = 0.30  # a card whose colour still has a place
SECOND = 0.20  # a second one of the same colour: it pays for two pieces, or for one anywhere


def value(p: Han, seat: int) -> float:
    """Evaluate a position for a seat, from -1 to 1, by its lead over the best opponent."""
    if p.owing == 0:
        return p._returns(seat)
    best = -1000.0
    for other in range(p.seats):
        if other != seat:
            best = max(best, expected(p, other))
    lead = expected(p, seat) - best
    return lead / (SCALE + abs(lead))


def expected(p: Han, seat: int) -> float:
    """A player's points if the game ended now, and something for what may still come."""
    points: float = total(p, seat) + roads(p, seat) + port_points(p, seat)
    for province in range(PROVINCES):
        if not p.scored[province]:
            points += province_points(p, province, seat)
    for number in range(p.board.alliances):
        points += alliance(p, number, seat)
    return points + cards(p, seat)


def roads(p: Han, seat: int) -> int:
    """The points of a player's lines now."""
    return best_lines(p, seat, houses_of(p, seat))


def alliance(p: Han, number: int, seat: int) -> float:
    """The points of an alliance for a player who leads in both provinces, part of them for one who leads in one."""
    one = p.board.alliance[number][0]
    other = p.board.alliance[number][1]
    leading = leads(p, one, seat) + leads(p, other, seat)
    if leading == 0:
        return 0.0
    emissaries = 0
    for player in range(p.seats):
        emissaries += p.emissaries[one][player] + p.emissaries[other][player]
    return emissaries if leading == 2 else PROMISE * emissaries


def cards(p: Han, seat: int) -> float:
    """The value of a hand: colours that still have a place, and pairs."""
    worth = 0.0
    for colour in range(COLOURS):
        held = p.hand[seat][colour]
        if held and has_place(p, colour):
            worth += CARD
        if held >= 2:
            worth += SECOND
    return worth


def has_place(p: Han, colour: int) -> int:
    """1 if some province of the colour has a free space or room for an emissary."""
    for province in range(PROVINCES):
        if p.board.colour[province] == colour and (
            p.filled[province] < p.board.size[province] or emissary_room(p, province) > 0
        ):
            return 1
    return 0
