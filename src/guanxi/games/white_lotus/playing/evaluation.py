"""Advice for bots: how good a position looks.  It is asked about imagined positions, never about the real one.

Where choices are sealed, the own one counts against what the others may choose: that is drawn from the position's
stream of chance without using it up, so another imagined position brings other opponents, and bids come out mixed.
"""

from __future__ import annotations

from math import exp

from guanxi.engine.core.position import NOBODY, WORD
from guanxi.games.white_lotus.rules.claims import is_neutral
from guanxi.games.white_lotus.rules.control import is_single
from guanxi.games.white_lotus.rules.material import (
    AMOUNT,
    AMOUNTS,
    BATTLE,
    BIDDING,
    BUILDINGS,
    CLAIMING,
    FORTRESS,
    IMPERIAL,
    PALACE,
    PLAYERS,
    PROVINCES,
    RICE,
    SIDE,
    SPOILS,
    TEMPLE,
    VILLAGE,
    Material,
)
from guanxi.games.white_lotus.rules.rules import WhiteLotus
from guanxi.games.white_lotus.rules.scoring import (
    DRAGON_POINTS,
    PALACE_POINTS,
    TEMPLE_POINTS,
    TERRITORY_POINTS,
    best,
    count,
    territory,
    total,
)

# Estimates, in points of the final scoring unless said otherwise.
DOUBT = 2.2  # so many points more at the end make victory about three times as likely
DOUBT_YEAR = 1.7  # and more for each year to come
INFLUENCE_WORTH = 6.0  # of more influence than can be used
INFLUENCE_HALF = 26.0  # so much influence is worth half of that
COMBAT_WORTH = 4.0
COMBAT_HALF = 12.0
PACE = 1.7  # provinces that a player gains in a year
THRONE = 0.9  # a year on the throne: the token, and ties decided
HEIR = 0.25  # as many palaces as the emperor, for a year
TEMPLE_YEAR = 0.35  # what a building pays in a year
RICE_YEAR = 0.45
FORTRESS_YEAR = 0.25
PALACE_YEAR = 0.25
VILLAGE_YEAR = 0.08
CONNECTED = 0.12  # a province of the largest territory, while the bonus is open
UNSURE = 0.75  # a cube alone on a province while others may still come
TIES = 3.0  # influence that the emperor's right to decide ties is worth in a conflict
PROSPECT = 0.06  # a neutral province next to own land
SPOIL = 1.6  # a won rebellion
LOSS = 1.5  # a lost one

PACKED: list[int] = [1000**seat for seat in range(PLAYERS)]
PLACES: list[int] = [(PROVINCES + 1) ** seat for seat in range(PLAYERS)]


def value(p: WhiteLotus, seat: int) -> float:
    """How good a position looks for a seat, from -1 to 1."""
    if p.last and (p.owing == 0 or p.step == SPOILS):
        return value_at_end(p, seat)
    if p.step == BIDDING and p.sealed[seat] != NOBODY and p.sealing & (1 << seat):
        return value_of_bid(p, seat)
    hope = 0.0
    if p.rebel != NOBODY and p.winning == NOBODY:
        hope += rebellion(p, seat)
    return stakes(p, seat, hope)


def value_all(p: WhiteLotus, values: list[float]) -> None:
    """`value` for every seat: what all of them expect is found out only once."""
    if p.sealing or p.last or (p.rebel != NOBODY and p.winning == NOBODY):
        for seat in range(p.seats):
            values[seat] = value(p, seat)
        return
    years = years_left(p)
    doubt = DOUBT + DOUBT_YEAR * years
    lands = territories(p)
    conflicts = conflicts_of_all(p)
    together = 0.0
    for seat in range(p.seats):
        values[seat] = exp(expected(p, seat, years, lands, conflicts) / doubt)
        together += values[seat]
    for seat in range(p.seats):
        values[seat] = (p.seats * values[seat] / together - 1) / (p.seats - 1)


def value_at_end(p: WhiteLotus, seat: int) -> float:
    """How the game ends if nothing more is taken, with a little for each point, so that rewards are not declined."""
    before = p.won
    p.won = best(p)
    worth = 0.99 * p._returns(seat) + 0.0001 * min(total(p, seat), 100)
    p.won = before
    return worth


def stakes(p: Material, seat: int, hope: float) -> float:
    """The expected share of the win, by the points a player and each rival can expect.

    A game of greedy bots is won about as often as this says, by any number of players and at any time.
    """
    years = years_left(p)
    doubt = DOUBT + DOUBT_YEAR * years
    lands = territories(p)
    conflicts = conflicts_of_all(p)
    mine = expected(p, seat, years, lands, conflicts) + hope
    rivals = 0.0
    for other in range(p.seats):
        if other != seat:
            rivals += exp((expected(p, other, years, lands, conflicts) - mine) / doubt)
    return (p.seats / (1 + rivals) - 1) / (p.seats - 1)


