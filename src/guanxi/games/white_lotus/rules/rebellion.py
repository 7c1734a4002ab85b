"""The White Lotus: the rebellion (2.4)."""

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
    FOUGHT,
    IMPERIAL,
    INCOME,
    PALACE,
    PLAYERS,
    QUIET,
    REBEL,
    RISING,
    ROSE,
    SIDE,
    SPOILS,
    TAKE,
    TOOK,
    VILLAGE,
    Material,
)
from guanxi.games.white_lotus.rules.negotiation import open_window
from guanxi.games.white_lotus.rules.scoring import holdings, neighbours


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
    """Ask who has most villages, in a tie the first clockwise from the emperor; all refuse: no rebellion (2.4)."""
    asked = NOBODY
    for place in range(1, p.seats):
        seat = (p.emperor + place) % p.seats
        villages = holdings(p, seat, VILLAGE)
        if villages and not p.asked & (1 << seat) and (asked == NOBODY or villages > holdings(p, asked, VILLAGE)):
            asked = seat
    if asked == NOBODY:
        p.tell(QUIET)
        p.step = INCOME
    else:
        p.owing = 1 << asked


def answer_call(p: Material, seat: int, yes: int) -> None:
    """The first yes leads the rebels; then the others choose their camps (2.4)."""
    p.asked |= 1 << seat
    if yes:
        p.rebel = seat
        p.camp[seat] = REBEL
        p.camp[p.emperor] = IMPERIAL
        p.tell(ROSE, seat)
        open_window(p, (1 << p.seats) - 1, CAMPS)
    else:
        p.tell(DECLINED_TO_LEAD, seat)


def ask_camps(p: Material) -> None:
    """All but the two leaders must choose a side in secret (2.4)."""
    p.seal(((1 << p.seats) - 1) & ~(1 << p.emperor) & ~(1 << p.rebel))


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
    open_window(p, (1 << p.seats) - 1, BATTLE)


def ask_combat(p: Material) -> None:
    """Everybody commits combat in secret (2.4)."""
    p.seal((1 << p.seats) - 1)


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
    """Combat of the camp, and 2 for each palace of the emperor or 1 for each village of the rebel leader (2.4)."""
    power = 2 * holdings(p, p.emperor, PALACE) if camp == IMPERIAL else holdings(p, p.rebel, VILLAGE)
    for seat in range(p.seats):
        if p.camp[seat] == camp:
            power += p.committed[seat]
    return power


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
    """The leader, then who committed most combat; in a tie the first clockwise from the leader (2.4.1, 2.4.2)."""
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
    """What a winner can take, as bits: next to own land, or anything without land; of a loser only once (2.4.1)."""
    lost = 0
    for other in range(p.seats):
        if p.camp[other] != p.winning and not p.robbed & (1 << other):
            lost |= p.land[other]
    return lost & neighbours(p, p.land[seat]) if p.land[seat] else lost


def add_spoils(p: Material, seat: int, moves: Moves) -> None:
    """One of the provinces that can be taken (2.4.1)."""
    provinces = spoils(p, seat)
    for province in range(p.board.provinces):
        if provinces & BIT[province]:
            moves.add(TAKE + province)


def take(p: Material, seat: int, province: int) -> None:
    """Take a province from a loser (2.4.1)."""
    loser = p.owner[province]
    p.asked |= 1 << seat
    p.robbed |= 1 << loser
    give(p, seat, province)
    p.tell(TOOK, seat, province, loser)


def end_rebellion(p: Material) -> None:
    """Only now a player with more palaces becomes emperor: the one with most, the first from the old one (2.4.2)."""
    heir = p.emperor
    for place in range(1, p.seats):
        seat = (p.emperor + place) % p.seats
        if holdings(p, seat, PALACE) > holdings(p, heir, PALACE):
            heir = seat
    crown(p, heir)
    p.rebel = NOBODY
    p.step = INCOME
