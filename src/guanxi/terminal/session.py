"""One game at one terminal, from the greeting to the result.  Everything about a game is in its renderer and texts."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.rule import Rule

from guanxi.bots import bot
from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import GuanxiError, IllegalMove
from guanxi.engine.text import player
from guanxi.terminal import boards, saves
from guanxi.terminal.commands import Quit, command
from guanxi.terminal.move_list import kind_of, listing, numbered, overview, starting_with
from guanxi.terminal.narrator import Narrator
from guanxi.terminal.seats import bot_of
from guanxi.terminal.vocabulary import Vocabulary
from guanxi.terminal.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console, RenderableType

    from guanxi.engine.game import Result
    from guanxi.engine.table import Table

FORGET = "\x1b[3J"  # clears the scrollback buffer
SHORT = 16  # characters of the commitment that are shown; the log has all of it


class Session:
    """A table, the person at the screen, and the language."""

    def __init__(self, table: Table, file: Path, console: Console, language: str) -> None:
        self.table = table
        self.file = file
        self.console = console
        self.voice = Voice(language, table.game.text, table.names, table.game.board(table.position))
        self.board = boards.board(table.game.name)
        self.people = tuple(seat for seat, name in enumerate(table.names) if bot_of(name) is None)
        self.seat = NOBODY  # of the person at the screen
        self.narrator = Narrator(self)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the notation in the current language."""
        return Vocabulary(self.voice, self.board, self.table.view(self.seat))

    def run(self) -> int:
        """Play until the game is over or the player leaves; returns the program's exit code."""
        try:
            self.greet()
            while not self.table.over:
                seat = self.table.to_move[0]
                if seat in self.people:
                    self.ask(seat)
                else:
                    self.let_bot_play(seat)
            self.finish()
        except (Quit, KeyboardInterrupt):
            again = f'guanxi play {self.table.game.name} --file "{self.file}"'
            self.print()
            self.print(self.voice.say("save.goodbye", command=again), soft_wrap=True)
        return 0

    def greet(self) -> None:
        """Print the game, the players, and the commitment to the seed."""
        self.print(Rule(self.voice.say("name"), style="bright_black"))
        self.print(self.voice.say("summary"), style="italic")
        self.print(self.voice.say("start.players", players=self.voice.name_list(range(self.table.seats))))
        self.print(self.voice.say("start.chance", commitment=self.table.commitment[:SHORT]), style="dim")
        self.print(self.voice.say("start.help"), style="dim")
        self.print()

    def ask(self, seat: int) -> None:
        """Ask a person until the position has changed."""
        if len(self.people) > 1 and self.seat != seat:
            self.hand_over(seat)
        self.seat = seat
        self.show()
        while not self.answer(self.read()):
            pass

    def hand_over(self, seat: int) -> None:
        """Hide one person's cards before the next person looks."""
        if self.seat != NOBODY:
            self.forget()
        self.print(self.voice.say("start.pass", player=player(seat)), style="bold")
        self.read()
        self.forget()

    def forget(self) -> None:
        """Clear the screen and its scrollback."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write(FORGET)

    def show(self) -> None:
        """Print what happened since the player's last decision, the table, and the legal moves."""
        self.narrator.tell(self.seat, self.table.last_move(self.seat))
        self.print(self.board.draw(self.table.view(self.seat), self.voice, self.console.width))
        self.print(self.voice.tell(self.table.prompt(self.seat)), style="bold")
        self.print(overview(self.table.legal_moves(self.seat), self.voice, self.vocabulary))

    def answer(self, line: str) -> bool:
        """Run a command or make a move; returns whether the position has changed."""
        word, _, rest = line.partition(" ")
        does = command(word or "show", self.voice)
        try:
            return does(self, rest.strip()) if does else self.play(line)
        except IllegalMove as error:
            self.warn(self.voice.tell(error.reason))
            if f"rules.{error.paragraph}" in self.voice.texts:
                self.print(Padding(self.voice.say(f"rules.{error.paragraph}"), (0, 2)), style="italic")
        except GuanxiError as error:
            self.warn(str(error))
        return False

    def play(self, typed: str) -> bool:
        """Make the move given by number or notation; returns False if it is incomplete."""
        if typed.isdecimal():
            legal = {str(number): move for number, move in numbered(self.table.legal_moves(self.seat))}
            if typed not in legal:
                numbers = list(legal)
                raise GuanxiError(self.voice.say("moves.number", number=typed, least=numbers[0], most=numbers[-1]))
            self.table.play(self.seat, legal[typed])
        else:
            notation = self.vocabulary.read(typed)
            if not self.vocabulary.knows(notation):
                raise GuanxiError(self.no_moves(typed))
            possible = starting_with(numbered(self.table.legal_moves(self.seat)), notation)
            if is_unfinished(notation, [move.notation() for _, move in possible]):
                self.print(listing(possible, self.voice, self.vocabulary))
                return False
            self.table.play(self.seat, notation)
        self.save()
        return True

    def no_moves(self, kind: str) -> str:
        """A sentence that says that there are no moves of a kind, and names the possible kinds."""
        kinds = dict.fromkeys(self.vocabulary.write(kind_of(move)) for move in self.table.legal_moves(self.seat))
        return self.voice.say("moves.none", word=kind, kinds=", ".join(kinds))

    def let_bot_play(self, seat: int) -> None:
        """Make a bot's move, with random numbers that depend only on the move's number: resuming changes nothing."""
        name = bot_of(self.table.names[seat])
        assert name is not None
        random = Random(f"{seat} {self.table.commitment} {self.table.moves}")
        self.table.play(seat, bot(name, random).choose(self.table.sight(seat)))
        self.save()

    def finish(self) -> None:
        """Print the last events, the table, the result, and how to verify the game."""
        result = self.table.result
        assert result is not None
        viewer = self.people[0] if len(self.people) == 1 else None
        self.narrator.tell(viewer, self.table.moves if viewer is None else self.table.last_move(viewer))
        self.print(self.board.draw(self.table.view(viewer), self.voice, self.console.width))
        self.tell_result(result)
        self.print(self.voice.say("end.seed", seed=self.table.seed), style="dim", soft_wrap=True)
        self.print(self.voice.say("save.file", file=str(self.file)), style="dim", soft_wrap=True)
        verify = f'guanxi verify "{self.file}"'
        self.print(self.voice.say("end.verify", command=verify), style="dim", soft_wrap=True)

    def tell_result(self, result: Result) -> None:
        """Print the winners, the reason, and all scores with their parts."""
        self.print(Rule(style="bright_black"))
        winners = self.voice.name_list(result.winners)
        self.print(self.voice.say("end.winners", players=winners, n=len(result.winners)), style="bold")
        self.print(self.voice.tell(result.reason))
        for seat in sorted(range(self.table.seats), key=result.ranks.__getitem__):
            score = result.scores[seat]
            parts = ", ".join(f"{self.voice.say(f'score.{part}')} {points}" for part, points in score.parts.items())
            self.print("  " + self.voice.say("end.score", player=player(seat), total=score.total, parts=parts))

    def save(self) -> None:
        """Write the log; if that fails, warn and let the game continue."""
        try:
            saves.write(self.table, self.file)
        except OSError as error:
            self.warn(self.voice.say("save.failed", file=str(self.file), reason=error.strerror or str(error)))

    def read(self) -> str:
        """Read a line; one from a pipe is echoed as if it had been typed."""
        try:
            line = input("> ").strip()
        except EOFError:
            raise Quit from None
        if not sys.stdin.isatty():
            self.print(line)
        return line

    def warn(self, sentence: str) -> None:
        """Print a warning."""
        self.print(f"! {sentence}", style="bold red")

    def print(self, what: RenderableType = "", **how: Any) -> None:
        """Print to the console."""
        self.console.print(what, **how)


def is_unfinished(notation: str, possible: Sequence[str]) -> bool:
    """Whether the notation is ambiguous or needs more words."""
    if notation in possible:
        return False
    return len(possible) > 1 or any(notation.count(" ") < whole.count(" ") for whole in possible)
