"""The bot `program:COMMAND`: any program that reads and writes lines of JSON.  docs/bots.md describes the protocol."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
import weakref
from contextlib import suppress
from threading import Timer
from typing import IO, TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import BadOption, GuanxiError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from guanxi.engine.events import Event
    from guanxi.engine.game import Result, View
    from guanxi.engine.moves import Move
    from guanxi.engine.sight import Sight

PROTOCOL = 2
PATIENCE = 60.0  # seconds for a decision; for the first one the start of the program is among them
FAREWELL = 5.0  # seconds to end by itself
LONGEST = 1 << 16  # bytes of an answer
LAST_WORDS = 2000  # bytes of its standard error that are shown
LISTED = 8  # legal moves named in an error


class ProgramFailed(GuanxiError):
    """A program that plays has ended, kept silent, or said what is no move."""


class Hello(msgspec.Struct, tag="hello", tag_field="type"):
    """The first line of a game."""

    protocol: int
    game: str
    seat: int
    seats: int
    options: Any
    seed: int  # for the program's own chance, so that games can be played again


class Offered(msgspec.Struct):
    """A legal move."""

    number: int
    move: Move
    notation: str
    touches: tuple[str, ...]


class Decide(msgspec.Struct, tag="decide", tag_field="type"):
    """A decision is owed: what the seat sees, what happened since its last decision, and what it may do."""

    view: View
    events: Sequence[Event]
    legal: list[Offered]


class Over(msgspec.Struct, tag="over", tag_field="type"):
    """The last line of a game; without a result if it was broken off."""

    result: Result | None


class Answer(msgspec.Struct):
    """A move by its number or its notation, and whether the program can play another game after this one."""

    move: int | str
    stay: bool = False


class Process:
    """A running program, with lines going in and out."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the program is
        try:
            self.running = subprocess.Popen(
                command if os.name == "nt" else shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                start_new_session=True,  # Ctrl-C is for the match, which then ends its programs
            )
        except (OSError, ValueError) as wrong:
            self.errors.close()
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            raise ProgramFailed(f"The program {command!r} cannot be started: {reason}.") from None
        # Also when nobody ends it: no program outlives what has started it.
        self.close = weakref.finalize(self, _close, self.running, self.errors)

    def tell(self, message: Any) -> None:
        """Send a line."""
        assert self.running.stdin
        self.running.stdin.write(msgspec.json.encode(message) + b"\n")
        self.running.stdin.flush()

    def ask(self, messages: list[Any], patience: float) -> bytes:
        """Send some lines, and read the one that answers the last of them."""
        assert self.running.stdout
        silent = Timer(patience, _kill, [self.running])
        silent.start()
        try:
            with suppress(OSError):  # it may have ended, and read no more: what it said before counts
                for message in messages:
                    self.tell(message)
            line = self.running.stdout.readline(LONGEST)
        finally:
            in_time = silent.is_alive()
            silent.cancel()
        if not in_time:
            raise self.failed(f"did not answer within {patience:g} seconds")
        if not line:
            raise self.failed(f"ended with code {_end(self.running)} before it answered")
        return line

    def failed(self, what: str) -> ProgramFailed:
        """The error that tells what the program did, with its last words; it is ended."""
        _end(self.running, patience=0)
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, size - LAST_WORDS))
        lines = self.errors.read().decode(errors="replace").splitlines()
        words = " / ".join(line.strip() for line in lines if line.strip())
        self.close()
        said = f" It wrote to stderr: {words}" if words else ""
        return ProgramFailed(f"The program {self.command!r} {what}.{said}")


class Program:
    """Lets a program choose.  It is started for the first decision of a game, unless one has stayed from the last."""

    _staying: dict[str, list[Process]] = {}  # noqa: RUF012 - shared by all games of this process

    def __init__(self, random: Random, parameter: str = "", patience: float = PATIENCE) -> None:
        if not parameter.strip():
            raise BadOption("The bot 'program' needs a command: 'program:python my_bot.py'.")
        self.command = parameter.strip()
        self.name = f"program:{self.command}"
        self.patience = patience
        self.seed = random.getrandbits(53)  # as much as a number of JavaScript holds
        self._process: Process | None = None
        self._stays = False

    def choose(self, sight: Sight) -> int:
        """The move that the program answers."""
        legal = [
            Offered(number, move, move.notation(), move.touches())
            for number, move in zip(sight.moves, sight.legal, strict=True)
        ]
        messages: list[Any] = [Decide(sight.view, sight.events, legal)]
        if self._process is None:
            self._process = self._begun()
            hello = Hello(PROTOCOL, sight.game.name, sight.seat, sight.seats, sight.options, self.seed)
            messages.insert(0, hello)
        process = self._process
        try:
            line = process.ask(messages, self.patience)
            return self._understood(process, line, legal)
        except ProgramFailed:
            self._process = None
            raise

    def end(self, result: Result | None) -> None:
        """Tell the program that the game is over; it may stay for another one."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            process.tell(Over(result))
        except OSError:
            return
        if self._stays:
            self._staying.setdefault(self.command, []).append(process)
        else:
            process.close()

    def _begun(self) -> Process:
        staying = self._staying.get(self.command)
        return staying.pop() if staying else Process(self.command)

    def _understood(self, process: Process, line: bytes, legal: list[Offered]) -> int:
        """The number of the move that a line names."""
        said = line.decode(errors="replace").rstrip("\r\n")
        first = legal[0]
        right = f'{{"move": {first.number}}} or {{"move": "{first.notation}"}}'
        try:
            answer = msgspec.json.decode(line, type=Answer)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise process.failed(f"answered {said[:200]!r}, which is no answer. Right would be {right}") from None
        self._stays = answer.stay
        for move in legal:
            if answer.move in (move.number, move.notation):
                return move.number
        known = ", ".join(f"{move.number} ({move.notation})" for move in legal[:LISTED])
        more = ", …" if len(legal) > LISTED else ""
        raise process.failed(f"answered {said[:200]!r}, which is no legal move. Legal: {known}{more}")


def _close(running: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    """End a program and let go of its files."""
    _end(running)
    errors.close()


def _end(running: subprocess.Popen[bytes], patience: float = FAREWELL) -> int:
    """Let a program end when its input does, or end it; returns its code."""
    assert running.stdin
    assert running.stdout
    with suppress(OSError):  # what it has not read is lost
        running.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        running.wait(patience)
    _kill(running)
    running.stdout.close()
    return running.wait()


def _kill(running: subprocess.Popen[bytes]) -> None:
    """End a program that runs at once, with all that it has started."""
    if running.returncode is not None:
        return
    if os.name == "nt":
        running.kill()
    else:
        os.killpg(running.pid, signal.SIGKILL)
