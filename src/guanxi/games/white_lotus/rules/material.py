"""The White Lotus: what lies on the table.  The rules are in `rules.py` and the modules it names.

Amounts are points of influence or combat, provinces are numbers of the board, NOBODY marks what has no owner, no
building or no end.  Several players, or several provinces, together are bits of one number.
"""

from __future__ import annotations

from guanxi.engine.core.position import Position, Record
from guanxi.engine.record import array, record

PLAYERS = 6
PROVINCES = 39
LOTUSES = 8

VILLAGE = 0
PALACE = 1
TEMPLE = 2
FORTRESS = 3
RICE = 4
BUILDINGS = 5
TILES = [17, 5, 5, 6, 6]  # square ones, of each building
START = [3, 1, 1, 1, 1]  # of these on the lotus provinces; with six players one more village

CLAIMS = 3  # cubes that everybody places in a year
CUBES = 5
INFLUENCE = 12  # at the start
COMBAT = 3

IMPERIAL = 0  # the camps of a rebellion
REBEL = 1

OFFERS = 2  # that a player may make in one window
TERMS = 4  # of an offer: influence and combat given, influence and combat wanted

# A bit for each province; 1 << 38 would be wrong in C.
BIT: list[int] = [2**province for province in range(62)]

# Where in the year the table is: what comes next, or what is being decided.
CLAIMING = 1  # 2.1
FIRST_PALACE = 2  # 2.2, only in year 1
UNCONTESTED = 3  # 2.2.1
NAMING = 4  # 2.2.2.1: the emperor names a contested province
CONFLICT = 5  # 2.2.2: a round begins, or the province is won
BIDDING = 6  # 2.2.2.2 and 2.2.2.3: target and influence, sealed
TIE = 7  # 2.2.2.5: the emperor decides
REWARDING = 8  # 2.3: the emperor's victory token
RISING = 9  # 2.4: who leads a rebellion
CAMPS = 10  # 2.4: sealed
BATTLE = 11  # 2.4: combat, sealed
SPOILS = 12  # 2.4.1, 2.4.2: the winners take provinces
INCOME = 13  # 2.5: everything but palaces
PALACES = 14  # 2.5: influence or combat for a palace
FOUNDING = 15  # 2.6: a new province
OFFERING = 16  # 4: an offer to somebody, or none
STATING = 17  # 4: the terms of an offer
ANSWERING = 18  # 4
OVER = 19

# What happened.
BEGAN = 1  # emperor
LAID = 2  # province, building: on a lotus province
YEAR = 3  # year, emperor
CLAIMED = 4  # seat, province
PASSED = 5  # seat: no more claims
CONTROLLED = 6  # seat, province: alone there
CONTESTED = 7  # province, the players there as bits
PLAYED = 8  # seat, target, influence
TIED = 9  # those with the most influence against them as bits, emperor
EJECTED = 10  # seat, province, influence kept
WON_PROVINCE = 11  # seat, province
CROWNED = 12  # seat
EMPERORS_TOKEN = 13  # seat
FULL = 14  # every province is owned: the last year
DECLINED_TO_LEAD = 15  # seat
ROSE = 16  # seat
QUIET = 17  # no rebellion
CAMP = 18  # seat, camp
COMMITTED = 19  # seat, combat
FOUGHT = 20  # the emperor's strength, the rebels', the camp that has won
TOOK = 21  # seat, province, from
CONSOLED = 22  # seat: a token, because nothing can be taken
EARNED = 23  # seat, influence, combat
CHOSE = 24  # seat, province, 1: combat
DREW = 25  # seat, building
FOUNDED = 26  # seat, province, building
OFFERED = 27  # seat, partner, the four terms
AGREED = 28  # seat, partner
REFUSED = 29  # seat, partner
SCORED = 30  # seat, points, source
VICTORY = 31  # winners as bits
RENOUNCED = 32  # seat: a winner who takes no province
FELL_SILENT = 33  # seat: no more offers this year

