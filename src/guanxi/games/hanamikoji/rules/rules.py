"""Hanamikoji: seven geishas, their items, four actions a round.  In the order of the rulebook."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Moves
from guanxi.games.hanamikoji.rules.deck import draw, redraw_hidden, shuffle_items
from guanxi.games.hanamikoji.rules.material import (
    ACTED,
    ACTIONS,
    COMPETITION,
    COUNTED,
    DEALT,
    DREW,
    GEISHAS,
    GIFT,
    MOST_ITEMS,
    PAIR,
    PAIRS,
    ROUND_SCORED,
    SEATS,
    SECRET,
    SECRETS_REVEALED,
    SPLIT,
    TAKE,
    TAKE_PAIR,
    TOOK,
    TRADE_OFF,
    TRIPLE,
    TURNS,
    WON,
    Material,
)
from guanxi.games.hanamikoji.rules.scoring import better, charm, geishas, give_favours, reveal_secrets, victory


class Hanamikoji(Material):
    """A position of Hanamikoji with its legal moves."""

    def _list_moves(self, seat: int, moves: Moves) -> None:
        """Add a seat's legal moves: its unused actions, or the answers to an offer."""
        if self.offer == NOBODY:
            add_actions(self, seat, moves)
        else:
            add_answers(self, moves)

    def _apply(self, seat: int, move: int) -> None:
        """Carry out an action or an answer."""
        if move < TAKE:
            act(self, seat, move)
        else:
            answer(self, seat, move)

    def seen(self, seat: int, move: int, by: int) -> int:
        """Hide the cards that are put under a token from the other seat."""
        if move < TRADE_OFF:
            return SECRET
        return TRADE_OFF if move < GIFT else move

    def _redraw(self, seat: int) -> None:
        """Deal the cards the seat has not seen again."""
        redraw_hidden(self, seat)

    def winners(self) -> int:
        """The winners as bits."""
        return self.won


def set_up(p: Hanamikoji, first: int, most_rounds: int) -> None:
    """Put every favour token in the middle and begin the first round (Set-up)."""
    p.seats = SEATS
    p.first = first if first != NOBODY else p.below(SEATS)
    p.most_rounds = most_rounds
    for geisha in range(GEISHAS):
        p.favour[geisha] = NOBODY
    for place in range(MOST_ITEMS):
        p.pile[place] = NOBODY
    begin_round(p)


def begin_round(p: Hanamikoji) -> None:
    """Shuffle all items, set one aside unseen, and deal each player a hand (Phase 1: deal)."""
    p.round += 1
    p.turn = 0
    p.offer = NOBODY
    clear_table(p)
    shuffle_items(p)
    p.aside = draw(p)
    for _ in range(p.cards.hand):
        for seat in range(SEATS):
            p.hand[seat][draw(p)] += 1
    p.tell(DEALT, p.round, p.first)
    begin_turn(p)


def clear_table(p: Hanamikoji) -> None:
    """Take back every item and turn the action tokens face up; favour tokens stay (Phase 3: update)."""
    for seat in range(SEATS):
        for item in range(GEISHAS):
            p.hand[seat][item] = 0
            p.side[seat][item] = 0
        for token in range(ACTIONS):
            p.used[seat][token] = 0
        p.secret[seat] = NOBODY
        p.traded[seat][0] = NOBODY
        p.traded[seat][1] = NOBODY


def begin_turn(p: Hanamikoji) -> None:
    """Draw a card for the player whose turn it is; turns alternate (Phase 2: actions)."""
    seat = (p.first + p.turn) % SEATS
    item = draw(p)
    p.hand[seat][item] += 1
    p.owing = 1 << seat
    p.tell(DREW, seat, item)


