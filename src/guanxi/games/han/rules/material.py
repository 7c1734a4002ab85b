"""Han: the material of the game.  The rules are in `rules.py`, the scorings in `scoring.py`.

Provinces and house spaces are numbers of the board; a border space belongs to two provinces.
"""

from __future__ import annotations

from guanxi.engine.core.position import Position, Record
from guanxi.engine.record import array, record

PLAYERS = 5
COLOURS = 5
RED = 0
YELLOW = 1
GREEN = 2
ORANGE = 3
VIOLET = 4
CARDS = [13, 11, 12, 11, 10]  # of each colour
DECK = 57
HAND = 3
ROW = 4  # open cards at most

HOUSES = 20
EMISSARIES = 8  # of nine, one is the score marker

PROVINCES = 9
SPACES = 60  # at most, on any board
INSIDE = 12  # spaces of one province at most
BORDERS = 12
ALLIANCES = 24
PORTS = PROVINCES  # the ports are counted like one more province

# Sources of points.
FROM_HOUSES = 0
FROM_ALLIANCES = 1
FROM_ROADS = 2
FROM_PORTS = 3
SOURCES = 4

# A bit for each space; 1 << 40 would be wrong in C.
BIT = [2**space for space in range(62)]

# What happened.
BEGAN = 1  # first player
PLACED = 2  # seat, move
STOPPED = 3  # seat
DISCARDED = 4  # seat, colour
TOOK = 5  # seat, colour: from the open cards
DREW = 6  # seat, colour: from the pile
REFILLED = 7  # colour
SHUFFLED = 8  # the discards are the pile again
LAST_ROUND = 9  # seat that emptied the pile
COMPLETED = 10  # province, by a house or a market
SCORED = 11  # seat, points, source, and what it is for: a province, an alliance, or houses as bits
MARKETS_CLOSED = 12
FINAL = 13  # final scoring begins; 1: because nothing more could be placed
WON = 14  # winners as bits

# Positions worth seeing inside a move.
PROVINCE_SCORED = 0  # full, with its disc, and its houses have scored


@record
class Board(Record):
    """A board as the rules read it; `board.py` makes it from a file."""

    spaces: int = 0
    alliances: int = 0
    open_cards: int = 0
    colour: list[int] = array(PROVINCES)
    size: list[int] = array(PROVINCES)  # house spaces, those on borders included
    insides: list[int] = array(PROVINCES)  # house spaces that are not on a border
    inside: list[list[int]] = array(PROVINCES, INSIDE)
    borders: int = 0
    border: list[int] = array(BORDERS)  # spaces that belong to two provinces
    home: list[list[int]] = array(SPACES, 2)  # the province of each space; a border's second one, or NOBODY
    port: list[int] = array(SPACES)  # 1: a port
    ways: list[int] = array(SPACES)  # the spaces to which a road leads, as bits
    alliance: list[list[int]] = array(ALLIANCES, 2)  # two provinces each


@record
class Material(Position):
    """Everything on the table and in the hands."""

    board: Board
    first: int = 0  # the owner of the Emperor
    player: int = 0  # whose turn it is
    fortifications: int = 0  # 1: played with this variant
    markets: int = 0  # 1: played with this variant

    drawing: int = 0  # 0: placing or discarding, 1: drawing cards
    placed: int = 0  # pieces placed this turn
    inhabited: list[int] = array(PROVINCES)  # 1: held a piece when the turn began
    within: list[int] = array(PROVINCES)  # 1: a piece may go there now, given this turn's first piece
    emptied: int = 0  # times that the pile has run out
    last_round: int = 0

    cards: list[int] = array(COLOURS)  # of each colour, in the whole game
    pile: list[int] = array(DECK)  # the next card last
    left: int = 0
    row: list[int] = array(COLOURS)  # open cards of each colour
    open: int = 0
    discards: list[int] = array(COLOURS)
    hand: list[list[int]] = array(PLAYERS, COLOURS)
    held: list[int] = array(PLAYERS)  # cards in hand

    # Knowledge of the others' hands: public, or of each player.
    known: list[list[int]] = array(PLAYERS, COLOURS)  # taken from the open cards and not played since
    # Since the pile first ran out:
    fresh: list[int] = array(COLOURS)  # cards that were shuffled then and have not been opened since
    drawn: list[list[int]] = array(PLAYERS, COLOURS)  # cards that each player drew from it
    draws: list[int] = array(PLAYERS)  # and how often
    old: list[list[int]] = array(PLAYERS, COLOURS)  # for each player: the hidden cards of all others at that time

    house: list[int] = array(SPACES)  # a player or NOBODY
    market: list[int] = array(SPACES)  # a player or NOBODY
    fort: list[int] = array(PLAYERS)  # the space of a player's fortified house, or NOBODY
    houses: list[list[int]] = array(PROVINCES + 1, PLAYERS)  # in each province, and on the ports
    emissaries: list[list[int]] = array(PROVINCES, PLAYERS)
    filled: list[int] = array(PROVINCES)  # spaces taken
    scored: list[int] = array(PROVINCES)  # 1: has its disc
    houses_left: list[int] = array(PLAYERS)
    emissaries_left: list[int] = array(PLAYERS)
    markers_left: list[int] = array(PLAYERS)

    points: list[list[int]] = array(SOURCES, PLAYERS)
    won: int = 0  # the winners, as bits
