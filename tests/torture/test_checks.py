"""The checks after a torture find what they look for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import guanxi
from tests.torture.checks import check_answers, check_log
from tests.torture.notes import Notes, page

SEED = "a seed"


def played(moves: int) -> list[Any]:
    """The entries of a table of Hanamikoji with its first legal moves."""
    table = guanxi.game("hanamikoji").table(seed=SEED)
    entries = []
    for number in range(1, moves + 1):
        seat = table.to_move[0]
        move = table.legal_moves(seat)[0].notation()
        table.play(seat, move)
        entries.append(entry(number, seat, f"{seat} {move}"))
    return entries


def entry(number: int, seat: int, text: str) -> Any:
    return SimpleNamespace(table_id="t", number=number, seat=seat, client=f"{number}", entry=text)


def table(over: bool = False) -> Any:
    rules = guanxi.game("hanamikoji").rules_version
    return SimpleNamespace(id="t", game="hanamikoji", rules=rules, seed=SEED, options="{}", over=over)


def test_a_sound_log_has_no_faults() -> None:
    notes, log = Notes(), played(4)
    notes.acknowledged = {("t", one.seat, one.client): one.entry for one in log}
    check_answers(log, notes)
    check_log(table(), 2, log, notes)
    assert notes.faults == []
    assert "None." in page({"SQLite": notes}, 1)


def test_lost_doubled_and_refused_moves_are_found() -> None:
    notes, log = Notes(), played(3)
    notes.acknowledged = {("t", 0, "lost"): "0 move"}
    notes.refused = {("t", log[1].seat, log[1].client)}
    check_answers([*log, log[0]], notes)
    assert len(notes.faults) == 3
    assert "lost" in page({"SQLite": notes}, 1)


@pytest.mark.parametrize("damage", ["gap", "doubled", "over"])
def test_a_damaged_log_is_found(damage: str) -> None:
    notes, log = Notes(), played(4)
    if damage == "gap":
        del log[1]
    elif damage == "doubled":
        log.append(entry(5, log[-1].seat, log[-1].entry))
    check_log(table(over=damage == "over"), 2, log, notes)
    assert notes.faults
