"""The interface of a game to everything outside its package."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from guanxi.engine.checked import CHECKS
from guanxi.engine.core.position import NOBODY, READY, Position
from guanxi.engine.errors import BadOption, IllegalMove, UnknownRules, did_you_mean, refusal, whole
from guanxi.engine.events import Ready
from guanxi.engine.insights import Insights
from guanxi.engine.moves import Move
from guanxi.engine.text import Catalogue, Phrase, phrase

if TYPE_CHECKING:
    from typing import Self

    from guanxi.engine.core.adviser import Adviser
    from guanxi.engine.events import Event
    from guanxi.engine.facts import Fact
    from guanxi.engine.fields import Field
    from guanxi.engine.manners import Manner
    from guanxi.engine.story import Story, Told
    from guanxi.engine.table import Table


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a table; each game derives its own class."""

    later: ClassVar[frozenset[str]] = frozenset()  # not in older logs, so left out of new ones while they are None

    def written(self) -> dict[str, Any]:
        """The options as a log has them."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return {name: value for name, value in found.items() if value is not None or name not in self.later}


class Score(msgspec.Struct, frozen=True, gc=False):
    """One seat's points: their sum and their sources."""

    total: int
    parts: dict[str, int]


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of a finished game.  Tuples are by seat; rank 1 is the best, and tied seats have equal ranks."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[Score, ...]
    reason: Phrase


