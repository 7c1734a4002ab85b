"""What can be typed besides moves.  The English words are understood in every language, others beside them.

A command gets the session and what was typed after the word.  It returns whether the position has changed, so that the
table is looked at anew.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from guanxi.bots.levels import Skilled
from guanxi.engine.text import LANGUAGES
from guanxi.terminal.choices import begun, kind_of, listing, numbered
from guanxi.terminal.vocabulary import plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.terminal.session import Session
    from guanxi.terminal.voice import Voice

    Command = Callable[[Session, str], bool]


class Leave(Exception):
    """The player wants to leave; the game is kept."""


def explain(session: Session, _rest: str) -> bool:
    """How to play here."""
    session.print(session.voice.say("help.moves"))
    lines = Table.grid(padding=(0, 2), pad_edge=True)
    for name in COMMANDS:
        words = dict.fromkeys([name, *own_words(name, session.voice)])
        lines.add_row(Text(", ".join(words), style="bold"), session.voice.say(f"help.{name}"))
    session.print(lines)
    return False


def rules(session: Session, rest: str) -> bool:
    """All paragraphs of the rules, or one of them."""
    paragraphs = [id_.removeprefix("rules.") for id_ in session.voice.texts if id_.startswith("rules.")]
    name = session.vocabulary.action(rest) if rest else ""
    if not rest:
        for each in paragraphs:
            session.print(Padding(session.voice.say(f"rules.{each}"), (0, 1, 1, 1)))
    elif name in paragraphs:
        session.print(Padding(session.voice.say(f"rules.{name}"), (0, 1)))
    else:
        session.warn(session.voice.say("paragraph.none", word=rest, known=", ".join(paragraphs)))
    return False


def list_moves(session: Session, rest: str) -> bool:
    """All legal moves with their numbers, or those that begin with some words."""
    moves = session.table.legal(session.seat)
    every = numbered(moves)
    wanted = begun(every, session.vocabulary.read(rest)) if rest else every
    if wanted:
        session.print(listing(wanted, session.voice, session.vocabulary))
    else:
        kinds = dict.fromkeys(session.vocabulary.write(kind_of(move)) for move in moves)
        session.warn(session.voice.say("moves.none", word=rest, kinds=", ".join(kinds)))
    return False


def show(session: Session, _rest: str) -> bool:
    """The table again."""
    session.show()
    return False


def hint(session: Session, _rest: str) -> bool:
    """What a strong player would do in the player's place, knowing no more than the player, and why."""
    table, voice = session.table, session.voice
    random = Random(f"hint {table.commitment} {table.moves}")
    for number, choice in enumerate(Skilled(random).explain(table.sight(session.seat))):
        move = table.game.move(table.position, choice.move)
        said = "hint.best" if number == 0 else "hint.other"
        typed = session.vocabulary.write(move.notation())
        line = voice.say(said, move=table.phrase(move), typed=typed, percent=round(100 * choice.chance))
        parts = [f"{reason.gain:+.1f} {voice.say(f'part.{reason.part}')}" for reason in choice.reasons]
        session.print(Padding(Text(line, style="bold" if number == 0 else ""), (0, 1)))
        if parts:
            session.print(Padding(Text(" · ".join(parts), style="dim"), (0, 3)))
    return False


def undo(session: Session, _rest: str) -> bool:
    """Back to the player's own previous decision; all that came after it is taken back too."""
    last = session.table.last_move(session.seat)
    if last == 0:
        session.warn(session.voice.say("undo.none"))
        return False
    session.table.undo(session.table.moves - last + 1)
    session.narrator.take_back()
    session.save()
    session.print(session.voice.say("undo.done"), style="italic")
    return True


def score(session: Session, _rest: str) -> bool:
    """How the game stands."""
    session.print(session.board.score(session.table.view(session.seat), session.voice))
    return False


def log(session: Session, _rest: str) -> bool:
    """The story so far, as the player may know it."""
    for event in session.table.events(session.seat):
        session.narrator.say(event)
    return False


def file(session: Session, _rest: str) -> bool:
    """Where the game is kept."""
    session.save()
    session.print(session.voice.say("kept.where", file=str(session.file)), soft_wrap=True)
    return False


def language(session: Session, rest: str) -> bool:
    """Speak another language from now on."""
    if rest.lower() in LANGUAGES:
        session.voice.language = rest.lower()
        session.show()
    else:
        session.warn(session.voice.say("language.known", known=", ".join(LANGUAGES)))
    return False


def leave(_session: Session, _rest: str) -> bool:
    """Leave the table; the game is kept."""
    raise Leave


COMMANDS: dict[str, Command] = {
    "help": explain,
    "rules": rules,
    "list": list_moves,
    "show": show,
    "hint": hint,
    "undo": undo,
    "score": score,
    "log": log,
    "file": file,
    "language": language,
    "quit": leave,
}


def command(word: str, voice: Voice) -> Command | None:
    """The command that a word stands for."""
    typed = plain(word)
    for name, does in COMMANDS.items():
        if typed == name or typed in map(plain, own_words(name, voice)):
            return does
    return None


def own_words(name: str, voice: Voice) -> list[str]:
    """The words of a player's language for a command."""
    return voice.say(f"command.{name}").split()