def expected(p: Material, seat: int, years: float, lands: int, conflicts: int) -> float:
    """The points a player would have if the game ended now, and something for what may still come.

    `lands` and `conflicts` have a number for each player, see `number_in`.
    """
    points: float = p.tokens[seat]
    for building in range(BUILDINGS):
        points += p.holds[seat][building] * building_worth(building, years)
    points += throne(p, seat, years) + land_worth(p, seat, lands)
    points += reserves(p.influence[seat], p.combat[seat], years)
    for province in range(p.board.provinces):
        if p.owner[province] == seat:
            points += DRAGON_POINTS * p.board.dragon[province]
        elif p.claims[province] & (1 << seat):
            points += chance_there(p, seat, province, conflicts) * province_worth(p, seat, province, years)
        elif p.board.near[province] & p.land[seat] and is_neutral(p, province):
            points += PROSPECT * province_worth(p, seat, province, years)
    return points


def number_in(packed: int, seat: int) -> int:
    """A player's number among those that are packed together, one for each."""
    return packed // PLACES[seat] % (PROVINCES + 1)


def territories(p: Material) -> int:
    """The size of everybody's largest territory, packed."""
    lands = 0
    for seat in range(p.seats):
        lands += territory(p, seat) * PLACES[seat]
    return lands


def conflicts_of_all(p: Material) -> int:
    """In how many contested provinces everybody has a cube, packed."""
    conflicts = 0
    for province in range(p.board.provinces):
        if p.claims[province] and not is_single(p.claims[province]):
            for seat in range(p.seats):
                if p.claims[province] & (1 << seat):
                    conflicts += PLACES[seat]
    return conflicts


def years_left(p: Material) -> float:
    """How many more years will bring income, as far as the free provinces tell."""
    if p.last:
        return 0.0
    free = 0
    for province in range(p.board.provinces):
        free += p.owner[province] == NOBODY
    return free / (PACE * p.seats)


def building_worth(building: int, years: float) -> float:
    """Points at the end, and what a building pays until then."""
    if building == PALACE:
        return PALACE_POINTS + PALACE_YEAR * years
    if building == TEMPLE:
        return TEMPLE_POINTS + TEMPLE_YEAR * years
    if building == RICE:
        return 1 + RICE_YEAR * years
    if building == FORTRESS:
        return 1 + FORTRESS_YEAR * years
    return 1 + VILLAGE_YEAR * years


def throne(p: Material, seat: int, years: float) -> float:
    """The value of the throne, or of the chance to take it."""
    if seat == p.emperor:
        return THRONE * years
    return HEIR * years if p.holds[seat][PALACE] >= p.holds[p.emperor][PALACE] else 0.0


def land_worth(p: Material, seat: int, lands: int) -> float:
    """The largest territory: more surely a bonus the nearer the end is."""
    mine = number_in(lands, seat)
    for other in range(p.seats):
        if other != seat and number_in(lands, other) >= mine:
            return CONNECTED * mine
    return CONNECTED * mine + TERRITORY_POINTS * 0.5


def reserves(influence: int, combat: int, years: float) -> float:
    """What points in the hand are worth: the more, the less each; none after the last year."""
    time = min(1.0, years)
    worth = INFLUENCE_WORTH * influence / (influence + INFLUENCE_HALF)
    return time * (worth + COMBAT_WORTH * combat / (combat + COMBAT_HALF))


def province_worth(p: Material, seat: int, province: int, years: float) -> float:
    """What a neutral province would bring a player."""
    worth = building_worth(p.building[province], years) + DRAGON_POINTS * p.board.dragon[province]
    if p.building[province] == PALACE and p.holds[seat][PALACE] >= p.holds[p.emperor][PALACE]:
        worth += THRONE * years
    if p.board.near[province] & p.land[seat]:
        worth += CONNECTED * 2
    return worth


def chance_there(p: Material, seat: int, province: int, conflicts: int) -> float:
    """How surely a player's claim succeeds: by the influence of all claimants and their number of conflicts."""
    if is_single(p.claims[province]):
        return UNSURE if p.step == CLAIMING else 1.0
    mine = 0.0
    together = 0.0
    for other in range(p.seats):
        if p.claims[province] & (1 << other):
            power = (1 + p.influence[other]) / (1 + number_in(conflicts, other))
            if other == p.emperor:
                power += TIES
            together += power
            if other == seat:
                mine = power
    return mine / together


