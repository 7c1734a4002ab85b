"""The bot `program:COMMAND`: an external program that speaks JSON lines.  docs/bots.md describes the protocol."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
import threading
import weakref
from contextlib import suppress
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
PATIENCE = 60.0  # seconds for a decision; the first one includes starting the program
FAREWELL = 5.0  # seconds to exit before it is killed
LONGEST = 1 << 16  # bytes of an answer
LAST_WORDS = 2000  # bytes of its stderr that an error shows
LISTED = 8  # legal moves named in an error


class ProgramFailed(GuanxiError):
    """A program exited, did not answer in time, or answered with something that is not a legal move."""


class Hello(msgspec.Struct, tag="hello", tag_field="type"):
    """The first line of a game."""

    protocol: int
    game: str
    seat: int
    seats: int
    options: Any
    seed: int  # for the program's own randomness, so that games can be repeated


class Offered(msgspec.Struct):
    """A legal move."""

    number: int
    move: Move
    notation: str
    touches: tuple[str, ...]


class Decide(msgspec.Struct, tag="decide", tag_field="type"):
    """A request for a decision: what the seat sees, events since its last decision, and its legal moves."""

    view: View
    events: Sequence[Event]
    legal: list[Offered]


class Over(msgspec.Struct, tag="over", tag_field="type"):
    """The last line of a game; the result is None if the game was aborted."""

    result: Result | None


class Answer(msgspec.Struct):
    """A move by number or notation, and whether the program stays for another game."""

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
                start_new_session=True,  # Ctrl-C goes to the match, which then ends its programs
            )
        except (OSError, ValueError) as error:
            self.errors.close()
            reason = error.strerror if isinstance(error, OSError) else error
            raise ProgramFailed(f"The program {command!r} cannot be started: {reason}.") from None
        # No program outlives its owner, even if nobody calls `close`.
        self.close = weakref.finalize(self, _close, self.running, self.errors)

    def tell(self, message: Any) -> None:
        """Send a line."""
        assert self.running.stdin
        self.running.stdin.write(msgspec.json.encode(message) + b"\n")
        self.running.stdin.flush()

    def ask(self, messages: list[Any], patience: float) -> bytes:
        """Send lines and read the answer to the last one; raises `ProgramFailed` if none comes in time."""
        assert self.running.stdout
        late = threading.Event()
        silent = threading.Timer(patience, _give_up, [self.running, late])  # its thread keeps no `Process` alive
        silent.start()
        try:
            with suppress(OSError):  # it may have exited without reading: what it wrote before counts
                for message in messages:
                    self.tell(message)
            line = self.running.stdout.readline(LONGEST)
        finally:
            silent.cancel()
        if late.is_set():
            raise self.failed(f"did not answer within {patience:g} seconds")
        if not line:
            raise self.failed(f"ended with code {_end(self.running)} before it answered")
        return line

    def failed(self, what: str) -> ProgramFailed:
        """End the program and return an error with what it did and the end of its stderr."""
        _end(self.running, patience=0)
        size = self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, size - LAST_WORDS))
        lines = self.errors.read().decode(errors="replace").splitlines()
        words = " / ".join(line.strip() for line in lines if line.strip())
        self.close()
        said = f" It wrote to stderr: {words}" if words else ""
        return ProgramFailed(f"The program {self.command!r} {what}.{said}")


class Program:
    """Asks a program.  One that stayed from an earlier game is reused; else it starts at the first decision."""

    elsewhere = True  # it thinks in a process of its own, whose processor time is not ours

    _staying: dict[str, list[Process]] = {}  # noqa: RUF012 - shared by all games of this process

    def __init__(self, random: Random, parameter: str = "", patience: float = PATIENCE) -> None:
        if not parameter.strip():
            raise BadOption("The bot 'program' needs a command: 'program:python my_bot.py'.")
        self.command = parameter.strip()
        self.name = f"program:{self.command}"
        self.patience = patience
        self.seed = random.getrandbits(53)  # the largest integers that JavaScript represents exactly
        self._process: Process | None = None
        self._stays = False

    def choose(self, sight: Sight) -> int:
        """Return the move that the program answers with."""
        legal = [
            Offered(number, move, move.notation(), move.touches())
            for number, move in zip(sight.legal_numbers, sight.legal_moves, strict=True)
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
        """Tell the program that the game is over; it may stay for another game."""
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
        """Parse an answer and return the number of its move."""
        said = line.decode(errors="replace").rstrip("\r\n")
        first = legal[0]
        right = f'{{"move": {first.number}}} or {{"move": "{first.notation}"}}'
        try:
            answer = msgspec.json.decode(line, type=Answer)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise process.failed(f"answered {said[:200]!r}, which is not an answer. Expected: {right}") from None
        self._stays = answer.stay
        for move in legal:
            if answer.move in (move.number, move.notation):
                return move.number
        known = ", ".join(f"{move.number} ({move.notation})" for move in legal[:LISTED])
        more = ", …" if len(legal) > LISTED else ""
        raise process.failed(f"answered {said[:200]!r}, which is not a legal move. Legal: {known}{more}")


def _close(running: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    """End a program and close its files."""
    _end(running)
    errors.close()


def _end(running: subprocess.Popen[bytes], patience: float = FAREWELL) -> int:
    """Close a program's input, kill it if it does not exit, and return its exit code."""
    assert running.stdin
    assert running.stdout
    with suppress(OSError):  # unread lines are lost
        running.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        running.wait(patience)
    _kill(running)
    running.stdout.close()
    return running.wait()


def _give_up(running: subprocess.Popen[bytes], late: threading.Event) -> None:
    """Kill a program because it is late.  That is noted first: its end is seen before this has returned."""
    late.set()
    _kill(running)


def _kill(running: subprocess.Popen[bytes]) -> None:
    """Kill a running program and everything it has started."""
    if running.returncode is not None:
        return
    if os.name == "nt":
        running.kill()
    else:
        os.killpg(running.pid, signal.SIGKILL)
