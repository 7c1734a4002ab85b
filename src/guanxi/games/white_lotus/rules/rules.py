"""The White Lotus: claims, conflicts, rebellion.  Sections are numbered as in the rulebook.

2.1 and 2.2 are in `control.py`, 2.4 in `rebellion.py`, 3 in `scoring.py`, 4 in `negotiation.py`.  The year is cut into
small decisions, each one number:

    CLAIM + province     a cube on a neutral province          NAME + province    the next contested province
    TAKE + province      a reward of the rebellion             FOUND + province   where the new tile goes
    TARGET + seat        whom a sealed bid is against          EJECT + seat       the emperor decides a tie
    PARTNER + seat       whom an offer is for                  SIDE + camp        a sealed side in the rebellion
    EARN + 0 or 1        influence or combat for a palace      PASS, NO, YES
    AMOUNT + points      influence of a sealed bid, combat in the battle, or a term of an offer

A sealed bid takes two of them, the target and the amount; nobody sees either before the last bid is in.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.control import (
    add_bids,
    add_claims,
    add_ejections,
    add_names,
    ask_claim,
    ask_name,
    begin_conflict,
    claim,
    eject,
    enclose_bid,
    go_on_with_conflict,
    keep_cube,
    reveal_bids,
    settle_first_palace,
    settle_uncontested,
)
from guanxi.games.white_lotus.rules.material import (
    AMOUNT,
    ANSWERING,
    BATTLE,
    BEGAN,
    BIDDING,
    BIT,
    BUILDINGS,
    CAMPS,
    CHOSE,
    CLAIM,
    CLAIMING,
    COMBAT,
    CONFLICT,
    DREW,
    EARN,
    EARNED,
    EJECT,
    EMPERORS_TOKEN,
    FIRST_PALACE,
    FOUND,
    FOUNDED,
    FOUNDING,
    FULL,
    INCOME,
    INFLUENCE,
    LAID,
    NAME,
    NAMING,
    OFFERING,
    OVER,
    PALACE,
    PALACES,
    PARTNER,
    PASS,
    PLAYERS,
    PROVINCES,
    REWARDING,
    RISING,
    SPOILS,
    START,
    STATING,
    TAKE,
    TEMPLE,
    TIE,
    TILES,
    UNCONTESTED,
    VILLAGE,
    YEAR,
    YES,
    Material,
)
from guanxi.games.white_lotus.rules.negotiation import (
    add_answers,
    add_partners,
    add_terms,
    address,
    answer,
    ask_speaker,
    ask_term,
    next_speaker,
    state,
)
from guanxi.games.white_lotus.rules.rebellion import (
    add_camps,
    add_combat,
    add_spoils,
    answer_call,
    ask_camps,
    ask_combat,
    ask_leader,
    ask_taker,
    begin_rising,
    reveal_camps,
    reveal_combat,
    take,
)
from guanxi.games.white_lotus.rules.scoring import final_scoring, holdings

YEARLY_INFLUENCE = 10
YEARLY_COMBAT = 2
EARNS_INFLUENCE = [0, 0, 3, 0, 1]  # of each building; for a palace its owner chooses
EARNS_COMBAT = [0, 0, 0, 2, 1]
PALACE_INFLUENCE = 2
PALACE_COMBAT = 1


class WhiteLotus(Material):
    """A position of The White Lotus: the table, and what may be done on it."""

    def legal(self, seat: int, moves: Moves) -> None:
        """Add what a seat may decide at this step of the year."""
        add_moves(self, seat, moves)

    def apply(self, seat: int, move: int) -> None:
        """Carry out an open decision, and all that follows up to the next."""
        self.owing = 0
        decide(self, seat, move)
        proceed(self)

    def enclose(self, seat: int, move: int) -> int:
        """A bid is whole with its target and its influence, a camp or combat at once."""
        if self.step == BIDDING:
            return enclose_bid(self, seat, move)
        self.sealed[seat] = move
        return 1

    def unseal(self) -> None:
        """All bids, camps or combat are in."""
        if self.step == BIDDING:
            reveal_bids(self)
        elif self.step == CAMPS:
            reveal_camps(self)
        else:
            reveal_combat(self)
        proceed(self)

    def redraw(self, seat: int) -> None:
        """Deal anew what the seat has not seen."""
        redraw_tile(self, seat)

    def winners(self) -> int:
        """The winners, as bits."""
        return self.won


def set_up(p: WhiteLotus, seats: int, emperor: int, negotiation: int, counted: int) -> None:
    """Influence and combat for everybody, tiles on the lotus provinces, the first emperor (1)."""
    p.seats = seats
    p.negotiation = negotiation
    p.counted = counted
    p.emperor = emperor if emperor != NOBODY else p.below(seats)
    p.at = NOBODY
    p.tile = NOBODY
    p.partner = NOBODY
    for province in range(PROVINCES):
        p.building[province] = NOBODY
        p.owner[province] = NOBODY
    for seat in range(PLAYERS):
        p.target[seat] = NOBODY
    for seat in range(seats):
        p.influence[seat] = INFLUENCE
        p.combat[seat] = COMBAT
    begin_rising(p)
    p.tell(BEGAN, p.emperor)
    lay_start(p)
    for building in range(BUILDINGS):
        p.bag[building] += TILES[building] - START[building]
    begin_year(p)
    proceed(p)


def lay_start(p: WhiteLotus) -> None:
    """A palace, a temple, a rice field, a fortress and villages, shuffled, one on each lotus province (1)."""
    for building in range(BUILDINGS):
        p.bag[building] = START[building]
    # The eighth lotus province is in play with six players; it gets one village more from the rest.
    p.bag[VILLAGE] += p.board.lotuses - 7
    for index in range(p.board.lotuses):
        building = draw_tile(p)
        lay(p, p.board.lotus[index], building)
        p.tell(LAID, p.board.lotus[index], building)
    p.bag[VILLAGE] -= p.board.lotuses - 7


def draw_tile(p: WhiteLotus) -> int:
    """Any tile of the bag, each as likely as any other (2.6)."""
    chosen = p.below(bag_size(p))
    building = 0
    while chosen >= p.bag[building]:
        chosen -= p.bag[building]
        building += 1
    p.bag[building] -= 1
    return building


def bag_size(p: WhiteLotus) -> int:
    """How many tiles are in the bag."""
    size = 0
    for building in range(BUILDINGS):
        size += p.bag[building]
    return size


def lay(p: WhiteLotus, province: int, building: int) -> None:
    """A square tile on an empty province (1, 2.6)."""
    p.building[province] = building
    p.settled |= BIT[province]


def proceed(p: WhiteLotus) -> None:
    """Go through the year until somebody has something to decide (2)."""
    while p.owing == 0 and p.step != OVER:
        if p.step < REWARDING:
            proceed_to_control(p)
        elif p.step < OFFERING:
            proceed_to_new_year(p)
        elif p.step == OFFERING:
            ask_speaker(p)
        else:
            ask_term(p)


def proceed_to_control(p: WhiteLotus) -> None:
    """The next step of claims and control (2.1, 2.2)."""
    if p.step == CLAIMING:
        ask_claim(p)
    elif p.step == FIRST_PALACE:
        settle_first_palace(p)
    elif p.step == UNCONTESTED:
        settle_uncontested(p)
    elif p.step == NAMING:
        ask_name(p)
    elif p.step == CONFLICT:
        go_on_with_conflict(p)
    else:
        p.seal(p.claims[p.at])


def proceed_to_new_year(p: WhiteLotus) -> None:
    """The next step from the emperor's token to the new provinces (2.3 to 2.6)."""
    if p.step == REWARDING:
        reward_emperor(p)
    elif p.step == RISING:
        ask_leader(p)
    elif p.step == CAMPS:
        ask_camps(p)
    elif p.step == BATTLE:
        ask_combat(p)
    elif p.step == SPOILS:
        ask_taker(p)
    elif p.step == INCOME:
        pay_income(p)
    elif p.step == PALACES:
        ask_palace(p)
    else:
        ask_place(p)


