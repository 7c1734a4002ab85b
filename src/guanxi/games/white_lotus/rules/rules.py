"""The White Lotus: claims, conflicts, rebellion.  Sections are numbered as in the rulebook.

Each phase of the year has a module, in which every step is one paragraph of code: what is asked, what may be chosen,
and what the choice does.

    2.1 claims.py      2.2 control.py      2.3 and 2.4 rebellion.py      2.5 income.py      2.6 founding.py
    3   scoring.py     4   negotiation.py

The year is cut into small decisions, each one number:

    CLAIM + province     a cube on a neutral province          NAME + province    the next contested province
    TAKE + province      a reward of the rebellion             FOUND + province   where the new tile goes
    TARGET + seat        whom a sealed bid is against          EJECT + seat       the emperor decides a tie
    PARTNER + seat       whom an offer is for                  SIDE + camp        a sealed side in the rebellion
    EARN + 0 or 1        influence or combat for a palace      PASS, NO, YES, SILENT
    AMOUNT + points      influence of a sealed bid, combat in the battle, or a term of an offer

A sealed bid takes two of them, the target and the amount; nobody sees either before the last bid is in.
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.white_lotus.rules.claims import add_claims, ask_claim, begin_year, claim
from guanxi.games.white_lotus.rules.control import add_control, ask_control, decide_control, enclose_bid
from guanxi.games.white_lotus.rules.founding import add_places, ask_place, draw_tile, found, lay, redraw_tile
from guanxi.games.white_lotus.rules.income import add_earnings, ask_income, earn
from guanxi.games.white_lotus.rules.material import (
    BEGAN,
    BIDDING,
    BUILDINGS,
    CLAIMING,
    COMBAT,
    EARN,
    FOUND,
    INFLUENCE,
    LAID,
    OFFERING,
    OVER,
    PALACES,
    PLAYERS,
    PROVINCES,
    SPOILS,
    START,
    TIE,
    TILES,
    VILLAGE,
    Material,
)
from guanxi.games.white_lotus.rules.negotiation import (
    add_negotiation,
    ask_negotiation,
    decide_negotiation,
    forget_terms,
)
from guanxi.games.white_lotus.rules.rebellion import add_rebellion, ask_rebellion, begin_rising, decide_rebellion


class WhiteLotus(Material):
    """A position of The White Lotus: the table and the rules."""

    def _list_moves(self, seat: int, moves: Moves) -> None:
        """Add what a seat may decide at this step of the year (2)."""
        if self.step >= OFFERING:
            add_negotiation(self, seat, moves)
        elif self.step == CLAIMING:
            add_claims(self, seat, moves)
        elif self.step <= TIE:
            add_control(self, seat, moves)
        elif self.step <= SPOILS:
            add_rebellion(self, seat, moves)
        elif self.step <= PALACES:
            add_earnings(moves)
        else:
            add_places(self, moves)

    def _apply(self, seat: int, move: int) -> None:
        """Carry out an open decision and everything that follows, up to the next decision."""
        self.owing = 0
        decide(self, seat, move)
        proceed(self)

    def _enclose(self, seat: int, move: int) -> int:
        """A bid is whole with its target and its influence, a camp or combat at once."""
        if self.step == BIDDING:
            return enclose_bid(self, seat, move)
        self.sealed[seat] = move
        return 1

    def _unseal(self) -> None:
        """Open all bids, camps or combat, and carry out everything that follows, up to the next decision."""
        decide(self, NOBODY, NOBODY)
        proceed(self)

    def _redraw(self, seat: int) -> None:
        """Redraw everything the seat has not seen."""
        redraw_tile(self, seat)
        forget_terms(self, seat)

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


def proceed(p: WhiteLotus) -> None:
    """Go through the year until somebody has something to decide (2)."""
    while p.owing == 0 and p.step != OVER:
        if p.step >= OFFERING:
            ask_negotiation(p)
        elif p.step == CLAIMING:
            ask_claim(p)
        elif p.step <= TIE:
            ask_control(p)
        elif p.step <= SPOILS:
            ask_rebellion(p)
        elif p.step <= PALACES:
            ask_income(p)
        else:
            ask_place(p)


def decide(p: WhiteLotus, seat: int, move: int) -> None:
    """Carry out a decision of each phase (2)."""
    if p.step >= OFFERING:
        decide_negotiation(p, move)
        return
    p.heard = 0
    if p.step == CLAIMING:
        claim(p, seat, move)
    elif p.step <= TIE:
        decide_control(p, move)
    elif p.step <= SPOILS:
        decide_rebellion(p, seat, move)
    elif p.step <= PALACES:
        earn(p, seat, move - EARN)
    else:
        found(p, seat, move - FOUND)
