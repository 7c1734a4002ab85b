"""Tables of Haiduci as a rulebook would describe them: who plays what, where pawns stand, what lies in the boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.events import Event
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.board import Edition, compiled, load
from guanxi.games.haiduci.rules import effects, rules
from guanxi.games.haiduci.rules.material import (
    CARDS,
    DECK,
    FACTIONS,
    HAIDUC,
    HAIDUCI,
    INSIDE,
    LEADERS,
    PAWNS,
    PLAYERS,
    TERRITORIES,
)
from guanxi.games.haiduci.view import HaiduciView
from tests.engine.playing import play_absent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from guanxi.engine.game import Result
    from guanxi.engine.table import Table
    from guanxi.games.haiduci.rules.rules import Haiduci

E = TypeVar("E", bound=Event)

EDITION = load()
PEOPLE = EDITION.leaders
FOUR = "ottoman serbia wallachia russia"  # so Transylvania and Moldavia have no player
SIX = "ottoman transylvania serbia moldavia wallachia russia"


def faction(name: str) -> int:
    return EDITION.factions.index(name)


def territory(name: str) -> int:
    return EDITION.territories.index(name)


def card(name: str) -> int:
    return EDITION.card_ids.index(name)


def haiduc(name: str) -> int:
    return EDITION.haiduci.index(name)


def position(table: Table) -> Haiduci:
    """The table's position, hidden cards included."""
    return cast("Haiduci", table.position)


def table_with(
    factions: str = FOUR,
    *,
    hands: Sequence[str] = (),
    pawns: Mapping[str, Mapping[str, int]] | None = None,
    leaders: Sequence[int] = (),
    haiduci: Mapping[str, tuple[str, int]] | None = None,
    captured: Mapping[str, int] | None = None,
    boxes: Mapping[str, str] | None = None,
    discards: str = "",
    season: int = 0,
    start: int = 0,
    frozen: int = 0,
    conditions: Mapping[str, tuple[str, str]] | None = None,
    rules_version: int = GAME.rules_version,
) -> Table:
    """A table at the beginning of a season: only what is named is on the board and in hands; the rest is the pile.

    `haiduci` says where each is and who made it emerge, `captured` who holds it, `boxes` the cards that lie alone,
    `conditions` what the first leader of a faction wants: with it, all other leaders want what never happens.
    """
    names = factions.split()
    table = GAME.by_rules(rules_version).table(len(names), seed="a table of the tests", first=0)
    play(table, *(f"faction {name}" for name in names))
    p = position(table)
    if conditions is not None:
        p.board = compiled(edition_with(conditions))
    set_pawns(p, pawns or {})
    set_haiduci(p, haiduci or {}, captured or {})
    p.leader = [*leaders, *[0] * (PLAYERS - len(leaders))]
    p.excluded = [[0] * LEADERS for _ in range(PLAYERS)]
    set_cards(p, [hand.split() for hand in hands], dict(boxes or {}), discards.split())
    p.season, p.start, p.frozen, p.owing, p.claimed = season, start, frozen, 0, 0
    rules.begin_season(p)
    return table


def edition_with(conditions: Mapping[str, tuple[str, str]]) -> Edition:
    """The usual map and cards, and leaders of whom only the first of some factions can meet their conditions."""
    leaders = {
        name: [replace(one, territorial="EXT(25)", political="HAI(6)") for one in three]
        for name, three in PEOPLE.leaders.items()
    }
    for name, (territorial, political) in conditions.items():
        leaders[name][0] = replace(leaders[name][0], territorial=territorial, political=political)
    return Edition(EDITION.board, EDITION.cards, replace(PEOPLE, leaders=leaders))


def set_pawns(p: Haiduci, pawns: Mapping[str, Mapping[str, int]]) -> None:
    """Only these pawns on the board."""
    p.pawns = [[0] * FACTIONS for _ in range(TERRITORIES)]
    p.strength = [[0] * FACTIONS for _ in range(FACTIONS)]
    p.present, p.supply = [0] * FACTIONS, [PAWNS] * FACTIONS
    for place, counts in pawns.items():
        for name, count in counts.items():
            for _ in range(count):
                effects.put_pawn(p, faction(name), territory(place))


