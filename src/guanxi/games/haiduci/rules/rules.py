"""Haiduci: alliances, influence and outlaws in the Balkans of 1807.  In the order of the rules.

A season is cut into small decisions, each one number:

    FACTION + faction                    choose a faction
    OFFER + card                         a card into the own first box
    JOIN + faction * CARDS + card        a card into another's second box
    PASS                                 offer nothing, move no haiduc, play none against a freeze
    PLACE + territory                    a pawn; whose it is, the step tells
    REMOVE + territory * FACTIONS + faction   a pawn of another faction
    PROVINCE + province                  where to spread influence
    EMERGE + territory                   a haiduc appears
    KEEP                                 the haiduc just played is captured
    CAPTURE + haiduc                     another one is
    MARCH + haiduc * TERRITORIES + territory  a haiduc moves
    DISCARD + card                       the price of that
    SPEND + haiduc, FREE + haiduc        a haiduc from the hand, or a captured one, ends a freeze
"""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.haiduci.rules.choices import (
    add_factions,
    add_haiduci,
    add_marches,
    add_offers,
    at_turn,
    can_offer,
    unplayed_places,
)
from guanxi.games.haiduci.rules.deck import deal, draw_card, lay_down, redraw_cards, redraw_leaders
from guanxi.games.haiduci.rules.effects import (
    add_choices,
    add_places,
    any_on_board,
    begin_leading,
    begin_pair,
    begin_step,
    cancel,
    choose,
    end_pair,
    moment_of,
    put_pawn,
    settled,
)
from guanxi.games.haiduci.rules.material import (
    AGREEMENTS,
    BEGAN,
    CARDS,
    CHOOSING,
    CHOSE,
    DISCARD_MOVE,
    DISCARDED,
    ENDED,
    FACTION_MOVE,
    FACTIONS,
    FIRST_RULES,
    FREE_MOVE,
    FROZEN,
    HAIDUC,
    HAIDUCI,
    IDLE,
    JOIN_MOVE,
    JOINED,
    LAST_SEASON,
    LEADERS,
    LED,
    MARCH_MOVE,
    MARCHED,
    MARCHES,
    OFFER_MOVE,
    OFFERED,
    OFFERS,
    OVER,
    PASS_MOVE,
    PASSED,
    PAWNS,
    PAYING,
    PLACE_MOVE,
    PLACED,
    PLAYERS,
    PROGRAM,
    SEASON,
    SEASONS,
    SORTS,
    SPEND_MOVE,
    SPENT,
    STEPS,
    TERRITORIES,
    UNPLAYED,
    Material,
)
from guanxi.games.haiduci.rules.scoring import captured, check_claims, decide


class Haiduci(Material):
    """A position of Haiduci: the table, and what may be done on it."""

    def _list_moves(self, seat: int, moves: Moves) -> None:
        """Add the choices of the player who is asked in this phase."""
        if self.phase == CHOOSING:
            add_factions(self, moves)
        elif self.phase == OFFERS:
            add_offers(self, seat, moves)
        elif self.phase == AGREEMENTS:
            add_choices(self, moves)
        elif self.phase == MARCHES:
            add_marches(self, seat, moves)
        elif self.phase == UNPLAYED:
            add_places(PLACE_MOVE, unplayed_places(self, self.turn), moves)
        else:
            add_haiduci(self, seat, moves)

    def _apply(self, seat: int, move: int) -> None:
        """Carry out one decision, up to the next one or the end."""
        self.owing = 0
        if self.phase == CHOOSING:
            choose_faction(self, seat, move - FACTION_MOVE)
        elif self.phase == OFFERS:
            offer(self, seat, move)
        elif self.phase == AGREEMENTS:
            choose(self, move)
            carry_out(self)
        elif self.phase == MARCHES:
            march(self, seat, move)
        elif self.phase == UNPLAYED:
            play_unplayed(self, seat, move - PLACE_MOVE)
        else:
            answer_freeze(self, seat, move)

    def _redraw(self, seat: int) -> None:
        """Deal again everything the seat has not seen."""
        redraw_leaders(self, seat)
        if self.phase != CHOOSING:
            redraw_cards(self, seat)

    def winners(self) -> int:
        """The winners, as bits."""
        return self.won


