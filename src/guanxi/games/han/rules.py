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

from guanxi.engine.position import NOBODY, Moves
from guanxi.games.han.material import (
    BEGAN,
    CARDS,
    COLOURS,
    COMPLETED,
    DISCARDED,
    DREW,
    EMISSARIES,
    FINAL,
    HAND,
    HOUSES,
    INSIDE,
    LAST_ROUND,
    PLACED,
    PLAYERS,
    PORTS,
    PROVINCES,
    REFILLED,
    SHUFFLED,
    SPACES,
    STOPPED,
    TOOK,
    Material,
)
from guanxi.games.han.scoring import final_scoring, score_houses

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

    def legal(self, seat: int, moves: Moves) -> None:
        """Add what the player to move may do: draw, place a piece, stop or discard."""
        if self.drawing:
            add_draws(self, moves)
        else:
            add_pieces(self, seat, moves)
            if self.placed:
                moves.add(STOP)
            else:
                add_discards(self, seat, moves)

    def apply(self, seat: int, move: int) -> None:
        """Carry out one decision of a turn."""
        if move >= DRAW:
            draw(self, seat, move)
        elif move >= DISCARD:
            discard(self, seat, move - DISCARD)
        elif move == STOP:
            self.tell(STOPPED, seat, 0, 0)
            begin_drawing(self)
        else:
            place(self, seat, move)

    def redraw(self, seat: int) -> None:
        """Deal anew what the seat has not seen."""
        redraw_hidden(self, seat)

    def winners(self) -> int:
        """The winners, as bits."""
        return self.won


def set_up(p: Han, seats: int, first: int, cards_out: int, fortifications: int, markets: int) -> None:
    """Pieces to the players, cards out by their number, three cards each, the open cards (Set-up)."""
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
    p.tell(BEGAN, p.first, 0, 0)
    p.player = p.first
    begin_turn(p)


def deal(p: Han, cards_out: int) -> None:
    """Three hidden cards each, then the open ones; the rest is the pile (Set-up)."""
    for colour in range(COLOURS):
        p.cards[colour] = CARDS[colour] - cards_out
        put_on_pile(p, colour, p.cards[colour])
    shuffle_pile(p)
    for seat in range(p.seats):
        for _ in range(HAND):
            add_to_hand(p, seat, next_card(p))
    for _ in range(p.board.open_cards):
        p.row[next_card(p)] += 1
    p.open = p.board.open_cards


def put_on_pile(p: Han, colour: int, count: int) -> None:
    """Some cards of a colour onto the pile."""
    for _ in range(count):
        p.pile[p.left] = colour
        p.left += 1


def shuffle_pile(p: Han) -> None:
    """Put the pile into a random order."""
    for last in range(p.left - 1, 0, -1):
        other = p.below(last + 1)
        colour = p.pile[last]
        p.pile[last] = p.pile[other]
        p.pile[other] = colour


def next_card(p: Han) -> int:
    """Take the next card of the pile."""
    p.left -= 1
    colour = p.pile[p.left]
    p.pile[p.left] = NOBODY
    return colour


def add_to_hand(p: Han, seat: int, colour: int) -> None:
    """A card more in a hand."""
    p.hand[seat * COLOURS + colour] += 1
    p.held[seat] += 1


def begin_turn(p: Han) -> None:
    """The player may place pieces anywhere, but two only where there is a piece already (Placing pieces)."""
    p.drawing = 0
    p.placed = 0
    for province in range(PROVINCES):
        p.within[province] = 1
        p.inhabited[province] = 1 if p.filled[province] else 0
    p.owing = 1 << p.player


def add_pieces(p: Han, seat: int, moves: Moves) -> None:
    """Every piece the player can pay for and place (Placing pieces)."""
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
    """One card of the colour, or two cards of another colour as a joker (Placing pieces)."""
    if payment == ONE:
        return p.hand[seat * COLOURS + colour] >= 1
    return payment != colour and p.hand[seat * COLOURS + payment] >= 2


def add_paid(p: Han, seat: int, province: int, payment: int, moves: Moves) -> None:
    """A house on any free space inside the province, an emissary if there is room (Houses, Emissaries)."""
    if p.houses_left[seat]:
        for index in range(p.board.insides[province]):
            space = p.board.inside[province * INSIDE + index]
            if is_free(p, space):
                moves.add(HOUSE + space * PAYMENTS + payment)
    if p.emissaries_left[seat] and emissary_room(p, province) > 0:
        moves.add(EMISSARY + province * PAYMENTS + payment)


def is_free(p: Han, space: int) -> int:
    """1 if neither house nor market stands there (Houses)."""
    return p.house[space] == NOBODY and p.market[space] == NOBODY


