"""What a game is to everybody outside its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from guanxi.engine.core.position import READY, Moves, Position
from guanxi.engine.errors import BadOption, IllegalMove
from guanxi.engine.events import Ready
from guanxi.engine.text import Catalogue, Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from guanxi.engine.core.adviser import Adviser
    from guanxi.engine.events import Event
    from guanxi.engine.moves import Move
    from guanxi.engine.story import Story, Told
    from guanxi.engine.table import Table


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What can be chosen when a table is made; each game derives its own."""


class Score(msgspec.Struct, frozen=True):
    """One seat's points: their sum and where they came from."""

    total: int
    parts: dict[str, int]


class Result(msgspec.Struct, frozen=True):
    """How a finished game ended, seat by seat; rank 1 is the best, and equal ranks share it."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[Score, ...]
    reason: Phrase


class View(msgspec.Struct, frozen=True, tag_field="game"):
    """What one seat, or a spectator, may see; each game derives its own.  Built from nothing, never by leaving out.

    In JSON `game` names the game, so that a program knows which view it has.
    """


P = TypeVar("P", bound=Position)
O = TypeVar("O", bound=Options)  # noqa: E741 - O for options


class Game(Generic[P, O]):
    """A game's face.  Each game's folder has one instance, `GAME`."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    seats: ClassVar[tuple[int, ...]]  # the numbers of players it can be played with
    usual: ClassVar[int]  # the number that plays it best
    minutes: ClassVar[tuple[int, int]]  # a game takes
    weight: ClassVar[int]  # how much there is to think about, from 1 to 5
    moves: ClassVar[int]  # every move is a number below this
    observation: ClassVar[tuple[int, ...]] = ()  # the most that each number of `observe` can be; the least is 0
    moments: ClassVar[tuple[str, ...]] = ()  # the kinds of positions that its rules mark inside a move
    shapes: ClassVar[tuple[Any, ...]]  # its view, its moves and its events, as the types that describe their JSON
    position: type[P]
    options: type[O]
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # what strangers may give for options that are free text
    automatic: ClassVar[Mapping[str, Any]] = {}  # options that play without people adds, so that it always ends
    files: ClassVar[tuple[Any, ...]] = ()  # the kinds of `boards.files.Files` it is played with: boards, cards …
    text: Catalogue

    def set_up(self, position: P, seats: int, options: O) -> None:
        """Bring a new position, whose stream of chance has been started, to the first decision."""
        raise NotImplementedError

    def move(self, position: P, number: int) -> Move:
        """What a legal move's number means."""
        raise NotImplementedError

    def parse(self, position: P, notation: str) -> Move:
        """The move that a notation stands for; abbreviations are understood where they are clear.

        Raises `IllegalMove` for what is not a move in any position.
        """
        raise NotImplementedError

    def number(self, position: P, seat: int, move: Move) -> int:
        """The number of a move; raises `IllegalMove`, and says why, if the rules refuse it."""
        raise NotImplementedError

    def view(self, position: P, seat: int | None) -> View:
        """What a seat may see; None is a spectator, who sees what everybody sees."""
        raise NotImplementedError

    def observe(self, position: P, seat: int) -> list[int]:
        """What a seat may know, for programs that learn: whole numbers, each always in the same place of the list."""
        raise NotImplementedError

    def prompt(self, position: P, seat: int | None) -> Phrase:
        """One sentence that says what is asked of a seat, or whom the table waits for."""
        raise NotImplementedError

    def board(self, position: P) -> Any:
        """What the words for moves and events take the names of places from; None if the game needs nothing."""
        return None

    def event(self, board: Any, told: Told) -> Event:
        """What the numbers that the rules told stand for, with all that is hidden."""
        raise NotImplementedError

    def result(self, position: P) -> Result:
        """How the finished game ended."""
        raise NotImplementedError

    def value(self, position: P, seat: int) -> float:
        """How good a position looks for a seat, from -1 (lost) to 1 (won)."""
        raise NotImplementedError

    def parts(self, position: P, seat: int) -> dict[str, float]:
        """What makes a position good or bad for a seat, part by part; the catalogue has a text `part.…` for each."""
        return {}

    def adviser(self, position: P) -> Adviser:
        """Who advises a search that plays on a position."""
        raise NotImplementedError

    def traits(self, position: P, seat: int) -> dict[str, str]:
        """What sets a seat apart from the others, for those who study the game in English: faction, leader."""
        return {}

    def provinces(self, position: P, move: Move) -> tuple[str, ...]:
        """For those who study the game: the provinces a move reaches, where it names only places in them."""
        return ()

    def lengths(self, position: P) -> dict[str, int]:
        """How long the game has lasted by its own clock: rounds, years, seasons."""
        return {}

    def absent(self, position: P, seat: int) -> int:
        """The move of somebody who has left: the first legal one, unless the game knows better."""
        return self.legal(position, seat)[0]

    def plannable(self, position: P, seat: int) -> list[Move]:
        """Answers that a seat may leave now for a question that may come to it later.

        Only what this seat may know decides, and only questions whose quick answer tells others nothing but the answer.
        A plan is dropped as soon as it is neither here nor legal.
        """
        return []

    def blank(self, seats: int, options: O) -> P:
        """A position with nothing on it yet, but on the right board."""
        return self.position()

    def begin(self, seats: int, options: O, words: tuple[int, int, int, int], story: Story | None = None) -> P:
        """The position after set-up; `words` start its stream of chance, `story` receives what happens."""
        position = self.blank(seats, options)
        position.story = story
        position.reseed(*words)
        self.set_up(position, seats, options)
        return position

    def restore(self, options: O, numbers: Mapping[str, Any]) -> P:
        """The position whose `numbers` these are, of a table with these options."""
        position = self.blank(numbers["seats"], options)
        for name, value in numbers.items():
            setattr(position, name, value)
        return position

    def decode(self, board: Any, told: Told) -> Event:
        """The typed event for the numbers that were told, be it the game's or the engine's own."""
        return Ready(told[1]) if told[0] == READY else self.event(board, told)

    def check_options(self, seats: int, given: Mapping[str, Any]) -> O:
        """The options of a new table, or a sentence that says what is wrong with them."""
        if seats not in self.seats:
            raise BadOption(f"{self.name} is for {_numbers(self.seats)} players, not {seats}.")
        known = self.options.__struct_fields__
        for name in given:
            if name not in known:
                raise BadOption(f"{self.name} has no option {name!r}. It has: {', '.join(known)}.")
        for name, value in given.items():
            try:
                msgspec.convert({name: value}, self.options)
            except msgspec.ValidationError as wrong:
                expected = str(wrong).partition(" - at")[0].replace("`", "")
                raise BadOption(f"{self.name}: the option {name} cannot be {value!r}. {expected}.") from None
        return msgspec.convert(dict(given), self.options)

    def refuse(self, reason: str, paragraph: str, **params: Any) -> IllegalMove:
        """The error that tells why a move is illegal."""
        return IllegalMove(phrase(f"reason.{reason}", **params), paragraph, self.text)

    def legal(self, position: P, seat: int) -> list[int]:
        """The numbers of all moves legal for a seat."""
        moves = Moves()
        moves.fill(position, seat)
        return moves.numbered()

    def table(
        self, seats: int | None = None, seed: str | int | None = None, names: Sequence[str] = (), **options: Any
    ) -> Table:
        """A new table.  Without a seed it gets a secret one."""
        from guanxi.engine.table import Table

        return Table(self, seats, seed, names, **options)


def _numbers(counts: tuple[int, ...]) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
