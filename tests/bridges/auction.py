"""A tiny game with sealed choices: everybody bids in secret out of a hidden purse; equal bids are settled by lot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from guanxi.engine.core.position import Moves, Position
from guanxi.engine.events import Event
from guanxi.engine.game import Game, Options, Result, Score, View
from guanxi.engine.moves import Move
from guanxi.engine.record import array, record
from guanxi.engine.text import ENGINE_TEXT, Catalogue, Phrase, phrase, player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guanxi.engine.story import Told

SEATS = 3
PURSE = 3
BID = 1
WON = 2


@record
class Auction(Position):
    """Purses are known only to their owners, and bids to nobody before all are in."""

    rounds: int = 0
    fixed: int = 0  # the contents of every purse; 0: random
    purse: list[int] = array(SEATS)
    points: list[int] = array(SEATS)

    def fill(self) -> None:
        self.purse = [self.fixed or self.below(PURSE) + 1 for _ in range(SEATS)]

    def _list_moves(self, seat: int, moves: Moves) -> None:
        for bid in range(self.purse[seat] + 1):
            moves.add(bid)

    def _unseal(self) -> None:
        bids = self.sealed[:SEATS]
        for seat, bid in enumerate(bids):
            self.tell(BID, seat, bid)
        highest = [seat for seat in range(SEATS) if bids[seat] == max(bids)]
        winner = highest[self.below(len(highest))] if len(highest) > 1 else highest[0]
        self.tell(WON, winner)
        self.points[winner] += 1
        self.rounds -= 1
        if self.rounds:
            self.fill()
            self._seal((1 << SEATS) - 1)

    def _redraw(self, seat: int) -> None:
        own = self.purse[seat]
        self.fill()
        self.purse[seat] = own

    def winners(self) -> int:
        return sum(1 << seat for seat in range(SEATS) if self.points[seat] == max(self.points))


class AuctionOptions(Options, frozen=True, kw_only=True):
    rounds: Annotated[int, Meta(ge=1, le=9)] = 9
    purse: Annotated[int, Meta(ge=1, le=PURSE)] | None = None


class Bid(Move, frozen=True, tag="bid"):
    amount: int

    def notation(self) -> str:
        return f"bid {self.amount}"


class BidOpened(Event, frozen=True, tag="bid"):
    seat: int
    amount: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.bid", player=player(self.seat), amount=self.amount)


class RoundWon(Event, frozen=True, tag="won"):
    seat: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.won", player=player(self.seat))


class AuctionView(View, frozen=True, tag="auction"):
    rounds: int
    purse: int | None
    bid: int | None
    points: tuple[int, ...]


class Words(Catalogue):
    """The engine's texts and this game's own."""

    def texts(self, language: str) -> Mapping[str, str | Mapping[str, str]]:  # type: ignore[override]
        own = {"event.bid": "{player} bids {amount}.", "event.won": "{player} wins.", "prompt": "Bid."}
        return {**ENGINE_TEXT.texts(language), **own}


class AuctionGame(Game[Auction, AuctionOptions]):
    name = "auction"
    rules_version = 1
    seats = (SEATS,)
    moves = PURSE + 1
    shapes = (AuctionView, Bid, BidOpened | RoundWon)
    observation = (9, PURSE, PURSE + 1, 9, 9, 9)
    position = Auction
    options = AuctionOptions
    automatic = {"rounds": 2}  # noqa: RUF012 - never changed
    text = Words(Path())

    def longest(self, seats: int, options: AuctionOptions) -> int:
        return seats * options.rounds

    def set_up(self, position: Auction, seats: int, options: AuctionOptions) -> None:
        position.seats = seats
        position.rounds = options.rounds
        position.fixed = options.purse or 0
        position.fill()
        position._seal((1 << SEATS) - 1)

    def move(self, position: Auction, number: int) -> Move:
        return Bid(number)

    def parse(self, position: Auction, notation: str) -> Move:
        return Bid(int(notation.split()[1]))

    def number(self, position: Auction, seat: int, move: Move) -> int:
        assert isinstance(move, Bid)
        return move.amount

    def view(self, position: Auction, seat: int | None, public: AuctionView | None = None) -> AuctionView:
        bid = position.sealed[seat] if seat is not None and position.sealing else None
        purse = position.purse[seat] if seat is not None else None
        return AuctionView(position.rounds, purse, bid, tuple(position.points))

    def observe(self, position: Auction, seat: int) -> list[int]:
        bid = position.sealed[seat] + 1 if position.sealing else 0
        return [position.rounds, position.purse[seat], bid, *position.points]

    def prompt(self, position: Auction, seat: int | None) -> Phrase:
        return phrase("prompt")

    def event(self, board: Any, told: Told) -> Event:
        kind, who, amount, *_ = told
        return BidOpened(who, amount) if kind == BID else RoundWon(who)

    def result(self, position: Auction) -> Result:
        winners = tuple(seat for seat in range(SEATS) if position.winners() >> seat & 1)
        scores = tuple(Score(points, {}) for points in position.points)
        return Result(winners, tuple(1 if seat in winners else 2 for seat in range(SEATS)), scores, phrase("prompt"))


GAME: Game[Any, Any] = AuctionGame()
