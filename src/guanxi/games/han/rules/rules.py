"""Han: houses, emissaries and alliances.  In the order of the rulebook.

A turn is cut into small decisions, each one number:

    HOUSE + space * 7 + payment         a house on a space
    EMISSARY + province * 7 + payment   an emissary on a province's dragon
    FORTIFY + space                     a fortification with a house (variant)
    MARKET + space                      a market with an emissary (variant)
    STOP                                no second piece
    DISCARD + colour                    a card instead of a piece
    DRAW + colour                       an open card of that colour
    DRAW_PILE                           the next card of the pile

A payment is a colour (two cards of it: as a joker, or for a border), ONE card of the province's colour, or EACH: one
card of both colours of a border.
"""

from __future__ import annotations

from guanxi.engine.core.pile import put, shuffle
from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.han.rules.deck import (
    add_to_hand,
    deal,
    next_card,
    redraw_hidden,
    remember_pile,
    show_older,
)
from guanxi.games.han.rules.material import (
    BEGAN,
    COLOURS,
    COMPLETED,
    DISCARDED,
    DREW,
    EMISSARIES,
    FINAL,
    HAND,
    HOUSES,
    LAST_ROUND,
    PLACED,
    PORTS,
    PROVINCE_SCORED,
    PROVINCES,
    REFILLED,
    SHUFFLED,
    SPACES,
    STOPPED,
    TOOK,
    Material,
)
from guanxi.games.han.rules.scoring import final_scoring, score_houses

ONE = 5
EACH = 6
PAYMENTS = 7

HOUSE = 0
EMISSARY = HOUSE + SPACES * PAYMENTS
FORTIFY = EMISSARY + PROVINCES * PAYMENTS
MARKET = FORTIFY + SPACES
STOP = MARKET + SPACES
DISCARD = STOP + 1
DRAW = DISCARD + COLOURS
DRAW_PILE = DRAW + COLOURS
MOVES = DRAW_PILE + 1


class Han(Material):
    """A position of Han: the table, and what may be done on it."""

    def _list_moves(self, seat: int, moves: Moves) -> None:
        """Add the moves of the player to move: draws, or placements and stop or discards."""
        if self.drawing:
            add_draws(self, moves)
        else:
            add_pieces(self, seat, moves)
            if self.placed:
                moves.add(STOP)
            else:
                add_discards(self, seat, moves)

    def _apply(self, seat: int, move: int) -> None:
        """Carry out one decision of a turn."""
        if move >= DRAW:
            draw(self, seat, move)
        elif move >= DISCARD:
            discard(self, seat, move - DISCARD)
        elif move == STOP:
            self.tell(STOPPED, seat)
            begin_drawing(self)
        else:
            place(self, seat, move)

    def _redraw(self, seat: int) -> None:
        """Deal everything again that the seat has not seen."""
        redraw_hidden(self, seat)

    def winners(self) -> int:
        """The winners, as bits."""
        return self.won


def set_up(p: Han, seats: int, first: int, cards_out: int, fortifications: int, markets: int) -> None:
    """Give out pieces, take out cards by the number of players, deal, and choose the first player (Set-up)."""
    p.seats = seats
    p.first = first if first != NOBODY else p.below(seats)
    p.fortifications = fortifications
    p.markets = markets
    for space in range(SPACES):
        p.house[space] = NOBODY
        p.market[space] = NOBODY
    for seat in range(seats):
        p.houses_left[seat] = HOUSES
        p.emissaries_left[seat] = EMISSARIES
        p.fort[seat] = NOBODY
        # With two players each has two markets (Variant: markets).
        p.markers_left[seat] = 2 if markets and seats == 2 else fortifications or markets
    deal(p, cards_out)
    p.tell(BEGAN, p.first)
    p.player = p.first
    begin_turn(p)