def set_up(p: Haiduci, seats: int, first: int) -> None:
    """Empty boxes, full supplies; the first in order chooses a faction (Set-up)."""
    p.seats = seats
    p.first = first if first != NOBODY else p.below(seats)
    for seat in range(PLAYERS):
        p.faction[seat] = NOBODY
        p.leader[seat] = NOBODY
    for faction in range(FACTIONS):
        p.seat_of[faction] = NOBODY
        p.supply[faction] = PAWNS
        p.partner[faction] = NOBODY
        p.box[faction][0] = NOBODY
        p.box[faction][1] = NOBODY
    for haiduc in range(HAIDUCI):
        p.place[haiduc] = NOBODY
        p.maker[haiduc] = NOBODY
        p.captor[haiduc] = NOBODY
    p.influenced = NOBODY
    p.phase = CHOOSING
    p.tell(BEGAN, p.first)
    p.owing = 1 << p.first


def choose_faction(p: Haiduci, seat: int, faction: int) -> None:
    """A faction, one of its leaders in secret, a pawn on its capital; after the last, the cards (Set-up)."""
    p.faction[seat] = faction
    p.seat_of[faction] = seat
    p.leader[seat] = p.below(LEADERS)
    p.tell(CHOSE, seat, faction)
    p.tell(LED, seat, faction, p.leader[seat])
    put_pawn(p, faction, p.board.capital[faction])
    p.tell(PLACED, seat, faction, p.board.capital[faction], 1)
    following = (seat + 1) % p.seats
    if following != p.first:
        p.owing = 1 << following
    else:
        deal(p)
        begins = p.seat_of[p.board.begins]
        p.start = begins if begins != NOBODY else p.first
        begin_season(p)


def begin_season(p: Haiduci) -> None:
    """Offers, or a frozen season (A season, International conference)."""
    p.turn = 0
    p.passes = 0
    p.conference = 0
    p.thawed = 0
    for seat in range(p.seats):
        p.put[seat] = 0
        p.agreed[seat] = 0
    p.tell(SEASON, p.season, p.start, p.frozen)
    if p.frozen:
        p.phase = FROZEN
        go_on_frozen(p)
    else:
        p.phase = OFFERS
        go_on_offering(p)


def go_on_offering(p: Haiduci) -> None:
    """Go round the table until all have passed in succession; players without a box for a card pass (Offers)."""
    while p.passes < p.seats:
        if can_offer(p, at_turn(p)):
            p.owing = 1 << at_turn(p)
            return
        p.passes += 1
        p.turn = (p.turn + 1) % p.seats
    p.phase = AGREEMENTS
    p.turn = 0
    p.slot = 0
    carry_out(p)


def offer(p: Haiduci, seat: int, move: int) -> None:
    """Put a card into a box, or pass; a pass is not final (Offers)."""
    if move == PASS_MOVE:
        p.passes += 1
        p.tell(PASSED, seat)
    else:
        p.passes = 0
        p.put[seat] += 1
        if move < JOIN_MOVE:
            card = move - OFFER_MOVE
            p.box[p.faction[seat]][0] = card
            p.tell(OFFERED, seat, p.faction[seat], card)
        else:
            faction = (move - JOIN_MOVE) // CARDS
            card = (move - JOIN_MOVE) % CARDS
            p.box[faction][1] = card
            p.partner[faction] = seat
            p.tell(JOINED, seat, faction, card)
        lay_down(p, seat, card)
    p.turn = (p.turn + 1) % p.seats
    go_on_offering(p)


def carry_out(p: Haiduci) -> None:
    """Pairs in turn order of the boxes' owners; those after a conference are discarded (Agreements)."""
    while p.turn < p.seats:
        faction = p.faction[at_turn(p)]
        if p.box[faction][1] != NOBODY:
            if p.conference and p.slot == 0:
                cancel(p, faction)
            elif not carry_out_pair(p, faction):
                return
        p.turn += 1
    hand_out_cards(p)


def carry_out_pair(p: Haiduci, faction: int) -> int:
    """The owner's steps, then the partner's; 0 while a decision is awaited (Agreements)."""
    if p.slot == 0 and p.task == IDLE:
        begin_pair(p, faction)
    pair = (p.box[faction][0] * SORTS + min(p.box[faction][1], HAIDUC)) * PROGRAM
    while p.slot < PROGRAM:
        if p.task == IDLE:
            seat = p.seat_of[faction] if p.slot < STEPS else p.partner[faction]
            begin_step(p, seat, p.board.step[pair + p.slot], p.board.amount[pair + p.slot])
        if not settled(p):
            p.owing = 1 << p.actor
            return 0
        p.task = IDLE
        p.slot += 1
        if p.slot == PROGRAM:
            p.mark(moment_of(p, pair))
        # By the first rules a claim stood even if the partner undid it: each player's part was an effect of its own.
        if p.rules == FIRST_RULES and p.slot % STEPS == 0:
            check_claims(p)
    end_pair(p, faction)
    return 1


