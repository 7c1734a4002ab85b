"""The view of a seat of The White Lotus: built from nothing, field by field.

Influence and combat are hidden hands that everybody could count, since all that comes and goes is public; whether the
count is shown is an option of the table.  Secret are only choices not yet opened, and the tile somebody looks at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

import msgspec
from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.events import seats_of
from guanxi.engine.game import View
from guanxi.games.white_lotus.board import file_of
from guanxi.games.white_lotus.moves import BUILDINGS, CAMPS, STEPS, WINDOWS, Building, Camp, Step, Window
from guanxi.games.white_lotus.rules import material, negotiation, rebellion, scoring
from guanxi.games.white_lotus.rules.material import AMOUNT, PLAYERS, SIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.games.white_lotus.rules.rules import WhiteLotus

Source = Literal["palaces", "temples", "others", "territory", "dragons", "tokens"]
SOURCES: tuple[Source, ...] = ("palaces", "temples", "others", "territory", "dragons", "tokens")  # as in material.py

# The phases of a year with the first step of each; the third passes without a decision.
PHASES = (
    (1, material.CLAIMING),
    (2, material.FIRST_PALACE),
    (4, material.RISING),
    (5, material.INCOME),
    (6, material.FOUNDING),
    (4, material.OVER),  # the game ends with a rebellion
)


class Buildings(TypedDict):
    """How many there are of each building."""

    village: int
    palace: int
    temple: int
    fortress: int
    rice: int


class Points(TypedDict):
    """A player's points by where they come from."""

    palaces: int
    temples: int
    others: int
    territory: int
    dragons: int
    tokens: int


class ProvinceView(msgspec.Struct, frozen=True, gc=False):
    """A province: the building on it, the owner of its chip, the players with a cube on its tile."""

    id: str
    name: str
    building: Building | None
    owner: int | None
    claims: tuple[int, ...]


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player; None marks totals that the viewer may not see, or that the table does not count."""

    influence: int | None
    combat: int | None
    tokens: int
    buildings: Buildings
    territory: int
    points: Points  # if the game ended now
    total: int


class BidView(msgspec.Struct, frozen=True, gc=False):
    """A bid of the conflict round revealed last."""

    seat: int
    target: int
    influence: int


class ConflictView(msgspec.Struct, frozen=True, gc=False):
    """The contested province, the players still there, the last round, and the tied players.

    When the province has just been won, only its new owner is still there.
    """

    province: str
    present: tuple[int, ...]
    bids: tuple[BidView, ...]
    tied: tuple[int, ...]


class RebellionView(msgspec.Struct, frozen=True, gc=False):
    """Two camps face each other; what is not revealed yet is None."""

    leader: int
    camps: tuple[Camp | None, ...]  # by seat
    combat: tuple[int, ...] | None  # by seat
    strength: tuple[int, int] | None  # of the emperor's camp and of the rebels
    winner: Camp | None


class OfferView(msgspec.Struct, frozen=True, gc=False):
    """An offer under way; others than the two players do not hear its terms, which are then None."""

    seat: int
    partner: int
    give_influence: int | None
    give_combat: int | None
    want_influence: int | None
    want_combat: int | None


class StockView(msgspec.Struct, frozen=True, gc=False):
    """The most that a player can give in an offer."""

    influence: int
    combat: int


class WindowView(msgspec.Struct, frozen=True, gc=False):
    """The time for offers before a decision."""

    about: Window
    province: str | None  # that the decision is about
    speaker: int  # makes offers now
    left: int  # offers that the speaker may still make now
    most: tuple[StockView, ...] | None  # what each player can give: for the speaker, who may not ask for more


class ChoiceView(msgspec.Struct, frozen=True, gc=False):
    """The viewer's own sealed choice, as far as it is made."""

    target: int | None
    influence: int | None
    camp: Camp | None
    combat: int | None


