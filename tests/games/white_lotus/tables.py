"""Tables of The White Lotus as a rulebook would describe them: who owns what, who claims what, who has how much."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar, cast

from guanxi.engine.core.position import NOBODY
from guanxi.engine.events import seats_of
from guanxi.engine.story import Story
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.board import file_of
from guanxi.games.white_lotus.moves import BUILDINGS, Building
from guanxi.games.white_lotus.rules import material, rules
from guanxi.games.white_lotus.view import WhiteLotusView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guanxi.engine.events import Event
    from guanxi.engine.game import Result
    from guanxi.engine.table import Table
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

ANN, BEN, CAT, DAN, EVE, FAY = range(6)
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")

E = TypeVar("E", bound="Event")


def position(table: Table) -> WhiteLotus:
    return cast("WhiteLotus", table.position)


def seen(table: Table, seat: int | None = None) -> WhiteLotusView:
    return cast("WhiteLotusView", table.view(seat))


def ended(table: Table) -> Result:
    assert table.result is not None
    return table.result


def table_with(
    owned: Mapping[str, str] | None = None,
    neutral: str = "",
    claims: Mapping[str, str] | None = None,
    *,
    players: int = 4,
    emperor: str = "Ann",
    year: int = 2,
    influence: Mapping[str, int] | None = None,
    combat: Mapping[str, int] | None = None,
    tokens: Mapping[str, int] | None = None,
    negotiation: bool = False,
    counted: bool = True,
    rules: int = GAME.rules_version,
) -> Table:
    """A table at the end of the claims.

    `owned` says for each player "dadu palace, xian village", `neutral` the same for square tiles, and `claims` for each
    province "Ann Ben".  Everybody has 12 influence and 3 combat unless it is said otherwise.
    """
    table = GAME.by_rules(rules).table(
        players,
        seed="a table of the tests",
        names=NAMES[:players],
        emperor=NAMES.index(emperor),
        negotiation=negotiation,
        counted=counted,
    )
    p = position(table)
    p.year = year
    p.building, p.owner = [NOBODY] * material.PROVINCES, [NOBODY] * material.PROVINCES
    p.settled, p.bag = 0, list(material.TILES)
    lay(p, neutral, NOBODY)
    for name, provinces in (owned or {}).items():
        lay(p, provinces, NAMES.index(name))
    p.claims = [0] * material.PROVINCES
    claimed = p.claims
    for province, there in (claims or {}).items():
        claimed[number_of(p, province)] = bits(there)
    p.claims = claimed
    p.influence = amounts(influence, 12, players)
    p.combat = amounts(combat, 3, players)
    p.tokens = amounts(tokens, 0, players)
    p.turn = players * material.CUBES
    p.owing = 0
    return table


def lay(p: WhiteLotus, provinces: str, owner: int) -> None:
    """Tiles, or chips of an owner: "dadu palace, xian village"."""
    building, owners, land, holds, bag = p.building, p.owner, p.land, p.holds, p.bag
    for words in filter(None, re.split(r", *", provinces)):
        id_, kind = words.split()
        number, what = number_of(p, id_), BUILDINGS.index(cast("Building", kind))
        building[number] = what
        owners[number] = owner
        bag[what] -= 1
        p.settled |= 1 << number
        if owner != NOBODY:
            land[owner] |= 1 << number
            holds[owner][what] += 1
    p.building, p.owner, p.land, p.holds, p.bag = building, owners, land, holds, bag


def number_of(p: WhiteLotus, province: str) -> int:
    return file_of(p.board).province_ids.index(province)


def bits(names: str) -> int:
    return sum(1 << NAMES.index(name) for name in names.split())


def amounts(given: Mapping[str, int] | None, otherwise: int, players: int) -> list[int]:
    """A row with something for each player."""
    row = [otherwise if seat < players else 0 for seat in range(material.PLAYERS)]
    for name, amount in (given or {}).items():
        row[NAMES.index(name)] = amount
    return row


def go_on(table: Table, step: int) -> Table:
    """Go on from a step of the year to the next decision, and listen."""
    p = position(table)
    p.step = step
    p.owing = 0
    # What was told before belongs to another story.
    table._stories[-1] = p.story = Story()
    rules.proceed(p)
    return table


def control(table: Table) -> Table:
    """Begin the control of provinces (2.2)."""
    return go_on(table, material.CLAIMING)


def rebellion(table: Table) -> Table:
    """Begin with the emperor's token and the rebellion (2.3, 2.4)."""
    return go_on(table, material.REWARDING)


def income(table: Table) -> Table:
    """Begin the income (2.5)."""
    return go_on(table, material.INCOME)


def founding(table: Table) -> Table:
    """Begin with the new provinces (2.6)."""
    p = position(table)
    p.temples = [held[material.TEMPLE] for held in p.holds]
    p.turn = 0
    return go_on(table, material.FOUNDING)


def claiming(table: Table) -> Table:
    """Begin the claims (2.1)."""
    position(table).turn = 0
    return go_on(table, material.CLAIMING)


def play(table: Table, *moves: str) -> Table:
    """Moves such as "Ann: against Ben", or several of one player: "Ann: against Ben, influence 5"."""
    for entry in moves:
        name, _, said = entry.partition(": ")
        for move in said.split(", "):
            words = [str(NAMES.index(word)) if word in NAMES else word for word in move.split()]
            table.play(NAMES.index(name), " ".join(words))
    return table


def asked(table: Table) -> str:
    """Who owes a decision: "Ann Ben"."""
    return named(table.to_move)


def named(who: Iterable[int]) -> str:
    return " ".join(NAMES[seat] for seat in who)


def legal(table: Table, name: str) -> list[str]:
    """What a player may do, with the names of players."""
    found = [move.notation() for move in table.legal_moves(NAMES.index(name))]
    return [re.sub(r"^(against|eject|offer) (\d)$", lambda m: f"{m[1]} {NAMES[int(m[2])]}", move) for move in found]


def owner(table: Table, province: str) -> str:
    """The name of a province's owner, or nothing."""
    found = position(table).owner[number_of(position(table), province)]
    return "" if found == NOBODY else NAMES[found]


def emperor(table: Table) -> str:
    return NAMES[position(table).emperor]


def influence(table: Table, *names: str) -> list[int]:
    return [position(table).influence[NAMES.index(name)] for name in names]


def combat(table: Table, *names: str) -> list[int]:
    return [position(table).combat[NAMES.index(name)] for name in names]


def tokens(table: Table, *names: str) -> list[int]:
    return [position(table).tokens[NAMES.index(name)] for name in names]


def present(table: Table) -> str:
    """Who is still in the province that is fought for."""
    p = position(table)
    return named(seats_of(p.claims[p.at]))


def told(table: Table, kind: type[E], seat: int | None = None) -> list[E]:
    """All events of one kind, as a seat may know them."""
    return [event for event in table.events(seat) if isinstance(event, kind)]


def said(table: Table, seat: int | None = None) -> list[str]:
    """All that was told, in words."""
    return [table.say(what) for what in table.events(seat)]
