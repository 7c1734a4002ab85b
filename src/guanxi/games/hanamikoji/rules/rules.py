"""Hanamikoji: seven geishas, twenty-one items, four actions a round.  In the order of the rulebook."""

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
    HAND,
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
    """A position of Hanamikoji: the table, and what may be done on it."""

    def legal(self, seat: int, moves: Moves) -> None:
        """Add what a seat may do: one of its unused actions, or an answer to what it was offered."""
        if self.offer == NOBODY:
            add_actions(self, seat, moves)
        else:
            add_answers(self, moves)

    def apply(self, seat: int, move: int) -> None:
        """Carry out an action or an answer."""
        if move < TAKE:
            act(self, seat, move)
        else:
            answer(self, seat, move)

    def seen(self, seat: int, move: int, by: int) -> int:
        """Nobody else sees which cards are put under a token."""
        if move < TRADE_OFF:
            return SECRET
        return TRADE_OFF if move < GIFT else move

    def redraw(self, seat: int) -> None:
        """Deal anew what the seat has not seen."""
        redraw_hidden(self, seat)

    def winners(self) -> int:
        """The winners, as bits."""
        return self.won


def set_up(p: Hanamikoji, first: int, most_rounds: int) -> None:
    """Seven geishas in a row, every favour token in the middle (Set-up)."""
    p.seats = SEATS
    p.first = first if first != NOBODY else p.below(SEATS)
    p.most_rounds = most_rounds
    for geisha in range(GEISHAS):
        p.favour[geisha] = NOBODY
    begin_round(p)


def begin_round(p: Hanamikoji) -> None:
    """All items are shuffled; one is set aside unseen, six go to each player (Phase 1: deal)."""
    p.round += 1
    p.turn = 0
    p.offer = NOBODY
    clear_table(p)
    shuffle_items(p)
    p.aside = draw(p)
    for _ in range(HAND):
        for seat in range(SEATS):
            p.hand[seat * GEISHAS + draw(p)] += 1
    p.tell(DEALT, p.round, p.first)
    begin_turn(p)


def clear_table(p: Hanamikoji) -> None:
    """Take back every item and turn the action tokens face up; favour tokens stay (Phase 3: update)."""
    for place in range(SEATS * GEISHAS):
        p.hand[place] = 0
        p.side[place] = 0
    for token in range(SEATS * ACTIONS):
        p.used[token] = 0
    for seat in range(SEATS):
        p.secret[seat] = NOBODY
        p.traded[seat * 2] = NOBODY
        p.traded[seat * 2 + 1] = NOBODY


def begin_turn(p: Hanamikoji) -> None:
    """Players alternate; each draws a card before acting (Phase 2: actions)."""
    seat = (p.first + p.turn) % SEATS
    item = draw(p)
    p.hand[seat * GEISHAS + item] += 1
    p.owing = 1 << seat
    p.tell(DREW, seat, item)