def ranks(values: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each seat, by values of which the largest is the best."""
    return tuple(1 + sum(other > own for other in values) for own in values)


class View(msgspec.Struct, frozen=True, tag_field="game", gc=False):
    """The view of one seat, or of a spectator; each game derives its own class.

    A view is built from an allow-list, never by removing secrets.  In JSON `game` names the game.  Views, moves, events
    and phrases have no cycles, so the garbage collector need not look at them (`gc=False`).
    """


class Preview(msgspec.Struct, frozen=True, tag_field="game"):
    """The effects of a move, as far as its seat can know them; games that have previews derive their own class.

    In JSON `game` names the game.
    """


P = TypeVar("P", bound=Position)
O = TypeVar("O", bound=Options)  # noqa: E741 - O for options


class Game(Generic[P, O]):
    """A game.  Each game's package has one instance, `GAME`.

    Methods that take a seat or a move check it before a game's own method runs: compiled rules have no checks.
    """

    name: ClassVar[str]
    rules_version: int  # the version that new tables use: the newest, unless `by_rules` chose another
    older_rules: ClassVar[tuple[int, ...]] = ()  # versions kept for tables that began with them
    seats: ClassVar[tuple[int, ...]]  # the possible numbers of players
    usual: ClassVar[int]  # the best number of players
    minutes: ClassVar[tuple[int, int]]  # the usual length of a game, from and to: see benchmarks/length.py
    weight: ClassVar[int]  # complexity, from 1 (light) to 5 (heavy)
    moves: ClassVar[int]  # every move is a number below this
    observation: ClassVar[tuple[int, ...]] = ()  # the maximum of each number of `observe`; the minimum is 0
    fields: ClassVar[tuple[Field, ...]] = ()  # the names and meanings of these numbers
    moments: ClassVar[tuple[str, ...]] = ()  # the kinds of moments that its rules mark
    shapes: ClassVar[tuple[Any, ...]]  # the types of its view, moves and events, which describe their JSON
    previews: ClassVar[type[Preview] | None] = None  # the type of its previews, if it has any
    position: type[P]
    options: type[O]
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # values that a server accepts for free-text options
    automatic: ClassVar[Mapping[str, Any]] = {}  # options for games between bots, which make sure that they end
    files: ClassVar[tuple[Any, ...]] = ()  # the kinds of files it is played with (`boards.files.Files`)
    cast: ClassVar[tuple[Manner, ...]] = ()  # the manners of the characters that bots play
    habits: ClassVar[tuple[str, ...]] = ()  # what players do in some games and not in others: texts `habit.…`
    feats: ClassVar[tuple[str, ...]] = ()  # facts about a game that are worth telling: texts `feat.…`
    text: Catalogue

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, check in CHECKS.items():
            if name in vars(cls):
                setattr(cls, name, check(vars(cls)[name]))

    def __repr__(self) -> str:
        return f"<Game {self.name}, rules {self.rules_version}>"

    def set_up(self, position: P, seats: int, options: O) -> None:
        """Set up a new position, whose random stream has been seeded, up to the first decision."""
        raise NotImplementedError

    def set_up_with(self, seats: int, options: O) -> tuple[int, ...]:
        """The arguments of `set_up` in the game's rules, after the position; only compiled batches need them."""
        raise NotImplementedError

    def move(self, position: P, number: int) -> Move:
        """The typed move for the number of a legal move."""
        raise NotImplementedError

    def parse(self, position: P, notation: str) -> Move:
        """Parse a notation; unambiguous abbreviations are accepted.

        Raises `IllegalMove` for a text that is not a move in any position.
        """
        raise NotImplementedError

    def number(self, position: P, seat: int, move: Move) -> int:
        """The number of a typed move; raises `IllegalMove` with the reason if the rules forbid it."""
        raise NotImplementedError

    def view(self, position: P, seat: int | None, public: Any = None) -> View:
        """Return a seat's view; None is a spectator, who sees only public information.

        A seat's view is the public one with what belongs to the seat.  `public` saves making it again.
        """
        raise NotImplementedError

    def observe(self, position: P, seat: int) -> list[int]:
        """A seat's knowledge as a fixed-length list of whole numbers, for machine learning."""
        raise NotImplementedError

    def preview(self, position: P, seat: int, number: int) -> Preview | None:
        """Preview the effects of a legal move; None if there is nothing to say about it.

        The position is one that was sampled for the seat (see `Sight.preview`).  It may be changed only in a copy, and
        the answer may not depend on what the seat has not seen.
        """
        return None

    def prompt(self, position: P, seat: int | None) -> Phrase:
        """A sentence that says what a seat has to decide, or which players the table is waiting for."""
        raise NotImplementedError

    def board(self, position: P) -> Any:
        """The board with the names that phrases for moves and events use; None if the game needs none."""
        return None

    def event(self, board: Any, told: Told) -> Event:
        """Decode an event that the rules reported, with all hidden information."""
        raise NotImplementedError

    def meant(self, position: P, seat: int, places: Sequence[str]) -> Move | None:
        """The move that a seat means by clicking the last of these places after the others, legal or not.

        None if no move names it.  The ids of places are those of `Move.touches`, but any text may come.
        """
        return None

    def why_not(self, position: P, seat: int, places: Sequence[str]) -> IllegalMove | None:
        """Why the move that a seat means by these places is not legal; None if no rule says so."""
        move = self.meant(position, seat, places)
        if move is None:
            return None
        try:
            self.number(position, seat, move)
        except IllegalMove as wrong:
            return wrong
        return None

    def is_forced(self, position: P, seat: int) -> bool:
        """Does a seat have only one legal move, and can everybody at the table tell?

        Only then may a client play it unasked: if the reason were hidden, such as a card the seat does not hold, a
        quick answer would give it away.  Sealed choices are never forced: how long they take would be seen.
        """
        seat = position.check_seat(seat)
        asked = position.owing >> seat & 1 and not position.sealing
        return bool(asked) and self.is_open(position, seat) and len(position.legal(seat)) == 1

    def is_open(self, position: P, seat: int) -> bool:
        """Can everybody tell whether a seat that has to decide has more than one legal move?"""
        return False

    def result(self, position: P) -> Result:
        """The result of a finished game."""
        raise NotImplementedError

    def value(self, position: P, seat: int) -> float:
        """Evaluate a position for a seat, from -1 (lost) to 1 (won)."""
        raise NotImplementedError

    def facts(self, position: P, seat: int) -> list[Fact]:
        """The parts of a position's value for a seat, in sentences made from what that seat may know."""
        return []

    def adviser(self, position: P) -> Adviser:
        """The adviser for a search that plays on this position object."""
        raise NotImplementedError

    def is_even(self, position: P) -> bool:
        """Whether all moves are equally good as far as anybody can know, so that bots draw one of them by lot."""
        return False

    def deal_move(self, position: P, seat: int) -> int:
        """A bot's move where players make deals, which are computed and not searched; NOBODY anywhere else."""
        return NOBODY

    def remark(self, position: P, seat: int, move: int) -> tuple[int, Phrase] | None:
        """The seat of another player, and what a bot says to them about the deal that this move is part of."""
        return None

    def leaning(self, position: P, seat: int, move: Move, manner: Manner) -> float:
        """How well a move suits a manner, from 0 to 1, by what its seat may know."""
        return 0.0

    def may_whisper(self, options: O) -> bool:
        """Whether players may write to one another at a table with these options, unread by the others."""
        return False

    def insights(self, table: Table, seat: int) -> Insights:
        """The opening, habits and feats of a seat in a finished game."""
        return Insights(order=seat + 1)

    def opening_words(self, line: Sequence[str]) -> Phrase:
        """The last of some steps of an opening, as `insights` has found them, in words."""
        raise NotImplementedError

    def traits(self, position: P, seat: int) -> dict[str, str]:
        """A seat's role, such as its faction and leader, with English names, for statistics."""
        return {}

    def lengths(self, position: P) -> dict[str, int]:
        """The length of the game so far in its own units: rounds, years, seasons."""
        return {}

    def longest(self, seats: int, options: O) -> int | None:
        """An upper bound of the number of decisions in a game; None if the rules set none."""
        return None

    def absent(self, position: P, seat: int) -> int:
        """The move for a player who has left: the first legal one, unless the game overrides this."""
        return position.legal(seat)[0]

    def chapter(self, position: P) -> int | None:
        """The part of the game that a position belongs to, counted up; None if the game is one whole.

        A game has chapters if everything hidden is dealt anew between them, whatever it was before.  So nothing that
        was hidden in one chapter is of use in the next.  Its catalogue has a text `chapter` that says when one ends.
        """
        return None

    def open_view(self, position: P) -> View:
        """The view of spectators to whom all hands are open; only games with chapters need it."""
        raise NotImplementedError

    def plannable(self, position: P, seat: int) -> list[Move]:
        """Moves that a seat may choose in advance for a decision that it may have later.

        They may depend only on what the seat knows, and only on decisions whose instant answer reveals nothing else.
        A planned move is dropped as soon as it is neither plannable nor legal.  For each kind of them the catalogue has
        a text `plan.…`, which says when it would be asked.
        """
        return []

    def blank(self, seats: int, options: O) -> P:
        """An empty position on the board that the options and `rules_version` require."""
        return self.position()

    def begin(self, seats: int, options: O, words: tuple[int, int, int, int], story: Story | None = None) -> P:
        """The position after set-up; `words` seed its random stream, and `story` receives the events."""
        self.check_seats(seats)
        if not isinstance(options, self.options):
            raise BadOption(f"{options!r} are not options of {self.name}: make them with check_options().")
        if not isinstance(words, Sequence) or len(words) != 4 or None in [whole(word) for word in words]:
            raise BadOption(f"A random stream is seeded with four whole numbers of 32 bits, not {words!r}.")
        position = self.blank(seats, options)
        position.rules = self.rules_version
        position.story = story
        position.reseed(*words)
        self.set_up(position, seats, options)
        return position

    def restore(self, options: O, numbers: Mapping[str, Any]) -> P:
        """Restore a position of a table with these options from its `numbers`."""
        position = self.by_rules(numbers["rules"]).blank(numbers["seats"], options)
        for name, value in numbers.items():
            setattr(position, name, value)
        return position

    def decode(self, board: Any, told: Told) -> Event:
        """Decode a reported event, the game's or the engine's own."""
        return Ready(told[1]) if told[0] == READY else self.event(board, told)

    def check_options(self, seats: int, given: Mapping[str, Any]) -> O:
        """Validate and convert the options of a new table; raises `BadOption`."""
        self.check_seats(seats)
        if not isinstance(given, Mapping):
            raise BadOption(f"Options are given by their names, not as {given!r}.")
        known = self.options.__struct_fields__
        for name in given:
            if name not in known:
                guess = did_you_mean(name, known)
                raise BadOption(f"{self.name} has no option {name!r}.{guess} Its options: {', '.join(known)}.")
        for name, value in given.items():
            try:
                msgspec.convert({name: value}, self.options)
            except msgspec.ValidationError as error:
                expected = str(error).partition(" - at")[0].replace("`", "")
                raise BadOption(f"{self.name}: the option {name} cannot be {value!r}. {expected}.") from None
        return msgspec.convert(dict(given), self.options)

    def check_seats(self, seats: int) -> None:
        """Raise `BadOption` unless the game can be played by so many."""
        if whole(seats) not in self.seats:
            raise BadOption(f"{self.name} is for {_numbers(self.seats)} players, not {seats!r}.")

    def by_rules(self, version: int) -> Self:
        """The same game, played by a given version of its rules; raises `UnknownRules` if there is none."""
        if whole(version) == self.rules_version:
            return self
        newest = type(self).rules_version
        if whole(version) not in (*self.older_rules, newest):
            raise UnknownRules(self.name, version, newest)
        twin = copy.copy(self)
        twin.rules_version = version
        return twin

    def legal_number(self, position: P, seat: int, move: Move | str | int, legal: Sequence[int]) -> int:
        """The number of one of the legal moves, given as a typed move, its notation or its number.

        Raises `IllegalMove` with the reason if the rules forbid it.
        """
        if isinstance(move, str):
            move = self.parse(position, move)
        if isinstance(move, Move):
            number = self.number(position, seat, move)
        elif type(move) is int:
            number = move
        else:
            found = whole(move)
            if found is None:
                raise BadOption(f"{move!r} is not a move: give its number, its notation or a typed move.")
            number = found
        if number not in legal:
            raise refusal("number", "turn", number=number)
        return number

    def refuse(self, reason: str, paragraph: str, **params: Any) -> IllegalMove:
        """An error that says why a move is illegal, to be raised."""
        return IllegalMove(phrase(f"reason.{reason}", **params), paragraph, self.text)

    def table(
        self, seats: int | None = None, seed: str | int | None = None, names: Sequence[str] = (), **options: Any
    ) -> Table:
        """A new table; without a seed it gets a secret random one."""
        from guanxi.engine.table import Table

        return Table(self, seats, seed, names, **options)


for _name, _check in CHECKS.items():  # of games that do not define these methods themselves
    setattr(Game, _name, _check(getattr(Game, _name)))


def _numbers(counts: tuple[int, ...]) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
