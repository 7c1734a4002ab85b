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
    """Tell a recorded game, event by event, with its result.

    A finished game is told with all that was hidden, an unfinished one as a spectator sees it.

    **Example**: `guanxi replay game.json --to 12 --language fr`

    Parameters
    ----------
    file
        The log of a game.
    to
        Stop after this entry of the log; 0 is the set-up.
    seat
        Tell only what this seat has seen; the first is 0.
    language
        en, fr or it; that of the system if it is not given.
    """
    from guanxi.terminal.seats import shown_name
    from guanxi.terminal.voice import usual_language
    from guanxi.transcripts import retell

    log = read_log(file)
    spoken = language or usual_language()
    names = [shown_name(name, number, spoken) for number, name in enumerate(log.seats)]
    try:
        for line in retell(log, guanxi.game(log.game), spoken, names, to, seat):
            print(line.translate(HARMLESS))
    except BadLog as wrong:
        raise BadLog(f"{file}: {wrong}") from None


def verify(file: Path, /) -> int:
    """Check a recorded game: that nothing was changed, chance was fair and every move legal.

    The exit code is 0 if all is well and 1 if something is not.

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
    """What is in the file of a log."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise BadLog(f"There is no file {file}.") from None
    except IsADirectoryError:
        raise BadLog(f"{file} is a directory; name the file of a game in it.") from None


def read_log(file: Path) -> Log:
    """The log in a file."""
    document = read(file)
    try:
        return guanxi.Log.from_json(document)
    except BadLog as wrong:
        raise BadLog(f"{file}: {wrong}") from None