def begin_turn(p: Han) -> None:
    """Note which provinces hold a piece already: only there may two be placed (Placing pieces)."""
    p.drawing = 0
    p.placed = 0
    for province in range(PROVINCES):
        p.within[province] = 1
        p.inhabited[province] = 1 if p.filled[province] else 0
    p.owing = 1 << p.player


def add_pieces(p: Han, seat: int, moves: Moves) -> None:
    """Add every piece that the player can pay for and place (Placing pieces)."""
    for province in range(PROVINCES):
        if p.within[province]:
            for payment in range(ONE + 1):
                if can_pay(p, seat, p.board.colour[province], payment):
                    add_paid(p, seat, province, payment, moves)
    if p.houses_left[seat] and p.held[seat] >= 2:
        add_border_houses(p, seat, moves)
    if p.placed == 0 and p.markers_left[seat]:
        add_markers(p, seat, moves)


def can_pay(p: Han, seat: int, colour: int, payment: int) -> int:
    """1 if the hand holds a card of the colour, or two of another colour as a joker (Placing pieces)."""
    if payment == ONE:
        return p.hand[seat][colour] >= 1
    return payment != colour and p.hand[seat][payment] >= 2


def add_paid(p: Han, seat: int, province: int, payment: int, moves: Moves) -> None:
    """Add a house on any free space inside the province, an emissary if there is room (Houses, Emissaries)."""
    if p.houses_left[seat]:
        for index in range(p.board.insides[province]):
            space = p.board.inside[province][index]
            if is_free(p, space):
                moves.add(HOUSE + space * PAYMENTS + payment)
    if p.emissaries_left[seat] and emissary_room(p, province) > 0:
        moves.add(EMISSARY + province * PAYMENTS + payment)


def is_free(p: Han, space: int) -> int:
    """1 if neither house nor market stands there (Houses)."""
    return p.house[space] == NOBODY and p.market[space] == NOBODY


def add_border_houses(p: Han, seat: int, moves: Moves) -> None:
    """Add border houses: two cards, one of each colour or two of one of them, never a joker (Borders)."""
    for index in range(p.board.borders):
        space = p.board.border[index]
        one = p.board.home[space][0]
        other = p.board.home[space][1]
        if is_free(p, space) and (p.within[one] or p.within[other]):
            first = p.board.colour[one]
            second = p.board.colour[other]
            if p.hand[seat][first] >= 2:
                moves.add(HOUSE + space * PAYMENTS + first)
            if p.hand[seat][second] >= 2:
                moves.add(HOUSE + space * PAYMENTS + second)
            if p.hand[seat][first] and p.hand[seat][second]:
                moves.add(HOUSE + space * PAYMENTS + EACH)


def emissary_room(p: Han, province: int) -> int:
    """How many more emissaries fit: the largest house count of one player is the limit (Emissaries)."""
    limit = 0
    sent = 0
    for seat in range(p.seats):
        limit = max(limit, p.houses[province][seat])
        sent += p.emissaries[province][seat]
    return limit - sent


def add_markers(p: Han, seat: int, moves: Moves) -> None:
    """Add markers: two cards of the colour, two pieces at once, so not in an empty province (Variants)."""
    pieces = p.houses_left[seat] if p.fortifications else p.emissaries_left[seat]
    for province in range(PROVINCES):
        if pieces and p.inhabited[province] and p.hand[seat][p.board.colour[province]] >= 2:
            for index in range(p.board.insides[province]):
                space = p.board.inside[province][index]
                if is_free(p, space):
                    moves.add((FORTIFY if p.fortifications else MARKET) + space)


