"""The view of a seat of Hanamikoji, an allow-list built field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.game import View
from guanxi.games.hanamikoji.moves import ACTIONS, ITEMS, Action, Item, split_pairs, triple_items
from guanxi.games.hanamikoji.rules import material, scoring

if TYPE_CHECKING:
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


class GeishaView(msgspec.Struct, frozen=True, gc=False):
    """One geisha: her item, how many there are, her charm, who has her favour, and the items on each side by seat."""

    item: Item
    copies: int
    charm: int
    favour: int | None
    items: tuple[int, ...]


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player; what is hidden from the viewer is None."""

    cards: int
    hand: tuple[Item, ...] | None
    actions: tuple[Action, ...]  # not used yet this round
    secret: Item | None
    traded: tuple[Item, ...] | None
    charm: int
    geishas: int


class OfferView(msgspec.Struct, frozen=True, gc=False):
    """A gift (three groups of one card) or a competition (two pairs) that waits for an answer."""

    seat: int
    action: Literal["gift", "competition"]
    groups: tuple[tuple[Item, ...], ...]


class HanamikojiView(View, frozen=True, tag="hanamikoji"):
    """The table as one seat sees it."""

    seat: int | None
    round: int
    most_rounds: int
    charm_to_win: int
    geishas_to_win: int
    first: int
    turn: int
    pile: int
    to_move: tuple[int, ...]
    geishas: tuple[GeishaView, ...]
    players: tuple[PlayerView, ...]
    offer: OfferView | None


def view(p: Hanamikoji, seat: int | None, public: HanamikojiView | None = None) -> HanamikojiView:
    """Return a seat's view; None is a spectator.  It begins with the public view, which may be given."""
    public = public or public_view(p)
    if seat is None:
        return public
    players = (*public.players[:seat], player_view(p, seat, True), *public.players[seat + 1 :])
    return replace(public, seat=seat, players=players)


def open_view(p: Hanamikoji) -> HanamikojiView:
    """Return the public view with the hands and face-down cards of both players."""
    return replace(public_view(p), players=tuple(player_view(p, seat, True) for seat in range(material.SEATS)))


def public_view(p: Hanamikoji) -> HanamikojiView:
    """Return the public view."""
    return HanamikojiView(
        seat=None,
        round=p.round,
        most_rounds=p.most_rounds,
        charm_to_win=p.cards.charm_to_win,
        geishas_to_win=p.cards.geishas_to_win,
        first=p.first,
        turn=p.turn,
        pile=p.left,
        to_move=tuple(other for other in range(material.SEATS) if p.owing >> other & 1),
        geishas=geisha_views(p),
        players=tuple(player_view(p, other, False) for other in range(material.SEATS)),
        offer=offer_view(p),
    )


def geisha_views(p: Hanamikoji) -> tuple[GeishaView, ...]:
    """The geishas with the items on both sides (public)."""
    favour, side, charm, copies = p.favour, p.side, p.cards.charm, p.cards.items
    return tuple(
        GeishaView(
            item=item,
            copies=copies[geisha],
            charm=charm[geisha],
            favour=None if favour[geisha] == NOBODY else favour[geisha],
            items=tuple(side[seat][geisha] for seat in range(material.SEATS)),
        )
        for geisha, item in enumerate(ITEMS)
    )


def player_view(p: Hanamikoji, seat: int, own: bool) -> PlayerView:
    """A player; hand, secret and trade-off only if the viewer is that player."""
    counts = p.hand[seat]
    used = p.used[seat]
    traded = p.traded[seat]
    laid = NOBODY not in traded
    return PlayerView(
        cards=sum(counts),
        hand=tuple(item for item, count in zip(ITEMS, counts, strict=True) for _ in range(count)) if own else None,
        actions=tuple(action for action, down in zip(ACTIONS, used, strict=True) if not down),
        secret=ITEMS[p.secret[seat]] if own and p.secret[seat] != NOBODY else None,
        traded=tuple(ITEMS[item] for item in traded) if own and laid else None,
        charm=scoring.charm(p, seat),
        geishas=scoring.geishas(p, seat),
    )


def offer_view(p: Hanamikoji) -> OfferView | None:
    """The offer that waits for an answer, if any (public)."""
    if p.offer == NOBODY:
        return None
    seat = 1 - (p.owing >> 1 & 1)
    if p.offer < material.COMPETITION:
        return OfferView(seat, "gift", tuple((item,) for item in triple_items(p.offer - material.GIFT)))
    return OfferView(seat, "competition", split_pairs(p.offer - material.COMPETITION))
