"""How far a player is from a claim: the pawns, or what weighs as much, that both conditions still need.

A haiduc that marches makes its mover majority somewhere, however many pawns that takes: most claims come so.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.rules.choices import at_turn
from guanxi.games.haiduci.rules.effects import inside, occupied, put_pawn, take_pawn
from guanxi.games.haiduci.rules.material import (
    CAPITAL,
    CAPTURED,
    EMERGED,
    EXTENSION,
    HAIDUCI,
    IDLE,
    INDEPENDENCE,
    INFLUENCE,
    INSIDE,
    LEADING,
    MAJORITY,
    MARCHES,
    PAWNS,
    PAYING,
    RULING,
    TERRITORIES,
    UNPLAYED,
)
from guanxi.games.haiduci.rules.rules import Haiduci
from guanxi.games.haiduci.rules.scoring import reached, rival, rival_strength

MOST_ADDED = PAWNS + 1  # a digit for each territory in which pawns are foreseen
OF_HAIDUC = 3  # pawns that a haiduc to capture or to bring out weighs
OF_FAR = 4  # and a territory that needs more than three


def foresee(p: Haiduci) -> int:
    """Put the pawns with which somebody is about to become majority: the choice of the place is judged by that.

    Returns their numbers, packed for the five territories of the province in question, for `forget`.
    """
    added = 0
    if p.task == PAYING:
        added = win(p, p.faction[at_turn(p)], p.target)
    elif p.task == LEADING:
        faction = p.faction[p.actor]
        added = win(p, faction, p.target)
        for territory in range(faction * INSIDE, faction * INSIDE + INSIDE):
            if p.todo & (1 << territory):
                added += win(p, faction, territory)
    elif p.task == RULING:
        places = occupied(p) & inside(p.target)
        territory = p.board.capital[p.target]
        while places and not places & (1 << territory):
            territory = territory + 1 if territory + 1 < (p.target + 1) * INSIDE else p.target * INSIDE
        faction = p.faction[p.actor]
        added = add(p, faction, territory, behind_in_province(p, p.target, faction))
    return added


def forget(p: Haiduci, added: int) -> None:
    """Take back what was foreseen."""
    faction = p.faction[at_turn(p) if p.task == PAYING else p.actor]
    province = faction if p.target == NOBODY else p.target if p.task == RULING else p.target // INSIDE
    territory = province * INSIDE
    while added:
        for _ in range(added % MOST_ADDED):
            take_pawn(p, faction, territory)
        added = added // MOST_ADDED
        territory += 1


def win(p: Haiduci, faction: int, territory: int) -> int:
    """Put as many pawns as make a faction majority in a territory, if there is one; returns them packed."""
    return add(p, faction, territory, behind(p, territory, faction)) if territory != NOBODY else 0


def add(p: Haiduci, faction: int, territory: int, pawns: int) -> int:
    """Put some pawns, as far as the supply goes; returns them packed."""
    unit = 1
    for _ in range(territory % INSIDE):
        unit *= MOST_ADDED
    added = 0
    while pawns > 0 and p.supply[faction]:
        put_pawn(p, faction, territory)
        added += unit
        pawns -= 1
    return added


def missing(p: Haiduci, player: int, number: int) -> int:
    """The pawns that a condition still needs, at least."""
    faction = p.faction[player]
    what = p.board.condition[number]
    province = p.board.province[number]
    needed = p.board.needed[number]
    if what == MAJORITY:
        return max(0, behind_in_province(p, province, faction))
    if what == CAPITAL:
        return max(0, behind(p, p.board.capital[province], faction))
    if what == INDEPENDENCE:
        return cheapest(p, faction, faction * INSIDE, faction * INSIDE + INSIDE, needed)
    if what == EXTENSION:
        return cheapest(p, faction, 0, TERRITORIES, needed)
    short = max(0, needed - reached(p, player, number))
    return short if what == INFLUENCE else OF_HAIDUC * short


def behind_in_province(p: Haiduci, province: int, faction: int) -> int:
    """How many pawns a faction needs to control a province; below 1: how many it can lose."""
    return rival_strength(p, province, faction) + 1 - p.strength[province][faction]


def behind(p: Haiduci, territory: int, faction: int) -> int:
    """How many pawns a faction needs to control a territory; below 1: how many it can lose."""
    return rival(p, territory, faction) + 1 - p.pawns[territory][faction]


def cheapest(p: Haiduci, faction: int, start: int, end: int, needed: int) -> int:
    """The pawns that win the cheapest `needed` of these territories; abroad only, if they are all there are."""
    ones = 0
    twos = 0
    threes = 0
    for territory in range(start, end):
        if end < start + TERRITORIES or territory // INSIDE != faction:
            pawns = behind(p, territory, faction)
            needed -= pawns <= 0
            ones += pawns == 1
            twos += pawns == 2
            threes += pawns == 3
    needed = max(0, needed)
    by_one = min(needed, ones)
    by_two = min(needed - by_one, twos)
    by_three = min(needed - by_one - by_two, threes)
    return by_one + 2 * by_two + 3 * by_three + OF_FAR * (needed - by_one - by_two - by_three)


def targets(p: Haiduci) -> int:
    """Where haiduci could march, as bits."""
    places = 0
    for haiduc in range(HAIDUCI):
        if p.place[haiduc] != NOBODY:
            places |= p.board.near[p.place[haiduc]]
    return places


def will_march(p: Haiduci, player: int) -> int:
    """1 if a player has still to be asked for a march this season, and can pay for it."""
    if p.frozen or p.held[player] == 0 or p.phase == UNPLAYED:
        return 0
    turn = (player - p.start) % p.seats
    return p.phase != MARCHES or turn > p.turn or (turn == p.turn and p.task == IDLE)


def eased(p: Haiduci, player: int, number: int, places: int) -> int:
    """The pawns that one march to one of these places (bits) would save a condition."""
    faction = p.faction[player]
    what = p.board.condition[number]
    needs = missing(p, player, number)
    if needs == 0 or what in (CAPTURED, EMERGED):
        return 0
    if what == EXTENSION:
        return needs - cheapest(p, faction, 0, TERRITORIES, p.board.needed[number] - 1) if places else 0
    province = faction if what == INDEPENDENCE else p.board.province[number]
    best = 0
    for territory in range(province * INSIDE, province * INSIDE + INSIDE):
        if places & (1 << territory) and (what != CAPITAL or territory == p.board.capital[province]):
            pawns = behind(p, territory, faction)
            if what == INFLUENCE:
                pawns = p.pawns[territory][faction] == 0
            best = max(best, pawns)
    return min(best, needs)
