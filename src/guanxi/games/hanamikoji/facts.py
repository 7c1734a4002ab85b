"""The parts of a position's value, in sentences: how it stands with each geisha."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.facts import Fact
from guanxi.engine.text import Phrase, phrase
from guanxi.games.hanamikoji.moves import ITEMS
from guanxi.games.hanamikoji.playing.evaluation import lead
from guanxi.games.hanamikoji.rules.material import GEISHAS

if TYPE_CHECKING:
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


def facts(p: Hanamikoji, seat: int) -> list[Fact]:
    """The charm that each geisha promises."""
    return [
        Fact(f"geisha {ITEMS[geisha]}", p.cards.charm[geisha] * lead(p, seat, geisha), clause)
        for geisha in range(GEISHAS)
        if (clause := standing(p, seat, geisha)) is not None
    ]


def standing(p: Hanamikoji, seat: int, geisha: int) -> Phrase | None:
    """The leader with a geisha, by the cards on the table and the seat's own secret; None if nothing lies there yet."""
    other, name = 1 - seat, phrase(f"geisha.{ITEMS[geisha]}")
    mine = p.side[seat][geisha] + (p.secret[seat] == geisha)
    theirs = p.side[other][geisha]
    favour = p.favour[geisha]
    if mine + theirs == 0:
        return None if favour == NOBODY else phrase(f"fact.favour.{'own' if favour == seat else 'other'}", geisha=name)
    left = p.cards.items[geisha] - mine - theirs - p.traded[seat].count(geisha)
    return phrase(standing_id(mine - theirs, left, favour, seat), geisha=name, mine=mine, theirs=theirs, n=left)


def standing_id(margin: int, left: int, favour: int, seat: int) -> str:
    """The text for a lead of `margin` cards with `left` more to come; with equal numbers the favour stays."""
    if margin == 0:
        if favour != NOBODY:
            return "fact.level.own" if favour == seat else "fact.level.other"
        return "fact.level" if left else "fact.level.final"
    leader = seat if margin > 0 else 1 - seat
    if abs(margin) > left - (favour == leader):
        return "fact.safe" if leader == seat else "fact.lost"
    return "fact.lead" if leader == seat else "fact.behind"
