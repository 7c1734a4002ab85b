"""The recorded games of Haiduci together show every combination, freezes and their ends, captures and all ends."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import guanxi
from tests.games.haiduci.tables import EDITION
from tests.recorded.record import FOLDER, WANTED, combinations_of

NAMES = [name for name in WANTED if name.startswith("haiduci-")]


@cache
def tables() -> list[guanxi.Table]:
    """All recorded games at their end."""
    return [list(guanxi.replay((FOLDER / f"{name}.json").read_text(encoding="utf-8")))[-1] for name in NAMES]


def test_four_five_and_six_players() -> None:
    assert {table.seats for table in tables()} == {4, 5, 6}


def test_every_combination() -> None:
    kinds = [str(kind.name["en"]) for kind in EDITION.cards.kinds.values() if isinstance(kind.name, dict)]
    pairs = [*combinations_with_replacement(kinds, 2), *((kind, "haiduc") for kind in kinds)]
    found = set().union(*(combinations_of(table) for table in tables()))
    assert found == {tuple(sorted(pair)) for pair in pairs}


def test_both_captures_and_both_ways_to_end_a_freeze() -> None:
    moves = {entry.split()[1] for table in tables() for entry in table.log.moves if not entry.startswith("undo")}
    assert {"keep", "capture", "play", "free", "march", "emerge"} <= moves
    told = {what.id for table in tables() for what in table.events()}
    assert {"event.conference", "event.season.frozen", "event.spent", "event.freed", "event.cancelled"} <= told


def test_all_three_ends() -> None:
    reasons = {table.result.reason.id for table in tables() if table.result}
    assert reasons >= {"result.claim", "result.claims", "result.captures", "result.seasons"}
