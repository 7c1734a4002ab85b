"""What a position of Haiduci looks like to a learned evaluation: only what the seat may know."""

from __future__ import annotations

from guanxi.engine.core.adviser import Inputs
from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.playing.evaluation import leads_to, progress
from guanxi.games.haiduci.playing.prospects import behind, behind_in_province, foresee, forget, missing
from guanxi.games.haiduci.playing.standing import (
    ABROAD,
    CLOSE,
    COMING,
    HOME,
    HOPE,
    LEFT,
    MARCHING,
    MET,
    NEAR,
    NEAREST,
    READY,
    RULED,
    SCORE,
    WAY,
    WEAK,
    WINNING,
    count_control,
    count_standing,
    expected,
    strongest,
    to_come,
)
from guanxi.games.haiduci.rules.choices import at_turn, can_join
from guanxi.games.haiduci.rules.effects import reach
from guanxi.games.haiduci.rules.material import (
    AGREEMENTS,
    CAPITAL,
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
    REMOVE,
    REMOVING,
    SEASONS,
    SPREADING,
    STEPS,
    TERRITORIES,
)
from guanxi.games.haiduci.rules.rules import Haiduci
from guanxi.games.haiduci.rules.scoring import PER_PROVINCE, captured, emerged, reached

LEAST_SEATS = 4
OF_CONDITION = CAPITAL + 1  # kinds of conditions
OF_OPPONENT = 34  # inputs of each


def describe(p: Haiduci, seat: int, inputs: Inputs) -> int:
    """All that a seat may know; returns 0 before it has a faction.  The position is left as it was."""
    if p.faction[seat] == NOBODY:
        return 0
    foreseen = foresee(p)
    describe_all(p, seat, inputs)
    forget(p, foreseen)
    return 1


def describe_all(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """The season, the own conditions and cards, the provinces and every player."""
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


def describe_season(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """The number of players, the season, and whether it is frozen."""
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
        inputs.add(p.hand[seat][card] >= 1)
        inputs.add(p.hand[seat][card] >= 2)
    haiduci = 0
    for haiduc in range(HAIDUCI):
        haiduci += p.hand[seat][HAIDUC + haiduc]
    inputs.add(haiduci >= 1)
    inputs.add(haiduci >= 2)


def describe_boxes(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """The own offer, the offers that are open, and what the pairs will bring the seat."""
    own = p.faction[seat]
    for card in range(KINDS):
        inputs.add(p.box[own][0] == card and p.box[own][1] == NOBODY)
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
        short = p.board.needed[number] - reached(p, seat, number)
        if what == MAJORITY:
            short = behind_in_province(p, p.board.province[number], p.faction[seat])
        elif what == CAPITAL:
            short = behind(p, p.board.capital[p.board.province[number]], p.faction[seat])
        met += short <= 0
        inputs.add(short <= 0)
        inputs.add(short == 1)
        inputs.add(short == 2)
        inputs.add(max(-3, min(short, 6)) / 3)
        inputs.add(progress(p, seat, number))
        inputs.add(min(missing(p, seat, number), 6) / 3)
    inputs.add(met == 1)
    inputs.add(met == CONDITIONS)
    inputs.add(inputs.x[NEAR + seat])
    describe_claim(seat, inputs)
    describe_lead(p, seat, inputs)


def describe_claim(player: int, inputs: Inputs) -> None:
    """How many pawns a player's claim needs, beside those that are promised."""
    way = inputs.x[WAY + player]
    inputs.add(way == 1)
    inputs.add(way == 2)
    inputs.add(way == 3)
    inputs.add(way / 6)
    inputs.add(inputs.x[HOPE + player])
    inputs.add(inputs.x[READY + player])
    inputs.add(inputs.x[MARCHING + player])
    inputs.add(inputs.x[LEFT + player] / 6)
    inputs.add(inputs.x[LEFT + player] <= 2)
    inputs.add(inputs.x[WINNING + player])
    inputs.add(inputs.x[CLOSE + player])


def describe_lead(p: Haiduci, seat: int, inputs: Inputs) -> None:
    """How the seat would stand if the game ended now: where somebody has claimed, only claims count."""
    score = expected(seat, inputs)
    inputs.add(score / 60)
    best = -PER_PROVINCE * 1.0
    for player in range(p.seats):
        if player != seat and p.faction[player] != NOBODY and (p.claimed == 0 or p.claimed & (1 << player)):
            best = max(best, expected(player, inputs))
    lead = score - best
    counts = p.claimed == 0 or p.claimed & (1 << seat)
    inputs.add(lead / (15 + abs(lead)) if counts else -1.0)
    inputs.add(lead / (2 + abs(lead)) if counts else -1.0)


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
            pawns = behind(p, territory, faction)
            if territory // INSIDE == faction:
                home_by_one += pawns == 1
                home_by_two += pawns == 2
            else:
                abroad_by_one += pawns == 1
                abroad_by_two += pawns == 2
    inputs.add(home_by_one / INSIDE)
    inputs.add(home_by_two / INSIDE)
    inputs.add(abroad_by_one / INSIDE)
    inputs.add(abroad_by_two / INSIDE)


def describe_province(p: Haiduci, seat: int, province: int, inputs: Inputs) -> None:
    """The strength of each side in a province, and whether it matters to the own leader."""
    own = p.faction[seat]
    pawns = behind_in_province(p, province, own)
    inputs.add(p.strength[province][own] / 8)
    inputs.add(max(-4, min(pawns, 8)) / 8)
    inputs.add(pawns <= 0)
    first = (own * LEADERS + p.leader[seat]) * CONDITIONS
    inputs.add(looks_at(p, first, province) or looks_at(p, first + 1, province))
    haiduci = 0
    for haiduc in range(HAIDUCI):
        haiduci += p.place[haiduc] != NOBODY and p.place[haiduc] // INSIDE == province
    inputs.add(haiduci / 2)
    inputs.add(p.task == SPREADING and p.actor == seat and p.influenced == province)


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
        possible -= p.excluded[player][leader]
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
    inputs.add(inputs.x[COMING + player] / 4)
    inputs.add(inputs.x[MET + player])
    describe_claim(player, inputs)
    lead = expected(seat, inputs) - expected(player, inputs)
    inputs.add(lead / 30)
    inputs.add(lead / (2 + abs(lead)))
    inputs.add(lead / (15 + abs(lead)))
    inputs.add(((player - seat) % p.seats) / p.seats)
    inputs.add((p.owing >> player) & 1)
