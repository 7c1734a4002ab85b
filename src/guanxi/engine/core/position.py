"""A position of any game, and the list of moves legal in it.

A game's rules are a record derived from `Position` with the methods `_list_moves`, `_apply`, `_redraw` and `winners`;
also `_unseal` if it has sealed choices, and `_enclose` if such a choice takes several moves.  Methods with an
underscore belong to the rules and trust their arguments; the others check them.  Seats and moves are small whole
numbers, and sets of seats are bits of one number.  Nothing is allocated while a game is simulated.

Methods that take `SupportsIndex` are for callers in Python.  They stay Python once compiled, and check what C would
round or refuse in its own words: a number that is not whole, None, or one of more than 64 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

from guanxi.engine.errors import BadOption, no_seat, not_its_turn, not_over, refusal, whole_move, whole_seat
from guanxi.engine.record import array, decimals, record

if TYPE_CHECKING:
    from typing import Self, SupportsIndex

    from guanxi.engine.story import Story

NOBODY = -1
MOST_SEATS = 6
MOST_MOVES = 1024
WORD = 0xFFFFFFFF
READY = 0  # the engine's own event, a seat has sealed its choice; games number theirs from 1


class Record:
    """An object made of numbers, and of links to other such objects."""

    shape: ClassVar[dict[str, tuple[int, ...]]] = {}
    links: ClassVar[tuple[str, ...]] = ()

    def copy_from(self, other: Record) -> None:
        """Copy all fields of another record of the same class."""
        for name, dimensions in self.shape.items():
            setattr(self, name, copied(getattr(other, name), dimensions))
        for name in self.links:
            setattr(self, name, getattr(other, name))

    def copy(self) -> Self:
        """A new record equal to this one."""
        twin = type(self)()
        twin.copy_from(self)
        return twin

    def numbers(self) -> dict[str, Any]:
        """Every field by name, to compare, send or print: a number, a list, or a list of lists."""
        return {name: copied(getattr(self, name), dimensions) for name, dimensions in self.shape.items()}


def remade(kind: type[Position], numbers: dict[str, Any], links: dict[str, Any]) -> Position:
    """Unpickle a position."""
    made = kind()
    for name, value in (*numbers.items(), *links.items()):
        setattr(made, name, value)
    return made


def same_record(one: Record | None, other: Record | None) -> bool:
    """Whether two linked records are equal."""
    return one is other or (one is not None and other is not None and one.numbers() == other.numbers())


def copied(value: Any, dimensions: tuple[int, ...]) -> Any:
    """A number as it is, a row or a table as new lists."""
    if len(dimensions) == 2:
        return [row[:] for row in value]
    return value[:] if dimensions else value


@record
class Position(Record):  # noqa: PLW1641 - it changes, so it has no hash
    """The state that every game has: the seats to decide, sealed choices, and the random stream."""

    rules: int = 0  # the version of the rules
    seats: int = 0
    owing: int = 0  # the seats that have to decide, as bits; 0: the game is over
    sealing: int = 0  # the seats whose choices are revealed together, as bits; 0: decisions are open
    sealed: list[int] = array(MOST_SEATS)  # the choice of each of them, or NOBODY
    words: list[int] = array(4)  # the state of the random stream: 32 bits each, not all zero

    story: Story | None = None  # receives events, if set; never copied

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or type(self) is not type(other):
            return NotImplemented
        return self.numbers() == other.numbers() and all(
            same_record(getattr(self, name), getattr(other, name)) for name in self.links
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (type(self), self.numbers(), {name: getattr(self, name) for name in self.links})

    def __repr__(self) -> str:
        state = "over" if self.seats else "not set up"
        if self.owing:
            state = f"seat {' and '.join(map(str, self.to_move))} of {self.seats} to move"
        return f"<{type(self).__name__} position, {state}>"

    def _list_moves(self, seat: int, moves: Moves) -> None:
        """Add every legal move of a seat that has to decide."""
        raise NotImplementedError

    def _apply(self, seat: int, move: int) -> None:
        """Carry out a legal open move, up to the next decision or the end."""
        raise NotImplementedError

    def _enclose(self, seat: int, move: int) -> int:
        """Add a move to a seat's sealed choice; returns 1 if the choice is complete, 0 if it needs more moves.

        Before its first move the choice is NOBODY; a seat whose choice is complete starts over.
        """
        self.sealed[seat] = move
        return 1

    def _unseal(self) -> None:
        """Carry out the sealed choices once all are complete, up to the next decision or the end."""
        raise NotImplementedError

    def _redraw(self, seat: int) -> None:
        """Deal everything the seat has not seen again, uniformly, and overwrite every trace of the real cards."""
        raise NotImplementedError

    def _seal(self, seats: int) -> None:
        """Ask these seats (bits) for choices that stay hidden until all are complete."""
        self.sealing = seats
        self.owing = seats
        for seat in range(MOST_SEATS):
            self.sealed[seat] = NOBODY

    def winners(self) -> int:
        """The seats that have won, as bits, once the game is over."""
        raise NotImplementedError

    def seen(self, seat: int, move: int, by: int) -> int:
        """A move of one seat as another seat saw it: a number that hides what was hidden."""
        return move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.owing == 0

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have to decide; empty when the game is over."""
        return _seats_in[self.owing]

    def legal(self, seat: SupportsIndex) -> list[int]:
        """The numbers of a seat's legal moves; empty if it has nothing to decide."""
        if type(seat) is not int:
            seat = whole_seat(seat, self.seats)
        try:
            return self._legal(seat)
        except OverflowError:
            raise no_seat(seat, self.seats) from None

    def _legal(self, seat: int) -> list[int]:
        """The same, for a whole number."""
        moves = borrow_moves()
        try:
            moves.fill(self, seat)
            return moves.numbered()
        finally:
            give_back(moves)

    def play(self, seat: SupportsIndex, move: SupportsIndex) -> None:
        """Make a legal move; any other raises `IllegalMove` and changes nothing."""
        if type(seat) is not int or type(move) is not int:
            seat, move = whole_seat(seat, self.seats), whole_move(move)
        try:
            self._play(seat, move)
        except OverflowError:
            self.check_turn(seat)
            raise refusal("number", "turn", number=move) from None

    def _play(self, seat: int, move: int) -> None:
        """The same, for whole numbers."""
        self._check_turn(seat)
        moves = borrow_moves()
        moves.fill(self, seat)
        found = moves.holds(move)
        give_back(moves)
        if not found:
            raise refusal("number", "turn", number=move)
        self.play_unchecked(seat, move)

    def play_unchecked(self, seat: int, move: int) -> None:
        """Make a move that is known to be legal, as a search does; any other can end the process."""
        if self.sealing == 0:
            self._apply(seat, move)
        elif self._enclose(seat, move):
            # Reported once: others must not learn that a choice was changed.
            if self.owing & (1 << seat):
                self.tell(READY, seat)
            self.owing &= ~(1 << seat)
            if self.owing == 0:
                self.sealing = 0
                self._unseal()
        else:
            self.owing |= 1 << seat

    def check_seat(self, seat: SupportsIndex) -> int:
        """The seat as a whole number; raises `BadOption` if there is no such seat."""
        seat = whole_seat(seat, self.seats)
        try:
            return self._check_seat(seat)
        except OverflowError:
            raise no_seat(seat, self.seats) from None

    def _check_seat(self, seat: int) -> int:
        """The same, for a whole number."""
        if seat < 0 or seat >= self.seats:
            raise no_seat(seat, self.seats)
        return seat

    def check_turn(self, seat: SupportsIndex) -> int:
        """The seat as a whole number; raises `IllegalMove` unless it has to decide or may change its sealed choice."""
        return self._check_turn(self.check_seat(seat))

    def _check_turn(self, seat: int) -> int:
        """The same, for a whole number."""
        self._check_seat(seat)
        if self.owing == 0:
            raise refusal("over", "end")
        if not (self.owing | self.sealing) & (1 << seat):
            raise not_its_turn(first_owing(self))
        return seat

    def imagine(self, seat: SupportsIndex) -> None:
        """Become a position sampled uniformly from those consistent with what the seat has seen."""
        self._imagine(self.check_seat(seat))

    def _imagine(self, seat: int) -> None:
        """The same, for a seat of the game."""
        for other in range(self.seats):
            if other != seat and self.sealing & (1 << other):
                self.sealed[other] = NOBODY
                self.owing |= 1 << other
        self._redraw(seat)

    def returns(self, seat: SupportsIndex) -> float:
        """A seat's payoff once the game is over: 1 for a sole winner; the payoffs of all seats sum to 0."""
        seat = self.check_seat(seat)
        if self.owing:
            raise not_over()
        return self._returns(seat)

    def _returns(self, seat: int) -> float:
        """The same, for a seat of a game that is over."""
        winners = self.winners()
        share = 0.0
        count = 0
        for other in range(self.seats):
            if winners & (1 << other):
                count += 1
        if winners & (1 << seat):
            share = self.seats / count
        return (share - 1.0) / (self.seats - 1)

    def reseed(self, a: int, b: int, c: int, d: int) -> None:
        """Seed the random stream with four words of 32 bits."""
        if (a | b | c | d) & ~WORD:
            raise BadOption("The words that seed a random stream are whole numbers of 32 bits.")
        self.words[0] = a
        self.words[1] = b
        self.words[2] = c
        self.words[3] = d | 1

    def below(self, n: int) -> int:
        """The next random number from 0 to n - 1 (Marsaglia's xorshift128)."""
        x = self.words[0] ^ ((self.words[0] << 11) & WORD)
        w = self.words[3]
        self.words[0] = self.words[1]
        self.words[1] = self.words[2]
        self.words[2] = w
        w = w ^ (w >> 19) ^ x ^ (x >> 8)
        self.words[3] = w
        return (w * n) >> 32

    def tell(self, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0) -> None:
        """Report an event and its facts to the story, if there is one."""
        if self.story is not None:
            self.story.told.append((event, a, b, c, d, e, f))

    def mark(self, moment: int) -> None:
        """Report a moment, a position worth showing before the move continues, if there is a story."""
        if self.story is not None:
            self.story.mark(moment, self)


