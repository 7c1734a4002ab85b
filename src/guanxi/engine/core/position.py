"""A position of any game, and the list of moves legal in it.

A game's rules are a record with `Position` as its base and five methods of its own: `legal`, `apply`, `redraw`,
`winners` and, if it has sealed choices, `unseal`; also `enclose`, if a sealed choice is cut into several moves.  Seats
and moves are small whole numbers; several seats together are bits of one number.  Nothing is allocated while a game is
simulated.
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
READY = 0  # the engine's own event: a seat has sealed its choice; games number theirs from 1


class Record:
    """An object made of numbers, and of links to other such objects."""

    shape: ClassVar[dict[str, int]] = {}
    links: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        for name, length in self.shape.items():
            setattr(self, name, [0] * length if length else 0)
        for name in self.links:
            setattr(self, name, None)

    def copy_from(self, other: Record) -> None:
        """Become equal to another record of the same class."""
        for name, length in self.shape.items():
            value = getattr(other, name)
            setattr(self, name, value[:] if length else value)
        for name in self.links:
            setattr(self, name, getattr(other, name))

    def copy(self) -> Self:
        """A new record equal to this one."""
        twin = type(self)()
        twin.copy_from(self)
        return twin

    def numbers(self) -> dict[str, Any]:
        """Every field by name: what there is to compare, send or print."""
        return {name: getattr(self, name)[:] if length else getattr(self, name) for name, length in self.shape.items()}


@record
class Position(Record):
    """What the rules of every game keep: who owes a decision, what is sealed, and the stream of chance."""

    seats: int = 0
    owing: int = 0  # the seats that owe a decision, as bits; none: the game is over
    sealing: int = 0  # the seats whose choices open together, as bits; none: decisions are open
    sealed: list[int] = array(MOST_SEATS)  # what each of them has chosen, or NOBODY
    words: list[int] = array(4)  # the stream of chance: 32 bits each, not all zero

    story: Story | None = None  # what happened, when somebody listens; never copied

    def legal(self, seat: int, moves: Moves) -> None:
        """Add every move legal for a seat that owes a decision."""
        raise NotImplementedError

    def apply(self, seat: int, move: int) -> None:
        """Carry out a legal open decision, up to the next decision or the end."""
        raise NotImplementedError

    def enclose(self, seat: int, move: int) -> int:
        """Put a move into a seat's sealed choice; returns 0 if more moves belong to that choice, and 1 if it is whole.

        Before its first move the choice is NOBODY; a seat that owes nothing more begins its choice anew.
        """
        self.sealed[seat] = move
        return 1

    def unseal(self) -> None:
        """All sealed choices are in: carry them out, up to the next decision or the end."""
        raise NotImplementedError

    def redraw(self, seat: int) -> None:
        """Deal anew, uniformly, all that the seat has not seen, and overwrite every trace of how it really was."""
        raise NotImplementedError

    def winners(self) -> int:
        """The seats that have won, as bits, once the game is over."""
        raise NotImplementedError

    def seen(self, seat: int, move: int, by: int) -> int:
        """A move of one seat as another has seen it: a number that hides what was hidden."""
        return move

    def play(self, seat: int, move: int) -> None:
        """Take a decision: the one door by which every move enters."""
        if self.sealing == 0:
            self.apply(seat, move)
        elif self.enclose(seat, move):
            # Said once: that somebody has thought again is nobody's business.
            if self.owing & (1 << seat):
                self.tell(READY, seat)
            self.owing &= ~(1 << seat)
            if self.owing == 0:
                self.sealing = 0
                self.unseal()
        else:
            self.owing |= 1 << seat

    def seal(self, seats: int) -> None:
        """Ask these seats (bits) for a choice that nobody sees before the last of them is in."""
        self.sealing = seats
        self.owing = seats
        for seat in range(MOST_SEATS):
            self.sealed[seat] = NOBODY

    def imagine(self, seat: int) -> None:
        """Become one of the positions that are possible for all the seat has seen, each as likely as any other."""
        for other in range(self.seats):
            if other != seat and self.sealing & (1 << other):
                self.sealed[other] = NOBODY
                self.owing |= 1 << other
        self.redraw(seat)

    def returns(self, seat: int) -> float:
        """The stakes won: 1 for a sole winner, and 0 in sum over all seats."""
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
        """Start the stream of chance from 128 bits."""
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
        """Note what happened, one fact a number, if somebody listens."""
        if self.story is not None:
            self.story.told.append((event, a, b, c, d, e, f))

    def mark(self, moment: int) -> None:
        """Keep this position as worth seeing before the move goes on, if somebody listens."""
        if self.story is not None:
            self.story.mark(moment, self)


@final
@record
class Moves(Record):
    """A list of moves, made once and filled again for every decision."""

    count: int = 0
    number: list[int] = array(MOST_MOVES)
    weight: list[float] = decimals(MOST_MOVES)  # how promising each looks, where somebody has said so

    def add(self, move: int) -> int:
        """Add a move at the end; returns how many there are now."""
        if self.count == MOST_MOVES:
            raise OverflowError("a decision has more than 1024 moves: cut it into smaller decisions")
        self.number[self.count] = move
        self.count += 1
        return self.count

    def fill(self, p: Position, seat: int) -> int:
        """List what a seat may do; returns how many moves there are."""
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
    """The lowest seat that owes a decision, or NOBODY."""
    for seat in range(p.seats):
        if p.owing & (1 << seat):
            return seat
    return NOBODY


def playout(p: Position, moves: Moves) -> int:
    """Play random moves to the end of the game; returns how many."""
    decisions = 0
    while p.owing:
        seat = first_owing(p)
        if moves.fill(p, seat) == 0:
            raise RuntimeError("a seat owes a decision and has no legal move: the rules are at fault")
        p.play(seat, moves.number[p.below(moves.count)])
        decisions += 1
    return decisions