class WhiteLotusView(View, frozen=True, tag="white_lotus"):
    """The table as one seat sees it."""

    seat: int | None
    board: str
    year: int
    phase: int  # of the year, 1 to 6 as in the rulebook
    step: Step
    last: bool
    emperor: int
    to_move: tuple[int, ...]
    ready: tuple[int, ...]
    provinces: tuple[ProvinceView, ...]
    players: tuple[PlayerView, ...]
    unseen: Buildings  # tiles that the viewer has not seen, by building
    tile: Building | None  # drawn by the viewer and not yet placed
    palace: str | None  # whose income is to be chosen
    conflict: ConflictView | None
    rebellion: RebellionView | None
    window: WindowView | None
    offer: OfferView | None
    silent: tuple[int, ...]  # the players who make no more offers this year
    choice: ChoiceView | None


def view(p: WhiteLotus, seat: int | None, public: WhiteLotusView | None = None) -> WhiteLotusView:
    """Return a seat's view; None is a spectator.  It begins with the public view, which may be given."""
    public = public or public_view(p)
    if seat is None:
        return public
    return replace(
        public,
        seat=seat,
        players=(*public.players[:seat], player_view(p, seat, True), *public.players[seat + 1 :]),
        unseen=unseen(p, seat),
        tile=BUILDINGS[p.tile] if has_drawn(p, seat) else None,
        window=window_view(p, seat),
        offer=offer_view(p, seat),
        choice=choice_view(p, seat),
    )


def public_view(p: WhiteLotus) -> WhiteLotusView:
    """Return the public view."""
    return WhiteLotusView(
        seat=None,
        board=file_of(p.board).name,
        year=p.year,
        phase=phase(p),
        step=STEPS[p.step],
        last=bool(p.last),
        emperor=p.emperor,
        to_move=seats_of(p.owing),
        ready=seats_of(p.sealing & ~p.owing),
        provinces=province_views(p),
        players=tuple(player_view(p, other, False) for other in range(p.seats)),
        unseen=unseen(p, None),
        tile=None,
        palace=file_of(p.board).province_ids[p.at] if p.step == material.PALACES and p.owing else None,
        conflict=conflict_view(p),
        rebellion=rebellion_view(p),
        window=window_view(p, None),
        offer=offer_view(p, None),
        silent=seats_of(p.silent),
        choice=choice_view(p, None),
    )


def phase(p: WhiteLotus) -> int:
    """Where in the year the table is; offers belong to what they precede."""
    step = negotiation.stage(p)
    return next(number for number, first in reversed(PHASES) if step >= first)


def may_be_asked(p: WhiteLotus, seat: int) -> bool:
    """May a seat that owns or claims a village be asked later this year whether it leads a rebellion (2.4)?"""
    step = negotiation.stage(p)
    if step > material.RISING or seat == p.emperor:
        return False
    owns = p.holds[seat][material.VILLAGE] > 0
    if step < material.RISING:
        claimed = zip(p.building, p.claims, strict=True)
        return owns or any(building == material.VILLAGE and claims >> seat & 1 for building, claims in claimed)
    called = p.asked | (p.owing if p.step == step else 0)
    return owns and not called >> seat & 1


def province_views(p: WhiteLotus) -> tuple[ProvinceView, ...]:
    """The map with everything on it: public."""
    file = file_of(p.board)
    building, owner, claims = p.building, p.owner, p.claims
    return tuple(
        ProvinceView(
            id=id_,
            name=file.provinces[id_].name,
            building=None if building[number] == NOBODY else BUILDINGS[building[number]],
            owner=None if owner[number] == NOBODY else owner[number],
            claims=seats_of(claims[number]),
        )
        for number, id_ in enumerate(file.in_play(p.seats))
    )


def player_view(p: WhiteLotus, seat: int, own: bool) -> PlayerView:
    """A player: influence and combat for themselves, and for all if the table shows what could be counted."""
    shown = own or p.counted
    return PlayerView(
        influence=p.influence[seat] if shown else None,
        combat=p.combat[seat] if shown else None,
        tokens=p.tokens[seat],
        buildings=buildings(p.holds[seat]),
        territory=scoring.territory(p, seat),
        points=points(p, seat),
        total=scoring.total(p, seat),
    )


def buildings(counts: Sequence[int]) -> Buildings:
    """Counts of buildings, in the order of material.py, by their names."""
    village, palace, temple, fortress, rice = counts
    return Buildings(village=village, palace=palace, temple=temple, fortress=fortress, rice=rice)


