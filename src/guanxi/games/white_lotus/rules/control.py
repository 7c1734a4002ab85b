"""The White Lotus: the control of provinces (2.2), step by step."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.material import (
    AMOUNT,
    AMOUNTS,
    BIDDING,
    BIT,
    CLAIMS_SETTLED,
    CONFLICT,
    CONTESTED,
    CONTROLLED,
    CROWNED,
    EJECT,
    EJECTED,
    FIRST_PALACE,
    LETTERS_OPENED,
    NAME,
    NAMING,
    PALACE,
    PLAYED,
    PLAYERS,
    PROVINCE_WON,
    REWARDING,
    TARGET,
    TIE,
    TIED,
    UNCONTESTED,
    WON_PROVINCE,
    Material,
)
from guanxi.games.white_lotus.rules.negotiation import open_window


def ask_control(p: Material) -> None:
    """Run the current step of control (2.2)."""
    if p.step == FIRST_PALACE:
        settle_first_palace(p)
    elif p.step == UNCONTESTED:
        settle_uncontested(p)
    elif p.step == NAMING:
        ask_name(p)
    elif p.step == CONFLICT:
        go_on_with_conflict(p)
    elif p.step == BIDDING:
        ask_bids(p)
    else:
        ask_ejection(p)


def add_control(p: Material, seat: int, moves: Moves) -> None:
    """Add what a seat may decide at this step of control (2.2)."""
    if p.step == NAMING:
        add_names(p, moves)
    elif p.step == BIDDING:
        add_bids(p, seat, moves)
    else:
        add_ejections(p, moves)


def decide_control(p: Material, move: int) -> None:
    """Carry out a decision of control; for sealed bids there is no move (2.2)."""
    if p.step == NAMING:
        begin_conflict(p, move - NAME)
    elif p.step == BIDDING:
        reveal_bids(p)
    else:
        eject(p, move - EJECT)


# An owner for a province


def own(p: Material, seat: int, province: int) -> None:
    """A round chip with the same building replaces the square tile and the cubes (2.2.1, 2.2.2.7)."""
    p.claims[province] = 0
    p.heard = 0
    give(p, seat, province)
    # More palaces than the emperor make an emperor at once; as many do not (2.2.2.10).
    if p.holds[seat][PALACE] > p.holds[p.emperor][PALACE]:
        crown(p, seat)


def give(p: Material, seat: int, province: int) -> None:
    """A player becomes the owner of a province; its building stays (2.2.1, 2.4.1)."""
    building = p.building[province]
    before = p.owner[province]
    if before != NOBODY:
        p.land[before] &= ~BIT[province]
        p.holds[before][building] -= 1
    p.owner[province] = seat
    p.land[seat] |= BIT[province]
    p.holds[seat][building] += 1


def crown(p: Material, seat: int) -> None:
    """A new emperor, with all rights from the next decision on (2.2.2.10)."""
    if p.emperor != seat:
        p.emperor = seat
        p.tell(CROWNED, seat)


def is_single(players: int) -> int:
    """1 if exactly one player (bit) is there."""
    return players != 0 and players & (players - 1) == 0


def lowest_player(p: Material, players: int) -> int:
    """The lowest of some players (bits)."""
    for seat in range(p.seats):
        if players & (1 << seat):
            return seat
    return NOBODY


# In year 1 the palace comes first (FIRST_PALACE)


def settle_first_palace(p: Material) -> None:
    """In year 1 the palace comes first, contested or not, so that its owner is emperor (2.2, note)."""
    if open_window(p):
        return
    p.step = UNCONTESTED
    if p.year == 1:
        for province in range(p.board.provinces):
            if p.building[province] == PALACE and p.claims[province]:
                if is_single(p.claims[province]):
                    take_alone(p, province)
                else:
                    begin_conflict(p, province)


def take_alone(p: Material, province: int) -> None:
    """The only claimant takes a province (2.2.1)."""
    seat = lowest_player(p, p.claims[province])
    p.tell(CONTROLLED, seat, province)
    own(p, seat, province)


# A single claimant (UNCONTESTED)


def settle_uncontested(p: Material) -> None:
    """Sole claimants take their provinces for free, clockwise from the emperor: palaces may be among them (2.2.1)."""
    first = p.emperor
    taken = 0
    for place in range(p.seats):
        seat = (first + place) % p.seats
        for province in range(p.board.provinces):
            if p.claims[province] == 1 << seat:
                take_alone(p, province)
                taken = 1
    p.step = NAMING
    if taken:
        p.mark(CLAIMS_SETTLED)


# The emperor names a contested province (NAMING)


def ask_name(p: Material) -> None:
    """The emperor names the next contested province; the last one needs no name (2.2.2.1, 2.2.2.8)."""
    contested = 0
    for province in range(p.board.provinces):
        if p.claims[province]:
            contested += 1
            p.at = province
    if contested == 0:
        p.at = NOBODY
        p.step = REWARDING
    elif contested == 1:
        begin_conflict(p, p.at)
    else:
        p.at = NOBODY
        if not open_window(p):
            p.owing = 1 << p.emperor


def add_names(p: Material, moves: Moves) -> None:
    """Any province that several players claim (2.2.2.1)."""
    for province in range(p.board.provinces):
        if p.claims[province]:
            moves.add(NAME + province)


# A round of a conflict, or its end (CONFLICT)


def begin_conflict(p: Material, province: int) -> None:
    """All claimants of the province must take part (2.2.2)."""
    p.at = province
    p.step = CONFLICT
    for seat in range(p.seats):
        p.target[seat] = NOBODY
        p.played[seat] = 0
    p.tell(CONTESTED, province, p.claims[province])


def go_on_with_conflict(p: Material) -> None:
    """Another round, unless one player is left: that one takes the province (2.2.2.7)."""
    present = p.claims[p.at]
    if is_single(present):
        seat = lowest_player(p, present)
        p.tell(WON_PROVINCE, seat, p.at)
        own(p, seat, p.at)
        p.mark(PROVINCE_WON)
        p.at = NOBODY
        # After the palace of year 1 the uncontested ones follow; later there are none left.
        p.step = UNCONTESTED
    else:
        p.step = BIDDING


# Sealed bids of influence against a rival (BIDDING)


def ask_bids(p: Material) -> None:
    """All players present bid in secret (2.2.2.2, 2.2.2.3)."""
    if not open_window(p):
        p._seal(p.claims[p.at])


def is_duel(p: Material) -> int:
    """1 if only two are left, whose targets need not be asked."""
    present = p.claims[p.at]
    return is_single(present & (present - 1))


def add_bids(p: Material, seat: int, moves: Moves) -> None:
    """First the target, another player present; then the influence, from 0 to all (2.2.2.2, 2.2.2.3)."""
    begun = p.owing & (1 << seat) and p.sealed[seat] != NOBODY
    if begun or is_duel(p):
        for amount in range(min(p.influence[seat], AMOUNTS - 1) + 1):
            moves.add(AMOUNT + amount)
    else:
        for other in range(p.seats):
            if other != seat and p.claims[p.at] & (1 << other):
                moves.add(TARGET + other)


def enclose_bid(p: Material, seat: int, move: int) -> int:
    """A sealed bid is influence * PLAYERS + target; it is whole when both are chosen (2.2.2.2, 2.2.2.3)."""
    if move < AMOUNT:
        p.sealed[seat] = move - TARGET
        return 0
    target = p.sealed[seat] % PLAYERS
    if is_duel(p):
        target = lowest_player(p, p.claims[p.at] & ~(1 << seat))
    p.sealed[seat] = (move - AMOUNT) * PLAYERS + target
    return 1


def reveal_bids(p: Material) -> None:
    """All bids are shown at once and paid; the most influence against a player ejects that player (2.2.2.4)."""
    for seat in range(p.seats):
        p.target[seat] = NOBODY
        p.played[seat] = 0
        if p.claims[p.at] & (1 << seat):
            p.target[seat] = p.sealed[seat] % PLAYERS
            p.played[seat] = p.sealed[seat] // PLAYERS
            p.influence[seat] -= p.played[seat]
            p.tell(PLAYED, seat, p.target[seat], p.played[seat])
    p.mark(LETTERS_OPENED)
    most_hated = hated_most(p)
    if is_single(most_hated):
        eject(p, lowest_player(p, most_hated))
    else:
        p.tied = most_hated
        p.step = TIE
        p.tell(TIED, most_hated, p.emperor)


def against(p: Material, seat: int) -> int:
    """The influence played against a player in this round (2.2.2.4)."""
    influence = 0
    for other in range(p.seats):
        if p.target[other] == seat:
            influence += p.played[other]
    return influence


def hated_most(p: Material) -> int:
    """The players present with the most influence against them, even if it is none, as bits (2.2.2.5)."""
    most = -1
    players = 0
    for seat in range(p.seats):
        if p.claims[p.at] & (1 << seat):
            influence = against(p, seat)
            if influence > most:
                most = influence
                players = 0
            if influence == most:
                players |= 1 << seat
    return players


# The emperor breaks a tie (TIE)


def ask_ejection(p: Material) -> None:
    """The emperor decides which of the tied players is ejected (2.2.2.5)."""
    if not open_window(p):
        p.owing = 1 << p.emperor


def add_ejections(p: Material, moves: Moves) -> None:
    """Any of the tied players may be ejected, even to the emperor's own advantage (2.2.2.5, 2.2.2.10)."""
    for seat in range(p.seats):
        if p.tied & (1 << seat):
            moves.add(EJECT + seat)


def eject(p: Material, seat: int) -> None:
    """The ejected player keeps half of what they played, rounded up; the others lose all (2.2.2.5, 2.2.2.6)."""
    kept = (p.played[seat] + 1) // 2
    p.influence[seat] += kept
    p.claims[p.at] &= ~(1 << seat)
    p.tied = 0
    p.step = CONFLICT
    p.tell(EJECTED, seat, p.at, kept)
