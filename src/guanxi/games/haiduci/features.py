"""What a position of Haiduci looks like to a learned evaluation: only what the seat may know.

What every player has is counted once, and remembered behind the inputs until it is told.  Of another's leaders all
count that could still be the one.
"""

from __future__ import annotations

from guanxi.engine.adviser import MOST_INPUTS, Inputs
from guanxi.engine.position import NOBODY
from guanxi.games.haiduci.advice import EARLY, POINTS, begun, leads_to, progress
from guanxi.games.haiduci.choices import at_turn, can_join
from guanxi.games.haiduci.effects import reach
from guanxi.games.haiduci.material import (
    AGREEMENTS,
    CAPITAL,
    CARDS,
    CHOOSING,
    CONDITIONS,
    DONE,
    EMERGING,
    FACTIONS,
    FROZEN,
    HAIDUC,
    HAIDUCI,
    INFLUENCE,
    INSIDE,
    KINDS,
    LEADERS,
    LEADING,
    MAJORITY,
    MARCHES,
    OFFERS,
    OVER,
    PAWNS,
    PLACE,
    PLACING,
    PLAYERS,
    PROGRAM,
    REMOVE,
    REMOVING,
    SEASONS,
    SORTS,
    SPREADING,
    STEPS,
    TERRITORIES,
)
from guanxi.games.haiduci.rules import Haiduci
from guanxi.games.haiduci.scoring import (
    PER_CONDITION,
    PER_HAIDUC,
    PER_PROVINCE,
    PER_TERRITORY,
    captured,
    emerged,
    reached,
    rival,
    rival_strength,
    ruler,
)

LEAST_SEATS = 4
OF_CONDITION = CAPITAL + 1  # kinds of conditions
OF_OPPONENT = 19  # inputs of each

# Each a row of factions or players, at the end of the numbers that a description never fills.
HOME = MOST_INPUTS - FACTIONS  # territories that a faction controls in its own province
ABROAD = HOME - FACTIONS  # and outside
WEAK = ABROAD - FACTIONS  # those of them that one pawn more or less would cost
RULED = WEAK - FACTIONS  # provinces that it controls
SCORE = RULED - PLAYERS  # a player's points, but for conditions
NEAR = SCORE - PLAYERS  # how near a player is to both conditions, as the average of the possible leaders
NEAREST = NEAR - PLAYERS  # as the best of them
STANDING = NEAREST - PLAYERS  # all together


def describe(p: Haiduci, seat: int, inputs: Inputs) -> int:
    """The season, the own conditions and cards, the provinces and every player; returns 0 before there is a faction."""
    if p.faction[seat] == NOBODY:
        return 0
    count_control(p, inputs)
    for player in range(p.seats):
        count_standing(p, seat, player, inputs)
    describe_season(p, seat, inputs)
    describe_turn(p, seat, inputs)
    describe_hand(p, seat, inputs)
    describe_boxes(p, seat, inputs)
    describe_conditions(p, seat, inputs)
    describe_seat(p, seat, inputs)
    describe_reach(p, p.faction[seat], inputs)
    for province in range(FACTIONS):
        describe_province(p, seat, province, inputs)
    told = 1 << seat
    for _ in range(PLAYERS - 1):
        player = strongest(p, told, inputs)
        describe_opponent(p, seat, player, inputs)
        if player != NOBODY:
            told |= 1 << player
    return 1


def count_control(p: Haiduci, inputs: Inputs) -> None:
    """Who controls what."""
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
            pawns = p.pawns[territory * FACTIONS + faction]
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
    """A player's points, and how near the possible leaders are to their conditions: to the seat its own is known."""
    faction = p.faction[player]
    if faction == NOBODY:
        return
    haiduci = captured(p, player) + emerged(p, player)
    score = PER_PROVINCE * inputs.x[RULED + faction] + PER_TERRITORY * inputs.x[ABROAD + faction] + PER_HAIDUC * haiduci
    possible = 0
    together = 0.0
    best = 0.0
    for leader in range(LEADERS):
        if p.leader[seat] == leader if player == seat else not p.excluded[player * LEADERS + leader]:
            first = (faction * LEADERS + leader) * CONDITIONS
            one = progress(p, player, first)
            other = progress(p, player, first + 1)
            near = 0.3 * (one + other) / 2 + 0.7 * one * other
            possible += 1
            together += near
            best = max(best, near)
    inputs.x[SCORE + player] = score
    inputs.x[NEAR + player] = together / possible
    inputs.x[NEAREST + player] = best
    late = EARLY + (1 - EARLY) * p.season / (SEASONS - 1)
    claim = (p.claimed >> player) & 1
    inputs.x[STANDING + player] = POINTS * late * score + (together / possible + best) / 2 + 3 * claim


def strongest(p: Haiduci, told: int, inputs: Inputs) -> int:
    """Who stands best of those that have not been told (bits) and have a faction, or NOBODY."""
    best = NOBODY
    for player in range(p.seats):
        if (
            not told & (1 << player)
            and p.faction[player] != NOBODY
            and (best == NOBODY or inputs.x[STANDING + player] > inputs.x[STANDING + best])
        ):
            best = player
    return best


