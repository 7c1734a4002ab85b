"""A position of any game, and the list of moves legal in it.

A game's rules are a record derived from `Position` with the methods `legal`, `apply`, `redraw` and `winners`; also
`unseal` if it has sealed choices, and `enclose` if such a choice takes several moves.  Seats and moves are small whole
numbers, and sets of seats are bits of one number.  Nothing is allocated while a game is simulated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

from guanxi.engine.record import array, decimals, record

if TYPE_CHECKING:
    from typing import Self

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


def copied(value: Any, dimensions: tuple[int, ...]) -> Any:
    """A number as it is, a row or a table as new lists."""
    if len(dimensions) == 2:
        return [row[:] for row in value]
    return value[:] if dimensions else value


@record
class Position(Record):
    """The state that every game has: the seats to decide, sealed choices, and the random stream."""

    rules: int = 0  # the version of the rules
    seats: int = 0
    owing: int = 0  # the seats that have to decide, as bits; 0: the game is over
    sealing: int = 0  # the seats whose choices are revealed together, as bits; 0: decisions are open
    sealed: list[int] = array(MOST_SEATS)  # the choice of each of them, or NOBODY
    words: list[int] = array(4)  # the state of the random stream: 32 bits each, not all zero

    story: Story | None = None  # receives events, if set; never copied

    def legal(self, seat: int, moves: Moves) -> None:
        """Add every legal move of a seat that has to decide."""
        raise NotImplementedError

    def apply(self, seat: int, move: int) -> None:
        """Carry out a legal open move, up to the next decision or the end."""
        raise NotImplementedError

    def enclose(self, seat: int, move: int) -> int:
        """Add a move to a seat's sealed choice; returns 1 if the choice is complete, 0 if it needs more moves.

        Before its first move the choice is NOBODY; a seat whose choice is complete starts over.
        """
        self.sealed[seat] = move
        return 1

    def unseal(self) -> None:
        """Carry out the sealed choices once all are complete, up to the next decision or the end."""
        raise NotImplementedError

    def redraw(self, seat: int) -> None:
        """Deal everything the seat has not seen again, uniformly, and overwrite every trace of the real cards."""
        raise NotImplementedError

    def winners(self) -> int:
        """The seats that have won, as bits, once the game is over."""
        raise NotImplementedError

    def seen(self, seat: int, move: int, by: int) -> int:
        """A move of one seat as another seat saw it: a number that hides what was hidden."""
        return move

    def play(self, seat: int, move: int) -> None:
        """Make a move: the single entry point for open and sealed decisions."""
        if self.sealing == 0:
            self.apply(seat, move)
        elif self.enclose(seat, move):
            # Reported once: others must not learn that a choice was changed.
            if self.owing & (1 << seat):
                self.tell(READY, seat)
            self.owing &= ~(1 << seat)
            if self.owing == 0:
                self.sealing = 0
                self.unseal()
        else:
            self.owing |= 1 << seat

    def seal(self, seats: int) -> None:
        """Ask these seats (bits) for choices that stay hidden until all are complete."""
        self.sealing = seats
        self.owing = seats
        for seat in range(MOST_SEATS):
            self.sealed[seat] = NOBODY

    def imagine(self, seat: int) -> None:
        """Become a position sampled uniformly from those consistent with what the seat has seen."""
        for other in range(self.seats):
            if other != seat and self.sealing & (1 << other):
                self.sealed[other] = NOBODY
                self.owing |= 1 << other
        self.redraw(seat)

    def returns(self, seat: int) -> float:
        """A seat's payoff: 1 for a sole winner; the payoffs of all seats sum to 0."""
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
        """Seed the random stream with 128 bits."""
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
        """List a seat's legal moves; returns their number."""
        self.count = 0
        p.legal(seat, self)
        return self.count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self.number[index]

    def numbered(self) -> list[int]:
        """The moves as a Python list."""
        return [self.number[index] for index in range(self.count)]


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
        p.play(seat, moves.number[p.below(moves.count)])
        decisions += 1
    return decisions