def add_actions(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Each action token is used once a round, in any order (Phase 2: actions)."""
    tokens = seat * ACTIONS
    if not p.used[tokens]:
        add_secrets(p, seat, moves)
    if not p.used[tokens + 1]:
        add_trade_offs(p, seat, moves)
    if not p.used[tokens + 2]:
        add_gifts(p, seat, moves)
    if not p.used[tokens + 3]:
        add_competitions(p, seat, moves)


def add_secrets(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """One card of the hand (Action 1: secret)."""
    for item in range(GEISHAS):
        if p.hand[seat * GEISHAS + item]:
            moves.add(SECRET + item)


def add_trade_offs(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Two cards of the hand (Action 2: trade-off)."""
    for pair in range(PAIRS):
        if holds_pair(p, seat, pair):
            moves.add(TRADE_OFF + pair)


def holds_pair(p: Hanamikoji, seat: int, pair: int) -> int:
    """1 if both items of a pair are in the hand."""
    hand = seat * GEISHAS
    one = PAIR[pair * 2]
    two = PAIR[pair * 2 + 1]
    if one == two:
        return p.hand[hand + one] >= 2
    return p.hand[hand + one] >= 1 and p.hand[hand + two] >= 1


def add_gifts(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Three cards of the hand (Action 3: gift)."""
    gift = GIFT
    for pair in range(PAIRS):
        last = PAIR[pair * 2 + 1]
        if holds_pair(p, seat, pair):
            # Two cards are laid down for a moment: the third must be in what is left.
            move_pair(p, seat, pair, -1)
            for item in range(last, GEISHAS):
                if p.hand[seat * GEISHAS + item]:
                    moves.add(gift + item - last)
            move_pair(p, seat, pair, 1)
        gift += GEISHAS - last


def add_competitions(p: Hanamikoji, seat: int, moves: Moves) -> None:
    """Four cards of the hand as two pairs (Action 4: competition)."""
    competition = COMPETITION
    for pair in range(PAIRS):
        if holds_pair(p, seat, pair):
            # The first pair is laid down for a moment: the second must be in what is left.
            move_pair(p, seat, pair, -1)
            for other in range(pair, PAIRS):
                if holds_pair(p, seat, other):
                    moves.add(competition + other - pair)
            move_pair(p, seat, pair, 1)
        competition += PAIRS - pair


def move_pair(p: Hanamikoji, seat: int, pair: int, count: int) -> None:
    """Take a pair out of the hand (count -1) or back into it (count 1)."""
    p.hand[seat * GEISHAS + PAIR[pair * 2]] += count
    p.hand[seat * GEISHAS + PAIR[pair * 2 + 1]] += count


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
    """A card face down under the token, to be counted at the end of the round (Action 1: secret)."""
    p.used[seat * ACTIONS] = 1
    p.hand[seat * GEISHAS + item] -= 1
    p.secret[seat] = item


def trade_off(p: Hanamikoji, seat: int, pair: int) -> None:
    """Two cards face down under the token, not to be counted (Action 2: trade-off)."""
    p.used[seat * ACTIONS + 1] = 1
    move_pair(p, seat, pair, -1)
    p.traded[seat * 2] = PAIR[pair * 2]
    p.traded[seat * 2 + 1] = PAIR[pair * 2 + 1]


def show_gift(p: Hanamikoji, seat: int, triple: int) -> None:
    """Three cards face up before the player (Action 3: gift)."""
    p.used[seat * ACTIONS + 2] = 1
    for card in range(3):
        p.hand[seat * GEISHAS + TRIPLE[triple * 3 + card]] -= 1


def show_competition(p: Hanamikoji, seat: int, split: int) -> None:
    """Two pairs face up before the player (Action 4: competition)."""
    p.used[seat * ACTIONS + 3] = 1
    move_pair(p, seat, SPLIT[split * 2], -1)
    move_pair(p, seat, SPLIT[split * 2 + 1], -1)


def add_answers(p: Hanamikoji, moves: Moves) -> None:
    """The opponent takes one card of a gift, one pair of a competition (Actions 3 and 4).

    Equal cards, and equal pairs, are offered once.
    """
    if p.offer < COMPETITION:
        triple = (p.offer - GIFT) * 3
        for card in range(3):
            if card == 0 or TRIPLE[triple + card] != TRIPLE[triple + card - 1]:
                moves.add(TAKE + TRIPLE[triple + card])
    else:
        split = (p.offer - COMPETITION) * 2
        moves.add(TAKE_PAIR)
        if SPLIT[split] != SPLIT[split + 1]:
            moves.add(TAKE_PAIR + 1)


def answer(p: Hanamikoji, seat: int, move: int) -> None:
    """What was chosen goes to the chooser's side, the rest to the side of who offered (Actions 3 and 4)."""
    offer = p.offer
    p.offer = NOBODY
    p.tell(TOOK, seat, move, offer)
    if move < TAKE_PAIR:
        share_gift(p, seat, offer - GIFT, move - TAKE, 1)
    else:
        split = (offer - COMPETITION) * 2
        place_pair(p, seat, SPLIT[split + move - TAKE_PAIR], 1)
        place_pair(p, 1 - seat, SPLIT[split + 1 - (move - TAKE_PAIR)], 1)
    end_turn(p)


def share_gift(p: Hanamikoji, seat: int, triple: int, taken: int, count: int) -> None:
    """One card of the three to the chooser, the others to who offered (count 1), or off again (Action 3: gift)."""
    for card in range(3):
        p.side[(1 - seat) * GEISHAS + TRIPLE[triple * 3 + card]] += count
    p.side[(1 - seat) * GEISHAS + taken] -= count
    p.side[seat * GEISHAS + taken] += count


def place_pair(p: Hanamikoji, seat: int, pair: int, count: int) -> None:
    """A pair of items to a player's side of the row (count 1), or off it again (Action 4: competition)."""
    p.side[seat * GEISHAS + PAIR[pair * 2]] += count
    p.side[seat * GEISHAS + PAIR[pair * 2 + 1]] += count


def end_turn(p: Hanamikoji) -> None:
    """The round ends when both players have taken four turns (Phase 2: actions)."""
    p.turn += 1
    if p.turn < TURNS:
        begin_turn(p)
    else:
        reveal_secrets(p)
        p.mark(SECRETS_REVEALED)
        give_favours(p)
        end_round(p)


def end_round(p: Hanamikoji) -> None:
    """Somebody has won, or a new round begins with the other player (Phase 3: update)."""
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
