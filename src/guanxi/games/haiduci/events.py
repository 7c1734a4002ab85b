"""What a seat of Haiduci may know of something that happened: leaders and drawn cards are their owner's alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.text import Phrase, list_of, phrase, player, words
from guanxi.games.haiduci import material
from guanxi.games.haiduci.board import edition_of, named
from guanxi.games.haiduci.material import CARDS, PLAYERS
from guanxi.games.haiduci.view import FIRST_YEAR, SEASONS

if TYPE_CHECKING:
    from guanxi.engine.game import Story
    from guanxi.games.haiduci.board import Edition
    from guanxi.games.haiduci.rules import Haiduci

ENDS = {material.CLAIM: "claim", material.CAPTURES: "captures", material.LAST_SEASON: "seasons"}


def event(p: Haiduci, told: Story, seat: int | None) -> Phrase:
    """What a seat may know of something that happened on the way to a position."""
    kind, a, b, c = told
    edition = edition_of(p.board)
    if kind <= material.PASSED:
        return of_offers(edition, told, seat)
    if kind <= material.MARCHED:
        return of_effects(p, edition, told)
    match kind:
        case material.DISCARDED:
            return phrase("event.discarded", player=player(a), card=named(edition.card_ids[b]))
        case material.DREW if seat == a:
            return phrase("event.drew.card", player=player(a), card=named(edition.card_ids[b]))
        case material.DREW:
            return phrase("event.drew", player=player(a))
        case material.SHUFFLED:
            return phrase("event.shuffled")
        case material.CONVENED:
            return phrase("event.conference")
        case material.CANCELLED:
            return phrase("event.cancelled", faction=named(edition.factions[a]), player=player(b))
        case material.SPENT:
            id_ = "event.freed" if c else "event.spent"
            return phrase(id_, player=player(a), haiduc=named(edition.haiduci[b]))
        case material.CLAIMED:
            return phrase("event.claimed", player=player(a), leader=words(edition.leader(b, c).name))
        case material.ENDED:
            return phrase(f"event.{ENDS[a]}")
        case material.SCORED:
            return phrase("event.scored", player=player(a), n=b)
    return won(a)


def of_offers(edition: Edition, told: Story, seat: int | None) -> Phrase:
    """The beginning, seasons and offers."""
    kind, a, b, c = told
    match kind:
        case material.BEGAN:
            return phrase("event.began", player=player(a))
        case material.CHOSE:
            return phrase("event.chose", player=player(a), faction=named(edition.factions[b]))
        case material.LED if seat == a:
            return phrase("event.led.leader", player=player(a), leader=words(edition.leader(b, c).name))
        case material.LED:
            return phrase("event.led", player=player(a))
        case material.SEASON:
            season = phrase(f"season.{SEASONS[a % len(SEASONS)]}", year=FIRST_YEAR + a // len(SEASONS))
            return phrase("event.season.frozen" if c else "event.season", season=season, player=player(b))
        case material.OFFERED:
            return phrase("event.offered", player=player(a), card=named(edition.card_ids[c]))
        case material.JOINED:
            cards = named(edition.card_ids[c])
            return phrase("event.joined", player=player(a), faction=named(edition.factions[b]), card=cards)
    return phrase("event.passed", player=player(a))


def of_effects(p: Haiduci, edition: Edition, told: Story) -> Phrase:
    """What agreements do, and the marches: public."""
    kind, a, b, c = told
    match kind:
        case material.AGREED:
            first, second = (named(edition.card_ids[card]) for card in divmod(c, CARDS))
            owner, partner = player(p.seat_of[a]), player(b)
            return phrase("event.agreed", owner=owner, partner=partner, first=first, second=second)
        case material.PLACED if p.faction[a] == b:
            return phrase("event.placed", player=player(a), at=named(edition.territories[c]))
        case material.PLACED:
            faction, at = named(edition.factions[b]), named(edition.territories[c])
            return phrase("event.placed.unplayed", player=player(a), faction=faction, at=at)
        case material.REMOVED:
            faction, at = named(edition.factions[b]), named(edition.territories[c])
            return phrase("event.removed", player=player(a), faction=faction, at=at)
        case material.CHOSE_PROVINCE:
            return phrase("event.province", player=player(a), province=named(edition.factions[b]))
        case material.CAUGHT:
            return phrase("event.caught", player=player(a), haiduc=named(edition.haiduci[b]))
    id_ = "event.emerged" if kind == material.EMERGENCE else "event.marched"
    return phrase(id_, player=player(a), haiduc=named(edition.haiduci[b]), at=named(edition.territories[c]))


def won(winners: int) -> Phrase:
    """Who has won."""
    seats = [seat for seat in range(PLAYERS) if winners >> seat & 1]
    if len(seats) == 1:
        return phrase("event.won", player=player(seats[0]))
    return phrase("event.shared", players=list_of([player(seat) for seat in seats]))
