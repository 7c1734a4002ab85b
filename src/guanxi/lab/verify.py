"""Verify a log: check every claim it makes, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi.engine import chance
from guanxi.engine.errors import BadLog, GuanxiError
from guanxi.engine.log import Log
from guanxi.engine.replay import check_end, play_entry
from guanxi.engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKS = ("document", "seed", "digest", "rules", "moves", "result")


class Check(msgspec.Struct, frozen=True):
    """One check; `passed` is None if it could not be made."""

    name: str
    passed: bool | None
    says: str


def verify(document: str | bytes) -> list[Check]:
    """Run all checks of a log in the order of `CHECKS`; those that an earlier failure made impossible are None."""
    made = list(_checks(document))
    return made + [Check(name, None, "cannot be checked") for name in CHECKS[len(made) :]]


def _checks(document: str | bytes) -> Iterator[Check]:
    try:
        log = Log.from_json(document)
    except BadLog as error:
        yield Check("document", False, str(error))
        return
    yield Check("document", True, f"a log of {log.game} with {len(log.seats)} seats and {len(log.moves)} entries")
    yield _seed(log)
    yield _digest(log)
    rules = _rules(log)
    yield rules
    if rules.passed:
        yield from _moves(log)


def _seed(log: Log) -> Check:
    if chance.commitment(log.seed) == log.commitment:
        return Check("seed", True, f"its SHA-256 is the one shown at the start: {log.commitment}")
    return Check("seed", False, "its SHA-256 is not the one shown at the start")


def _digest(log: Log) -> Check:
    if not log.digest:
        return Check("digest", None, "the log has no digest")
    if log.digest == log.fingerprint():
        return Check("digest", True, "the log is unchanged since it was written")
    return Check("digest", False, "the log was changed after it was written")


def _rules(log: Log) -> Check:
    try:
        guanxi.game(log.game, log.rules)
    except GuanxiError as error:
        return Check("rules", False, str(error))
    return Check("rules", True, f"played by rules {log.rules} of {log.game}, which this version of Guanxi has")


def _moves(log: Log) -> Iterator[Check]:
    entry = "set-up"
    try:
        game = guanxi.game(log.game, log.rules)
        game.check_options(len(log.seats), log.options)
        table = Table(game, len(log.seats), log.seed, log.seats, log.origin or None, **log.options)
        for number, line in enumerate(log.moves, 1):
            entry = f"entry {number}, {line!r}"
            play_entry(table, line)
    except GuanxiError as error:
        yield Check("moves", False, f"{entry}: {error}")
        return
    yield Check("moves", True, f"all {len(log.moves)} are legal")
    try:
        check_end(log, table)
    except BadLog as error:
        yield Check("result", False, str(error))
        return
    if log.result:
        yield Check("result", True, "the moves lead to the result in the log")
    else:
        yield Check("result", None, "the game is not finished")
