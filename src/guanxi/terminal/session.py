"""One game at one terminal, from the first question to the result.  Knows no game: boards and texts do."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.rule import Rule

from guanxi.bots import bot
from guanxi.engine.errors import GuanxiError, IllegalMove
from guanxi.engine.position import NOBODY
from guanxi.engine.text import player
from guanxi.terminal import boards, kept
from guanxi.terminal.choices import begun, listing, numbered, overview
from guanxi.terminal.commands import Leave, command
from guanxi.terminal.seats import bot_of
from guanxi.terminal.story import Narrator
from guanxi.terminal.vocabulary import Vocabulary
from guanxi.terminal.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console, RenderableType

    from guanxi.engine.game import Result
    from guanxi.engine.table import Table

FORGET = "\x1b[3J"  # clears what a terminal could scroll back to
SHORT = 16  # so much of the commitment is shown; the log has all of it


class Session:
    """A table, the person before the screen, and the language it is shown in."""

    def __init__(self, table: Table, file: Path, console: Console, language: str) -> None:
        self.table = table
        self.file = file
        self.console = console
        self.voice = Voice(language, table.game.text, table.names, table.game.board(table.position))
        self.board = boards.board(table.game.name)
        self.people = tuple(seat for seat, name in enumerate(table.names) if bot_of(name) is None)
        self.seat = NOBODY  # the person before the screen
        self.narrator = Narrator(self)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the notation in the language spoken now."""
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
        except (Leave, KeyboardInterrupt):
            again = f'guanxi play {self.table.game.name} --file "{self.file}"'
            self.print()
            self.print(self.voice.say("kept.goodbye", command=again), soft_wrap=True)
        return 0

    def greet(self) -> None:
        """What is played, by whom, and what chance has promised."""
        self.print(Rule(self.voice.say("name"), style="bright_black"))
        self.print(self.voice.say("summary"), style="italic")
        self.print(self.voice.say("start.players", players=self.voice.together(range(self.table.seats))))
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
        """Hide one person's cards before another looks."""
        if self.seat != NOBODY:
            self.forget()
        self.print(self.voice.say("start.pass", player=player(seat)), style="bold")
        self.read()
        self.forget()

    def forget(self) -> None:
        """Leave nothing on the screen."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write(FORGET)

    def show(self) -> None:
        """What happened since the player's last decision, the table, and what can be done."""
        self.narrator.tell(self.seat, self.table.last_move(self.seat))
        self.print(self.board.draw(self.table.view(self.seat), self.voice, self.console.width))
        self.print(self.voice.tell(self.table.prompt(self.seat)), style="bold")
        self.print(overview(self.table.legal(self.seat), self.voice, self.vocabulary))

    def answer(self, line: str) -> bool:
        """Do what was typed; returns whether the position has changed."""
        word, _, rest = line.partition(" ")
        does = command(word or "show", self.voice)
        try:
            return does(self, rest.strip()) if does else self.play(line)
        except IllegalMove as wrong:
            self.warn(self.voice.tell(wrong.reason))
            if f"rules.{wrong.paragraph}" in self.voice.texts:
                self.print(Padding(self.voice.say(f"rules.{wrong.paragraph}"), (0, 2)), style="italic")
        except GuanxiError as wrong:
            self.warn(str(wrong))
        return False

    def play(self, typed: str) -> bool:
        """Make the move that a number or a notation stands for."""
        if typed.isdecimal():
            legal = {str(number): move for number, move in numbered(self.table.legal(self.seat))}
            if typed not in legal:
                numbers = list(legal)
                raise GuanxiError(self.voice.say("moves.number", number=typed, least=numbers[0], most=numbers[-1]))
            self.table.play(self.seat, legal[typed])
        else:
            notation = self.vocabulary.read(typed)
            possible = begun(numbered(self.table.legal(self.seat)), notation)
            if is_unfinished(notation, [move.notation() for _, move in possible]):
                self.print(listing(possible, self.voice, self.vocabulary))
                return False
            self.table.play(self.seat, notation)
        self.save()
        return True

    def let_bot_play(self, seat: int) -> None:
        """A bot's move.  Its chance hangs on the move's number alone: leaving and coming back changes nothing."""
        name = bot_of(self.table.names[seat])
        assert name is not None
        random = Random(f"{seat} {self.table.commitment} {self.table.moves}")
        self.table.play(seat, bot(name, random).choose(self.table.sight(seat)))
        self.save()

    def finish(self) -> None:
        """The end of the story, the last table, the result, and how to check that all was fair."""
        result = self.table.result
        assert result is not None
        viewer = self.people[0] if len(self.people) == 1 else None
        self.narrator.tell(viewer, self.table.moves if viewer is None else self.table.last_move(viewer))
        self.print(self.board.draw(self.table.view(viewer), self.voice, self.console.width))
        self.tell_result(result)
        self.print(self.voice.say("end.seed", seed=self.table.seed), style="dim", soft_wrap=True)
        self.print(self.voice.say("kept.where", file=str(self.file)), style="dim", soft_wrap=True)
        verify = f'guanxi verify "{self.file}"'
        self.print(self.voice.say("end.verify", command=verify), style="dim", soft_wrap=True)

    def tell_result(self, result: Result) -> None:
        """Who won and why, and everybody's points with their parts."""
        self.print(Rule(style="bright_black"))
        winners = self.voice.together(result.winners)
        self.print(self.voice.say("end.winners", players=winners, n=len(result.winners)), style="bold")
        self.print(self.voice.tell(result.reason))
        for seat in sorted(range(self.table.seats), key=result.ranks.__getitem__):
            score = result.scores[seat]
            parts = ", ".join(f"{self.voice.say(f'score.{part}')} {points}" for part, points in score.parts.items())
            self.print("  " + self.voice.say("end.score", player=player(seat), total=score.total, parts=parts))

    def save(self) -> None:
        """Write the log; a full disk does not end the game."""
        try:
            kept.write(self.table, self.file)
        except OSError as wrong:
            self.warn(self.voice.say("kept.failed", file=str(self.file), reason=wrong.strerror or str(wrong)))

    def read(self) -> str:
        """A line from the player; one that comes from a pipe is shown, as if it had been typed."""
        try:
            line = input("> ").strip()
        except EOFError:
            raise Leave from None
        if not sys.stdin.isatty():
            self.print(line)
        return line

    def warn(self, sentence: str) -> None:
        """Something is not as it should be."""
        self.print(f"! {sentence}", style="bold red")

    def print(self, what: RenderableType = "", **how: Any) -> None:
        """Put something on the screen."""
        self.console.print(what, **how)


def is_unfinished(notation: str, possible: Sequence[str]) -> bool:
    """May what was typed still become several moves, or need more words?"""
    if notation in possible:
        return False
    return len(possible) > 1 or any(notation.count(" ") < whole.count(" ") for whole in possible)
