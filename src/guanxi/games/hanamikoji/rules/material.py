"""Hanamikoji: what lies on the table, and how moves are numbered.  The rules are in `rules.py`.

Items are numbered like the geisha they belong to, 0 to 6 from left to right.  A move is one number:

    SECRET + item         one card face down that will count
    TRADE_OFF + pair      two cards face down that will not
    GIFT + triple         three cards shown, of which the opponent takes one
    COMPETITION + split   two pairs shown, of which the opponent takes one
    TAKE + item           the answer to a gift
    TAKE_PAIR + 0 or 1    the answer to a competition

PAIR, TRIPLE and SPLIT say which items (or, for a split, which pairs) such a number stands for.
"""

from __future__ import annotations

from itertools import combinations_with_replacement as multisets

from guanxi.engine.core.position import Position, Record
from guanxi.engine.record import array, record

SEATS = 2
GEISHAS = 7
ACTIONS = 4
TURNS = SEATS * ACTIONS
PLAYED = 10  # cards that a player uses in a round: an action takes one, two, three or four
FEWEST_IN_HAND = PLAYED - ACTIONS  # one is drawn for each action

# The most that a set of cards may have; `board.py` reads them.
MOST_ITEMS = 32
MOST_COPIES = 7  # of one item
MOST_IN_HAND = 8
MOST_CHARM = 9

PAIRS = 28
TRIPLES = 84
SPLITS = 406
PAIR = [list(pair) for pair in multisets(range(GEISHAS), 2)]
TRIPLE = [list(triple) for triple in multisets(range(GEISHAS), 3)]
SPLIT = [list(split) for split in multisets(range(PAIRS), 2)]

SECRET = 0
TRADE_OFF = SECRET + GEISHAS
GIFT = TRADE_OFF + PAIRS
COMPETITION = GIFT + TRIPLES
TAKE = COMPETITION + SPLITS
TAKE_PAIR = TAKE + GEISHAS
MOVES = TAKE_PAIR + 2

DEALT = 1  # round, first player
DREW = 2  # seat, item
ACTED = 3  # seat, move
TOOK = 4  # seat, move, the offer
REVEALED = 5  # seat, item
FAVOUR = 6  # geisha, seat
COUNTED = 7  # seat, charm, geishas
WON = 8  # the winners as bits

# Moments: positions inside a move that are worth showing.
SECRETS_REVEALED = 0
ROUND_SCORED = 1  # favours have moved, and the cards are not collected yet


@record
class Cards(Record):
    """The numbers of a set of cards."""

    charm: list[int] = array(GEISHAS)
    items: list[int] = array(GEISHAS)  # how many there are of each
    hand: int = 0  # cards dealt to each player
    unused: int = 0  # cards left in hands and pile when a round ends
    charm_to_win: int = 0
    geishas_to_win: int = 0


@record
class Material(Position):
    """The table, the hidden cards included."""

    cards: Cards
    first: int = 0  # the seat that begins this round
    round: int = 0  # from 1
    most_rounds: int = 0  # 0: no limit
    turn: int = 0  # turns finished this round
    offer: int = 0  # the move number of the gift or competition to be answered, or NOBODY
    aside: int = 0  # the item nobody sees
    left: int = 0  # cards in the draw pile
    pile: list[int] = array(MOST_ITEMS)  # the next card last
    hand: list[list[int]] = array(SEATS, GEISHAS)  # how many of each item
    used: list[list[int]] = array(SEATS, ACTIONS)  # 1: this action token is face down
    secret: list[int] = array(SEATS)  # an item or NOBODY
    traded: list[list[int]] = array(SEATS, 2)  # items or NOBODY
    side: list[list[int]] = array(SEATS, GEISHAS)  # how many items lie beside each geisha
    favour: list[int] = array(GEISHAS)  # the seat that holds each geisha's token, or NOBODY
    won: int = 0  # the winners as bits