def add_moves(p: WhiteLotus, seat: int, moves: Moves) -> None:
    """What may be decided at each step."""
    if p.step == CLAIMING:
        add_claims(p, seat, moves)
    elif p.step == NAMING:
        add_names(p, moves)
    elif p.step == BIDDING:
        add_bids(p, seat, moves)
    elif p.step == TIE:
        add_ejections(p, moves)
    elif p.step in (RISING, ANSWERING):
        add_answers(moves)
    elif p.step == CAMPS:
        add_camps(moves)
    elif p.step == BATTLE:
        add_combat(p, seat, moves)
    elif p.step == SPOILS:
        add_spoils(p, seat, moves)
    elif p.step == PALACES:
        moves.add(EARN)
        moves.add(EARN + 1)
    elif p.step == FOUNDING:
        add_places(p, moves)
    elif p.step == OFFERING:
        add_partners(p, seat, moves)
    elif p.step == STATING:
        add_terms(p, moves)


def decide(p: WhiteLotus, seat: int, move: int) -> None:
    """Carry out an open decision."""
    if p.step == CLAIMING:
        if move == PASS:
            keep_cube(p, seat)
        else:
            claim(p, seat, move - CLAIM)
    elif p.step == NAMING:
        begin_conflict(p, move - NAME)
    elif p.step == TIE:
        eject(p, move - EJECT)
    elif p.step == RISING:
        answer_call(p, seat, move == YES)
    elif p.step == SPOILS:
        take(p, seat, move - TAKE)
    elif p.step == PALACES:
        earn(p, seat, move - EARN)
    elif p.step == FOUNDING:
        found(p, seat, move - FOUND)
    elif p.step == OFFERING:
        if move == PASS:
            next_speaker(p)
        else:
            address(p, move - PARTNER)
    elif p.step == STATING:
        state(p, move - AMOUNT)
    else:
        answer(p, move == YES)


