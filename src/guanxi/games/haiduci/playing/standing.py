"""Every player's standing, counted once and kept behind the inputs until it is described.

Of another's leaders all count that could still be the one.
"""

from __future__ import annotations

from guanxi.engine.core.adviser import MOST_INPUTS, Inputs
from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.playing.evaluation import EARLY, POINTS, begun, progress
from guanxi.games.haiduci.playing.prospects import eased, missing, targets, will_march
from guanxi.games.haiduci.rules.material import (
    CONDITIONS,
    FACTIONS,
    HAIDUC,
    INSIDE,
    LEADERS,
    PLACE,
    PLAYERS,
    PROGRAM,
    REMOVE,
    SEASONS,
    SORTS,
    STEPS,
    TERRITORIES,
)
from guanxi.games.haiduci.rules.rules import Haiduci
from guanxi.games.haiduci.rules.scoring import (
    PER_CONDITION,
    PER_HAIDUC,
    PER_PROVINCE,
    PER_TERRITORY,
    captured,
    emerged,
    ruler,
)

FARTHEST = 12  # a longer way to a claim is not told apart

# Each a row of factions or players, at the end of the numbers that a description never fills.
HOME = MOST_INPUTS - FACTIONS  # territories that a faction controls in its own province
ABROAD = HOME - FACTIONS  # and outside
WEAK = ABROAD - FACTIONS  # those of them that one pawn more or less would cost
RULED = WEAK - FACTIONS  # provinces that it controls
SCORE = RULED - PLAYERS  # a player's points, but for conditions
NEAR = SCORE - PLAYERS  # how near a player is to both conditions, as the average of the possible leaders
NEAREST = NEAR - PLAYERS  # as the best of them
STANDING = NEAREST - PLAYERS  # all together
MET = STANDING - PLAYERS  # conditions that are met, as the average of the possible leaders
WAY = MET - PLAYERS  # the pawns that a claim still needs, for the nearest of them
HOPE = WAY - PLAYERS  # how near a claim is by that, as their average
COMING = HOPE - PLAYERS  # the pawns that agreements promise
READY = COMING - PLAYERS  # the part of the possible leaders whose claim needs no more than these
MARCHING = READY - PLAYERS  # 1: the player may still march this season
LEFT = MARCHING - PLAYERS  # the pawns that a claim needs after the best march, for the nearest of the possible leaders
WINNING = LEFT - PLAYERS  # the part of them whose claim needs no pawn then
CLOSE = WINNING - PLAYERS  # the part of them whose claim needs no more than is promised


