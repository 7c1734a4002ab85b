"""Commands that can be typed besides moves, in English or in the player's language.

A command is called with the session and the text after its word.  It returns whether the position has changed and the
table must be shown again.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from guanxi.bots.levels import Skilled
from guanxi.engine.text import LANGUAGES
from guanxi.terminal.move_list import listing, numbered, starting_with
from guanxi.terminal.vocabulary import plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.terminal.session import Session
    from guanxi.terminal.voice import Voice

    Command = Callable[[Session, str], bool]


class Quit(Exception):
    """The player quits; the game is saved."""


def explain(session: Session, _rest: str) -> bool:
    """Print the help."""
    session.print(session.voice.say("help.moves"))
    lines = Table.grid(padding=(0, 2), pad_edge=True)
    for name in COMMANDS:
        words = dict.fromkeys([name, *own_words(name, session.voice)])
        lines.add_row(Text(", ".join(words), style="bold"), session.voice.say(f"help.{name}"))
    session.print(lines)
    return False


def rules(session: Session, rest: str) -> bool:
    """Print all paragraphs of the rules, or one of them."""
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
    """List all legal moves with their numbers, or those that start with some words."""
    every = numbered(session.table.legal_moves(session.seat))
    wanted = starting_with(every, session.vocabulary.read(rest)) if rest else every
    if wanted:
        session.print(listing(wanted, session.voice, session.vocabulary))
    else:
        session.warn(session.no_moves(rest))
    return False


def show(session: Session, _rest: str) -> bool:
    """Show the table again."""
    session.show()
    return False


def show_map(session: Session, _rest: str) -> bool:
    """Show which places of the map are neighbours."""
    if session.board.map is None:
        session.warn(session.voice.say("map.none"))
    else:
        session.print(session.board.map(session.table.view(session.seat), session.voice, session.console.width))
    return False


def hint(session: Session, _rest: str) -> bool:
    """Show what a strong bot would do with the player's knowledge, and why."""
    table, voice = session.table, session.voice
    random = Random(f"hint {table.commitment} {table.moves}")
    found = Skilled(random).explain(table.sight(session.seat))
    if found[0].equal:
        session.print(Padding(Text(voice.say("hint.equal", percent=round(100 * found[0].chance))), (0, 1)))
    for number, choice in enumerate(found):
        move = table.game.move(table.position, choice.move)
        said = "hint.also" if choice.equal else "hint.best" if number == 0 else "hint.other"
        typed = session.vocabulary.write(move.notation())
        line = voice.say(said, move=table.phrase(move), typed=typed, percent=round(100 * choice.chance))
        session.print(Padding(Text(line, style="" if number and not choice.equal else "bold"), (0, 1)))
        if choice.why:
            session.print(Padding(Text(capitalized(voice.tell(choice.why)), style="dim"), (0, 3)))
    return False


def capitalized(clause: str) -> str:
    """A clause as a sentence."""
    return f"{clause[0].upper()}{clause[1:]}."


def undo(session: Session, _rest: str) -> bool:
    """Go back to the player's previous decision, undoing everything after it."""
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
    """Show the score."""
    session.print(session.board.score(session.table.view(session.seat), session.voice))
    return False


def log(session: Session, _rest: str) -> bool:
    """Print all events so far that the player may know."""
    for event in session.table.events(session.seat):
        session.narrator.say(event)
    return False


def file(session: Session, _rest: str) -> bool:
    """Save the game and print the name of its file."""
    session.save()
    session.print(session.voice.say("save.file", file=str(session.file)), soft_wrap=True)
    return False


def language(session: Session, rest: str) -> bool:
    """Change the language."""
    if rest.lower() in LANGUAGES:
        session.voice.language = rest.lower()
        session.show()
    else:
        session.warn(session.voice.say("language.known", known=", ".join(LANGUAGES)))
    return False


def leave(_session: Session, _rest: str) -> bool:
    """Quit; the game is saved."""
    raise Quit


COMMANDS: dict[str, Command] = {
    "help": explain,
    "rules": rules,
    "list": list_moves,
    "show": show,
    "map": show_map,
    "hint": hint,
    "undo": undo,
    "score": score,
    "log": log,
    "file": file,
    "language": language,
    "quit": leave,
}


def command(word: str, voice: Voice) -> Command | None:
    """Return the command for a word, if it is one."""
    typed = plain(word)
    for name, does in COMMANDS.items():
        if typed == name or typed in map(plain, own_words(name, voice)):
            return does
    return None


def own_words(name: str, voice: Voice) -> list[str]:
    """The words of a player's language for a command."""
    return voice.say(f"command.{name}").split()