def begin_year(p: WhiteLotus) -> None:
    """A year begins with claims (2)."""
    p.year += 1
    p.step = CLAIMING
    p.turn = 0
    p.tell(YEAR, p.year, p.emperor)


def reward_emperor(p: WhiteLotus) -> None:
    """Who is emperor now takes a victory token (2.3); if all is owned this is the last year (3)."""
    p.tokens[p.emperor] += 1
    p.tell(EMPERORS_TOKEN, p.emperor)
    p.last = 1
    for province in range(p.board.provinces):
        if p.owner[province] == NOBODY:
            p.last = 0
    if p.last:
        p.tell(FULL)
    begin_rising(p)


def pay_income(p: WhiteLotus) -> None:
    """The yearly points, and those of all buildings but palaces (2.5); after the last year the end instead (3)."""
    if p.last:
        p.step = OVER
        final_scoring(p)
        return
    for seat in range(p.seats):
        influence = YEARLY_INFLUENCE
        combat = YEARLY_COMBAT
        for building in range(BUILDINGS):
            influence += EARNS_INFLUENCE[building] * holdings(p, seat, building)
            combat += EARNS_COMBAT[building] * holdings(p, seat, building)
        p.influence[seat] += influence
        p.combat[seat] += combat
        p.tell(EARNED, seat, influence, combat)
    p.step = PALACES
    p.turn = 0


def ask_palace(p: WhiteLotus) -> None:
    """The owner of each palace chooses what it pays, from the emperor clockwise (2.5)."""
    while p.turn < p.seats * PROVINCES:
        seat = (p.emperor + p.turn // PROVINCES) % p.seats
        p.at = p.turn % PROVINCES
        if holdings(p, seat, PALACE) == 0:
            p.turn += PROVINCES - 1
        elif p.owner[p.at] == seat and p.building[p.at] == PALACE:
            p.owing = 1 << seat
            return
        p.turn += 1
    p.at = NOBODY
    p.turn = 0
    for seat in range(p.seats):
        p.temples[seat] = holdings(p, seat, TEMPLE)
    p.step = FOUNDING


def earn(p: WhiteLotus, seat: int, combat: int) -> None:
    """A palace pays 2 influence or 1 combat (2.5)."""
    if combat:
        p.combat[seat] += PALACE_COMBAT
    else:
        p.influence[seat] += PALACE_INFLUENCE
    p.tell(CHOSE, seat, p.at, combat)
    p.turn += 1


def ask_place(p: WhiteLotus) -> None:
    """In rounds: everybody draws a tile, then who has a temple, then who has two, up to a full board (2.6)."""
    while p.turn < p.seats * (1 + TILES[TEMPLE]) and bag_size(p) and has_empty(p):
        seat = (p.emperor + p.turn) % p.seats
        if p.turn // p.seats <= p.temples[seat]:
            p.tile = draw_tile(p)
            p.owing = 1 << seat
            p.tell(DREW, seat, p.tile)
            return
        p.turn += 1
    begin_year(p)


def has_empty(p: WhiteLotus) -> int:
    """1 if a province has neither tile nor chip."""
    return p.settled != BIT[p.board.provinces] - 1


def add_places(p: WhiteLotus, moves: Moves) -> None:
    """An empty province next to any tile or chip (2.6)."""
    for province in range(p.board.provinces):
        if p.building[province] == NOBODY and p.board.near[province] & p.settled:
            moves.add(FOUND + province)


def found(p: WhiteLotus, seat: int, province: int) -> None:
    """The tile that was drawn is placed face up (2.6)."""
    lay(p, province, p.tile)
    p.tell(FOUNDED, seat, province, p.tile)
    p.tile = NOBODY
    p.turn += 1


def redraw_tile(p: WhiteLotus, seat: int) -> None:
    """Draw anew a tile that only another player has looked at (our ruling: what a player may know).

    Nothing else is hidden for long: all income, all that was played and all that changed hands was seen by everybody,
    so each knows the points of all; the bag has no order; and what others have sealed is forgotten by `imagine`.
    """
    if p.tile != NOBODY and not p.owing & (1 << seat):
        p.bag[p.tile] += 1
        p.tile = draw_tile(p)