def add_border_houses(p: Han, seat: int, moves: Moves) -> None:
    """A border costs two cards: one of each colour, or two of one of them; never a joker (Borders)."""
    for index in range(p.board.borders):
        space = p.board.border[index]
        one = p.board.home[space * 2]
        other = p.board.home[space * 2 + 1]
        if is_free(p, space) and (p.within[one] or p.within[other]):
            first = p.board.colour[one]
            second = p.board.colour[other]
            if p.hand[seat * COLOURS + first] >= 2:
                moves.add(HOUSE + space * PAYMENTS + first)
            if p.hand[seat * COLOURS + second] >= 2:
                moves.add(HOUSE + space * PAYMENTS + second)
            if p.hand[seat * COLOURS + first] and p.hand[seat * COLOURS + second]:
                moves.add(HOUSE + space * PAYMENTS + EACH)


def emissary_room(p: Han, province: int) -> int:
    """How many more emissaries fit: the largest house count of one player is the limit (Emissaries)."""
    limit = 0
    sent = 0
    for seat in range(p.seats):
        limit = max(limit, p.houses[province * PLAYERS + seat])
        sent += p.emissaries[province * PLAYERS + seat]
    return limit - sent


def add_markers(p: Han, seat: int, moves: Moves) -> None:
    """Two cards of the province's colour place a marker and a piece: two pieces, so not where none is (Variants)."""
    pieces = p.houses_left[seat] if p.fortifications else p.emissaries_left[seat]
    for province in range(PROVINCES):
        if pieces and p.inhabited[province] and p.hand[seat * COLOURS + p.board.colour[province]] >= 2:
            for index in range(p.board.insides[province]):
                space = p.board.inside[province * INSIDE + index]
                if is_free(p, space):
                    moves.add((FORTIFY if p.fortifications else MARKET) + space)


def place(p: Han, seat: int, move: int) -> None:
    """Pay for a piece and place it (Placing pieces)."""
    p.tell(PLACED, seat, move, 0)
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
    """A house belongs to its province, on a border to both (Houses, Borders)."""
    one = p.board.home[space * 2]
    other = p.board.home[space * 2 + 1]
    if payment == EACH:
        pay(p, seat, p.board.colour[one], 1)
        pay(p, seat, p.board.colour[other], 1)
    elif payment == ONE:
        pay(p, seat, p.board.colour[one], 1)
    else:
        pay(p, seat, payment, 2)
    keep_within(p, one, other)
    p.placed += 1
    build(p, seat, space)


def build(p: Han, seat: int, space: int) -> None:
    """Put a house from the supply on a space; the last one of a province has it scored (Houses)."""
    one = p.board.home[space * 2]
    other = p.board.home[space * 2 + 1]
    p.house[space] = seat
    p.houses_left[seat] -= 1
    p.houses[one * PLAYERS + seat] += 1
    if other != NOBODY:
        p.houses[other * PLAYERS + seat] += 1
    if p.board.port[space]:
        p.houses[PORTS * PLAYERS + seat] += 1
    fill(p, one)
    if other != NOBODY:
        fill(p, other)


def fill(p: Han, province: int) -> None:
    """One space less is free; when none is, the houses are scored at once (House scoring)."""
    p.filled[province] += 1
    if p.filled[province] == p.board.size[province]:
        p.tell(COMPLETED, province, 0, 0)
        score_houses(p, province)


def place_emissary(p: Han, seat: int, province: int, payment: int) -> None:
    """An emissary goes to the province's dragon (Emissaries)."""
    if payment == ONE:
        pay(p, seat, p.board.colour[province], 1)
    else:
        pay(p, seat, payment, 2)
    keep_within(p, province, NOBODY)
    p.placed += 1
    p.emissaries[province * PLAYERS + seat] += 1
    p.emissaries_left[seat] -= 1


def place_fortification(p: Han, seat: int, space: int) -> None:
    """The marker, and a house on it (Variant: fortifications)."""
    pay(p, seat, p.board.colour[p.board.home[space * 2]], 2)
    p.markers_left[seat] -= 1
    p.fort[seat] = space
    p.placed = 2
    build(p, seat, space)


def place_market(p: Han, seat: int, space: int) -> None:
    """The marker, and an emissary on it, who is not at the dragon yet (Variant: markets)."""
    pay(p, seat, p.board.colour[p.board.home[space * 2]], 2)
    p.markers_left[seat] -= 1
    p.emissaries_left[seat] -= 1
    p.market[space] = seat
    p.placed = 2
    fill(p, p.board.home[space * 2])


