"""The White Lotus: the emperor's victory token (2.3) and the rebellion (2.4), step by step."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.control import crown, give
from guanxi.games.white_lotus.rules.material import (
    AMOUNT,
    AMOUNTS,
    BATTLE,
    BATTLE_FOUGHT,
    BIT,
    CAMP,
    CAMPS,
    CAMPS_OPENED,
    COMMITTED,
    CONSOLED,
    DECLINED_TO_LEAD,
    EMPERORS_TOKEN,
    FOUGHT,
    FULL,
    IMPERIAL,
    INCOME,
    PALACE,
    PASS,
    PLAYERS,
    QUIET,
    REBEL,
    RENOUNCED,
    REWARDING,
    RISING,
    ROSE,
    SIDE,
    SPOILS,
    TAKE,
    TOOK,
    VILLAGE,
    YES,
    Material,
)
from guanxi.games.white_lotus.rules.negotiation import add_answers, everybody, open_window
from guanxi.games.white_lotus.rules.scoring import neighbours


def ask_rebellion(p: Material) -> None:
    """Run the current step of the rebellion (2.3, 2.4)."""
    if p.step == REWARDING:
        reward_emperor(p)
    elif p.step == RISING:
        ask_leader(p)
    elif p.step == CAMPS:
        ask_camps(p)
    elif p.step == BATTLE:
        ask_combat(p)
    else:
        ask_taker(p)


def add_rebellion(p: Material, seat: int, moves: Moves) -> None:
    """Add what a seat may decide at this step of the rebellion (2.4)."""
    if p.step == RISING:
        add_answers(moves)
    elif p.step == CAMPS:
        add_camps(moves)
    elif p.step == BATTLE:
        add_combat(p, seat, moves)
    else:
        add_spoils(p, seat, moves)


def decide_rebellion(p: Material, seat: int, move: int) -> None:
    """Carry out a decision of the rebellion; for sealed camps and combat there is no move (2.4)."""
    if p.step == RISING:
        answer_call(p, seat, move == YES)
    elif p.step == CAMPS:
        reveal_camps(p)
    elif p.step == BATTLE:
        reveal_combat(p)
    else:
        take(p, seat, move)


# The emperor's victory token (REWARDING)


def reward_emperor(p: Material) -> None:
    """The emperor takes a victory token (2.3); if every province is owned, this is the last year (3)."""
    p.heard = 0
    p.tokens[p.emperor] += 1
    p.tell(EMPERORS_TOKEN, p.emperor)
    p.last = 1
    for province in range(p.board.provinces):
        if p.owner[province] == NOBODY:
            p.last = 0
    if p.last:
        p.tell(FULL)
    begin_rising(p)


# Who leads a rebellion (RISING)


def begin_rising(p: Material) -> None:
    """Nobody has been asked, nobody has chosen a camp (2.4)."""
    p.step = RISING
    p.asked = 0
    p.rebel = NOBODY
    p.winning = NOBODY
    p.robbed = 0
    for seat in range(PLAYERS):
        p.camp[seat] = NOBODY
        p.committed[seat] = NOBODY


def ask_leader(p: Material) -> None:
    """Ask players with villages, most first, ties clockwise from the emperor; if all refuse, nobody rebels (2.4)."""
    asked = NOBODY
    for place in range(1, p.seats):
        seat = (p.emperor + place) % p.seats
        villages = p.holds[seat][VILLAGE]
        if villages and not p.asked & (1 << seat) and (asked == NOBODY or villages > p.holds[asked][VILLAGE]):
            asked = seat
    if asked == NOBODY:
        p.tell(QUIET)
        p.step = INCOME
    elif p.asked or not open_window(p):
        p.owing = 1 << asked


def answer_call(p: Material, seat: int, yes: int) -> None:
    """The first yes leads the rebels; then the others choose their camps (2.4)."""
    p.asked |= 1 << seat
    if yes:
        p.rebel = seat
        p.camp[seat] = REBEL
        p.camp[p.emperor] = IMPERIAL
        p.tell(ROSE, seat)
        p.step = CAMPS
    else:
        p.tell(DECLINED_TO_LEAD, seat)


# Sealed camps (CAMPS)


def ask_camps(p: Material) -> None:
    """All but the two leaders must choose a side in secret (2.4)."""
    if not open_window(p):
        p._seal(everybody(p) & ~(1 << p.emperor) & ~(1 << p.rebel))


def add_camps(moves: Moves) -> None:
    """For the emperor or for the rebels (2.4)."""
    moves.add(SIDE + IMPERIAL)
    moves.add(SIDE + REBEL)


def reveal_camps(p: Material) -> None:
    """The camps are shown at once (2.4)."""
    for seat in range(p.seats):
        if p.camp[seat] == NOBODY:
            p.camp[seat] = p.sealed[seat] - SIDE
            p.tell(CAMP, seat, p.camp[seat])
    p.mark(CAMPS_OPENED)
    p.step = BATTLE


# Sealed combat (BATTLE)


def ask_combat(p: Material) -> None:
    """Everybody commits combat in secret (2.4)."""
    if not open_window(p):
        p._seal(everybody(p))


def add_combat(p: Material, seat: int, moves: Moves) -> None:
    """From 0 to all (2.4)."""
    for amount in range(min(p.combat[seat], AMOUNTS - 1) + 1):
        moves.add(AMOUNT + amount)


def reveal_combat(p: Material) -> None:
    """All combat is shown at once and spent; the stronger camp wins, in a tie the emperor's (2.4)."""
    for seat in range(p.seats):
        p.committed[seat] = p.sealed[seat] - AMOUNT
        p.combat[seat] -= p.committed[seat]
        p.tell(COMMITTED, seat, p.committed[seat])
    p.winning = REBEL if strength(p, REBEL) > strength(p, IMPERIAL) else IMPERIAL
    p.tell(FOUGHT, strength(p, IMPERIAL), strength(p, REBEL), p.winning)
    p.mark(BATTLE_FOUGHT)
    p.asked = 0
    p.step = SPOILS


