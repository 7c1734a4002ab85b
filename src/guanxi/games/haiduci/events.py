"""The events of Haiduci: the numbers that the rules tell ⇄ typed events, and who may know what of each.

Leaders and drawn cards are their owner's alone; everything else is public.  Factions, territories, cards and haiduci
are named by their ids in the files of the table, leaders by their number within the faction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.events import Event, seats_of
from guanxi.engine.text import Phrase, list_of, phrase, player, words
from guanxi.games.haiduci.moves import named
from guanxi.games.haiduci.rules import material
from guanxi.games.haiduci.view import season_name

if TYPE_CHECKING:
    from guanxi.engine.story import Told
    from guanxi.games.haiduci.board import Edition

End = Literal["claim", "captures", "seasons"]
ENDS: dict[int, End] = {material.CLAIM: "claim", material.CAPTURES: "captures", material.LAST_SEASON: "seasons"}


class Named(Event, frozen=True):
    """An event whose words are `event.<its tag>`, filled with what its fields name; `places` are what it touches."""

    places: ClassVar[tuple[str, ...]] = ()

    def fields(self) -> dict[str, Any]:
        """The fields of the event, by name."""
        return {field: getattr(self, field) for field in self.__struct_fields__}

    def phrase(self, board: Edition) -> Phrase:
        parts = {field: value for field, value in self.fields().items() if isinstance(value, str)}
        names = {field: named(board, field, id_) for field, id_ in parts.items()}
        return phrase(f"event.{self.__struct_config__.tag}", player=player(self.fields()["seat"]), **names)

    def touches(self) -> tuple[str, ...]:
        return tuple(place.format(**self.fields()) for place in self.places)


class Began(Named, frozen=True, tag="began"):
    """The game begins; this seat chooses a faction first."""

    seat: int


class ChoseFaction(Named, frozen=True, tag="chose"):
    """A player has chosen a faction."""

    seat: int
    faction: str
    places = ("faction:{faction}",)


class DrewLeader(Named, frozen=True, tag="led"):
    """A player has drawn one of the faction's leaders: that player's alone."""

    seat: int
    faction: str
    leader: int | None
    places = ("leader:{seat}",)

    def seen_by(self, seat: int | None) -> DrewLeader:
        return self if seat == self.seat else replace(self, leader=None)

    def phrase(self, board: Edition) -> Phrase:
        if self.leader is None:
            return phrase("event.led", player=player(self.seat))
        leader = leader_name(board, self.faction, self.leader)
        return phrase("event.led.leader", player=player(self.seat), leader=leader)


class SeasonBegan(Named, frozen=True, tag="season"):
    """A season begins, the first being 0; this seat starts it."""

    seat: int
    season: int
    frozen: bool
    places = ("season:{season}",)

    def phrase(self, board: Edition) -> Phrase:
        id_ = "event.season.frozen" if self.frozen else "event.season"
        return phrase(id_, season=season_name(self.season), player=player(self.seat))


class Offered(Named, frozen=True, tag="offered"):
    """A card into the own first box."""

    seat: int
    faction: str
    card: str
    places = ("box:{faction}:1",)


class Joined(Named, frozen=True, tag="joined"):
    """A card into the second box of another faction."""

    seat: int
    faction: str
    card: str
    places = ("box:{faction}:2",)


class Passed(Named, frozen=True, tag="passed"):
    """A player offers nothing, moves no haiduc, or plays none against a freeze."""

    routine: ClassVar[bool] = True

    seat: int


class Agreed(Named, frozen=True, tag="agreed"):
    """An agreement is carried out: first the owner's part, then the partner's; what they do is told next."""

    seat: int
    partner: int
    faction: str
    first: str
    second: str
    places = ("box:{faction}:1", "box:{faction}:2")

    def phrase(self, board: Edition) -> Phrase:
        first, second = board.card_name(self.first), board.card_name(self.second)
        owner, partner = player(self.seat), player(self.partner)
        return phrase("event.agreed", owner=owner, partner=partner, first=first, second=second)


class Cancelled(Named, frozen=True, tag="cancelled"):
    """A conference has undone the agreement of a seat with a partner: both cards are discarded."""

    seat: int
    partner: int
    faction: str
    first: str
    second: str
    places = ("box:{faction}:1", "box:{faction}:2")

    def phrase(self, board: Edition) -> Phrase:
        return phrase("event.cancelled", faction=board.faction_name(self.faction), player=player(self.partner))


class Placed(Named, frozen=True, tag="placed"):
    """A pawn put on a territory: of the own faction, or of one that nobody plays."""

    seat: int
    faction: str
    at: str
    own: bool
    places = ("territory:{at}",)

    def phrase(self, board: Edition) -> Phrase:
        at = board.territory_name(self.at)
        if self.own:
            return phrase("event.placed", player=player(self.seat), at=at)
        faction = board.faction_name(self.faction)
        return phrase("event.placed.unplayed", player=player(self.seat), faction=faction, at=at)


class Removed(Named, frozen=True, tag="removed"):
    """A pawn of another faction taken off a territory."""

    seat: int
    faction: str
    at: str
    places = ("territory:{at}",)


class ChoseProvince(Named, frozen=True, tag="province"):
    """The province in which an agreement spreads influence."""

    seat: int
    province: str
    places = ("province:{province}",)


class Emerged(Named, frozen=True, tag="emerged"):
    """A haiduc appears on a territory."""

    seat: int
    haiduc: str
    at: str
    places = ("haiduc:{haiduc}", "territory:{at}")


class Captured(Named, frozen=True, tag="captured"):
    """A haiduc becomes a player's captive: one that was on a territory, or the one just played."""

    seat: int
    haiduc: str
    at: str | None

    def touches(self) -> tuple[str, ...]:
        return (f"haiduc:{self.haiduc}", *((f"territory:{self.at}",) if self.at else ()))