def pay(p: Han, seat: int, colour: int, count: int) -> None:
    """Cards go from the hand to the discards, for all to see."""
    if p.emptied and p.draws[seat] == 0:
        show_older(p, seat, colour, max(0, count - p.known[seat * COLOURS + colour]))
    p.hand[seat * COLOURS + colour] -= count
    p.known[seat * COLOURS + colour] = max(0, p.known[seat * COLOURS + colour] - count)
    p.held[seat] -= count
    p.discards[colour] += count


def keep_within(p: Han, one: int, other: int) -> None:
    """A second piece may follow only here, and only where there was a piece before the turn (Placing pieces)."""
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
    free = 0
    for space in range(p.board.spaces):
        free += is_free(p, space)
    room = 0
    for province in range(PROVINCES):
        room += emissary_room(p, province) > 0
    for seat in range(p.seats):
        if free and (p.houses_left[seat] or (p.markets and p.markers_left[seat] and p.emissaries_left[seat])):
            return 0
        if room and p.emissaries_left[seat]:
            return 0
    return 1


def add_discards(p: Han, seat: int, moves: Moves) -> None:
    """A card may be discarded instead, even if a piece could be placed (Discarding)."""
    for colour in range(COLOURS):
        if p.hand[seat * COLOURS + colour]:
            moves.add(DISCARD + colour)


def discard(p: Han, seat: int, colour: int) -> None:
    """One card away (Discarding)."""
    p.tell(DISCARDED, seat, colour, 0)
    pay(p, seat, colour, 1)
    begin_drawing(p)


def begin_drawing(p: Han) -> None:
    """The turn's pieces are placed: draw up to three cards, except in the last round (Drawing)."""
    p.drawing = 1
    if p.last_round:
        end_turn(p)


def add_draws(p: Han, moves: Moves) -> None:
    """An open card, equal ones once, or the next of the pile (Drawing)."""
    for colour in range(COLOURS):
        if p.row[colour]:
            moves.add(DRAW + colour)
    if p.left:
        moves.add(DRAW_PILE)


def draw(p: Han, seat: int, move: int) -> None:
    """Take one card and see it before the next; the open row is refilled only when the hand is full (Drawing)."""
    if move == DRAW_PILE:
        colour = next_card(p)
        p.tell(DREW, seat, colour, 0)
        add_to_hand(p, seat, colour)
        if p.emptied:
            p.draws[seat] += 1
            p.drawn[seat * COLOURS + colour] += 1
        check_pile(p, seat)
    else:
        colour = move - DRAW
        p.tell(TOOK, seat, colour, 0)
        p.row[colour] -= 1
        p.open -= 1
        p.known[seat * COLOURS + colour] += 1
        add_to_hand(p, seat, colour)
    if p.held[seat] == HAND or p.last_round:
        end_turn(p)


def check_pile(p: Han, seat: int) -> None:
    """The pile is empty: the first time the discards become a new one, then the last round begins (Pile runs out)."""
    if p.left == 0:
        p.emptied += 1
        if p.emptied == 1:
            remember_pile(p)
            for colour in range(COLOURS):
                put_on_pile(p, colour, p.discards[colour])
                p.discards[colour] = 0
            shuffle_pile(p)
            p.tell(SHUFFLED, 0, 0, 0)
        else:
            p.last_round = 1
            p.tell(LAST_ROUND, seat, 0, 0)


def end_turn(p: Han) -> None:
    """Refill the open row; the next player goes on, up to the neighbour of the Emperor's owner (Drawing, End)."""
    refill_row(p)
    p.player = (p.player + 1) % p.seats
    # A player without cards passes in the last round.
    while p.last_round and p.player != p.first and p.held[p.player] == 0:
        p.player = (p.player + 1) % p.seats
    if p.last_round and p.player == p.first:
        end_game(p, 0)
    else:
        begin_turn(p)


def refill_row(p: Han) -> None:
    """Open new cards; this too can empty the pile (Drawing, Pile runs out)."""
    while p.open < p.board.open_cards and not p.last_round:
        colour = next_card(p)
        p.row[colour] += 1
        p.open += 1
        p.tell(REFILLED, colour, 0, 0)
        if p.emptied:
            p.fresh[colour] -= 1
        check_pile(p, p.player)


def end_game(p: Han, blocked: int) -> None:
    """No more turns: final scoring (End of the game)."""
    p.owing = 0
    p.tell(FINAL, blocked, 0, 0)
    final_scoring(p)


