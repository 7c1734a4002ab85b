"""Han's events: the numbers that the rules tell → typed events, and what each seat may know of them.

Cards drawn from the pile are the drawer's alone; everything else is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec.structs import replace

from guanxi.engine.events import Event, seats_of
from guanxi.engine.text import Phrase, list_of, phrase, player
from guanxi.games.han.moves import (
    CARD_COLOURS,
    Colour,
    PieceName,
    card_phrase,
    colour_phrase,
    payment_phrase,
    piece,
    place_name,
)
from guanxi.games.han.rules import material

if TYPE_CHECKING:
    from guanxi.engine.story import Told
    from guanxi.games.han.board import BoardFile

Source = Literal["houses", "alliances", "roads", "ports"]
SOURCES: tuple[Source, ...] = ("houses", "alliances", "roads", "ports")  # in the order of material.py


class Began(Event, frozen=True, tag="began"):
    """The cards are dealt, and the first player holds the Emperor."""

    first: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.began", player=player(self.first))


class Placed(Event, frozen=True, tag="placed"):
    """A piece, where it stands and the cards that paid for it."""

    seat: int
    piece: PieceName
    at: str  # a house space; for an emissary a province
    pay: tuple[Colour, ...]

    def phrase(self, board: BoardFile) -> Phrase:
        place = place_name(board, self.at)
        return phrase(f"event.{self.piece}", player=player(self.seat), place=place, cards=payment_phrase(self.pay))

    def touches(self) -> tuple[str, ...]:
        return (f"dragon:{self.at}" if self.piece == "emissary" else f"space:{self.at}",)


class Stopped(Event, frozen=True, tag="stopped"):
    """A player places no second piece."""

    routine: ClassVar[bool] = True

    seat: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.stopped", player=player(self.seat))


class Discarded(Event, frozen=True, tag="discarded"):
    """A card put away instead of a piece."""

    seat: int
    card: Colour

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.discarded", player=player(self.seat), card=card_phrase(self.card))


class Took(Event, frozen=True, tag="took"):
    """A card taken from the open row."""

    seat: int
    card: Colour

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.took", player=player(self.seat), card=card_phrase(self.card))

    def touches(self) -> tuple[str, ...]:
        return (f"row:{self.card}",)


class Drew(Event, frozen=True, tag="drew"):
    """A card drawn from the pile: its drawer's alone."""

    seat: int
    card: Colour | None

    def seen_by(self, seat: int | None) -> Drew:
        return self if seat == self.seat else replace(self, card=None)

    def phrase(self, board: Any) -> Phrase:
        if self.card is None:
            return phrase("event.drew", player=player(self.seat))
        return phrase("event.drew.card", player=player(self.seat), card=card_phrase(self.card))

    def touches(self) -> tuple[str, ...]:
        return ("pile",)


class Refilled(Event, frozen=True, tag="refilled"):
    """A new card in the open row."""

    routine: ClassVar[bool] = True

    card: Colour

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.refilled", card=colour_phrase(self.card))

    def touches(self) -> tuple[str, ...]:
        return (f"row:{self.card}",)


class Shuffled(Event, frozen=True, tag="shuffled"):
    """The discards are the pile again."""

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.shuffled")

    def touches(self) -> tuple[str, ...]:
        return ("pile",)


class LastRound(Event, frozen=True, tag="last-round"):
    """A player has emptied the pile for the second time."""

    seat: int

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.last-round", player=player(self.seat))

    def touches(self) -> tuple[str, ...]:
        return ("pile",)


class Completed(Event, frozen=True, tag="completed"):
    """The last space of a province is taken, and its houses are scored."""

    province: str

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.completed", province=board.provinces[self.province].name)

    def touches(self) -> tuple[str, ...]:
        return (f"province:{self.province}",)