def add_actions(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Add the actions whose token is unused; any order is allowed (Phase 2: actions)."""
    if not p.used[seat][0]:
        add_secrets(p, seat, moves)
    if not p.used[seat][1]:
        add_trade_offs(p, seat, moves)
    if not p.used[seat][2]:
        add_gifts(p, seat, moves)
    if not p.used[seat][3]:
        add_competitions(p, seat, moves)


def add_secrets(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Add each card of the hand (Action 1: secret)."""
    for item in range(GEISHAS):
        if p.hand[seat][item]:
            moves.add(SECRET + item)


def add_trade_offs(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Add each two cards of the hand (Action 2: trade-off)."""
    for pair in range(PAIRS):
        if holds_pair(p, seat, pair):
            moves.add(TRADE_OFF + pair)


def holds_pair(p: Hanamikoji, seat: int, pair: int) -> int:
    """1 if both items of a pair are in the hand."""
    hand = p.hand[seat]
    one, two = PAIR[pair]
    if one == two:
        return hand[one] >= 2
    return hand[one] >= 1 and hand[two] >= 1


def add_gifts(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Add each three cards of the hand (Action 3: gift)."""
    gift = GIFT
    for pair in range(PAIRS):
        last = PAIR[pair][1]
        if holds_pair(p, seat, pair):
            # Two cards leave the hand for a moment, so that the third comes from the rest.
            move_pair(p, seat, pair, -1)
            for item in range(last, GEISHAS):
                if p.hand[seat][item]:
                    moves.add(gift + item - last)
            move_pair(p, seat, pair, 1)
        gift += GEISHAS - last


def add_competitions(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Add each two pairs of cards of the hand (Action 4: competition)."""
    competition = COMPETITION
    for pair in range(PAIRS):
        if holds_pair(p, seat, pair):
            # The first pair leaves the hand for a moment, so that the second comes from the rest.
            move_pair(p, seat, pair, -1)
            for other in range(pair, PAIRS):
                if holds_pair(p, seat, other):
                    moves.add(competition + other - pair)
            move_pair(p, seat, pair, 1)
        competition += PAIRS - pair


def move_pair(p: Hanamikoji, seat: int, pair: int, count: int) -> None:
    """Take a pair out of the hand (count -1) or back into it (count 1)."""
    one, two = PAIR[pair]
    p.hand[seat][one] += count
    p.hand[seat][two] += count


def act(p: Hanamikoji, seat: int, move: int) -> None:
    """Use one action token; a gift or a competition waits for the opponent's choice (Phase 2: actions)."""
    p.tell(ACTED, seat, move)
    if move < TRADE_OFF:
        keep_secret(p, seat, move - SECRET)
        end_turn(p)
    elif move < GIFT:
        trade_off(p, seat, move - TRADE_OFF)
        end_turn(p)
    elif move < COMPETITION:
        show_gift(p, seat, move - GIFT)
        p.offer = move
        p.owing = 1 << (1 - seat)
    else:
        show_competition(p, seat, move - COMPETITION)
        p.offer = move
        p.owing = 1 << (1 - seat)


def keep_secret(p: Hanamikoji, seat: int, item: int) -> None:
    """Put a card face down under the token; it counts at the end of the round (Action 1: secret)."""
    p.used[seat][0] = 1
    p.hand[seat][item] -= 1
    p.secret[seat] = item


def trade_off(p: Hanamikoji, seat: int, pair: int) -> None:
    """Put two cards face down under the token; they do not count (Action 2: trade-off)."""
    p.used[seat][1] = 1
    move_pair(p, seat, pair, -1)
    p.traded[seat][0] = PAIR[pair][0]
    p.traded[seat][1] = PAIR[pair][1]


def show_gift(p: Hanamikoji, seat: int, triple: int) -> None:
    """Show three cards of the hand (Action 3: gift)."""
    p.used[seat][2] = 1
    for card in range(3):
        p.hand[seat][TRIPLE[triple][card]] -= 1


def show_competition(p: Hanamikoji, seat: int, split: int) -> None:
    """Show two pairs of cards of the hand (Action 4: competition)."""
    p.used[seat][3] = 1
    move_pair(p, seat, SPLIT[split][0], -1)
    move_pair(p, seat, SPLIT[split][1], -1)


def add_answers(p: Hanamikoji, moves: Moves) -> None:
    """Add each different card of a gift, or each different pair of a competition (Actions 3 and 4)."""
    if p.offer < COMPETITION:
        triple = TRIPLE[p.offer - GIFT]
        for card in range(3):
            if card == 0 or triple[card] != triple[card - 1]:
                moves.add(TAKE + triple[card])
    else:
        one, two = SPLIT[p.offer - COMPETITION]
        moves.add(TAKE_PAIR)
        if one != two:
            moves.add(TAKE_PAIR + 1)


def answer(p: Hanamikoji, seat: int, move: int) -> None:
    """Lay the chosen cards on the chooser's side and the rest on the other side (Actions 3 and 4)."""
    offer = p.offer
    p.offer = NOBODY
    p.tell(TOOK, seat, move, offer)
    if move < TAKE_PAIR:
        share_gift(p, seat, offer - GIFT, move - TAKE, 1)
    else:
        taken = move - TAKE_PAIR
        split = SPLIT[offer - COMPETITION]
        place_pair(p, seat, split[taken], 1)
        place_pair(p, 1 - seat, split[1 - taken], 1)
    end_turn(p)


def share_gift(p: Hanamikoji, seat: int, triple: int, taken: int, count: int) -> None:
    """Lay one card of a gift on the chooser's side and two on the other (count 1), or undo that (count -1)."""
    for card in range(3):
        p.side[1 - seat][TRIPLE[triple][card]] += count
    p.side[1 - seat][taken] -= count
    p.side[seat][taken] += count


def place_pair(p: Hanamikoji, seat: int, pair: int, count: int) -> None:
    """Lay a pair on a player's side (count 1), or take it off again (count -1) (Action 4: competition)."""
    one, two = PAIR[pair]
    p.side[seat][one] += count
    p.side[seat][two] += count


def end_turn(p: Hanamikoji) -> None:
    """Begin the next turn, or score the round when both players have taken four (Phase 2: actions)."""
    p.turn += 1
    if p.turn < TURNS:
        begin_turn(p)
    else:
        reveal_secrets(p)
        p.mark(SECRETS_REVEALED)
        give_favours(p)
        end_round(p)


def end_round(p: Hanamikoji) -> None:
    """End the game if somebody has won, else begin a round with the other player first (Phase 3: update)."""
    for seat in range(SEATS):
        p.tell(COUNTED, seat, charm(p, seat), geishas(p, seat))
    p.mark(ROUND_SCORED)
    p.won = victory(p)
    if p.won == 0 and p.round == p.most_rounds:
        p.won = better(p)
    if p.won:
        p.owing = 0
        p.tell(WON, p.won)
    else:
        p.first = 1 - p.first
        begin_round(p)
