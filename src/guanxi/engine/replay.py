"""Replay a log and check every claim it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guanxi.engine import chance
from guanxi.engine.errors import BadLog, GuanxiError
from guanxi.engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.game import Game
    from guanxi.engine.log import Log


def replay(log: Log, game: Game[Any, Any]) -> Iterator[Table]:
    """Yield the table after set-up, and the same table again after each entry of the log.

    Raises `BadLog`, with the number of the entry, at the first fault.
    """
    check_head(log, game)
    try:
        table = Table(game, len(log.seats), log.seed, log.seats, log.origin or None, **log.options)
    except GuanxiError as error:
        raise BadLog(str(error)) from None
    yield table
    for number, entry in enumerate(log.moves, 1):
        try:
            play_entry(table, entry)
        except GuanxiError as error:
            raise BadLog(f"{entry!r} is refused. {error}", number) from None
        yield table
    check_end(log, table)


def play_entry(table: Table, entry: str) -> None:
    """Carry out one entry of a log: a move or an undo."""
    head, _, rest = entry.partition(" ")
    if head == "undo" and is_number(rest):
        table.undo(table.moves - int(rest))
    elif is_number(head) and rest:
        table.play(int(head), rest)
    else:
        raise BadLog("An entry is a seat and a move, or 'undo' and the number of moves that remain.")


def is_number(text: str) -> bool:
    """Whether a text is a whole number of reasonable size."""
    return text.isdecimal() and len(text) < 10


def check_head(log: Log, game: Game[Any, Any]) -> None:
    """Raise `BadLog` unless game, rules, seed and digest are right."""
    if log.game != game.name:
        raise BadLog(f"the log is of the game {log.game!r}, not of {game.name!r}")
    if log.rules != game.rules_version:
        raise BadLog(f"the log was played by rules {log.rules} of {game.name}; this version has {game.rules_version}")
    if chance.commitment(log.seed) != log.commitment:
        raise BadLog("the seed is not the one whose SHA-256 was shown at the start")
    if log.digest and log.digest != log.fingerprint():
        raise BadLog("the log was changed after it was written: its digest does not match")


def check_end(log: Log, table: Table) -> None:
    """Raise `BadLog` unless the game ended as the log says."""
    if log.result is None and not table.over:
        return
    number = len(log.moves)
    if log.result is None:
        raise BadLog("the game ends here, but the log has no result", number)
    if not table.over:
        raise BadLog("the log has a result, but its moves end before the game is over", number)
    if log.result != table.log.result:
        raise BadLog("the log has a different result from the one that its moves lead to", number)