def set_haiduci(p: Haiduci, emerged: Mapping[str, tuple[str, int]], captured: Mapping[str, int]) -> None:
    """Only these haiduci on the board and captured."""
    place, maker, captor = [NOBODY] * HAIDUCI, [NOBODY] * HAIDUCI, [NOBODY] * HAIDUCI
    for name, (where, who) in emerged.items():
        place[haiduc(name)] = territory(where)
        maker[haiduc(name)] = who
    for name, who in captured.items():
        captor[haiduc(name)] = who
    p.place, p.maker, p.captor = place, maker, captor


def set_cards(p: Haiduci, hands: list[list[str]], boxes: dict[str, str], discards: list[str]) -> None:
    """These hands, boxes and discards; all other cards are the pile."""
    rows = [[hand.count(id_) for id_ in EDITION.card_ids] for hand in hands]
    rows += [[0] * CARDS for _ in range(PLAYERS - len(rows))]
    p.hand = rows
    p.held = [sum(row) for row in rows]
    p.drawn, p.old = [[0] * CARDS for _ in range(PLAYERS)], [[0] * CARDS for _ in range(PLAYERS)]
    p.draws, p.shuffles = [0] * PLAYERS, 0
    box = [[NOBODY, NOBODY] for _ in range(FACTIONS)]
    for name, id_ in boxes.items():
        box[faction(name)][0] = card(id_)
    p.box = box
    p.discards = [discards.count(id_) for id_ in EDITION.card_ids]
    out = [
        int(id_ >= HAIDUC and (p.place[id_ - HAIDUC] != NOBODY or p.captor[id_ - HAIDUC] != NOBODY))
        for id_ in range(CARDS)
    ]
    pile = []
    for number in range(CARDS):
        used = sum(row[number] for row in rows) + sum(row.count(number) for row in box)
        used += p.discards[number] + out[number]
        assert used <= p.board.copies[number], f"too many of {EDITION.card_ids[number]}"
        pile += [number] * (p.board.copies[number] - used)
    p.left = len(pile)
    p.pile = pile + [NOBODY] * (DECK - len(pile))


def agree(first: str, second: str, factions: str = FOUR, spare: str = "commerce", **options: object) -> Table:
    """A table at the first decision of an agreement: seat 0 offered the first card, seat 1 joined with the second."""
    table = table_with(factions, hands=(first, f"{spare} {second}"), **options)  # type: ignore[arg-type]
    play(table, f"offer {first}", f"offer {spare}", f"join {factions.split(maxsplit=1)[0]} {second}")
    return table


def play(table: Table, *notations: str) -> None:
    """Moves one after another, each by the seat whose turn it is."""
    for notation in notations:
        table.play(table.to_move[0], notation)


def legal(table: Table) -> list[str]:
    """What the seat that is asked may do, in notation."""
    return [move.notation() for move in table.legal_moves(table.to_move[0])]


def pawns_at(table: Table, place: str) -> dict[str, int]:
    """The pawns in a territory."""
    return next(view.pawns for view in seen(table, None).territories if view.id == place)


def told(table: Table, kind: type[E], seat: int | None = None) -> list[E]:
    """The events of a kind so far, as a seat knows them."""
    return [what for what in table.events(seat) if isinstance(what, kind)]


def hand(table: Table, seat: int) -> list[str]:
    """A player's cards."""
    return list(seen(table, seat).players[seat].hand or ())


def seen(table: Table, seat: int | None) -> HaiduciView:
    """What a seat sees."""
    view = table.view(seat)
    assert isinstance(view, HaiduciView)
    return view


def finish(table: Table) -> Result:
    """Everybody does the first thing possible until the game is over."""
    while not table.over:
        play_absent(table)
    assert table.result is not None
    return table.result


def next_season(table: Table) -> None:
    """Everybody does the first thing possible (which is to pass, where one can) until the next season."""
    season = position(table).season
    while not table.over and position(table).season == season:
        play_absent(table)


def inside(name: str) -> list[str]:
    """The territories of a province."""
    start = faction(name) * INSIDE
    return list(EDITION.territories[start : start + INSIDE])