def place(p: Han, seat: int, move: int) -> None:
    """Pay for a piece and place it (Placing pieces)."""
    p.tell(PLACED, seat, move)
    if move >= MARKET:
        place_market(p, seat, move - MARKET)
    elif move >= FORTIFY:
        place_fortification(p, seat, move - FORTIFY)
    elif move >= EMISSARY:
        place_emissary(p, seat, (move - EMISSARY) // PAYMENTS, (move - EMISSARY) % PAYMENTS)
    else:
        place_house(p, seat, move // PAYMENTS, move % PAYMENTS)
    if nothing_to_place(p):
        end_game(p, 1)
    elif p.placed == 2 or p.held[seat] == 0 or not second_possible(p):
        begin_drawing(p)


def place_house(p: Han, seat: int, space: int, payment: int) -> None:
    """Place a house on a space; on a border it belongs to both provinces (Houses, Borders)."""
    one = p.board.home[space][0]
    other = p.board.home[space][1]
    pay_for(p, seat, one, other, payment)
    keep_within(p, one, other)
    p.placed += 1
    build(p, seat, space)


def build(p: Han, seat: int, space: int) -> None:
    """Put a house from the supply on a space; the last one of a province has it scored (Houses)."""
    one = p.board.home[space][0]
    other = p.board.home[space][1]
    p.house[space] = seat
    p.houses_left[seat] -= 1
    p.houses[one][seat] += 1
    if other != NOBODY:
        p.houses[other][seat] += 1
    if p.board.port[space]:
        p.houses[PORTS][seat] += 1
    fill(p, one)
    if other != NOBODY:
        fill(p, other)


def fill(p: Han, province: int) -> None:
    """Take a space; when no space is left, score the houses at once (House scoring)."""
    p.filled[province] += 1
    if p.filled[province] == p.board.size[province]:
        p.tell(COMPLETED, province)
        score_houses(p, province)
        p.mark(PROVINCE_SCORED)


def place_emissary(p: Han, seat: int, province: int, payment: int) -> None:
    """Place an emissary on the province's dragon (Emissaries)."""
    pay_for(p, seat, province, province, payment)
    keep_within(p, province, province)
    p.placed += 1
    p.emissaries[province][seat] += 1
    p.emissaries_left[seat] -= 1


def place_fortification(p: Han, seat: int, space: int) -> None:
    """Place the marker with a house on it (Variant: fortifications)."""
    pay(p, seat, p.board.colour[p.board.home[space][0]], 2)
    p.markers_left[seat] -= 1
    p.fort[seat] = space
    p.placed = 2
    build(p, seat, space)


def place_market(p: Han, seat: int, space: int) -> None:
    """Place the marker with an emissary on it, which is not at the dragon yet (Variant: markets)."""
    pay(p, seat, p.board.colour[p.board.home[space][0]], 2)
    p.markers_left[seat] -= 1
    p.emissaries_left[seat] -= 1
    p.market[space] = seat
    p.placed = 2
    fill(p, p.board.home[space][0])


def pay_for(p: Han, seat: int, one: int, other: int, payment: int) -> None:
    """Play the cards of a payment for a piece in a province, or on the border of two (Placing pieces, Borders)."""
    if payment < ONE:
        pay(p, seat, payment, 2)
    else:
        pay(p, seat, p.board.colour[one], 1)
        if payment == EACH:
            pay(p, seat, p.board.colour[other], 1)


def pay(p: Han, seat: int, colour: int, count: int) -> None:
    """Put cards from the hand face up on the discard pile (Placing pieces)."""
    if p.emptied and p.draws[seat] == 0:
        show_older(p, seat, colour, max(0, count - p.known[seat][colour]))
    p.hand[seat][colour] -= count
    p.known[seat][colour] = max(0, p.known[seat][colour] - count)
    p.held[seat] -= count
    p.discards[colour] += count


def keep_within(p: Han, one: int, other: int) -> None:
    """Let a second piece follow only here, and only if there was a piece before the turn (Placing pieces)."""
    for province in range(PROVINCES):
        if province not in (one, other) or not p.inhabited[province]:
            p.within[province] = 0


def second_possible(p: Han) -> int:
    """1 if the rules, whatever the cards, allow another piece this turn (Placing pieces)."""
    for province in range(PROVINCES):
        if p.within[province]:
            return 1
    return 0


def nothing_to_place(p: Han) -> int:
    """1 if no player could place any piece, whatever cards they held (End of the game)."""
    for seat in range(p.seats):
        for province in range(PROVINCES):
            if could_place(p, seat, province):
                return 0
    return 1


def could_place(p: Han, seat: int, province: int) -> int:
    """1 if some piece of a player's supply could go to a province in a turn of its own (End of the game)."""
    if p.houses_left[seat] and p.filled[province] < p.board.size[province]:
        return 1
    if p.emissaries_left[seat] == 0:
        return 0
    if p.markets and p.markers_left[seat] and p.filled[province] and has_free_inside(p, province):
        return 1
    return emissary_room(p, province) > 0


def has_free_inside(p: Han, province: int) -> int:
    """1 if a house space of the province that is not on a border is free (Houses)."""
    for index in range(p.board.insides[province]):
        if is_free(p, p.board.inside[province][index]):
            return 1
    return 0


def add_discards(p: Han, seat: int, moves: Moves) -> None:
    """Add discards, which are allowed even if a piece could be placed (Discarding)."""
    for colour in range(COLOURS):
        if p.hand[seat][colour]:
            moves.add(DISCARD + colour)


def discard(p: Han, seat: int, colour: int) -> None:
    """Discard one card (Discarding)."""
    p.tell(DISCARDED, seat, colour)
    pay(p, seat, colour, 1)
    begin_drawing(p)


def begin_drawing(p: Han) -> None:
    """Begin to draw; in the last round the turn ends instead (Drawing, End of the game)."""
    p.drawing = 1
    if p.last_round:
        end_turn(p)


def add_draws(p: Han, moves: Moves) -> None:
    """Add the open cards, each colour once, and the pile (Drawing)."""
    for colour in range(COLOURS):
        if p.row[colour]:
            moves.add(DRAW + colour)
    if p.left:
        moves.add(DRAW_PILE)


def draw(p: Han, seat: int, move: int) -> None:
    """Take one card, which is seen before the next is chosen, until the hand is full (Drawing)."""
    if move == DRAW_PILE:
        colour = next_card(p)
        p.tell(DREW, seat, colour)
        add_to_hand(p, seat, colour)
        if p.emptied:
            p.draws[seat] += 1
            p.drawn[seat][colour] += 1
        check_pile(p, seat)
    else:
        colour = move - DRAW
        p.tell(TOOK, seat, colour)
        p.row[colour] -= 1
        p.open -= 1
        p.known[seat][colour] += 1
        add_to_hand(p, seat, colour)
    if p.held[seat] == HAND or p.last_round:
        end_turn(p)


def check_pile(p: Han, seat: int) -> None:
    """When the pile is empty, shuffle the discards; the second time, begin the last round (Pile runs out)."""
    if p.left == 0:
        p.emptied += 1
        if p.emptied == 1:
            remember_pile(p)
            for colour in range(COLOURS):
                p.left = put(p.pile, p.left, colour, p.discards[colour])
                p.discards[colour] = 0
            shuffle(p, p.pile, p.left)
            p.tell(SHUFFLED)
        else:
            p.last_round = 1
            p.tell(LAST_ROUND, seat)


def end_turn(p: Han) -> None:
    """Refill the open cards and pass the turn to the left; the last round ends before the Emperor (Drawing, End)."""
    refill_row(p)
    p.player = (p.player + 1) % p.seats
    if p.last_round and p.player == p.first:
        end_game(p, 0)
    else:
        begin_turn(p)


def refill_row(p: Han) -> None:
    """Open new cards, which can empty the pile too (Drawing, Pile runs out)."""
    while p.open < p.board.open_cards and not p.last_round:
        colour = next_card(p)
        p.row[colour] += 1
        p.open += 1
        p.tell(REFILLED, colour)
        if p.emptied:
            p.fresh[colour] -= 1
        check_pile(p, p.player)


def end_game(p: Han, blocked: int) -> None:
    """End the game and begin final scoring (End of the game)."""
    p.owing = 0
    p.tell(FINAL, blocked)
    final_scoring(p)
