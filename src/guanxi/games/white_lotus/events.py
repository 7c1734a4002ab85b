"""The events of The White Lotus: the numbers that the rules tell → typed events, and their words.

All of it is public, except a tile that was drawn: until it is placed, only its drawer knows it; and the terms of an
offer: only the two players hear them, unless it is accepted.  Provinces are named by their ids; their names come from
the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace

from guanxi.engine.events import Event, seats_of
from guanxi.engine.text import Phrase, phrase, player
from guanxi.games.white_lotus.moves import (
    BUILDINGS,
    CAMPS,
    KINDS,
    Building,
    Camp,
    Kind,
    names,
    offer_phrase,
    points_phrase,
    word_for,
)
from guanxi.games.white_lotus.rules import material
from guanxi.games.white_lotus.view import SOURCES, Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.engine.story import Told
    from guanxi.games.white_lotus.board import BoardFile


class OfPlayer(Event, frozen=True):
    """An event of one player; the words of most say nothing else."""

    seat: int

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"event.{self.__struct_config__.tag}", player=player(self.seat))

    def touches(self) -> tuple[str, ...]:
        return places(self.seat)


class InProvince(Event, frozen=True):
    """An event of one player in a province."""

    seat: int
    province: str

    def phrase(self, board: BoardFile) -> Phrase:
        province = board.provinces[self.province].name
        return phrase(f"event.{self.__struct_config__.tag}", player=player(self.seat), province=province)

    def touches(self) -> tuple[str, ...]:
        return (f"province:{self.province}",)


class Began(OfPlayer, frozen=True, tag="began"):
    """The game begins; the player is the first emperor."""


class Laid(Event, frozen=True, tag="laid"):
    """A tile of the set-up on a lotus province."""

    routine: ClassVar[bool] = True

    province: str
    building: Building

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.laid", province=board.provinces[self.province].name, building=word_for(self.building))

    def touches(self) -> tuple[str, ...]:
        return (f"province:{self.province}",)


class Year(Event, frozen=True, tag="year"):
    """A year begins."""

    year: int
    emperor: int

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.year", year=self.year, player=player(self.emperor))

    def touches(self) -> tuple[str, ...]:
        return places(self.emperor)


class Claimed(InProvince, frozen=True, tag="claimed"):
    """A cube was placed."""


class Passed(OfPlayer, frozen=True, tag="passed"):
    """A cube that a rice field allows was kept."""

    routine: ClassVar[bool] = True


class Controlled(InProvince, frozen=True, tag="controlled"):
    """The only claimant took a province."""


class Contested(Event, frozen=True, tag="contested"):
    """A conflict over a province begins."""

    province: str
    players: tuple[int, ...]

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.contested", province=board.provinces[self.province].name, players=names(self.players))

    def touches(self) -> tuple[str, ...]:
        return (f"province:{self.province}", *places(*self.players))


class Played(OfPlayer, frozen=True, tag="played"):
    """A bid of a conflict round was opened."""

    target: int
    influence: int

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.played", player=player(self.seat), target=player(self.target), n=self.influence)

    def touches(self) -> tuple[str, ...]:
        return places(self.seat, self.target)


class Tied(Event, frozen=True, tag="tied"):
    """Several players have equally much influence against them: the emperor ejects one."""

    players: tuple[int, ...]
    emperor: int

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.tied", players=names(self.players), player=player(self.emperor))

    def touches(self) -> tuple[str, ...]:
        return places(*self.players)


class Ejected(InProvince, frozen=True, tag="ejected"):
    """A player left a conflict and got back some of the influence played."""

    influence: int

    def phrase(self, board: BoardFile) -> Phrase:
        province = board.provinces[self.province].name
        return phrase("event.ejected", player=player(self.seat), province=province, n=self.influence)

    def touches(self) -> tuple[str, ...]:
        return (f"province:{self.province}", *places(self.seat))


class WonProvince(InProvince, frozen=True, tag="won-province"):
    """The last player in a conflict took the province."""


class Crowned(OfPlayer, frozen=True, tag="crowned"):
    """A player with more palaces is emperor now."""


class EmperorsToken(OfPlayer, frozen=True, tag="token"):
    """The emperor's victory token of the year."""


class Full(Event, frozen=True, tag="full"):
    """Every province is owned: this is the last year."""

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.full")


class DeclinedToLead(OfPlayer, frozen=True, tag="declined"):
    """A player who was asked does not lead a rebellion."""

    routine: ClassVar[bool] = True


class Rose(OfPlayer, frozen=True, tag="rose"):
    """A player leads a rebellion."""


