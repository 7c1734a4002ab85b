"""The move of Hanamikoji that a player means by a click, legal or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.hanamikoji.moves import ACTIONS, CARDS, ITEMS, Secret, build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.moves import Move
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


def meant(p: Hanamikoji, seat: int, places: Sequence[str]) -> Move | None:
    """An action with the first cards of the hand, or the use of a card; None for other places."""
    kind, _, name = places[-1].partition(":")
    if kind == "action" and name in ACTIONS:
        held = [item for item, count in zip(ITEMS, p.hand[seat], strict=True) for _ in range(count)]
        return build(name, (held + [ITEMS[0]] * CARDS[name])[: CARDS[name]])
    if kind == "hand":
        return next((Secret(item) for item in ITEMS if item == name), None)
    return None