def count_control(p: Haiduci, inputs: Inputs) -> None:
    """Count the territories and provinces that each faction controls."""
    for faction in range(FACTIONS):
        inputs.x[HOME + faction] = 0.0
        inputs.x[ABROAD + faction] = 0.0
        inputs.x[WEAK + faction] = 0.0
        inputs.x[RULED + faction] = 0.0
    for territory in range(TERRITORIES):
        best = 0
        second = 0
        leader = 0
        for faction in range(FACTIONS):
            pawns = p.pawns[territory][faction]
            if pawns > best:
                second = best
                best = pawns
                leader = faction
            elif pawns > second:
                second = pawns
        if best > second:
            inputs.x[(HOME if territory // INSIDE == leader else ABROAD) + leader] += 1
            inputs.x[WEAK + leader] += best == second + 1
    for province in range(FACTIONS):
        leader = ruler(p, province)
        if leader != NOBODY:
            inputs.x[RULED + leader] += 1


def count_standing(p: Haiduci, seat: int, player: int, inputs: Inputs) -> None:
    """A player's points, and how near the possible leaders are to a claim: to the seat its own is known."""
    faction = p.faction[player]
    if faction == NOBODY:
        return
    haiduci = captured(p, player) + emerged(p, player)
    score = PER_PROVINCE * inputs.x[RULED + faction] + PER_TERRITORY * inputs.x[ABROAD + faction] + PER_HAIDUC * haiduci
    inputs.x[SCORE + player] = score
    inputs.x[COMING + player] = promised(p, player)
    inputs.x[NEAR + player] = 0.0
    inputs.x[NEAREST + player] = 0.0
    inputs.x[MET + player] = 0.0
    inputs.x[WAY + player] = FARTHEST
    inputs.x[HOPE + player] = 0.0
    inputs.x[READY + player] = 0.0
    inputs.x[MARCHING + player] = will_march(p, player)
    inputs.x[LEFT + player] = FARTHEST
    inputs.x[WINNING + player] = 0.0
    inputs.x[CLOSE + player] = 0.0
    places = targets(p) if will_march(p, player) else 0
    possible = 0
    for leader in range(LEADERS):
        if p.leader[seat] == leader if player == seat else not p.excluded[player][leader]:
            count_leader(p, player, leader, places, inputs)
            possible += 1
    inputs.x[NEAR + player] /= possible
    inputs.x[MET + player] /= possible
    inputs.x[HOPE + player] /= possible
    inputs.x[READY + player] /= possible
    inputs.x[WINNING + player] /= possible
    inputs.x[CLOSE + player] /= possible
    late = EARLY + (1 - EARLY) * p.season / (SEASONS - 1)
    claim = (p.claimed >> player) & 1
    near = (inputs.x[NEAR + player] + inputs.x[NEAREST + player]) / 2
    inputs.x[STANDING + player] = POINTS * late * score + near + 3 * claim


def count_leader(p: Haiduci, player: int, leader: int, places: int, inputs: Inputs) -> None:
    """How near a player would be to a claim with this leader, and after a march to one of these places (bits)."""
    first = (p.faction[player] * LEADERS + leader) * CONDITIONS
    one = progress(p, player, first)
    other = progress(p, player, first + 1)
    near = 0.3 * (one + other) / 2 + 0.7 * one * other
    inputs.x[NEAR + player] += near
    inputs.x[NEAREST + player] = max(inputs.x[NEAREST + player], near)
    by_one = missing(p, player, first)
    by_other = missing(p, player, first + 1)
    way = by_one + by_other
    inputs.x[MET + player] += (by_one == 0) + (by_other == 0)
    inputs.x[WAY + player] = min(inputs.x[WAY + player], way)
    inputs.x[HOPE + player] += 1.0 / (1 + way)
    inputs.x[READY + player] += way <= inputs.x[COMING + player]
    left = way - max(eased(p, player, first, places), eased(p, player, first + 1, places))
    inputs.x[LEFT + player] = min(inputs.x[LEFT + player], left)
    inputs.x[WINNING + player] += left == 0
    inputs.x[CLOSE + player] += left <= inputs.x[COMING + player]


def promised(p: Haiduci, player: int) -> int:
    """How many pawns, and effects that weigh as many, the pairs in the boxes promise a player."""
    weight = 0
    for faction in range(FACTIONS):
        for step in range(STEPS):
            at = to_come(p, player, faction, step)
            if at != NOBODY:
                weight += p.board.amount[at] if p.board.step[at] in (PLACE, REMOVE) else 3
    return weight


def to_come(p: Haiduci, player: int, faction: int, step: int) -> int:
    """Where in the table of combinations a player's step of a pair is that will be carried out; NOBODY: nowhere."""
    owned = p.seat_of[faction] == player
    if p.box[faction][1] == NOBODY or not (owned or p.partner[faction] == player):
        return NOBODY
    slot = step if owned else STEPS + step
    at = (p.box[faction][0] * SORTS + min(p.box[faction][1], HAIDUC)) * PROGRAM + slot
    return NOBODY if begun(p, faction, slot) or p.board.step[at] == 0 else at


def expected(player: int, inputs: Inputs) -> float:
    """A player's points if the game ended now, as far as the leader is known."""
    return inputs.x[SCORE + player] + PER_CONDITION * inputs.x[MET + player]


def strongest(p: Haiduci, told: int, inputs: Inputs) -> int:
    """The best-placed player with a faction who has not been described yet (`told`, bits), or NOBODY."""
    best = NOBODY
    for player in range(p.seats):
        if (
            not told & (1 << player)
            and p.faction[player] != NOBODY
            and (best == NOBODY or inputs.x[STANDING + player] > inputs.x[STANDING + best])
        ):
            best = player
    return best
