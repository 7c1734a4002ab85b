"""The fields of a seat's observation of Haiduci, for programs that learn: an allow-list, like a view.

Players are counted from the observing one, so that one learner can play every seat; factions have their own numbers,
like the map.  A category is one-hot, and all its numbers are 0 if there is none (an empty box, a haiduc in no place).
"""

from __future__ import annotations

from guanxi.engine.fields import Field
from guanxi.games.haiduci.playing.observation import OF_PLAYER, PHASES, TASKS
from guanxi.games.haiduci.rules.material import (
    CARDS,
    CONDITIONS,
    DECK,
    FACTIONS,
    HAIDUCI,
    LEADERS,
    PAWNS,
    PLAYERS,
    SEASONS,
    TERRITORIES,
)

FIELDS = (
    Field("hand", (CARDS,), DECK, "cards of each kind in the own hand"),
    Field(
        "players",
        (PLAYERS, OF_PLAYER),
        (DECK, *([1] * FACTIONS), *([1] * LEADERS), 1),
        f"each player, the seat first: cards in hand; faction, one-hot ({FACTIONS}); leader, one-hot, where known "
        f"({LEADERS}); has claimed victory",
    ),
    Field("conditions", (CONDITIONS, 2), PAWNS, "the own conditions: reached, needed"),
    Field("pawns", (TERRITORIES, FACTIONS), PAWNS, "pawns of each faction in each territory"),
    Field("places", (HAIDUCI, TERRITORIES), 1, "where each haiduc is, one-hot"),
    Field("makers", (HAIDUCI, PLAYERS), 1, "the player who made it emerge, one-hot, the seat first"),
    Field("captors", (HAIDUCI, PLAYERS), 1, "the player who holds it captured, one-hot, the seat first"),
    Field("boxes", (FACTIONS, 2, CARDS), 1, "the cards in the boxes of each faction, one-hot"),
    Field("partners", (FACTIONS, PLAYERS), 1, "the player who filled the second box, one-hot, the seat first"),
    Field("discards", (CARDS,), DECK, "discarded cards of each kind"),
    Field("pile", (), DECK, "cards in the pile"),
    Field("start", (PLAYERS,), 1, "the player who starts the season, one-hot, the seat first"),
    Field("seasons", (), SEASONS, "seasons to come"),
    Field("phase", (PHASES,), 1, "the phase, one-hot"),
    Field("task", (TASKS,), 1, "what is being decided, one-hot"),
    Field("place", (TERRITORIES,), 1, "the territory or province it is about, one-hot"),
    Field("todo", (), TERRITORIES, "how much is still to do"),
    Field("haiduc", (HAIDUCI,), 1, "the haiduc it is about, one-hot"),
    Field("frozen", (), 1, "frozen"),
    Field("thawed", (), 1, "a haiduc has been played against the freeze"),
    Field("ending", (), 1, "the game ends with this season"),
    Field("to_move", (), 1, "the seat has to decide"),
)
