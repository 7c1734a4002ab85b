"""A seat's observation of Haiduci, number by number; `haiduci/observation.py` names the fields."""

from __future__ import annotations

from guanxi.engine.core.observation import Observation, add_row, place_of
from guanxi.engine.core.position import NOBODY
from guanxi.games.haiduci.rules.material import (
    CARDS,
    CATCHING,
    CONDITIONS,
    DONE,
    EMERGING,
    FACTIONS,
    HAIDUCI,
    HUNTING,
    LEADERS,
    LEADING,
    OVER,
    PAYING,
    PLACING,
    PLAYERS,
    REMOVING,
    RULING,
    SEASONS,
    SPREADING,
    TERRITORIES,
)
from guanxi.games.haiduci.rules.rules import Haiduci
from guanxi.games.haiduci.rules.scoring import reached

TASKS = DONE + 1
PHASES = OVER + 1
OF_PLAYER = 2 + FACTIONS + LEADERS  # numbers about one player


def observe(p: Haiduci, seat: int, seen: Observation) -> None:
    """Add everything that a seat may know: cards, players, the map, haiduci, boxes, and the decision."""
    add_row(seen, p.hand[seat], CARDS)
    for place in range(PLAYERS):
        if place < p.seats:
            observe_player(p, seat, (seat + place) % p.seats, seen)
        else:
            seen.add_zeros(OF_PLAYER)
    observe_conditions(p, seat, seen)
    for territory in range(TERRITORIES):
        add_row(seen, p.pawns[territory], FACTIONS)
    for haiduc in range(HAIDUCI):
        seen.add_one_of(p.place[haiduc], TERRITORIES)
    for haiduc in range(HAIDUCI):
        seen.add_one_of(place_of(p, seat, p.maker[haiduc]), PLAYERS)
    for haiduc in range(HAIDUCI):
        seen.add_one_of(place_of(p, seat, p.captor[haiduc]), PLAYERS)
    for faction in range(FACTIONS):
        seen.add_one_of(p.box[faction][0], CARDS)
        seen.add_one_of(p.box[faction][1], CARDS)
    for faction in range(FACTIONS):
        seen.add_one_of(place_of(p, seat, p.partner[faction]), PLAYERS)
    add_row(seen, p.discards, CARDS)
    seen.add(p.left)
    seen.add_one_of(place_of(p, seat, p.start), PLAYERS)
    seen.add(SEASONS - p.season)
    observe_decision(p, seat, seen)


def observe_player(p: Haiduci, seat: int, other: int, seen: Observation) -> None:
    """Add a player's cards, faction and leader; a leader is secret until its player has claimed victory."""
    known = other == seat or p.phase == OVER or p.claimed >> other & 1
    seen.add(p.held[other])
    seen.add_one_of(p.faction[other], FACTIONS)
    seen.add_one_of(p.leader[other] if known else NOBODY, LEADERS)
    seen.add(p.claimed >> other & 1)


def observe_conditions(p: Haiduci, seat: int, seen: Observation) -> None:
    """Add how far the own two conditions have come, and how far they must."""
    if p.faction[seat] == NOBODY:
        seen.add_zeros(2 * CONDITIONS)
        return
    first = (p.faction[seat] * LEADERS + p.leader[seat]) * CONDITIONS
    for number in range(first, first + CONDITIONS):
        seen.add(reached(p, seat, number))
        seen.add(p.board.needed[number])


def observe_decision(p: Haiduci, seat: int, seen: Observation) -> None:
    """Add what is being decided; places, amounts and haiduci left over from earlier steps say nothing."""
    task = p.task
    seen.add_one_of(p.phase, PHASES)
    seen.add_one_of(task, TASKS)
    place = NOBODY
    if task in (LEADING, RULING, PAYING):
        place = p.target
    elif task == SPREADING:
        place = p.influenced
    seen.add_one_of(place, TERRITORIES)
    seen.add(p.todo if task in (PLACING, REMOVING, SPREADING) else 0)
    seen.add_one_of(p.haiduc if task in (EMERGING, HUNTING, CATCHING, PAYING) else NOBODY, HAIDUCI)
    seen.add(p.frozen)
    seen.add(p.thawed)
    seen.add(p.ending > 0)
    seen.add(p.owing >> seat & 1)