class Marched(Named, frozen=True, tag="marched"):
    """A haiduc moves from a territory to a neighbouring one."""

    seat: int
    haiduc: str
    origin: str
    at: str
    places = ("haiduc:{haiduc}", "territory:{origin}", "territory:{at}")


class Discarded(Named, frozen=True, tag="discarded"):
    """The card that a march costs."""

    seat: int
    card: str


class Drew(Named, frozen=True, tag="drew"):
    """A card from the pile: its drawer's alone."""

    routine: ClassVar[bool] = True

    seat: int
    card: str | None

    def seen_by(self, seat: int | None) -> Drew:
        return self if seat == self.seat else replace(self, card=None)

    def phrase(self, board: Edition) -> Phrase:
        if self.card is None:
            return phrase("event.drew", player=player(self.seat))
        return phrase("event.drew.card", player=player(self.seat), card=board.card_name(self.card))


class Shuffled(Event, frozen=True, tag="shuffled"):
    """The discards are the new pile."""

    routine: ClassVar[bool] = True

    def phrase(self, board: Edition) -> Phrase:
        return phrase("event.shuffled")


class Convened(Named, frozen=True, tag="conference"):
    """An agreement of this seat calls an international conference."""

    seat: int


class Spent(Named, frozen=True, tag="spent"):
    """A haiduc goes to the discards to end a freeze: from the hand, or one that was held captive."""

    seat: int
    haiduc: str
    captive: bool

    def phrase(self, board: Edition) -> Phrase:
        id_ = "event.freed" if self.captive else "event.spent"
        return phrase(id_, player=player(self.seat), haiduc=board.card_name(self.haiduc))


class Claimed(Named, frozen=True, tag="claimed"):
    """A leader who has met both conditions is revealed."""

    seat: int
    faction: str
    leader: int
    places = ("leader:{seat}",)

    def phrase(self, board: Edition) -> Phrase:
        leader = leader_name(board, self.faction, self.leader)
        return phrase("event.claimed", player=player(self.seat), leader=leader)