def chance(p: Material, salt: int, n: int) -> int:
    """A random number from 0 to n - 1, the same whenever it is asked for in the same position."""
    mixed = p.words[salt % 4] ^ (p.words[(salt + 1) % 4] >> 5)
    mixed = (mixed * 40503 + salt * 97531) & WORD
    mixed = ((mixed ^ (mixed >> 15)) * 668265263) & WORD
    return (mixed >> 9) % n


def value_of_bid(p: WhiteLotus, seat: int) -> float:
    """How the position looks after a round in which the others bid as they may; all is put back as it was."""
    present = p.claims[p.at]
    bids = likely_bids(p, seat, conflicts_of_all(p))
    ejected = likely_ejected(p, seat, bids)
    kept = (bid_in(bids, ejected) + 1) // 2
    for other in range(p.seats):
        p.influence[other] -= bid_in(bids, other)
    p.influence[ejected] += kept
    p.claims[p.at] &= ~(1 << ejected)
    worth = stakes(p, seat, 0.0)
    p.claims[p.at] = present
    p.influence[ejected] -= kept
    for other in range(p.seats):
        p.influence[other] += bid_in(bids, other)
    return worth


def likely_bids(p: Material, seat: int, conflicts: int) -> int:
    """The seat's own bid and likely bids of the others, packed into one number."""
    bids = 0
    for other in range(p.seats):
        if p.claims[p.at] & (1 << other):
            if other == seat and not p.owing & (1 << seat):
                bid = p.sealed[seat] // PLAYERS
            else:
                # Some part of what there is for each of a player's conflicts.
                bid = p.influence[other] // max(1, number_in(conflicts, other)) * chance(p, other * 2 + 1, 101) // 100
            bids += bid * PACKED[other]
    return bids


def bid_in(bids: int, seat: int) -> int:
    """One bid of those that are packed together."""
    return bids // PACKED[seat] % AMOUNTS


def likely_target(p: Material, seat: int, other: int) -> int:
    """The seat's own target; for the others, any player present."""
    if other == seat:
        return p.sealed[seat] % PLAYERS
    rest = p.claims[p.at] & ~(1 << other)
    skip = chance(p, other * 2 + 20, count(rest))
    for target in range(p.seats):
        if rest & (1 << target):
            if skip == 0:
                return target
            skip -= 1
    return NOBODY


def likely_ejected(p: Material, seat: int, bids: int) -> int:
    """The player who leaves the province; in a tie the asking seat, unless it is the emperor."""
    most = -1
    ejected = NOBODY
    for target in range(p.seats):
        if p.claims[p.at] & (1 << target):
            against = 0
            for other in range(p.seats):
                if other != target and p.claims[p.at] & (1 << other) and likely_target(p, seat, other) == target:
                    against += bid_in(bids, other)
            preferred = ejected == seat if p.emperor == seat else target == seat
            if against > most or (against == most and preferred):
                most = against
                ejected = target
    return ejected


def rebellion(p: WhiteLotus, seat: int) -> float:
    """What the rebellion under way may bring a seat, with the camps and the combat the others may choose."""
    powers = 2 * p.holds[p.emperor][PALACE] - p.holds[p.rebel][VILLAGE]
    winners = 0
    mine = likely_camp(p, seat, seat)
    cost = 0
    for other in range(p.seats):
        camp = likely_camp(p, seat, other)
        committed = likely_combat(p, seat, other)
        powers += committed if camp == IMPERIAL else -committed
        winners += 1 if camp == mine else 0
        if other == seat:
            cost = committed
    worth = reserves(p.influence[seat], p.combat[seat], years_left(p))
    left = reserves(p.influence[seat], p.combat[seat] - cost, years_left(p))
    won = (powers >= 0) == (mine == IMPERIAL)
    if won:
        return SPOIL + left - worth
    return left - worth - LOSS * min(1.0, (p.seats - winners) / winners) * (p.land[seat] != 0)


def likely_camp(p: Material, seat: int, other: int) -> int:
    """The camp of a player: known, sealed by the asking seat, or any."""
    if p.camp[other] != NOBODY:
        return p.camp[other]
    if other == seat and p.sealing and p.sealed[seat] != NOBODY:
        return p.sealed[seat] - SIDE
    return chance(p, other * 2 + 41, 2)


def likely_combat(p: Material, seat: int, other: int) -> int:
    """The combat a player commits: sealed by the asking seat, or some part of all."""
    if other == seat and p.step == BATTLE and p.sealing and p.sealed[seat] != NOBODY:
        return p.sealed[seat] - AMOUNT
    return p.combat[other] * chance(p, other * 2 + 61, 101) // 100
