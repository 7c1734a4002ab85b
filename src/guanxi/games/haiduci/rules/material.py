"""Haiduci: what lies on the table.  The seasons are in `rules.py`, effects in `effects.py`, points in `scoring.py`.

Factions and their provinces have the same numbers.  Territories are numbered province by province, five in each, so
that `territory // INSIDE` is the province.  A card is a kind or, from HAIDUC on, one of the six haiduci.
"""

from __future__ import annotations

from guanxi.engine.core.position import Position, Record
from guanxi.engine.record import array, record

PLAYERS = 6
FACTIONS = 6
INSIDE = 5  # territories of a province
TERRITORIES = FACTIONS * INSIDE
PAWNS = 30  # of each faction
SEASONS = 28  # Spring 1807 to Winter 1813
HAND = 3  # cards at the start; one more for the faction that begins

# The first version of the rules: a claim counted as soon as both conditions were met, any pawn could be removed to
# become majority, and a declaration of independence went through the territories in the order of the file.
FIRST_RULES = 1

KINDS = 8  # at most, of ordinary cards
HAIDUC = KINDS  # the first haiduc's card
HAIDUCI = 6
CARDS = KINDS + HAIDUCI  # different cards
SORTS = KINDS + 1  # what a combination knows: a kind, or any haiduc
DECK = 60  # cards at most

LEADERS = 3  # of each faction
CONDITIONS = 2  # of each leader

# What a condition speaks of.
INDEPENDENCE = 0
MAJORITY = 1
INFLUENCE = 2
EXTENSION = 3
CAPTURED = 4
EMERGED = 5
CAPITAL = 6

# What a step of a combination does.
NOTHING = 0
PLACE = 1
REMOVE = 2
DECLARE = 3  # a declaration of independence
CONTROL = 4  # majority control of the own province
SPREAD = 5  # influence
EMERGE = 6
CAPTURE = 7
CONFERENCE = 8
STEPS = 2  # of each player, at most
PROGRAM = 2 * STEPS  # the owner's steps, then the partner's

# Phases of the game.
CHOOSING = 0  # factions
OFFERS = 1
AGREEMENTS = 2
MARCHES = 3  # the haiduci move
UNPLAYED = 4
FROZEN = 5
OVER = 6

# What is being decided within an effect or a march.
IDLE = 0
PLACING = 1
REMOVING = 2
LEADING = 3  # become majority in a territory; without one, in any of several
RULING = 4  # become majority in a province
WHERE = 5  # choose a province to influence
SPREADING = 6  # a pawn in it
EMERGING = 7
HUNTING = 8  # keep the haiduc as captured, or let it emerge and capture another
CATCHING = 9
PAYING = 10  # discard a card for a march
DONE = 11

# Moves, each one number; `rules.py` says what they mean.
FACTION_MOVE = 0
OFFER_MOVE = FACTION_MOVE + FACTIONS
JOIN_MOVE = OFFER_MOVE + CARDS
PASS_MOVE = JOIN_MOVE + FACTIONS * CARDS
PLACE_MOVE = PASS_MOVE + 1
REMOVE_MOVE = PLACE_MOVE + TERRITORIES
PROVINCE_MOVE = REMOVE_MOVE + TERRITORIES * FACTIONS
EMERGE_MOVE = PROVINCE_MOVE + FACTIONS
KEEP_MOVE = EMERGE_MOVE + TERRITORIES
CAPTURE_MOVE = KEEP_MOVE + 1
MARCH_MOVE = CAPTURE_MOVE + HAIDUCI
DISCARD_MOVE = MARCH_MOVE + HAIDUCI * TERRITORIES
SPEND_MOVE = DISCARD_MOVE + CARDS
FREE_MOVE = SPEND_MOVE + HAIDUCI
MOVES = FREE_MOVE + HAIDUCI

# Why the game ended.
CLAIM = 1
CAPTURES = 2
LAST_SEASON = 3

# Sources of points.
FROM_CONDITIONS = 0
FROM_PROVINCES = 1
FROM_CAPTURED = 2
FROM_EMERGED = 3
FROM_TERRITORIES = 4
SOURCES = 5

# What happened.
BEGAN = 1  # who chooses first
CHOSE = 2  # seat, faction
LED = 3  # seat, faction, leader: seen by that seat
SEASON = 4  # season, who starts, 1: frozen
OFFERED = 5  # seat, faction, card
JOINED = 6  # seat, faction, card
PASSED = 7  # seat
AGREED = 8  # seat, partner, faction, first card, second card
PLACED = 9  # seat, faction, territory, 1: the seat's own faction
REMOVED = 10  # seat, faction, territory
CHOSE_PROVINCE = 11  # seat, province
EMERGENCE = 12  # seat, haiduc, territory
CAUGHT = 13  # seat, haiduc, the territory where it was or NOBODY
MARCHED = 14  # seat, haiduc, territory that it left, territory
DISCARDED = 15  # seat, card
DREW = 16  # seat, card: seen by that seat
SHUFFLED = 17
CONVENED = 18  # an international conference: seat
CANCELLED = 19  # seat, partner, faction, first card, second card
SPENT = 20  # seat, haiduc, 1: one that was captured
CLAIMED = 21  # seat, faction, leader
ENDED = 22  # why
SCORED = 23  # seat, points
WON = 24  # winners as bits