@final
@record
class Moves(Record):
    """A list of moves, allocated once and refilled for every decision."""

    count: int = 0
    number: list[int] = array(MOST_MOVES)
    weight: list[float] = decimals(MOST_MOVES)  # how promising each looks, if a search has set it

    def add(self, move: int) -> int:
        """Append a move; returns the new number of moves."""
        if self.count == MOST_MOVES:
            raise OverflowError("a decision has more than 1024 moves: split it into smaller decisions")
        self.number[self.count] = move
        self.count += 1
        return self.count

    def fill(self, p: Position, seat: int) -> int:
        """List a seat's legal moves, none if it has nothing to decide; returns their number."""
        self.count = 0
        p._check_seat(seat)
        if (p.owing | p.sealing) & (1 << seat):
            p._list_moves(seat, self)
        return self.count

    def holds(self, move: int) -> int:
        """1 if a move is in the list."""
        for index in range(self.count):
            if self.number[index] == move:
                return 1
        return 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self.number[index]

    def numbered(self) -> list[int]:
        """The moves as a Python list."""
        return [self.number[index] for index in range(self.count)]


_seats_in = {bits: tuple(seat for seat in range(MOST_SEATS) if bits >> seat & 1) for bits in range(1 << MOST_SEATS)}
_spare: list[Moves] = []


def borrow_moves() -> Moves:
    """A list of moves for a moment: allocating one takes longer than filling it."""
    return _spare.pop() if _spare else Moves()


def give_back(moves: Moves) -> None:
    """Keep a borrowed list of moves for the next borrower.  Threads may share `_spare`: both steps are atomic."""
    _spare.append(moves)


def first_owing(p: Position) -> int:
    """The lowest seat that has to decide, or NOBODY."""
    for seat in range(p.seats):
        if p.owing & (1 << seat):
            return seat
    return NOBODY


def playout(p: Position, moves: Moves) -> int:
    """Play random moves to the end of the game; returns their number."""
    decisions = 0
    while p.owing:
        seat = first_owing(p)
        if moves.fill(p, seat) == 0:
            raise RuntimeError("a seat has to decide but has no legal move: this is a bug in the rules")
        p.play_unchecked(seat, moves.number[p.below(moves.count)])
        decisions += 1
    return decisions
