"""The fields of a seat's observation of The White Lotus, for programs that learn: an allow-list, like a view.

The seat itself always comes first and the others follow clockwise, so that one learner can play every seat.  Places of
players and provinces that are not in play hold 0.  Influence and combat of all players are there, counted.
"""

from __future__ import annotations

from guanxi.engine.fields import Field
from guanxi.games.white_lotus.playing.observation import CAMP_COUNT, MOST, OF_PLAYER, YEARS
from guanxi.games.white_lotus.rules.material import BUILDINGS, OVER, PLAYERS, PROVINCES, TERMS, TILES

PLAYER = (
    *(MOST, MOST, MOST, 1, 1),
    *([1] * CAMP_COUNT),
    MOST,
    *([1] * PLAYERS),
    MOST,
    *([1] * 6),
)

FIELDS = (
    Field(
        "provinces",
        (PROVINCES, BUILDINGS + PLAYERS + PLAYERS + 1),
        1,
        f"each province: its building, one-hot ({BUILDINGS}); its owner, one-hot, the seat first ({PLAYERS}); the "
        f"players with a cube there ({PLAYERS}); it is fought for, or its palace pays",
    ),
    Field(
        "players",
        (PLAYERS, OF_PLAYER),
        PLAYER,
        "each player, the seat first: influence; combat; victory tokens; is emperor; leads the rebellion; camp, "
        f"one-hot (the emperor's, the rebels'); combat committed; the target revealed last, one-hot, the seat first "
        f"({PLAYERS}); the influence revealed last; is one of the tied; has to decide; takes part in the offers; makes "
        "an offer; is offered something; makes no more offers this year",
    ),
    Field("step", (OVER,), 1, "the step of the year, one-hot"),
    Field("stage", (OVER,), 1, "the same, or the step that the offers precede"),
    Field("terms", (TERMS,), MOST, "the offer, if the seat knows it: influence and combat given, then wanted"),
    Field("unseen", (BUILDINGS,), TILES, "tiles of each building that the seat has not seen"),
    Field("tile", (BUILDINGS,), 1, "the tile drawn by the seat, one-hot"),
    Field("year", (), YEARS, f"the year; {YEARS} also for later ones"),
    Field("last_year", (), 1, "the last year"),
    Field("sealed_target", (PLAYERS,), 1, "the own sealed target, one-hot, counted like the players"),
    Field("sealed_points", (), MOST, "the own sealed influence or combat"),
    Field("sealed_camp", (CAMP_COUNT,), 1, "the own sealed camp, one-hot"),
)