class Quiet(Event, frozen=True, tag="quiet"):
    """There is no rebellion this year."""

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.quiet")


class Sided(OfPlayer, frozen=True, tag="camp"):
    """A sealed camp was opened."""

    camp: Camp

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"event.camp.{self.camp}", player=player(self.seat))

    def touches(self) -> tuple[str, ...]:
        return (f"camp:{self.camp}", *places(self.seat))


class Committed(OfPlayer, frozen=True, tag="committed"):
    """Sealed combat was opened."""

    combat: int

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.committed", player=player(self.seat), n=self.combat)


class Fought(Event, frozen=True, tag="battle"):
    """The battle of a rebellion: the strengths of both camps, and the one that won."""

    emperor: int
    rebels: int
    winner: Camp

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"event.battle.{self.winner}", emperor=self.emperor, rebels=self.rebels)

    def touches(self) -> tuple[str, ...]:
        return (f"camp:{self.winner}",)


class Took(InProvince, frozen=True, tag="took"):
    """A winner of the rebellion took a province from a loser."""

    loser: int

    def phrase(self, board: BoardFile) -> Phrase:
        province = board.provinces[self.province].name
        return phrase("event.took", player=player(self.seat), province=province, loser=player(self.loser))


class Consoled(OfPlayer, frozen=True, tag="consoled"):
    """A winner of the rebellion could take nothing and got a victory token."""


class Renounced(OfPlayer, frozen=True, tag="renounced"):
    """A winner of the rebellion took no province."""


class Earned(OfPlayer, frozen=True, tag="earned"):
    """The income of a year, without what palaces pay."""

    influence: int
    combat: int

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase("event.earned", player=player(self.seat), points=points_phrase(self.influence, self.combat))


class Chose(InProvince, frozen=True, tag="chose"):
    """The pay of a palace to its owner."""

    kind: Kind

    def phrase(self, board: BoardFile) -> Phrase:
        province = board.provinces[self.province].name
        return phrase(f"event.chose.{self.kind}", player=player(self.seat), province=province)


class Drew(OfPlayer, frozen=True, tag="drew"):
    """A tile was drawn: its drawer's alone until it is placed."""

    routine: ClassVar[bool] = True

    building: Building | None

    def seen_by(self, seat: int | None) -> Drew:
        return self if seat == self.seat else replace(self, building=None)

    def phrase(self, board: BoardFile) -> Phrase:
        if self.building is None:
            return phrase("event.drew", player=player(self.seat))
        return phrase("event.drew.tile", player=player(self.seat), building=word_for(self.building))


class Founded(InProvince, frozen=True, tag="founded"):
    """A tile was placed on an empty province."""

    building: Building

    def phrase(self, board: BoardFile) -> Phrase:
        province = board.provinces[self.province].name
        return phrase("event.founded", player=player(self.seat), province=province, building=word_for(self.building))


class Offered(OfPlayer, frozen=True, tag="offered"):
    """An offer to another player, with its four terms, which only the two of them hear."""

    partner: int
    give_influence: int | None
    give_combat: int | None
    want_influence: int | None
    want_combat: int | None

    def phrase(self, board: BoardFile) -> Phrase:
        terms = terms_of(self)
        if terms is None:
            return phrase("event.talked", player=player(self.seat), partner=player(self.partner))
        return offer_phrase("event.offered", self.seat, self.partner, terms)

    def seen_by(self, seat: int | None) -> Offered:
        if seat in (self.seat, self.partner):
            return self
        return Offered(self.seat, self.partner, None, None, None, None)

    def touches(self) -> tuple[str, ...]:
        return places(self.seat, self.partner)


class Answered(OfPlayer, frozen=True):
    """The answer to the last offer: `seat` answers `partner`, who made it."""

    partner: int

    def touches(self) -> tuple[str, ...]:
        return places(self.seat, self.partner)


class Agreed(Answered, frozen=True, tag="agreed"):
    """An offer was accepted; its terms have changed hands, for all to see."""

    give_influence: int
    give_combat: int
    want_influence: int
    want_combat: int

    def phrase(self, board: BoardFile) -> Phrase:
        return offer_phrase("event.agreed", self.partner, self.seat, terms_of(self) or ())


class Refused(Answered, frozen=True, tag="refused"):
    """An offer was declined."""


class FellSilent(OfPlayer, frozen=True, tag="silent"):
    """A player makes no more offers this year."""

    routine: ClassVar[bool] = True


class Scored(OfPlayer, frozen=True, tag="scored"):
    """Points of the final scoring, from one source."""

    points: int
    source: Source

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"event.scored.{self.source}", player=player(self.seat), n=self.points)


