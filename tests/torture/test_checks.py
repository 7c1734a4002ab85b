"""The checks after a torture find what they look for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import guanxi
from guanxi.server.people.ratings import rated
from tests.torture.checks import check_answers, check_log, check_ratings, check_results
from tests.torture.notes import KILLED, Notes, Progress, page

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


def entry(number: int, seat: int, text: str, client: str = "") -> Any:
    return SimpleNamespace(table_id="t", number=number, seat=seat, client=client or f"{number}", entry=text)


def table(over: bool = False) -> Any:
    rules = guanxi.game("hanamikoji").rules_version
    return SimpleNamespace(id="t", game="hanamikoji", rules=rules, seed=SEED, options="{}", over=over)


@pytest.fixture
def progress() -> Progress:
    return Progress("sqlite", None, 1)


def test_a_sound_log_has_no_faults(progress: Progress) -> None:
    notes, log = Notes(), played(4)
    notes.acknowledged = {("t", one.seat, one.client): one.entry for one in log}
    check_answers(log, [], notes)
    check_log(table(), 2, log, [], notes)
    assert notes.faults == []
    progress.notes = notes
    assert "None." in page([progress])


def test_lost_doubled_and_refused_moves_are_found(progress: Progress) -> None:
    notes, log = Notes(), played(3)
    notes.acknowledged = {("t", 0, "lost"): "0 move"}
    notes.refused = {("t", log[1].seat, log[1].client)}
    check_answers([*log, log[0]], [], notes)
    assert len(notes.faults) == 3
    progress.notes = notes
    assert "lost" in page([progress])


@pytest.mark.parametrize("damage", ["gap", "doubled", "over"])
def test_a_damaged_log_is_found(damage: str) -> None:
    notes, log = Notes(), played(4)
    if damage == "gap":
        del log[1]
    elif damage == "doubled":
        log.append(entry(5, log[-1].seat, log[-1].entry))
    check_log(table(over=damage == "over"), 2, log, [], notes)
    assert notes.faults


def result(table_id: str, ended: int, seat: int, player: str) -> Any:
    return SimpleNamespace(
        table_id=table_id, game="hanamikoji", ended=ended, seat=seat, player=player, rank=seat + 1, rated=True
    )


def sealed(bots: str) -> tuple[list[Any], list[Any]]:
    """A log of The White Lotus up to the first choices that are opened together, and the choices; `bots` play it."""
    game = guanxi.game("white_lotus").table(3, seed=SEED)
    log: list[Any] = []
    choices: list[Any] = []
    while not any(choice.length < len(log) for choice in choices):
        seat, before, ready = game.to_move[0], len(game.entries), len(game.waiting)
        known = len(log) + sum(one.public or one.seat == seat for one in choices)
        move, client = game.legal_moves(seat)[0].notation(), f"{bots}{known + 1}"
        game.choose(seat, move)
        for number, text in enumerate(game.entries[before:], before + 1):
            last = number == len(game.entries)
            log.append(entry(number, int(text[0]), text, client if last else f"opened {number}"))
        if len(game.entries) == before:
            choices.append(choice(len(choices) + 1, before, seat, move, client))
            choices[-1].public = len(game.waiting) > ready
    return log, choices


def choice(number: int, length: int, seat: int, text: str, client: str) -> Any:
    return SimpleNamespace(table_id="t", number=number, length=length, seat=seat, client=client, entry=text)


def lotus() -> Any:
    rules = guanxi.game("white_lotus").rules_version
    return SimpleNamespace(id="t", game="white_lotus", rules=rules, seed=SEED, options="{}", over=False)


def test_choices_that_were_opened_together_have_no_faults(progress: Progress) -> None:
    notes, (log, choices) = Notes(), sealed("bot ")
    assert choices
    notes.acknowledged = {("t", one.seat, one.client): one.entry for one in log if one.client.startswith("bot ")}
    notes.acknowledged |= {("t", one.seat, one.client): f"{one.seat} {one.entry}" for one in choices}
    check_answers(log, choices, notes)
    check_log(lotus(), 3, log, choices, notes)
    assert notes.faults == []


def test_a_bots_move_at_another_place_is_found() -> None:
    notes, (log, choices) = Notes(), sealed("bot ")
    log[2].client = "bot 2"
    check_log(lotus(), 3, log, choices, notes)
    assert len(notes.faults) == 1


def test_a_choice_that_was_opened_as_another_is_found() -> None:
    notes, (log, choices) = Notes(), sealed("")
    opened = next(one for one in log if one.client.startswith("opened"))
    changed = next(one for one in choices if f"{one.seat} {one.entry}" == opened.entry)
    other = guanxi.game("white_lotus").table(3, seed=SEED)
    for one in log[: changed.length]:
        other.play(one.seat, one.entry.partition(" ")[2])
    changed.entry = other.legal_moves(changed.seat)[-1].notation()
    check_log(lotus(), 3, log, choices, notes)
    assert len(notes.faults) == 1


def test_missing_doubled_and_early_results_are_found() -> None:
    seats = [result("t", 1, seat, f"player {seat}") for seat in (0, 1)]
    notes = Notes()
    check_results([table(over=True)], seats, notes)
    assert (notes.faults, notes.finished, notes.rated) == ([], {"hanamikoji": 1}, {"hanamikoji": 1})
    for tables, results in (([table(over=True)], []), ([table()], seats), ([table(over=True)], [*seats, seats[0]])):
        notes = Notes()
        check_results(tables, results, notes)
        assert len(notes.faults) == 1


def test_ratings_that_do_not_follow_from_the_results_are_found() -> None:
    results = [result(name, number, seat, "ab"[seat]) for number, name in enumerate("tu") for seat in (0, 1)]
    once = rated({}, ["a", "b"], [1, 2])
    twice = rated(once, ["a", "b"], [1, 2])
    for found, faults in ((twice, 0), (once, 2), ({"a": twice["a"]}, 1)):
        rows: list[Any] = [
            SimpleNamespace(game="hanamikoji", player=player, mu=one.mu, sigma=one.sigma, games=one.games)
            for player, one in found.items()
        ]
        notes = Notes()
        check_ratings(results, rows, notes)
        assert len(notes.faults) == faults


@pytest.mark.parametrize(
    ("kills", "seconds", "killed", "complete"),
    [(2, 0, 1, False), (2, 9**9, 2, True), (None, 9**9, 9, False), (None, 0, 0, True)],
)
def test_a_run_ends_after_its_kills_or_its_time(kills: int | None, seconds: int, killed: int, complete: bool) -> None:
    with Progress("sqlite", kills, seconds) as progress:
        progress.notes.counts[KILLED] = killed
        assert progress.complete == complete