# Positions worth seeing inside a move.
AGREEMENT_DONE = 0  # an agreement has been carried out, and its cards are not discarded yet
CONFERENCE_HELD = 1  # the same, by a conference
HAIDUC_EMERGED = 2  # the same, by an emergence
HAIDUC_CAPTURED = 3  # the same, by a capture
VICTORY_CLAIMED = 4  # a leader has been revealed


@record
class Board(Record):
    """Map, cards and leaders as the rules read them; `board.py` makes it from the files."""

    begins: int = 0  # the faction that has a card more and starts the first season
    kinds: int = 0
    copies: list[int] = array(CARDS)
    capital: list[int] = array(FACTIONS)
    near: list[int] = array(TERRITORIES)  # the neighbours of a territory, as bits
    around: list[int] = array(FACTIONS)  # the territories next to a province, as bits
    step: list[int] = array(SORTS * SORTS * PROGRAM)  # what each step of a pair of cards does
    amount: list[int] = array(SORTS * SORTS * PROGRAM)  # and how many
    condition: list[int] = array(FACTIONS * LEADERS * CONDITIONS)
    province: list[int] = array(FACTIONS * LEADERS * CONDITIONS)  # the one a condition is about
    needed: list[int] = array(FACTIONS * LEADERS * CONDITIONS)


@record
class Material(Position):
    """All that is on the table and in the hands."""

    board: Board
    first: int = 0  # who chooses a faction first
    phase: int = 0
    season: int = 0
    start: int = 0  # who starts the season
    turn: int = 0  # how far the phase has come: players, or unplayed factions
    passes: int = 0  # in succession
    frozen: int = 0  # 1: since a conference
    conference: int = 0  # 1: held this season
    thawed: int = 0  # 1: a haiduc has been played against the freeze
    ending: int = 0  # why the game ends with this season, or 0

    faction: list[int] = array(PLAYERS)
    seat_of: list[int] = array(FACTIONS)  # or NOBODY
    leader: list[int] = array(PLAYERS)
    excluded: list[list[int]] = array(PLAYERS, LEADERS)  # 1: it would have claimed victory by now
    claimed: int = 0  # as bits

    pawns: list[list[int]] = array(TERRITORIES, FACTIONS)
    strength: list[list[int]] = array(FACTIONS, FACTIONS)  # pawns in each province
    present: list[int] = array(FACTIONS)  # territories with a pawn, as bits
    supply: list[int] = array(FACTIONS)

    place: list[int] = array(HAIDUCI)  # the territory of each haiduc, or NOBODY
    maker: list[int] = array(HAIDUCI)  # who made it emerge, or NOBODY
    captor: list[int] = array(HAIDUCI)  # or NOBODY

    box: list[list[int]] = array(FACTIONS, 2)  # the card in each alliance box, or NOBODY
    partner: list[int] = array(FACTIONS)  # who filled the second one
    put: list[int] = array(PLAYERS)  # cards put down this season
    agreed: list[int] = array(PLAYERS)  # agreements carried out this season

    slot: int = 0  # the step of the agreement that is being carried out
    actor: int = 0  # by whom
    task: int = 0
    todo: int = 0  # pawns, or territories as bits
    target: int = 0  # the territory or province it is about, or NOBODY
    influenced: int = 0  # the province chosen for influence in this agreement, or NOBODY
    marked: int = 0  # its territories that already got a pawn, as bits
    haiduc: int = 0  # the one that emerges, is captured or marches
    hunting: int = 0  # 1: another haiduc is captured next

    pile: list[int] = array(DECK)  # the next card last
    left: int = 0
    discards: list[int] = array(CARDS)
    hand: list[list[int]] = array(PLAYERS, CARDS)
    held: list[int] = array(PLAYERS)  # cards in hand

    # What each player knows of the others' hands since the discards were last shuffled.
    shuffles: int = 0
    fresh: list[int] = array(CARDS)  # what was shuffled then
    drawn: list[list[int]] = array(PLAYERS, CARDS)  # what each player drew since
    draws: list[int] = array(PLAYERS)  # and how often
    old: list[list[int]] = array(PLAYERS, CARDS)  # for each player: what all others held then

    won: int = 0  # the winners, as bits