def describe_season(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """How many play, how late it is, and what the season is like."""
    for seats in range(LEAST_SEATS, PLAYERS + 1):
        inputs.add(p.seats == seats)
    inputs.add(p.season / (SEASONS - 1))
    inputs.add(p.season >= SEASONS - 1)
    inputs.add(p.season >= SEASONS - 3)
    inputs.add(p.season >= SEASONS - 8)
    inputs.add(p.frozen)
    inputs.add(p.frozen and p.thawed)
    inputs.add(p.ending != 0)
    inputs.add((p.claimed >> seat) & 1)
    inputs.add(p.claimed & ~(1 << seat) != 0)
    inputs.add(p.left / 40)


def describe_turn(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """The phase, whose turn it is, and what is being decided."""
    for phase in range(CHOOSING, OVER):
        inputs.add(p.phase == phase)
    inputs.add((p.owing >> seat) & 1)
    inputs.add(((seat - p.start) % p.seats) / p.seats)
    in_turn = p.phase in (OFFERS, AGREEMENTS, MARCHES, FROZEN)
    inputs.add(((seat - at_turn(p)) % p.seats) / p.seats if in_turn else 0.0)
    inputs.add(p.passes / p.seats if p.phase == OFFERS else 0.0)
    acting = p.phase == AGREEMENTS and p.actor == seat
    todo = p.todo if p.task in (PLACING, REMOVING, SPREADING) else 1
    inputs.add(todo / 3 if acting and p.task in (PLACING, SPREADING) else 0.0)
    inputs.add(todo / 3 if acting and p.task == REMOVING else 0.0)
    inputs.add(acting and LEADING <= p.task < EMERGING)
    inputs.add(acting and EMERGING <= p.task < DONE)
    inputs.add(not acting and p.phase == AGREEMENTS)
    inputs.add(p.put[seat] == 0)
    inputs.add(p.agreed[seat] / 2)


def describe_hand(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """The own cards."""
    inputs.add(p.held[seat] / 6)
    for card in range(KINDS):
        inputs.add(p.hand[seat * CARDS + card] >= 1)
        inputs.add(p.hand[seat * CARDS + card] >= 2)
    haiduci = 0
    for haiduc in range(HAIDUCI):
        haiduci += p.hand[seat * CARDS + HAIDUC + haiduc]
    inputs.add(haiduci >= 1)
    inputs.add(haiduci >= 2)


def describe_boxes(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """The own offer, the offers that are open, and what the pairs will bring the seat."""
    own = p.faction[seat]
    for card in range(KINDS):
        inputs.add(p.box[own * 2] == card and p.box[own * 2 + 1] == NOBODY)
    joinable = 0
    placed = 0
    removed = 0
    fitting = 0
    others = 0
    for faction in range(FACTIONS):
        joinable += p.phase == OFFERS and can_join(p, seat, faction)
        for step in range(STEPS):
            at = to_come(p, seat, faction, step)
            if at != NOBODY:
                what = p.board.step[at]
                placed += p.board.amount[at] if what == PLACE else 0
                removed += p.board.amount[at] if what == REMOVE else 0
                fitting += what > REMOVE and serves(p, seat, what)
                others += what > REMOVE and not serves(p, seat, what)
    inputs.add(joinable / 3)
    inputs.add(placed / 4)
    inputs.add(removed / 4)
    inputs.add(fitting)
    inputs.add(others)


def to_come(p: Haiduci, player: int, faction: int, step: int) -> int:
    """Where in the table of combinations a player's step of a pair is that will be carried out; NOBODY: nowhere."""
    owned = p.seat_of[faction] == player
    if p.box[faction * 2 + 1] == NOBODY or not (owned or p.partner[faction] == player):
        return NOBODY
    slot = step if owned else STEPS + step
    at = (p.box[faction * 2] * SORTS + min(p.box[faction * 2 + 1], HAIDUC)) * PROGRAM + slot
    return NOBODY if begun(p, faction, slot) or p.board.step[at] == 0 else at


def serves(p: Haiduci, seat: int, what: int) -> int:
    """1 if a step leads to an own condition that is not met."""
    first = (p.faction[seat] * LEADERS + p.leader[seat]) * CONDITIONS
    for number in range(first, first + CONDITIONS):
        if leads_to(what, p.board.condition[number]) and reached(p, seat, number) < p.board.needed[number]:
            return 1
    return 0


def describe_conditions(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """What the own leader wants, and how far that has come."""
    first = (p.faction[seat] * LEADERS + p.leader[seat]) * CONDITIONS
    met = 0
    for number in range(first, first + CONDITIONS):
        what = p.board.condition[number]
        for kind in range(OF_CONDITION):
            inputs.add(what == kind)
        missing = p.board.needed[number] - reached(p, seat, number)
        if what == MAJORITY:
            missing = behind_in_province(p, p.board.province[number], p.faction[seat])
        elif what == CAPITAL:
            missing = behind(p, p.board.capital[p.board.province[number]], p.faction[seat])
        met += missing <= 0
        inputs.add(missing <= 0)
        inputs.add(missing == 1)
        inputs.add(missing == 2)
        inputs.add(max(-3, min(missing, 6)) / 3)
        inputs.add(progress(p, seat, number))
    inputs.add(met == 1)
    inputs.add(met == CONDITIONS)
    inputs.add(inputs.x[NEAR + seat])
    score = inputs.x[SCORE + seat] + PER_CONDITION * met
    inputs.add(score / 60)
    rivals = 0.0
    for player in range(p.seats):
        if player != seat and p.faction[player] != NOBODY:
            rivals = max(rivals, inputs.x[SCORE + player])
    lead = score - rivals - PER_CONDITION
    inputs.add(lead / (15 + abs(lead)))


def behind_in_province(p: Haiduci, province: int, faction: int) -> int:
    """How many pawns a faction needs to control a province; below 1: how many it can lose."""
    return rival_strength(p, province, faction) + 1 - p.strength[province * FACTIONS + faction]


def behind(p: Haiduci, territory: int, faction: int) -> int:
    """How many pawns a faction needs to control a territory; below 1: how many it can lose."""
    return rival(p, territory, faction) + 1 - p.pawns[territory * FACTIONS + faction]


def describe_seat(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """The own faction and what it holds."""
    own = p.faction[seat]
    for faction in range(FACTIONS):
        inputs.add(own == faction)
    inputs.add(p.supply[own] / PAWNS)
    inputs.add(inputs.x[HOME + own] / INSIDE)
    inputs.add(inputs.x[ABROAD + own] / 6)
    inputs.add(inputs.x[WEAK + own] / 6)
    inputs.add(inputs.x[RULED + own] / 3)
    inputs.add(captured(p, seat) / 2)
    inputs.add(emerged(p, seat) / 2)


def describe_reach(p: Haiduci, faction: int, inputs: Inputs) -> None:
    """How many territories a few pawns would win, at home and abroad, as far as the faction reaches."""
    places = reach(p, faction)
    home_by_one = 0
    home_by_two = 0
    abroad_by_one = 0
    abroad_by_two = 0
    for territory in range(TERRITORIES):
        if places & (1 << territory):
            missing = behind(p, territory, faction)
            if territory // INSIDE == faction:
                home_by_one += missing == 1
                home_by_two += missing == 2
            else:
                abroad_by_one += missing == 1
                abroad_by_two += missing == 2
    inputs.add(home_by_one / INSIDE)
    inputs.add(home_by_two / INSIDE)
    inputs.add(abroad_by_one / INSIDE)
    inputs.add(abroad_by_two / INSIDE)


def describe_province(p: Haiduci, seat: int, province: int, inputs: Inputs) -> None:
    """Who is strong in a province, and whether the own leader looks there."""
    own = p.faction[seat]
    missing = behind_in_province(p, province, own)
    inputs.add(p.strength[province * FACTIONS + own] / 8)
    inputs.add(max(-4, min(missing, 8)) / 8)
    inputs.add(missing <= 0)
    first = (own * LEADERS + p.leader[seat]) * CONDITIONS
    inputs.add(looks_at(p, first, province) or looks_at(p, first + 1, province))


def looks_at(p: Haiduci, number: int, province: int) -> int:
    """1 if a condition is about a province."""
    return p.board.condition[number] in (MAJORITY, INFLUENCE, CAPITAL) and p.board.province[number] == province


def describe_opponent(p: Haiduci, seat: int, player: int, inputs: Inputs) -> None:
    """Another player, or nobody."""
    if player == NOBODY:
        for _ in range(OF_OPPONENT):
            inputs.add(0.0)
        return
    faction = p.faction[player]
    possible = LEADERS
    for leader in range(LEADERS):
        possible -= p.excluded[player * LEADERS + leader]
    inputs.add(1.0)
    inputs.add((p.claimed >> player) & 1)
    inputs.add(inputs.x[SCORE + player] / 60)
    inputs.add(inputs.x[NEAR + player])
    inputs.add(inputs.x[NEAREST + player])
    inputs.add(inputs.x[NEAREST + player] > 0.75)
    inputs.add(possible == 1)
    inputs.add(possible == 2)
    inputs.add(inputs.x[HOME + faction] / INSIDE)
    inputs.add(inputs.x[ABROAD + faction] / 6)
    inputs.add(inputs.x[WEAK + faction] / 6)
    inputs.add(inputs.x[RULED + faction] / 3)
    inputs.add(captured(p, player) / 2)
    inputs.add(emerged(p, player) / 2)
    inputs.add(p.held[player] / 6)
    inputs.add(p.supply[faction] / PAWNS)
    inputs.add(promised(p, player) / 4)
    inputs.add(((player - seat) % p.seats) / p.seats)
    inputs.add((p.owing >> player) & 1)


def promised(p: Haiduci, player: int) -> int:
    """How many pawns, and effects that weigh as many, the pairs in the boxes promise a player."""
    weight = 0
    for faction in range(FACTIONS):
        for step in range(STEPS):
            at = to_come(p, player, faction, step)
            if at != NOBODY:
                weight += p.board.amount[at] if p.board.step[at] in (PLACE, REMOVE) else 3
    return weight