class Won(Event, frozen=True, tag="won"):
    """The game is over; several winners share the victory."""

    winners: tuple[int, ...]

    def phrase(self, board: BoardFile) -> Phrase:
        if len(self.winners) == 1:
            return phrase("event.won", player=player(self.winners[0]))
        return phrase("event.shared", players=names(self.winners))

    def touches(self) -> tuple[str, ...]:
        return places(*self.winners)


WhiteLotusEvent = (
    Began | Laid | Year | Claimed | Passed | Controlled
    | Contested | Played | Tied | Ejected | WonProvince | Crowned | EmperorsToken | Full
    | DeclinedToLead | Rose | Quiet | Sided | Committed | Fought | Took | Consoled | Renounced
    | Earned | Chose | Drew | Founded | Offered | Agreed | Refused | FellSilent | Scored | Won
)  # fmt: skip

# Decoders of events in a province: from the ids of the provinces and the numbers that were told.
IN_PROVINCES: dict[int, Callable[..., WhiteLotusEvent]] = {
    material.LAID: lambda ids, a, b, *_: Laid(ids[a], BUILDINGS[b]),
    material.CLAIMED: lambda ids, a, b, *_: Claimed(a, ids[b]),
    material.CONTROLLED: lambda ids, a, b, *_: Controlled(a, ids[b]),
    material.CONTESTED: lambda ids, a, b, *_: Contested(ids[a], seats_of(b)),
    material.EJECTED: lambda ids, a, b, c, *_: Ejected(a, ids[b], c),
    material.WON_PROVINCE: lambda ids, a, b, *_: WonProvince(a, ids[b]),
    material.TOOK: lambda ids, a, b, c, *_: Took(a, ids[b], c),
    material.CHOSE: lambda ids, a, b, c, *_: Chose(a, ids[b], KINDS[c]),
    material.FOUNDED: lambda ids, a, b, c, *_: Founded(a, ids[b], BUILDINGS[c]),
}
# Decoders of all other events: from the numbers alone.
OTHERS: dict[int, Callable[..., WhiteLotusEvent]] = {
    material.BEGAN: lambda a, *_: Began(a),
    material.YEAR: lambda a, b, *_: Year(a, b),
    material.PASSED: lambda a, *_: Passed(a),
    material.PLAYED: lambda a, b, c, *_: Played(a, b, c),
    material.TIED: lambda a, b, *_: Tied(seats_of(a), b),
    material.CROWNED: lambda a, *_: Crowned(a),
    material.EMPERORS_TOKEN: lambda a, *_: EmperorsToken(a),
    material.FULL: lambda *_: Full(),
    material.DECLINED_TO_LEAD: lambda a, *_: DeclinedToLead(a),
    material.ROSE: lambda a, *_: Rose(a),
    material.QUIET: lambda *_: Quiet(),
    material.CAMP: lambda a, b, *_: Sided(a, CAMPS[b]),
    material.COMMITTED: lambda a, b, *_: Committed(a, b),
    material.FOUGHT: lambda a, b, c, *_: Fought(a, b, CAMPS[c]),
    material.CONSOLED: lambda a, *_: Consoled(a),
    material.RENOUNCED: lambda a, *_: Renounced(a),
    material.EARNED: lambda a, b, c, *_: Earned(a, b, c),
    material.DREW: lambda a, b, *_: Drew(a, BUILDINGS[b]),
    material.OFFERED: Offered,
    material.AGREED: lambda a, b, *terms: Agreed(b, a, *terms),
    material.REFUSED: lambda a, b, *_: Refused(b, a),
    material.FELL_SILENT: lambda a, *_: FellSilent(a),
    material.SCORED: lambda a, b, c, *_: Scored(a, b, SOURCES[c]),
    material.VICTORY: lambda a, *_: Won(seats_of(a)),
}


def decode(board: BoardFile, told: Told) -> Event:
    """The typed event for the numbers that the rules told."""
    kind, *facts = told
    if kind in IN_PROVINCES:
        return IN_PROVINCES[kind](board.province_ids, *facts)
    if kind in OTHERS:
        return OTHERS[kind](*facts)
    raise ValueError(f"The White Lotus has no event {kind}")


def terms_of(event: Offered | Agreed) -> tuple[int, int, int, int] | None:
    """The four terms of an offer; None to those who do not hear them."""
    terms = (event.give_influence, event.give_combat, event.want_influence, event.want_combat)
    return None if None in terms else cast("tuple[int, int, int, int]", terms)


def places(*seats: int) -> tuple[str, ...]:
    """The places at the table of some players."""
    return tuple(f"player:{seat}" for seat in seats)
