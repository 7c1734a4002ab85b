"""The fields of a seat's observation of Hanamikoji, for programs that learn: an allow-list, like a view.

The observing seat always comes first and the opponent second, so that one learner can play both seats.
"""

from __future__ import annotations

from guanxi.engine.fields import Field
from guanxi.games.hanamikoji.playing.observation import ROUNDS_AHEAD
from guanxi.games.hanamikoji.rules.material import (
    ACTIONS,
    FEWEST_IN_HAND,
    GEISHAS,
    MOST_COPIES,
    MOST_IN_HAND,
    MOST_ITEMS,
    SEATS,
    TURNS,
)

FIELDS = (
    Field("hand", (GEISHAS,), MOST_COPIES, "items of each geisha in the own hand"),
    Field("side", (SEATS, GEISHAS), MOST_COPIES, "items beside each geisha: the own, the opponent's"),
    Field("favour", (SEATS, GEISHAS), 1, "favours held by the seat, by the opponent"),
    Field("used", (SEATS, ACTIONS), 1, "actions used by the seat, by the opponent"),
    Field("secret", (GEISHAS,), 1, "the own secret, one-hot"),
    Field("trade_off", (GEISHAS,), 2, "the own trade-off"),
    Field("gift", (GEISHAS,), 3, "a gift on offer"),
    Field("competition", (2, GEISHAS), 2, "a competition on offer: the first pair, the second pair"),
    Field("other_hand", (), MOST_IN_HAND + 1, "cards in the opponent's hand"),
    Field("pile", (), MOST_ITEMS - SEATS * FEWEST_IN_HAND, "cards in the draw pile"),
    Field("to_move", (), 1, "the seat has to decide"),
    Field("begins", (), 1, "the seat begins this round"),
    Field("turn", (), TURNS, "turns finished this round"),
    Field("rounds", (), ROUNDS_AHEAD, f"rounds to come; {ROUNDS_AHEAD} also for more"),
)
