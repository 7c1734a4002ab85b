"""The White Lotus: claims (2.1) and the control of provinces (2.2), section by section."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.material import (
    AMOUNT,
    AMOUNTS,
    BIDDING,
    BIT,
    BUILDINGS,
    CLAIM,
    CLAIMED,
    CLAIMS,
    CLAIMS_SETTLED,
    CONFLICT,
    CONTESTED,
    CONTROLLED,
    CROWNED,
    CUBES,
    EJECT,
    EJECTED,
    FIRST_PALACE,
    LETTERS_OPENED,
    NAME,
    NAMING,
    PALACE,
    PASS,
    PASSED,
    PLAYED,
    PLAYERS,
    PROVINCE_WON,
    REWARDING,
    RICE,
    TARGET,
    TIE,
    TIED,
    UNCONTESTED,
    WON_PROVINCE,
    Material,
)
from guanxi.games.white_lotus.rules.negotiation import open_window
from guanxi.games.white_lotus.rules.scoring import holdings


def is_neutral(p: Material, province: int) -> int:
    """1 if a square tile lies there (2.1)."""
    return p.building[province] != NOBODY and p.owner[province] == NOBODY


def ask_claim(p: Material) -> None:
    """In rounds from the emperor clockwise; then the provinces find their masters (2.1)."""
    while p.turn < p.seats * CUBES:
        seat = (p.emperor + p.turn) % p.seats
        if p.turn // p.seats < CLAIMS + holdings(p, seat, RICE) and can_claim(p, seat):
            p.owing = 1 << seat
            return
        p.turn += 1
    open_window(p, (1 << p.seats) - 1, FIRST_PALACE)


def can_claim(p: Material, seat: int) -> int:
    """1 if there is a neutral province without a cube of the player (2.1)."""
    for province in range(p.board.provinces):
        if is_neutral(p, province) and not p.claims[province] & (1 << seat):
            return 1
    return 0


def add_claims(p: Material, seat: int, moves: Moves) -> None:
    """A cube on a neutral province, never a second one; the cubes for rice fields may be kept (2.1)."""
    for province in range(p.board.provinces):
        if is_neutral(p, province) and not p.claims[province] & (1 << seat):
            moves.add(CLAIM + province)
    if p.turn // p.seats >= CLAIMS:
        moves.add(PASS)


def claim(p: Material, seat: int, province: int) -> None:
    """Place a cube (2.1)."""
    p.claims[province] |= 1 << seat
    p.turn += 1
    p.tell(CLAIMED, seat, province)


def keep_cube(p: Material, seat: int) -> None:
    """Keep a cube that a rice field allows (2.1)."""
    p.turn += 1
    p.tell(PASSED, seat)


def settle_first_palace(p: Material) -> None:
    """In year 1 the palace comes first, contested or not, so that its owner is emperor (2.2, note)."""
    p.step = UNCONTESTED
    if p.year == 1:
        for province in range(p.board.provinces):
            if p.building[province] == PALACE and p.claims[province]:
                if is_single(p.claims[province]):
                    take_alone(p, province)
                else:
                    begin_conflict(p, province)


def is_single(players: int) -> int:
    """1 if exactly one player (bit) is there."""
    return players != 0 and players & (players - 1) == 0


def settle_uncontested(p: Material) -> None:
    """Who is alone takes the province for nothing; from the emperor clockwise, as palaces may be among them (2.2.1)."""
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


def take_alone(p: Material, province: int) -> None:
    """The only claimant takes a province (2.2.1)."""
    seat = lowest_player(p, p.claims[province])
    p.tell(CONTROLLED, seat, province)
    own(p, seat, province)


def lowest_player(p: Material, players: int) -> int:
    """The lowest of some players (bits)."""
    for seat in range(p.seats):
        if players & (1 << seat):
            return seat
    return NOBODY


def own(p: Material, seat: int, province: int) -> None:
    """A round chip with the same building replaces the square tile and the cubes (2.2.1, 2.2.2.7)."""
    p.claims[province] = 0
    give(p, seat, province)
    # More palaces than the emperor make an emperor at once; as many do not (2.2.2.10).
    if holdings(p, seat, PALACE) > holdings(p, p.emperor, PALACE):
        crown(p, seat)


def give(p: Material, seat: int, province: int) -> None:
    """A player becomes the owner of a province; its building stays (2.2.1, 2.4.1)."""
    building = p.building[province]
    before = p.owner[province]
    if before != NOBODY:
        p.land[before] &= ~BIT[province]
        p.holds[before * BUILDINGS + building] -= 1
    p.owner[province] = seat
    p.land[seat] |= BIT[province]
    p.holds[seat * BUILDINGS + building] += 1


def crown(p: Material, seat: int) -> None:
    """A new emperor, with all rights from the next decision on (2.2.2.10)."""
    if p.emperor != seat:
        p.emperor = seat
        p.tell(CROWNED, seat)


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
        p.owing = 1 << p.emperor


def add_names(p: Material, moves: Moves) -> None:
    """Any province that several players claim (2.2.2.1)."""
    for province in range(p.board.provinces):
        if p.claims[province]:
            moves.add(NAME + province)


def begin_conflict(p: Material, province: int) -> None:
    """All who claim the province must take part (2.2.2)."""
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
        open_window(p, present, BIDDING)


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
        p.owing = 1 << p.emperor
        p.tell(TIED, most_hated, p.emperor)


def against(p: Material, seat: int) -> int:
    """The influence played against a player in this round (2.2.2.4)."""
    influence = 0
    for other in range(p.seats):
        if p.target[other] == seat:
            influence += p.played[other]
    return influence


def hated_most(p: Material) -> int:
    """The players present with the most influence against them, be it none, as bits (2.2.2.5)."""
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


def add_ejections(p: Material, moves: Moves) -> None:
    """The emperor ejects one of the tied, also in the emperor's own cause (2.2.2.5, 2.2.2.10)."""
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
