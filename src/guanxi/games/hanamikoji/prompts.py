"""The prompt of a seat of Hanamikoji."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.hanamikoji.moves import ACTIONS
from guanxi.games.hanamikoji.rules import material

if TYPE_CHECKING:
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


def prompt(p: Hanamikoji, seat: int | None) -> Phrase:
    """The prompt for a seat, in one sentence."""
    if p.owing == 0:
        return phrase("prompt.over")
    mover = p.owing >> 1 & 1
    if seat != mover:
        return phrase("prompt.wait", player=player(mover))
    if p.offer == NOBODY:
        return phrase("prompt.act")
    return phrase("prompt.gift" if p.offer < material.COMPETITION else "prompt.competition")


def is_open(p: Hanamikoji, seat: int) -> bool:
    """Answers are about open cards; a last action may take the whole hand, which only a competition can divide."""
    left = [action for action, used in enumerate(p.used[seat]) if not used]
    takes_all = len(left) == 1 and p.cards.hand == material.FEWEST_IN_HAND
    return p.offer != NOBODY or (takes_all and ACTIONS[left[0]] != "competition")