class Ended(Event, frozen=True, tag="ended"):
    """The last season is over, and why it was the last."""

    why: End

    def phrase(self, board: Edition) -> Phrase:
        return phrase(f"event.{self.why}")


class Scored(Event, frozen=True, tag="scored"):
    """All points of a player at the end."""

    seat: int
    points: int

    def phrase(self, board: Edition) -> Phrase:
        return phrase("event.scored", player=player(self.seat), n=self.points)


class Won(Event, frozen=True, tag="won"):
    """The game is over; several winners share the victory."""

    winners: tuple[int, ...]

    def phrase(self, board: Edition) -> Phrase:
        if len(self.winners) == 1:
            return phrase("event.won", player=player(self.winners[0]))
        return phrase("event.shared", players=list_of([player(seat) for seat in self.winners]))


HaiduciEvent = (
    Began | ChoseFaction | DrewLeader | SeasonBegan | Offered | Joined | Passed | Agreed | Cancelled | Placed | Removed
    | ChoseProvince | Emerged | Captured | Marched | Discarded | Drew | Shuffled | Convened | Spent | Claimed | Ended
    | Scored | Won
)  # fmt: skip


def leader_name(edition: Edition, faction: str, leader: int) -> Phrase:
    """The name of one of a faction's leaders."""
    return words(edition.leaders.leaders[faction][leader].name)


def decode(edition: Edition, told: Told) -> Event:
    """The typed event for the numbers that the rules told."""
    kind, a, b, c, *_ = told
    factions, cards, haiduci = edition.factions, edition.card_ids, edition.haiduci
    match kind:
        case material.BEGAN:
            return Began(a)
        case material.CHOSE:
            return ChoseFaction(a, factions[b])
        case material.LED:
            return DrewLeader(a, factions[b], c)
        case material.SEASON:
            return SeasonBegan(seat=b, season=a, frozen=bool(c))
        case material.PASSED:
            return Passed(a)
        case material.DISCARDED:
            return Discarded(a, cards[b])
        case material.DREW:
            return Drew(a, cards[b])
        case material.SHUFFLED:
            return Shuffled()
        case material.CONVENED:
            return Convened(a)
        case material.SPENT:
            return Spent(a, haiduci[b], captive=bool(c))
        case material.CLAIMED:
            return Claimed(a, factions[b], c)
        case material.ENDED:
            return Ended(ENDS[a])
        case material.SCORED:
            return Scored(a, points=b)
        case material.WON:
            return Won(seats_of(a))
    return of_agreements(edition, told)


def of_agreements(edition: Edition, told: Told) -> Event:
    """Offers, what agreements do, and marches."""
    kind, a, b, c, d, e, _ = told
    factions, places, cards, haiduci = edition.factions, edition.territories, edition.card_ids, edition.haiduci
    match kind:
        case material.OFFERED:
            return Offered(a, factions[b], cards[c])
        case material.JOINED:
            return Joined(a, factions[b], cards[c])
        case material.AGREED:
            return Agreed(a, b, factions[c], cards[d], cards[e])
        case material.CANCELLED:
            return Cancelled(a, b, factions[c], cards[d], cards[e])
        case material.PLACED:
            return Placed(a, factions[b], places[c], own=bool(d))
        case material.REMOVED:
            return Removed(a, factions[b], places[c])
        case material.CHOSE_PROVINCE:
            return ChoseProvince(a, factions[b])
        case material.EMERGENCE:
            return Emerged(a, haiduci[b], places[c])
        case material.CAUGHT:
            return Captured(a, haiduci[b], None if c == NOBODY else places[c])
        case material.MARCHED:
            return Marched(a, haiduci[b], places[c], places[d])
    raise ValueError(f"Haiduci has no event {kind}")