def hand_out_cards(p: Haiduci) -> None:
    """A card for each agreement, and one for players who put none down; a conference ends the season here (Cards)."""
    for index in range(p.seats):
        seat = (p.start + index) % p.seats
        for _ in range(p.agreed[seat] + (p.put[seat] == 0)):
            draw_card(p, seat)
    p.turn = 0
    if p.conference:
        end_season(p)
    else:
        p.phase = MARCHES
        go_on_marching(p)


def go_on_marching(p: Haiduci) -> None:
    """Each player in turn may move one haiduc; without a card, or a haiduc to move, nobody is asked (Haiduci move)."""
    while p.turn < p.seats:
        if p.task == IDLE:
            if p.held[at_turn(p)] and any_on_board(p):
                p.owing = 1 << at_turn(p)
                return
        elif not settled(p):
            p.owing = 1 << at_turn(p)
            return
        else:
            p.task = IDLE
            if p.rules == FIRST_RULES:
                check_claims(p)
        p.turn += 1
    p.phase = UNPLAYED
    p.turn = 0
    go_on_unplayed(p)


def march(p: Haiduci, seat: int, move: int) -> None:
    """Move a haiduc, pay a card for it and become majority (Haiduci move)."""
    if move == PASS_MOVE:
        p.tell(PASSED, seat)
        p.turn += 1
    elif move >= DISCARD_MOVE:
        card = move - DISCARD_MOVE
        lay_down(p, seat, card)
        p.discards[card] += 1
        p.tell(DISCARDED, seat, card)
        p.tell(MARCHED, seat, p.haiduc, p.place[p.haiduc], p.target)
        p.place[p.haiduc] = p.target
        begin_leading(p, seat, p.target, 0)
    elif move >= MARCH_MOVE:
        p.haiduc = (move - MARCH_MOVE) // TERRITORIES
        p.target = (move - MARCH_MOVE) % TERRITORIES
        p.task = PAYING
    else:
        choose(p, move)
    go_on_marching(p)


def go_on_unplayed(p: Haiduci) -> None:
    """The player who started the season places a pawn for each faction without a player (Unplayed factions)."""
    while p.turn < FACTIONS:
        if p.seat_of[p.turn] == NOBODY and p.supply[p.turn]:
            p.owing = 1 << p.start
            return
        p.turn += 1
    end_season(p)


def play_unplayed(p: Haiduci, seat: int, territory: int) -> None:
    """One pawn (Unplayed factions)."""
    put_pawn(p, p.turn, territory)
    p.tell(PLACED, seat, p.turn, territory)
    p.turn += 1
    go_on_unplayed(p)


def go_on_frozen(p: Haiduci) -> None:
    """Each player in turn may play a haiduc; without cards and captives they just draw (International conference)."""
    while p.turn < p.seats:
        seat = at_turn(p)
        if p.held[seat] or captured(p, seat):
            p.owing = 1 << seat
            return
        draw_card(p, seat)
        p.turn += 1
    end_season(p)


def answer_freeze(p: Haiduci, seat: int, move: int) -> None:
    """A haiduc goes to the discards and ends the freeze; otherwise the player draws (International conference)."""
    if move == PASS_MOVE:
        p.tell(PASSED, seat)
        draw_card(p, seat)
    else:
        haiduc = (move - SPEND_MOVE) % HAIDUCI
        if move >= FREE_MOVE:
            p.captor[haiduc] = NOBODY
        else:
            lay_down(p, seat, HAIDUC + haiduc)
        p.discards[HAIDUC + haiduc] += 1
        p.thawed = 1
        p.tell(SPENT, seat, haiduc, 1 if move >= FREE_MOVE else 0)
    p.turn += 1
    go_on_frozen(p)


def end_season(p: Haiduci) -> None:
    """Claims; then the game is over, or a freeze begins or ends and the next player starts (A season, End)."""
    if p.rules != FIRST_RULES:
        check_claims(p)
    if p.season == SEASONS - 1 and p.ending == 0:
        p.ending = LAST_SEASON
    if p.ending:
        p.phase = OVER
        p.tell(ENDED, p.ending)
        decide(p)
        return
    if p.thawed:
        p.frozen = 0
    if p.conference:
        p.frozen = 1
    p.season += 1
    p.start = (p.start + 1) % p.seats
    begin_season(p)
