"""`guanxi play`: a new game, or one that goes on, at this terminal.

Games are kept as logs (see `kept`); who sits where is in their names (see `seats`).
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
from guanxi.terminal import kept
from guanxi.terminal.seats import BOT, NOBODY, bot_of, harmless, usual_name
from guanxi.terminal.session import Session
from guanxi.terminal.voice import Voice, usual_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from guanxi.engine.table import Table

WRONG = 2  # the exit code for what cannot be played


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

    The person sits in `seat` (0 unless said otherwise) and `bot` in the others; with the bot "nobody" every seat is a
    person's, and they share the screen.  Without a number of `seats` as few play as the game allows.  `names` are the
    people's, in the order of their seats.  An existing `file` is gone on with; without one the last unfinished game is
    offered, unless `new`, `seed`, `seats` or `options` ask for a new one.
    """
    prepare_streams()
    console = plain_console()
    voice = Voice(language if language in LANGUAGES else usual_language())
    try:
        if language is not None and language not in LANGUAGES:
            raise BadOption(voice.say("language.known", known=", ".join(LANGUAGES)))
        found = None
        if file is not None:
            found = go_on_with(file, new, voice)
        elif not (new or seed or seats or options):
            found = offer_last(game, voice)
        if found is None:
            rules = guanxi.game(game)
            seats = rules.seats[0] if seats is None else seats
            rules.check_options(seats, options or {})
            table = rules.table(seed=seed, names=seat_names(seats, bot, seat, names, voice), **options or {})
            found = table, file or kept.new_file(game)
        table, file = found
        check_bots(table.names, voice)
        if not table.over:
            write_first(table, file, voice)
    except GuanxiError as wrong:
        for line in str(wrong).splitlines():
            plain_console(stderr=True).print(harmless(line), style="red", soft_wrap=True)
        return WRONG
    except (EOFError, KeyboardInterrupt):
        return 0
    return Session(table, file, console, voice.language).run()


def prepare_streams() -> None:
    """A letter that the terminal does not have must not end the game; typed lines can be edited."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with suppress(ImportError):
        import readline  # noqa: F401 - input() uses it once it is there


def plain_console(stderr: bool = False) -> Console:
    """A console that does not take what people type for markup."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def go_on_with(file: Path, new: bool, voice: Voice) -> tuple[Table, Path] | None:
    """The game in a file, if there is one."""
    if not file.exists():
        return None
    if new:
        raise BadOption(voice.say("file.exists", file=str(file)))
    try:
        return kept.read(file), file
    except BadLog as wrong:
        raise BadLog(voice.say("file.broken", file=str(file), reason=str(wrong).rstrip("."))) from None


def offer_last(game: str, voice: Voice) -> tuple[Table, Path] | None:
    """The last unfinished game, if somebody is there to say that they want it."""
    from babel.dates import format_datetime

    last = kept.unfinished(game) if sys.stdin.isatty() else None
    if last is None:
        return None
    table, file = last
    at_table = Voice(voice.language, table.game.text, table.names)
    when = format_datetime(kept.last_played(file), "d MMMM, HH:mm", locale=voice.language)
    players = at_table.together(range(table.seats))
    answer = input(at_table.say("start.go-on", game=at_table.say("name"), when=when, players=players) + " ")
    return None if answer.strip().lower().startswith("n") else last


def seat_names(seats: int, bot: str, seat: int | None, names: Sequence[str], voice: Voice) -> list[str]:
    """The names of a new table's seats: people, and the bot in the others."""
    if seat is not None and seat not in range(seats):
        raise BadOption(voice.say("start.no-seat", seat=seat, last=seats - 1))
    people = list(range(seats)) if bot == NOBODY else [seat or 0]
    if len(names) > len(people):
        raise BadOption(voice.say("start.names", n=len(names), people=len(people)))
    called = dict(zip(people, names, strict=False))
    return [called.get(one) or usual_name(one) if one in people else BOT + bot for one in range(seats)]


def check_bots(names: Sequence[str], voice: Voice) -> None:
    """Every bot at the table is one we have."""
    for name in names:
        bot = bot_of(name)
        if bot is not None and bot not in bot_names():
            raise BadOption(voice.say("start.no-bot", bot=bot, known=", ".join([*bot_names(), NOBODY])))


def write_first(table: Table, file: Path, voice: Voice) -> None:
    """The log must have a place before the first move is asked for."""
    try:
        kept.write(table, file)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise GuanxiError(voice.say("kept.failed", file=str(file), reason=reason)) from None