def remember_pile(p: Han) -> None:
    """When the pile first runs out all can count: the new one is the discards, the rest is in the others' hands."""
    for colour in range(COLOURS):
        p.fresh[colour] = p.discards[colour]
        for viewer in range(p.seats):
            for seat in range(p.seats):
                if seat != viewer:
                    unknown = p.hand[seat * COLOURS + colour] - p.known[seat * COLOURS + colour]
                    p.old[viewer * COLOURS + colour] += unknown


def show_older(p: Han, seat: int, colour: int, count: int) -> None:
    """Who has drawn nothing from the new pile plays cards from before it: they are no longer among the unseen ones."""
    for viewer in range(p.seats):
        if viewer != seat:
            p.old[viewer * COLOURS + colour] = max(0, p.old[viewer * COLOURS + colour] - count)


def redraw_hidden(p: Han, viewer: int) -> None:
    """Pile and hands anew from what the viewer has not seen (our ruling: hands hidden, open draws remembered).

    After the first pile ran out the next can hold nothing but what was shuffled then, and who has drawn nothing from
    it holds older cards: these hands come first, then the pile, then the hands that anything fits.
    """
    forget_hands(p, viewer)
    left = p.left
    p.left = 0
    for seat in range(p.seats):
        if p.emptied and seat != viewer and p.draws[seat] == 0:
            deal_older(p, viewer, seat, left)
    for colour in range(COLOURS):
        put_on_pile(p, colour, possible_in_pile(p, viewer, colour))
    shuffle_pile(p)
    while p.left > left:
        next_card(p)
    for colour in range(COLOURS):
        put_on_pile(p, colour, unseen(p, colour) - in_pile(p, colour, left))
    for seat in range(p.seats):
        while seat != viewer and held_so_far(p, seat) < p.held[seat]:
            p.hand[seat * COLOURS + unseen_card(p, left)] += 1


def deal_older(p: Han, viewer: int, seat: int, left: int) -> None:
    """Fill a hand with cards from before the new pile, each of them as likely as any other."""
    while held_so_far(p, seat) < p.held[seat]:
        among = 0
        for colour in range(COLOURS):
            among += older(p, viewer, colour, left)
        # In a position that somebody else has imagined, the viewer's memory is not there.
        if among == 0:
            return
        choice = p.below(among)
        colour = 0
        while choice >= older(p, viewer, colour, left):
            choice -= older(p, viewer, colour, left)
            colour += 1
        p.hand[seat * COLOURS + colour] += 1


def older(p: Han, viewer: int, colour: int, left: int) -> int:
    """How many cards of a colour from before the new pile can still be dealt, so that the pile can be filled after."""
    count = p.old[viewer * COLOURS + colour]
    for seat in range(p.seats):
        if seat != viewer and p.draws[seat] == 0:
            count -= p.hand[seat * COLOURS + colour] - p.known[seat * COLOURS + colour]
    spare = -left
    for other in range(COLOURS):
        spare += possible_in_pile(p, viewer, other)
    needed = unseen(p, colour) == possible_in_pile(p, viewer, colour)
    return 0 if needed and spare <= 0 else max(0, min(count, unseen(p, colour)))


def forget_hands(p: Han, viewer: int) -> None:
    """The others keep the cards they took in the open; what they have seen themselves is hidden as well."""
    for seat in range(p.seats):
        if seat != viewer:
            for colour in range(COLOURS):
                p.hand[seat * COLOURS + colour] = p.known[seat * COLOURS + colour]
                p.old[seat * COLOURS + colour] = 0
                p.drawn[seat * COLOURS + colour] = 0


def possible_in_pile(p: Han, viewer: int, colour: int) -> int:
    """How many cards of a colour the pile could hold, for all the viewer has seen."""
    count = unseen(p, colour)
    if p.emptied:
        count = min(count, p.fresh[colour] - p.drawn[viewer * COLOURS + colour])
    return count


def unseen(p: Han, colour: int) -> int:
    """How many cards of a colour are in no hand, not open and not discarded."""
    count = p.cards[colour] - p.row[colour] - p.discards[colour]
    for seat in range(p.seats):
        count -= p.hand[seat * COLOURS + colour]
    return count


def in_pile(p: Han, colour: int, left: int) -> int:
    """How many cards of a colour are among the first of the pile."""
    count = 0
    for index in range(left):
        count += p.pile[index] == colour
    return count


def held_so_far(p: Han, seat: int) -> int:
    """How many cards have been dealt into a hand."""
    count = 0
    for colour in range(COLOURS):
        count += p.hand[seat * COLOURS + colour]
    return count


def unseen_card(p: Han, left: int) -> int:
    """Take one of the cards above the pile, at random."""
    chosen = left + p.below(p.left - left)
    colour = p.pile[chosen]
    p.pile[chosen] = p.pile[p.left - 1]
    next_card(p)
    return colour
