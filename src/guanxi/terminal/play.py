"""`guanxi play`: start or resume a game in this terminal.

Games are saved as logs (see `saves`); the names in a log tell which seats are bots (see `seats`).
"""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rich.console import Console

import guanxi
from guanxi.bots import bot_names
from guanxi.engine.errors import BadLog, BadOption, GuanxiError
from guanxi.engine.text import LANGUAGES
from guanxi.terminal import saves
from guanxi.terminal.seats import BOT, NOBODY, bot_of, default_name, printable
from guanxi.terminal.session import Session
from guanxi.terminal.voice import Voice, system_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from guanxi.engine.table import Table

WRONG = 2  # exit code for wrong arguments


def play(
    game: str = "hanamikoji",
    *,
    bot: str = "casual",
    seats: int | None = None,
    seat: int | None = None,
    language: str | None = None,
    seed: str | None = None,
    file: Path | None = None,
    new: bool = False,
    names: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> int:
    """Play a game at this terminal; returns the program's exit code.

    The person sits in `seat` (by default 0) and `bot` in the others; with the bot "nobody" people sit in all seats and
    share the screen.  By default as few play as the game allows.  `names` are those of the people in the order of their
    seats.  An existing `file` is resumed.  Without a file the last unfinished game is offered, unless `new`, `seed`,
    `seats` or `options` ask for a new one.
    """
    prepare_streams()
    console = plain_console()
    voice = Voice(language if language in LANGUAGES else system_language())
    try:
        if language is not None and language not in LANGUAGES:
            raise BadOption(voice.say("language.known", known=", ".join(LANGUAGES)))
        found = None
        if file is not None:
            found = resume_file(file, new, voice)
        elif not (new or seed or seats or options):
            found = offer_to_resume(game, voice)
        if found is None:
            rules = guanxi.game(game)
            seats = rules.seats[0] if seats is None else seats
            rules.check_options(seats, options or {})
            table = rules.table(seed=seed, names=seat_names(seats, bot, seat, names, voice), **options or {})
            found = table, file or saves.new_file(game)
        table, file = found
        check_bots(table.names, voice)
        if not table.over:
            write_first(table, file, voice)
    except GuanxiError as error:
        for line in str(error).splitlines():
            plain_console(stderr=True).print(printable(line), style="red", soft_wrap=True)
        return WRONG
    except (EOFError, KeyboardInterrupt):
        return 0
    return Session(table, file, console, voice.language).run()


def prepare_streams() -> None:
    """Replace characters that the terminal cannot show instead of failing, and enable line editing."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with suppress(ImportError):
        import readline  # noqa: F401 - input() uses it once it is imported


def plain_console(stderr: bool = False) -> Console:
    """A console that does not interpret text as markup."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def resume_file(file: Path, new: bool, voice: Voice) -> tuple[Table, Path] | None:
    """Read the game in a file; None if the file does not exist."""
    if not file.exists():
        return None
    if new:
        raise BadOption(voice.say("file.exists", file=str(file)))
    try:
        return saves.read(file), file
    except BadLog as error:
        raise BadLog(voice.say("file.broken", file=str(file), reason=str(error).rstrip("."))) from None


def offer_to_resume(game: str, voice: Voice) -> tuple[Table, Path] | None:
    """Ask whether to resume the last unfinished game; None without a terminal or if declined."""
    from babel.dates import format_datetime

    last = saves.unfinished(game) if sys.stdin.isatty() else None
    if last is None:
        return None
    table, file = last
    at_table = Voice(voice.language, table.game.text, table.names, table.board)
    when = format_datetime(saves.last_played(file), "d MMMM, HH:mm", locale=voice.language)
    players = at_table.name_list(range(table.seats))
    answer = input(at_table.say("start.go-on", game=at_table.say("name"), when=when, players=players) + " ")
    return None if answer.strip().lower().startswith("n") else last


def seat_names(seats: int, bot: str, seat: int | None, names: Sequence[str], voice: Voice) -> list[str]:
    """The names of a new table's seats: people's names, and the bot in the others."""
    if seat is not None and seat not in range(seats):
        raise BadOption(voice.say("start.no-seat", seat=seat, last=seats - 1))
    people = list(range(seats)) if bot == NOBODY else [seat or 0]
    if len(names) > len(people):
        raise BadOption(voice.say("start.names", n=len(names), people=len(people)))
    called = dict(zip(people, names, strict=False))
    return [called.get(one) or default_name(one) if one in people else BOT + bot for one in range(seats)]


def check_bots(names: Sequence[str], voice: Voice) -> None:
    """Raise `BadOption` if a seat names a bot that does not exist."""
    for name in names:
        bot = bot_of(name)
        if bot is not None and bot not in bot_names():
            raise BadOption(voice.say("start.no-bot", bot=bot, known=", ".join([*bot_names(), NOBODY])))


def write_first(table: Table, file: Path, voice: Voice) -> None:
    """Write the log before the first move, to find out now if it cannot be saved."""
    try:
        saves.write(table, file)
    except OSError as error:
        reason = error.strerror or str(error)
        raise GuanxiError(voice.say("save.failed", file=str(file), reason=reason)) from None
