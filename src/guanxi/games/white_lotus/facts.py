"""The parts of a position's value, in sentences: land, claims, the throne, reserves, bids and battles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.core.position import NOBODY
from guanxi.engine.facts import Fact
from guanxi.engine.text import phrase, player
from guanxi.games.white_lotus.moves import BUILDINGS, CAMPS, province_name
from guanxi.games.white_lotus.playing.evaluation import (
    PROSPECT,
    bid_in,
    building_worth,
    chance_there,
    conflicts_of_all,
    land_worth,
    likely_bids,
    likely_camp,
    likely_combat,
    likely_ejected,
    province_worth,
    rebellion,
    reserves,
    territories,
    throne,
    years_left,
)
from guanxi.games.white_lotus.rules.claims import is_neutral
from guanxi.games.white_lotus.rules.material import BATTLE, BIDDING, PLAYERS
from guanxi.games.white_lotus.rules.scoring import DRAGON_POINTS, dragons, has_largest_territory, territory

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.games.white_lotus.rules.rules import WhiteLotus


def facts(p: WhiteLotus, seat: int) -> list[Fact]:
    """The points a player may expect, by where they come from, minus the opponents' average."""
    years = years_left(p)
    found = [*possessions(p, seat, years), *claims(p, seat, years)]
    if p.step == BIDDING and p.sealing >> seat & 1 and p.sealed[seat] != NOBODY:
        return [*found, bid(p, seat, years)]
    if p.rebel != NOBODY and p.winning == NOBODY:
        return [*found, battle(p, seat)]
    kept = phrase("fact.reserves", influence=p.influence[seat], combat=p.combat[seat])
    worth = ahead(p, seat, lambda player: reserves(p.influence[player], p.combat[player], years))
    return [*found, Fact("reserves", worth, kept)]


def ahead(p: WhiteLotus, seat: int, points: Callable[[int], float]) -> float:
    """A player's points from one source minus the opponents' average."""
    others = [points(other) for other in range(p.seats) if other != seat]
    return points(seat) - sum(others) / len(others)


def possessions(p: WhiteLotus, seat: int, years: float) -> list[Fact]:
    """The possessions in front of a player, which everybody sees."""
    beasts = ahead(p, seat, lambda player: DRAGON_POINTS * dragons(p, player))
    largest = "fact.land.largest" if has_largest_territory(p, seat) else "fact.land"
    found = [
        Fact("tokens", ahead(p, seat, lambda player: p.tokens[player]), phrase("fact.tokens", n=p.tokens[seat])),
        Fact("dragons", beasts, phrase("fact.dragons", n=dragons(p, seat))),
        Fact(
            "land",
            ahead(p, seat, lambda player: land_worth(p, player, territories(p))),
            phrase(largest, n=territory(p, seat)),
        ),
    ]
    found += [holding(p, seat, building, years) for building in range(len(BUILDINGS))]
    if throne(p, seat, years) > 0:
        reign = phrase("fact.throne" if seat == p.emperor else "fact.heir")
        found.append(Fact("throne", ahead(p, seat, lambda player: throne(p, player, years)), reign))
    return found


def holding(p: WhiteLotus, seat: int, building: int, years: float) -> Fact:
    """The player's buildings of one kind."""
    each, name = building_worth(building, years), BUILDINGS[building]
    worth = ahead(p, seat, lambda player: p.holds[player][building] * each)
    return Fact(f"holds {name}", worth, phrase(f"fact.holds.{name}", n=p.holds[seat][building]))


def claims(p: WhiteLotus, seat: int, years: float) -> list[Fact]:
    """The provinces that a player has a cube on, and the neutral ones next to the player's land."""
    found = []
    for province in range(p.board.provinces):
        rivals = (p.claims[province] & ~(1 << seat)).bit_count()
        worth = province_worth(p, seat, province, years) if is_neutral(p, province) else 0.0
        if p.claims[province] & 1 << seat:
            id_ = "fact.claim" if rivals else "fact.claim.alone"
            worth = worth * chance_there(p, seat, province, conflicts_of_all(p))
        elif worth and p.board.near[province] & p.land[seat]:
            id_, worth = "fact.near.claimed" if rivals else "fact.near", worth * PROSPECT
        else:
            continue
        building = phrase(f"building.{BUILDINGS[p.building[province]]}")
        clause = phrase(id_, province=province_name(p, province), building=building, n=rivals)
        found.append(Fact(f"claim {province}", worth, clause))
    return found


def bid(p: WhiteLotus, seat: int, years: float) -> Fact:
    """How the sealed bid fares against bids that the others may make, and what it leaves in the hand."""
    bids = likely_bids(p, seat, conflicts_of_all(p))
    spent = bid_in(bids, seat)
    stays = likely_ejected(p, seat, bids) != seat
    after = p.influence[seat] - (spent if stays else spent // 2)
    worth = stays * province_worth(p, seat, p.at, years) + reserves(after, p.combat[seat], years)
    name, target = province_name(p, p.at), player(p.sealed[seat] % PLAYERS)
    if p.owing >> seat & 1:
        clause = phrase("fact.target", player=target, province=name, percent=0)
    else:
        left = p.influence[seat] - spent
        clause = phrase("fact.bid", province=name, player=target, influence=spent, left=left, percent=0)
    return Fact("bid", worth, clause, float(stays))


def battle(p: WhiteLotus, seat: int) -> Fact:
    """How the rebellion may end for the player's camp, with the camps and the combat that the others may choose."""
    years, spent = years_left(p), likely_combat(p, seat, seat)
    worth, left = rebellion(p, seat), p.combat[seat] - spent
    paid = reserves(p.influence[seat], left, years) - reserves(p.influence[seat], p.combat[seat], years)
    if p.step == BATTLE:
        clause = phrase("fact.battle", n=spent, left=left, percent=0)
    else:
        clause = phrase(f"fact.camp.{CAMPS[likely_camp(p, seat, seat)]}", percent=0)
    # A victory is worth more than what was paid for it, a defeat less.
    return Fact("battle", worth, clause, float(worth > paid))
