"""A tiny game for the tests of the engine: three players bid in secret, three times, for chips under a hidden cup.

Each cup hides as many chips as its round's card, 1 to 3, which only the last player may look at.  All bid 0 to 4 at
once; who bids highest, alone, wins the chips.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from guanxi.engine.core.position import NOBODY, Position
from guanxi.engine.events import Event
from guanxi.engine.game import Game, Options, Result, Score, View
from guanxi.engine.moves import Move
from guanxi.engine.record import array, record
from guanxi.engine.text import ENGINE_TEXT, Catalogue, Phrase, list_of, phrase, player

if TYPE_CHECKING:
    from guanxi.engine.core.position import Moves
    from guanxi.engine.story import Told

SEATS = 3
BIDS = 5
OPENED = 1  # the three bids
BIDS_OPENED = 0  # the moment when the bids are open, before the cup is won
LAST = SEATS - 1  # the seat that may look under the cup


@record
class Bidding(Position):
    """Chips, the round, what is under the cup, and the bids opened last."""

    round: int = 0
    rounds: int = 0
    cup: int = 0
    chips: list[int] = array(SEATS)
    bids: list[int] = array(SEATS)

    def _list_moves(self, seat: int, moves: Moves) -> None:
        for bid in range(BIDS):
            moves.add(bid)

    def _unseal(self) -> None:
        self.bids = self.sealed[:SEATS]
        self.tell(OPENED, *self.bids)
        self.mark(BIDS_OPENED)
        highest = max(self.bids)
        if self.bids.count(highest) == 1:
            winner = self.bids.index(highest)
            self.chips = [count + self.cup * (seat == winner) for seat, count in enumerate(self.chips)]
        self.begin_round()

    def begin_round(self) -> None:
        """Everybody bids for a new cup, unless the last round is over."""
        self.round += 1
        self.cup = 1 + self.below(3)
        if self.round <= self.rounds:
            self._seal(0b111)

    def _redraw(self, seat: int) -> None:
        if seat != LAST:
            self.cup = 1 + self.below(3)

    def winners(self) -> int:
        return sum(1 << seat for seat in range(SEATS) if self.chips[seat] == max(self.chips))


class Bid(Move, frozen=True, tag="bid"):
    """A number of chips."""

    chips: int

    def notation(self) -> str:
        return f"bid {self.chips}"

    def touches(self) -> tuple[str, ...]:
        return (f"chips:{self.chips}",)

    def phrase(self, board: Any) -> Phrase:
        return phrase("move.bid", n=self.chips)


class Opened(Event, frozen=True, tag="opened"):
    """All bids, in the order of the seats."""

    bids: tuple[int, int, int]

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.opened", bids=list_of([phrase("bid", n=bid) for bid in self.bids]))


class BiddingOptions(Options, frozen=True, kw_only=True):
    """How many rounds are played."""

    rounds: int = 3


class BiddingView(View, frozen=True, tag="bidding"):
    """Chips and opened bids, the player's own sealed bid, and the cup for the last player."""

    round: int
    chips: tuple[int, ...]
    bids: tuple[int, ...]
    ready: tuple[int, ...]
    own: int | None
    cup: int | None


class BiddingGame(Game[Bidding, BiddingOptions]):
    """The tiny game."""

    name = "bidding"
    rules_version = 1
    seats = (SEATS,)
    moves = BIDS
    moments = ("opened",)
    shapes = (BiddingView, Bid, Opened)
    position = Bidding
    options = BiddingOptions
    text = Catalogue(Path(__file__).parent / "text", ENGINE_TEXT)

    def set_up(self, position: Bidding, seats: int, options: BiddingOptions) -> None:
        position.seats = seats
        position.rounds = options.rounds
        position.bids = [NOBODY] * SEATS
        position.begin_round()

    def move(self, position: Bidding, number: int) -> Bid:
        return Bid(number)

    def parse(self, position: Bidding, notation: str) -> Bid:
        word, _, chips = notation.partition(" ")
        if word != "bid" or not chips.isdecimal():
            raise self.refuse("no-bid", "turn", word=notation)
        return Bid(int(chips))

    def number(self, position: Bidding, seat: int, move: Move) -> int:
        return cast("Bid", move).chips

    def view(self, position: Bidding, seat: int | None, public: BiddingView | None = None) -> BiddingView:
        waiting = position.sealing & ~position.owing
        own = position.sealed[seat] if seat is not None and position.sealing else NOBODY
        return BiddingView(
            round=position.round,
            chips=tuple(position.chips),
            bids=tuple(position.bids),
            ready=tuple(other for other in range(SEATS) if waiting >> other & 1),
            own=None if own == NOBODY else own,
            cup=position.cup if seat == LAST else None,
        )

    def prompt(self, position: Bidding, seat: int | None) -> Phrase:
        return phrase("prompt.bid")

    def event(self, board: Any, told: Told) -> Opened:
        first, second, third = told[1:4]
        return Opened((first, second, third))

    def result(self, position: Bidding) -> Result:
        won = position.winners()
        winners = tuple(seat for seat in range(SEATS) if won >> seat & 1)
        return Result(
            winners=winners,
            ranks=tuple(1 + sum(other > chips for other in position.chips) for chips in position.chips),
            scores=tuple(Score(chips, {"chips": chips}) for chips in position.chips),
            reason=phrase("result.rounds", player=player(winners[0])),
        )

    def absent(self, position: Bidding, seat: int) -> int:
        return 0


GAME = BiddingGame()