class Scored(Event, frozen=True, omit_defaults=True, tag="scored"):
    """Points with their source: a province, an alliance with its number and provinces, or houses on roads and ports."""

    seat: int
    points: int
    source: Source
    province: str | None = None
    alliance: int | None = None  # its number on the board, from 1
    allies: tuple[str, str] | None = None
    spaces: tuple[str, ...] = ()  # of the player's houses in lines along the roads, or on ports

    def phrase(self, board: BoardFile) -> Phrase:
        who = player(self.seat)
        if self.province is not None:
            name = board.provinces[self.province].name
            return phrase("event.scored.houses", player=who, n=self.points, province=name)
        if self.alliance is not None and self.allies is not None:
            one, other = (board.provinces[ally].name for ally in self.allies)
            number = self.alliance
            return phrase("event.scored.alliance", player=who, n=self.points, number=number, first=one, second=other)
        return phrase(f"event.scored.{self.source}", player=who, n=self.points)

    def touches(self) -> tuple[str, ...]:
        if self.province is not None:
            return (f"province:{self.province}",)
        if self.allies is not None:
            return (f"alliance:{self.alliance}", *(f"dragon:{ally}" for ally in self.allies))
        return tuple(f"space:{space}" for space in self.spaces)


class MarketsClosed(Event, frozen=True, tag="markets-closed"):
    """The emissaries on markets move to the dragons of their districts."""

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.markets")


class FinalScoring(Event, frozen=True, tag="final"):
    """No more turns: final scoring begins, after the last turn or because nothing more can be placed."""

    blocked: bool

    def phrase(self, board: Any) -> Phrase:
        return phrase("event.blocked" if self.blocked else "event.final")


class Won(Event, frozen=True, tag="won"):
    """The new emperor; several share the throne."""

    winners: tuple[int, ...]

    def phrase(self, board: Any) -> Phrase:
        if len(self.winners) == 1:
            return phrase("event.won", player=player(self.winners[0]))
        return phrase("event.shared", players=list_of([player(seat) for seat in self.winners]))


HanEvent = (
    Began
    | Placed
    | Stopped
    | Discarded
    | Took
    | Drew
    | Refilled
    | Shuffled
    | LastRound
    | Completed
    | Scored
    | MarketsClosed
    | FinalScoring
    | Won
)


def decode(board: BoardFile, told: Told) -> HanEvent:
    """The typed event for the numbers that the rules told."""
    kind, a, b, c, d, *_ = told
    match kind:
        case material.BEGAN:
            return Began(first=a)
        case material.PLACED:
            move = piece(board, b)
            return Placed(a, move.word, move.at, move.pay)
        case material.STOPPED:
            return Stopped(a)
        case material.DISCARDED:
            return Discarded(a, CARD_COLOURS[b])
        case material.TOOK:
            return Took(a, CARD_COLOURS[b])
        case material.DREW:
            return Drew(a, CARD_COLOURS[b])
        case material.REFILLED:
            return Refilled(CARD_COLOURS[a])
        case material.SHUFFLED:
            return Shuffled()
        case material.LAST_ROUND:
            return LastRound(a)
        case material.COMPLETED:
            return Completed(board.province_ids[a])
        case material.SCORED:
            return scored(board, a, b, c, d)
        case material.MARKETS_CLOSED:
            return MarketsClosed()
        case material.FINAL:
            return FinalScoring(blocked=bool(a))
        case material.WON:
            return Won(seats_of(a))
    raise ValueError(f"Han tells no event {kind}.")


def scored(board: BoardFile, seat: int, points: int, source: int, what: int) -> Scored:
    """Points, with the ids of what they are for."""
    if source == material.FROM_HOUSES:
        return Scored(seat, points, "houses", province=board.province_ids[what])
    if source == material.FROM_ALLIANCES:
        pair = board.alliances[what]
        return Scored(seat, points, "alliances", alliance=what + 1, allies=(pair.one, pair.other))
    spaces = tuple(id_ for space, id_ in enumerate(board.space_ids) if what >> space & 1)
    return Scored(seat, points, SOURCES[source], spaces=spaces)