def strength(p: Material, camp: int) -> int:
    """Combat of the camp, and the buildings of its leader (2.4)."""
    power = strength_of_buildings(p, camp, p.rebel)
    for seat in range(p.seats):
        if p.camp[seat] == camp:
            power += p.committed[seat]
    return power


def strength_of_buildings(p: Material, camp: int, rebel: int) -> int:
    """2 for each palace of the emperor, 1 for each village of the rebel leader (2.4)."""
    return 2 * p.holds[p.emperor][PALACE] if camp == IMPERIAL else p.holds[rebel][VILLAGE]


# The winners take provinces (SPOILS)


def ask_taker(p: Material) -> None:
    """Reward the winners one by one: a province if there is one to take, else a victory token (2.4.1, 2.4.2)."""
    seat = next_winner(p)
    if seat == NOBODY:
        end_rebellion(p)
    elif spoils(p, seat):
        p.owing = 1 << seat
    else:
        p.asked |= 1 << seat
        p.tokens[seat] += 1
        p.tell(CONSOLED, seat)


def next_winner(p: Material) -> int:
    """The leader, then by combat committed, most first; ties clockwise from the leader (2.4.1, 2.4.2)."""
    leader = p.emperor if p.winning == IMPERIAL else p.rebel
    if not p.asked & (1 << leader):
        return leader
    chosen = NOBODY
    for place in range(1, p.seats):
        seat = (leader + place) % p.seats
        waits = p.camp[seat] == p.winning and not p.asked & (1 << seat)
        if waits and (chosen == NOBODY or p.committed[seat] > p.committed[chosen]):
            chosen = seat
    return chosen


def spoils(p: Material, seat: int) -> int:
    """Provinces a winner can take, as bits: next to their land, or any if they have none; one per loser (2.4.1)."""
    lost = 0
    for other in range(p.seats):
        if p.camp[other] != p.winning and not p.robbed & (1 << other):
            lost |= p.land[other]
    return lost & neighbours(p, p.land[seat]) if p.land[seat] else lost


def add_spoils(p: Material, seat: int, moves: Moves) -> None:
    """One of the provinces that can be taken (2.4.1), or none: a reward is a right (our ruling, since version 2)."""
    provinces = spoils(p, seat)
    for province in range(p.board.provinces):
        if provinces & BIT[province]:
            moves.add(TAKE + province)
    if p.rules > 1:
        moves.add(PASS)


def take(p: Material, seat: int, move: int) -> None:
    """Take a province from a loser, or renounce the reward and get nothing (2.4.1)."""
    p.asked |= 1 << seat
    if move == PASS:
        p.tell(RENOUNCED, seat)
        return
    province = move - TAKE
    loser = p.owner[province]
    p.robbed |= 1 << loser
    give(p, seat, province)
    p.tell(TOOK, seat, province, loser)


def end_rebellion(p: Material) -> None:
    """Only now a player with more palaces becomes emperor: the one with most, the first from the old one (2.4.2)."""
    heir = p.emperor
    for place in range(1, p.seats):
        seat = (p.emperor + place) % p.seats
        if p.holds[seat][PALACE] > p.holds[heir][PALACE]:
            heir = seat
    crown(p, heir)
    p.rebel = NOBODY
    p.step = INCOME
