"""Recorded games: `guanxi replay` and `guanxi verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import guanxi
from guanxi.commands import HARMLESS, Language
from guanxi.engine.errors import BadLog

if TYPE_CHECKING:
    from guanxi.engine.log import Log


def replay(
    file: Path,
    /,
    *,
    to: int | None = None,
    seat: int | None = None,
    language: Language | None = None,
) -> None:
    """Print a recorded game event by event, with its result.

    A finished game is shown with all hidden cards, an unfinished one as a spectator sees it.

    **Example**: `guanxi replay game.json --to 12 --language fr`

    Parameters
    ----------
    file
        The log of a game.
    to
        Stop after this entry of the log; 0 is the set-up.
    seat
        Show only what this seat has seen; the first is 0.
    language
        en, fr or it; by default the system's language.
    """
    from guanxi.terminal.seats import shown_name
    from guanxi.terminal.voice import system_language
    from guanxi.transcripts import retell

    log = read_log(file)
    spoken = language or system_language()
    names = [shown_name(name, number, spoken) for number, name in enumerate(log.seats)]
    try:
        for line in retell(log, guanxi.game(log.game, log.rules), spoken, names, to, seat):
            print(line.translate(HARMLESS))
    except BadLog as error:
        raise BadLog(f"{file}: {error}") from None


def verify(file: Path, /) -> int:
    """Check that a recorded game is unaltered, that its random numbers match the seed, and that every move is legal.

    The exit code is 0 if all checks pass and 1 if one fails.

    **Example**: `guanxi verify game.json`

    Parameters
    ----------
    file
        The log of a game.
    """
    from guanxi.lab.verify import verify as verify_log

    marks = {True: "✓", False: "✗", None: "–"}
    checks = verify_log(read(file))
    for check in checks:
        print(f"{marks[check.passed]} {check.name:<9} {check.says}".translate(HARMLESS))
    return int(any(check.passed is False for check in checks))


def read(file: Path) -> bytes:
    """Read the file of a log; raises `BadLog` if there is none."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise BadLog(f"There is no file {file}.") from None
    except IsADirectoryError:
        raise BadLog(f"{file} is a directory; name the log file of a game.") from None


def read_log(file: Path) -> Log:
    """Read and decode a log."""
    document = read(file)
    try:
        return guanxi.Log.from_json(document)
    except BadLog as error:
        raise BadLog(f"{file}: {error}") from None
