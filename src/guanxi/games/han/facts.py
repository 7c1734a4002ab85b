"""The parts of a position's value, in sentences: houses, alliances, roads, ports and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.facts import Fact
from guanxi.engine.text import Phrase, list_of, phrase
from guanxi.games.han.board import file_of
from guanxi.games.han.moves import CARD_COLOURS, card_phrase
from guanxi.games.han.playing.evaluation import alliance, cards, roads
from guanxi.games.han.rules.material import COLOURS, PROVINCES
from guanxi.games.han.rules.scoring import leads, port_points, province_points, total

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.games.han.rules.rules import Han


def facts(p: Han, seat: int) -> list[Fact]:
    """A player's points if the game ended now and what may still come, minus the opponents' average."""
    return [
        Fact("scored", ahead(p, seat, lambda player: total(p, player)), phrase("fact.scored", n=total(p, seat))),
        Fact("roads", ahead(p, seat, lambda player: roads(p, player)), phrase("fact.roads", n=roads(p, seat))),
        Fact("ports", ahead(p, seat, lambda player: port_points(p, player)), ports(p, seat)),
        Fact("cards", ahead(p, seat, lambda player: cards(p, player)), hand(p, seat)),
        *(houses(p, seat, province) for province in range(PROVINCES) if is_open(p, seat, province)),
        *(allied(p, seat, number) for number in range(p.board.alliances) if is_part(p, seat, number)),
    ]


def ahead(p: Han, seat: int, points: Callable[[int], float]) -> float:
    """A player's points from one source minus the opponents' average."""
    others = [points(other) for other in range(p.seats) if other != seat]
    return points(seat) - sum(others) / len(others)


def ports(p: Han, seat: int) -> Phrase:
    """The points for ports."""
    return phrase("fact.ports", n=port_points(p, seat))


def hand(p: Han, seat: int) -> Phrase:
    """The player's own cards."""
    held = [card_phrase(CARD_COLOURS[colour]) for colour in range(COLOURS) for _ in range(p.hand[seat][colour])]
    return phrase("fact.cards", cards=list_of(held)) if held else phrase("fact.cards.none")


def is_open(p: Han, seat: int, province: int) -> bool:
    """Whether a player has houses in a province that is not scored yet."""
    return not p.scored[province] and p.houses[province][seat] > 0


def houses(p: Han, seat: int, province: int) -> Fact:
    """The leader in a province by houses, for how many points, and the spaces left there."""
    mine = p.houses[province][seat]
    rival = max(p.houses[province][other] for other in range(p.seats) if other != seat)
    clause = phrase(
        "fact.houses.lead" if mine > rival else "fact.houses.level" if mine == rival else "fact.houses.behind",
        province=place(p, province),
        mine=mine,
        rival=rival,
        points=province_points(p, province, seat),
        n=p.board.size[province] - p.filled[province],
    )
    worth = ahead(p, seat, lambda player: province_points(p, province, player))
    return Fact(f"province {province}", worth, clause)


def is_part(p: Han, seat: int, number: int) -> bool:
    """Whether a player leads in a province of an alliance."""
    return any(leads(p, province, seat) for province in p.board.alliance[number])


def allied(p: Han, seat: int, number: int) -> Fact:
    """An alliance whose emissaries the player leads in both provinces or in one."""
    one, other = p.board.alliance[number]
    if not leads(p, one, seat):
        one, other = other, one
    emissaries = sum(p.emissaries[one]) + sum(p.emissaries[other])
    clause = phrase(
        "fact.alliance" if leads(p, other, seat) else "fact.alliance.half",
        number=number + 1,
        first=place(p, one),
        second=place(p, other),
        n=emissaries,
    )
    return Fact(f"alliance {number}", ahead(p, seat, lambda player: alliance(p, number, player)), clause)


def place(p: Han, province: int) -> str:
    """The name of a province."""
    file = file_of(p.board)
    return file.provinces[file.province_ids[province]].name