# Positions worth seeing inside a move.
CLAIMS_SETTLED = 0  # all sole claimants have taken their provinces
LETTERS_OPENED = 1  # the bids of a conflict round are open, and nobody has been ejected yet
PROVINCE_WON = 2  # a conflict is over, and the winner's chip lies there
CAMPS_OPENED = 3
BATTLE_FOUGHT = 4  # combat and strengths are open, and nothing has been taken yet
INCOME_PAID = 5  # everybody has the income of the year, without what palaces pay

# Sources of points.
FROM_PALACES = 0
FROM_TEMPLES = 1
FROM_OTHERS = 2
FROM_TERRITORY = 3
FROM_DRAGONS = 4
FROM_TOKENS = 5
SOURCES = 6

# Moves, one number each; `rules.py` explains them.
AMOUNTS = 1000
CLAIM = 0
NAME = CLAIM + PROVINCES
TAKE = NAME + PROVINCES
FOUND = TAKE + PROVINCES
TARGET = FOUND + PROVINCES
EJECT = TARGET + PLAYERS
PARTNER = EJECT + PLAYERS
PASS = PARTNER + PLAYERS
NO = PASS + 1
YES = NO + 1
SIDE = YES + 1
EARN = SIDE + 2
AMOUNT = EARN + 2
SILENT = AMOUNT + AMOUNTS
MOVES = SILENT + 1


@record
class Board(Record):
    """The map as the rules read it, with the provinces in play only; `board.py` makes it from a file."""

    provinces: int = 0
    lotuses: int = 0
    lotus: list[int] = array(LOTUSES)  # the provinces where the game begins
    dragon: list[int] = array(PROVINCES)  # 1: worth more at the end
    near: list[int] = array(PROVINCES)  # the provinces next to each, as bits


@record
class Material(Position):
    """All that is on the table and in the hands."""

    board: Board
    negotiation: int = 0  # 1: played with this variant
    counted: int = 0  # 1: totals that anyone could count are shown

    year: int = 0
    step: int = 0  # where in the year the table is
    turn: int = 0  # of the claims, the income or the new provinces: turns taken
    emperor: int = 0
    last: int = 0  # 1: every province is owned, the game ends with this year's rebellion

    building: list[int] = array(PROVINCES)  # on each province, or NOBODY
    owner: list[int] = array(PROVINCES)  # of its round chip, or NOBODY
    land: list[int] = array(PLAYERS)  # the provinces of each player, as bits
    settled: int = 0  # the provinces with a tile or chip, as bits
    holds: list[list[int]] = array(PLAYERS, BUILDINGS)  # how many buildings of each kind a player owns
    bag: list[int] = array(BUILDINGS)  # square tiles in the bag
    tile: int = 0  # the tile drawn and not yet placed, or NOBODY; only its drawer has seen it

    claims: list[int] = array(PROVINCES)  # the players with a cube there, as bits
    influence: list[int] = array(PLAYERS)
    combat: list[int] = array(PLAYERS)
    tokens: list[int] = array(PLAYERS)

    at: int = 0  # the province that is fought for, or whose palace pays, or NOBODY
    target: list[int] = array(PLAYERS)  # of the conflict round revealed last, or NOBODY
    played: list[int] = array(PLAYERS)  # influence in it
    tied: int = 0  # the players of whom the emperor ejects one, as bits

    rebel: int = 0  # the leader of the rebellion, or NOBODY
    asked: int = 0  # the players who have been asked to lead, or rewarded, as bits
    camp: list[int] = array(PLAYERS)  # or NOBODY
    committed: list[int] = array(PLAYERS)  # combat, or NOBODY
    winning: int = 0  # the camp that has won, or NOBODY
    robbed: int = 0  # the losers who have lost a province, as bits
    temples: list[int] = array(PLAYERS)  # when the new provinces began

    heard: int = 0  # the step before which offers were made, if nothing has happened since; else 0
    silent: int = 0  # the players who make no more offers this year, as bits
    refused: list[list[int]] = array(PLAYERS, PLAYERS)  # the last offer this year that one refused another, or 0
    parties: int = 0  # the players who may make and get offers, as bits
    speaker: int = 0  # whose turn it is to make offers, counted from the emperor
    offers: int = 0  # made by the speaker
    partner: int = 0
    term: int = 0  # the next one to be stated
    terms: list[int] = array(TERMS)
    after: int = 0  # the step that follows the offers

    won: int = 0  # the winners, as bits