def points(p: WhiteLotus, seat: int) -> Points:
    """A player's points by source, if the game ended now."""
    palaces, temples, others, territory, dragons, tokens = (
        scoring.points(p, seat, source) for source in range(material.SOURCES)
    )
    return Points(palaces=palaces, temples=temples, others=others, territory=territory, dragons=dragons, tokens=tokens)


def has_drawn(p: WhiteLotus, seat: int | None) -> bool:
    """Does the viewer hold a tile that nobody else has seen?"""
    return p.tile != NOBODY and seat is not None and bool(p.owing >> seat & 1)


def unseen(p: WhiteLotus, seat: int | None) -> Buildings:
    """How many tiles of each building are neither on the map nor in the viewer's hand."""
    laid = [*p.building, p.tile if has_drawn(p, seat) else NOBODY]
    return buildings([tiles - laid.count(building) for building, tiles in enumerate(material.TILES)])


def conflict_view(p: WhiteLotus) -> ConflictView | None:
    """The conflict, with bids only once they are revealed: public."""
    if p.at == NOBODY or p.step == material.PALACES:
        return None
    targets, played = p.target, p.played
    return ConflictView(
        province=file_of(p.board).province_ids[p.at],
        present=seats_of(p.claims[p.at] or 1 << p.owner[p.at]),
        bids=tuple(BidView(seat, targets[seat], played[seat]) for seat in range(p.seats) if targets[seat] != NOBODY),
        tied=seats_of(p.tied),
    )


def rebellion_view(p: WhiteLotus) -> RebellionView | None:
    """The rebellion, with camps and combat only once they are revealed: public."""
    if p.rebel == NOBODY:
        return None
    fought = p.winning != NOBODY
    return RebellionView(
        leader=p.rebel,
        camps=tuple(None if camp == NOBODY else CAMPS[camp] for camp in p.camp[: p.seats]),
        combat=tuple(p.committed[: p.seats]) if fought else None,
        strength=(rebellion.strength(p, 0), rebellion.strength(p, 1)) if fought else None,
        winner=CAMPS[p.winning] if fought else None,
    )


def window_view(p: WhiteLotus, seat: int | None) -> WindowView | None:
    """The time for offers; what others hold is for the speaker, whose legal moves will tell it anyway."""
    if not material.OFFERING <= p.step <= material.ANSWERING:
        return None
    largest = material.AMOUNTS - 1
    stocks = zip(p.influence[: p.seats], p.combat[: p.seats], strict=True)
    most = tuple(StockView(min(influence, largest), min(combat, largest)) for influence, combat in stocks)
    return WindowView(
        about=WINDOWS[p.after],
        province=file_of(p.board).province_ids[p.at] if p.after in (material.BIDDING, material.TIE) else None,
        speaker=negotiation.speaking(p),
        left=material.OFFERS - p.offers,
        most=most if seat == negotiation.speaking(p) else None,
    )


def offer_view(p: WhiteLotus, seat: int | None) -> OfferView | None:
    """The offer that is being made; everybody sees the two players talk, and they alone hear what about."""
    if p.step not in (material.STATING, material.ANSWERING):
        return None
    heard = seat is not None and negotiation.hears_terms(p, seat)
    return OfferView(negotiation.speaking(p), p.partner, *(p.terms if heard else [None] * material.TERMS))


def choice_view(p: WhiteLotus, seat: int | None) -> ChoiceView | None:
    """The viewer's own sealed choices, and nobody else's."""
    if seat is None or not p.sealing >> seat & 1 or p.sealed[seat] == NOBODY:
        return None
    sealed, whole = p.sealed[seat], not p.owing >> seat & 1
    if p.step == material.BIDDING:
        return ChoiceView(sealed % PLAYERS, sealed // PLAYERS if whole else None, camp=None, combat=None)
    if p.step == material.CAMPS:
        return ChoiceView(target=None, influence=None, camp=CAMPS[sealed - SIDE], combat=None)
    return ChoiceView(target=None, influence=None, camp=None, combat=sealed - AMOUNT)
