"""The parts of a position's value, in sentences: the leader's conditions, points, cards and agreements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.facts import Fact
from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.haiduci.board import edition_of
from guanxi.games.haiduci.playing.evaluation import AIMS, CARD, OFFER, POINTS, progress, promise, share
from guanxi.games.haiduci.playing.prospects import foresee, forget, missing
from guanxi.games.haiduci.rules.material import (
    CAPITAL,
    CAPTURED,
    CONDITIONS,
    EMERGED,
    FACTIONS,
    LEADERS,
    MAJORITY,
    STEPS,
    TERRITORIES,
)
from guanxi.games.haiduci.rules.scoring import controller, rival, rival_strength, total
from guanxi.games.haiduci.view import condition_view, points

if TYPE_CHECKING:
    from guanxi.games.haiduci.rules.rules import Haiduci

TERRITORY = 0.01  # a territory beside the conditions and points for which it may count


def facts(p: Haiduci, seat: int) -> list[Fact]:
    """A player's prospects, in hundredths of a claim; of the others only what everybody sees."""
    if p.faction[seat] == NOBODY:
        return []
    foreseen = foresee(p)
    cards = Fact("cards", 100 * CARD * p.held[seat], phrase("fact.cards", n=p.held[seat]))
    found = [*conditions(p, seat), *territories(p, seat), standing(p, seat), cards, *agreements(p, seat)]
    forget(p, foreseen)
    return found


def conditions(p: Haiduci, seat: int) -> list[Fact]:
    """The leader's two conditions; one alone is worth little, so each counts with the other's progress."""
    first = (p.faction[seat] * LEADERS + p.leader[seat]) * CONDITIONS
    one, other = progress(p, seat, first), progress(p, seat, first + 1)
    worth = [0.15 * own + 0.35 * one * other for own in (one, other)]
    return [
        Fact(f"condition {number}", 100 * AIMS * worth[number], condition(p, seat, first + number))
        for number in range(CONDITIONS)
    ]


def condition(p: Haiduci, seat: int, number: int) -> Phrase:
    """How far a condition is."""
    seen, faction = condition_view(p, seat, number), p.faction[seat]
    what, province = p.board.condition[number], p.board.province[number]
    if what == MAJORITY:
        pawns = (p.strength[province][faction], rival_strength(p, province, faction))
        return phrase("fact.majority", condition=seen.text, mine=pawns[0], rival=pawns[1])
    if what == CAPITAL:
        territory = p.board.capital[province]
        pawns = (p.pawns[territory][faction], rival(p, territory, faction))
        return phrase("fact.majority", condition=seen.text, mine=pawns[0], rival=pawns[1])
    if seen.met or what in (CAPTURED, EMERGED):
        return phrase("fact.condition", condition=seen.text, reached=seen.reached, needed=seen.needed)
    short = missing(p, seat, number)
    return phrase("fact.condition.short", condition=seen.text, reached=seen.reached, needed=seen.needed, n=short)


def territories(p: Haiduci, seat: int) -> list[Fact]:
    """The territories with pawns: how near the player is to controlling each, and whether a rival does."""
    found, edition, faction = [], edition_of(p.board), p.faction[seat]
    for territory in range(TERRITORIES):
        mine, most = p.pawns[territory][faction], rival(p, territory, faction)
        holder = controller(p, territory)
        if mine + most == 0:
            continue
        name = edition.territory_name(edition.territories[territory])
        if holder in (faction, NOBODY):
            clause = phrase("fact.held" if holder == faction else "fact.contested", at=name, mine=mine, rival=most)
        else:
            owner = edition.faction_name(edition.factions[holder])
            clause = phrase("fact.taken", at=name, mine=mine, rival=most, faction=owner)
        hostile = holder not in (faction, NOBODY) and p.seat_of[holder] != NOBODY
        found.append(Fact(f"territory {territory}", 100 * TERRITORY * (share(p, territory, faction) - hostile), clause))
    return found


def standing(p: Haiduci, seat: int) -> Fact:
    """The player's points beside those of the best rival that everybody can count."""
    others = [other for other in range(p.seats) if other != seat and p.faction[other] != NOBODY]
    average = sum(total(p, other) for other in others) / max(1, len(others))
    best = max((sum(points(p, other, shown=False).values()) for other in others), default=0)
    mine = total(p, seat)
    return Fact("points", 100 * POINTS * (mine - average), phrase("fact.points", mine=mine, rival=best))


def agreements(p: Haiduci, seat: int) -> list[Fact]:
    """The player's open offer, and the agreements that the player is part of."""
    found, edition = [], edition_of(p.board)
    for faction in range(FACTIONS):
        owner, partner = p.seat_of[faction], p.partner[faction]
        first, second = p.box[faction]
        if owner == NOBODY or first == NOBODY:
            continue
        card = edition.card_name(edition.card_ids[first])
        if second == NOBODY and owner == seat:
            found.append(Fact("offer", 100 * OFFER, phrase("fact.offer", card=card)))
        elif second != NOBODY and seat in (owner, partner):
            worth = promise(p, seat, faction, 0 if owner == seat else STEPS)
            answer = edition.card_name(edition.card_ids[second])
            ally = player(partner if owner == seat else owner)
            clause = phrase("fact.agreement", player=ally, first=card, second=answer)
            found.append(Fact(f"agreement {faction}", 100 * worth, clause))
    return found
