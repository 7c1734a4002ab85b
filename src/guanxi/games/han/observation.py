"""The fields of a seat's observation of Han, for programs that learn: an allow-list, like a view.

Players come in the order of seats, beginning with the seat itself, so that one learner can play every seat.  The row
has the same length on every board and for every number of players; absent players and spaces are 0.
"""

from __future__ import annotations

from guanxi.engine.fields import Field
from guanxi.games.han.playing.observation import MOST_POINTS, OF_PLAYER
from guanxi.games.han.rules.material import (
    CARDS,
    COLOURS,
    DECK,
    EMISSARIES,
    HAND,
    HOUSES,
    PLAYERS,
    PROVINCES,
    ROW,
    SPACES,
)

MARKERS = 2
PLAYER = (
    *(1, 1, 1),
    *([HAND] * (1 + COLOURS)),
    *(HOUSES, EMISSARIES, MARKERS, MOST_POINTS),
    *([1] * SPACES * 3),
    *([EMISSARIES] * PROVINCES),
)

FIELDS = (
    Field("hand", (COLOURS,), HAND, "cards of each colour in the own hand"),
    Field("open_cards", (COLOURS,), ROW, "open cards of each colour"),
    Field("discards", (COLOURS,), CARDS, "discarded cards of each colour"),
    Field("second_pile", (COLOURS,), CARDS, "cards that the second pile may still hold, as everybody can count"),
    Field("pile", (), DECK, "cards in the pile"),
    Field("emptied", (), 1, "the pile ran out once"),
    Field("last_round", (), 1, "the last round"),
    Field("to_move", (), 1, "the seat has to decide"),
    Field("drawing", (), 1, "cards are being drawn"),
    Field("placed", (), MARKERS, "pieces placed this turn"),
    Field("within", (PROVINCES,), 1, "a piece may go into this province now"),
    Field("scored", (PROVINCES,), 1, "the province has its disc"),
    Field("fortifications", (), 1, "played with fortifications"),
    Field("markets", (), 1, "played with markets"),
    Field(
        "players",
        (PLAYERS, OF_PLAYER),
        PLAYER,
        "each player, the seat first: is there; has the turn; holds the Emperor; cards in hand; of these, taken from "
        f"the open cards ({COLOURS} colours); houses, emissaries and markers in supply; points, at most {MOST_POINTS}; "
        f"houses, markets and the fortified house ({SPACES} spaces each); emissaries in each of {PROVINCES} provinces",
    ),
)
