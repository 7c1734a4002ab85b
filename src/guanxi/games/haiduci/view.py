"""The view of a seat of Haiduci: built from nothing, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import msgspec
from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.game import View
from guanxi.engine.text import Phrase, phrase, words
from guanxi.games.haiduci.board import CONDITION_WORDS, ConditionWord, Name, edition_of
from guanxi.games.haiduci.rules import material, scoring
from guanxi.games.haiduci.rules.material import (
    CARDS,
    CONDITIONS,
    FACTIONS,
    FIRST_RULES,
    HAIDUC,
    HAIDUCI,
    INSIDE,
    LEADERS,
    TERRITORIES,
)

if TYPE_CHECKING:
    from guanxi.games.haiduci.rules.rules import Haiduci

Phase = Literal["choosing", "offers", "agreements", "marches", "unplayed", "frozen", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
CLAIM_PENDING = (material.OFFERS, material.AGREEMENTS, material.MARCHES, material.UNPLAYED)
Task = Literal["place", "remove", "lead", "rule", "province", "spread", "emerge", "hunt", "catch", "pay"]
TASKS: dict[int, Task] = dict(enumerate(get_args(Task), material.PLACING))
Time = Literal["spring", "summer", "autumn", "winter"]
SEASONS: tuple[Time, ...] = get_args(Time)
FIRST_YEAR = 1807
SOURCES = ("conditions", "provinces", "captured", "emerged", "territories")


class TerritoryView(msgspec.Struct, frozen=True, gc=False):
    """A territory: the pawns of each faction that is there, and who controls it."""

    id: str
    pawns: dict[str, int]
    control: str | None


class ProvinceView(msgspec.Struct, frozen=True, gc=False):
    """A province: all pawns in it, and who controls it."""

    id: str
    pawns: dict[str, int]
    control: str | None


class HaiducView(msgspec.Struct, frozen=True, gc=False):
    """A haiduc that is on the board or captured."""

    id: str
    at: str | None
    emerged_by: int | None
    captured_by: int | None


class BoxView(msgspec.Struct, frozen=True, gc=False):
    """The two alliance boxes of a faction, and who filled the second."""

    faction: str
    first: str | None
    second: str | None
    partner: int | None


class ConditionView(msgspec.Struct, frozen=True, gc=False):
    """One condition of a leader: what it asks for, and how far it has come."""

    word: ConditionWord
    text: Phrase
    province: str | None
    needed: int
    reached: int
    met: bool


class LeaderView(msgspec.Struct, frozen=True, gc=False):
    """A leader who is not secret, or one's own."""

    name: Name
    conditions: tuple[ConditionView, ...]
    claim: Phrase | None = None  # both are met: a claim of victory, unless the others undo it before the season ends


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player; hand and leader are None for everybody else."""

    faction: str | None
    cards: int
    hand: tuple[str, ...] | None
    leader: LeaderView | None
    claimed: bool
    put: int  # cards put down this season
    points: dict[str, int]  # without the conditions of a secret leader


class StepView(msgspec.Struct, frozen=True, gc=False):
    """The decision within an agreement or a march."""

    task: Task
    seat: int
    faction: str | None  # the owner of the boxes; None: a march
    todo: int
    at: str | None
    haiduc: str | None


class HaiduciView(View, frozen=True, tag="haiduci"):
    """The table as one seat sees it."""

    seat: int | None
    board: str
    cards: str
    leaders: str
    first: int
    start: int
    season: int
    year: int
    time: Time
    phase: Phase
    frozen: bool
    thawed: bool  # a haiduc was played: the freeze ends with this season
    ending: bool  # the game ends with this season
    to_move: tuple[int, ...]
    unplayed: str | None  # the faction that gets a pawn now
    pile: int
    discards: dict[str, int]
    supply: dict[str, int]
    agreement: str | None  # the faction whose boxes hold the agreement that is carried out now
    step: StepView | None
    territories: tuple[TerritoryView, ...]
    provinces: tuple[ProvinceView, ...]
    haiduci: tuple[HaiducView, ...]
    boxes: tuple[BoxView, ...]
    players: tuple[PlayerView, ...]


def view(p: Haiduci, seat: int | None, public: HaiduciView | None = None) -> HaiduciView:
    """Return a seat's view; None is a spectator.  It begins with the public view, which may be given."""
    public = public or public_view(p)
    if seat is None:
        return public
    players = (*public.players[:seat], player_view(p, seat, True), *public.players[seat + 1 :])
    return replace(public, seat=seat, players=players)


def public_view(p: Haiduci) -> HaiduciView:
    """Return the public view."""
    edition = edition_of(p.board)
    discards, supply = p.discards, p.supply
    return HaiduciView(
        seat=None,
        board=edition.board.name,
        cards=edition.cards.name,
        leaders=edition.leaders.name,
        first=p.first,
        start=p.start,
        season=p.season,
        year=FIRST_YEAR + p.season // len(SEASONS),
        time=SEASONS[p.season % len(SEASONS)],
        phase=PHASES[p.phase],
        frozen=bool(p.frozen),
        thawed=bool(p.thawed),
        ending=p.ending > 0,
        to_move=tuple(other for other in range(p.seats) if p.owing >> other & 1),
        unplayed=edition.factions[p.turn] if p.phase == material.UNPLAYED and p.turn < FACTIONS else None,
        pile=p.left,
        discards={id_: discards[card] for card, id_ in enumerate(edition.card_ids) if discards[card]},
        supply={id_: supply[faction] for faction, id_ in enumerate(edition.factions)},
        agreement=named_or_none(edition.factions, agreement_of(p)),
        step=step_view(p),
        territories=territory_views(p),
        provinces=province_views(p),
        haiduci=haiduc_views(p),
        boxes=box_views(p),
        players=tuple(player_view(p, other, False) for other in range(p.seats)),
    )


def season_name(season: int) -> Phrase:
    """The name of a season; the first is 0."""
    return phrase(f"season.{SEASONS[season % len(SEASONS)]}", year=FIRST_YEAR + season // len(SEASONS))


def named_or_none(ids: tuple[str, ...], number: int) -> str | None:
    """The id with a number, or None for NOBODY."""
    return None if number == NOBODY else ids[number]


def seat_or_none(seat: int) -> int | None:
    """A seat, or None for NOBODY."""
    return None if seat == NOBODY else seat


def counted(ids: tuple[str, ...], numbers: list[int]) -> dict[str, int]:
    """How many each has, of those that have some."""
    return {id_: number for id_, number in zip(ids, numbers, strict=True) if number}


def territory_views(p: Haiduci) -> tuple[TerritoryView, ...]:
    """All territories: public."""
    edition, pawns = edition_of(p.board), p.pawns
    return tuple(
        TerritoryView(
            id=edition.territories[territory],
            pawns=counted(edition.factions, pawns[territory]),
            control=named_or_none(edition.factions, scoring.controller(p, territory)),
        )
        for territory in range(TERRITORIES)
    )


def province_views(p: Haiduci) -> tuple[ProvinceView, ...]:
    """All provinces: public."""
    edition, strength = edition_of(p.board), p.strength
    return tuple(
        ProvinceView(
            id=edition.factions[province],
            pawns=counted(edition.factions, strength[province]),
            control=named_or_none(edition.factions, scoring.ruler(p, province)),
        )
        for province in range(FACTIONS)
    )


def haiduc_views(p: Haiduci) -> tuple[HaiducView, ...]:
    """The haiduci on the board and those captured: public."""
    edition, place, maker, captor = edition_of(p.board), p.place, p.maker, p.captor
    return tuple(
        HaiducView(
            id=edition.haiduci[haiduc],
            at=named_or_none(edition.territories, place[haiduc]),
            emerged_by=seat_or_none(maker[haiduc]),
            captured_by=seat_or_none(captor[haiduc]),
        )
        for haiduc in range(HAIDUCI)
        if place[haiduc] != NOBODY or captor[haiduc] != NOBODY
    )


def box_views(p: Haiduci) -> tuple[BoxView, ...]:
    """The boxes of all factions that are played: public."""
    edition, box, partner, seat_of = edition_of(p.board), p.box, p.partner, p.seat_of
    return tuple(
        BoxView(
            faction=edition.factions[faction],
            first=named_or_none(edition.card_ids, box[faction][0]),
            second=named_or_none(edition.card_ids, box[faction][1]),
            partner=seat_or_none(partner[faction]),
        )
        for faction in range(FACTIONS)
        if seat_of[faction] != NOBODY
    )


def player_view(p: Haiduci, seat: int, own: bool) -> PlayerView:
    """A player: hand and leader only for themselves; a claim shows the leader, and the end shows all."""
    edition = edition_of(p.board)
    shown = p.faction[seat] != NOBODY and (own or p.phase == material.OVER or bool(p.claimed >> seat & 1))
    hand = p.hand[seat]
    return PlayerView(
        faction=named_or_none(edition.factions, p.faction[seat]),
        cards=p.held[seat],
        hand=tuple(edition.card_ids[card] for card in range(CARDS) for _ in range(hand[card])) if own else None,
        leader=leader_view(p, seat, p.leader[seat]) if shown else None,
        claimed=bool(p.claimed >> seat & 1),
        put=p.put[seat],
        points=points(p, seat, shown),
    )


def points(p: Haiduci, seat: int, shown: bool) -> dict[str, int]:
    """A player's points by source, as if the game ended now; those of a secret leader are left out."""
    if p.faction[seat] == NOBODY:
        return {}
    first = material.FROM_CONDITIONS if shown else material.FROM_PROVINCES
    return {SOURCES[source]: scoring.points_from(p, seat, source) for source in range(first, material.SOURCES)}


def traits(p: Haiduci, seat: int) -> dict[str, Phrase]:
    """A player's faction and leader, once they are chosen."""
    faction = p.faction[seat]
    if faction == NOBODY:
        return {}
    edition = edition_of(p.board)
    return {
        "faction": edition.faction_name(edition.factions[faction]),
        "leader": words(edition.leader(faction, p.leader[seat]).name),
    }


def leader_view(p: Haiduci, seat: int, number: int) -> LeaderView:
    """A leader of a player's faction, with the live progress of both conditions."""
    faction = p.faction[seat]
    first = (faction * LEADERS + number) * CONDITIONS
    return LeaderView(
        name=edition_of(p.board).leader(faction, number).name,
        conditions=tuple(condition_view(p, seat, condition) for condition in range(first, first + CONDITIONS)),
        claim=pending_claim(p, seat, number),
    )


def pending_claim(p: Haiduci, seat: int, leader: int) -> Phrase | None:
    """The meaning of two met conditions, and what the others can still do about it."""
    if p.rules == FIRST_RULES or scoring.conditions_met(p, seat, leader) < CONDITIONS or p.claimed >> seat & 1:
        return None
    return phrase(f"claim.{PHASES[p.phase]}") if p.phase in CLAIM_PENDING else None


def condition_text(word: str, needed: int, **told: Phrase | str) -> Phrase:
    """A condition in words."""
    all_of_them = word == "INDEP" and needed == INSIDE
    return phrase("condition.INDEP.all" if all_of_them else f"condition.{word}", n=needed, **told)


def condition_view(p: Haiduci, seat: int, number: int) -> ConditionView:
    """How far a player has come with a condition."""
    word = CONDITION_WORDS[p.board.condition[number]]
    about = word in ("MAJ", "INFL", "CAP")
    edition = edition_of(p.board)
    province = edition.factions[p.board.province[number]] if about else None
    reached, needed = int(scoring.reached(p, seat, number)), p.board.needed[number]
    told = {"province": edition.faction_name(province)} if province else {}
    return ConditionView(
        word=word,
        text=condition_text(word, needed, **told),
        province=province,
        needed=needed,
        reached=reached,
        met=reached >= needed,
    )


def agreement_of(p: Haiduci) -> int:
    """The faction whose agreement is carried out now, or NOBODY: public."""
    if p.phase != material.AGREEMENTS:
        return NOBODY
    owner = p.faction[(p.start + p.turn) % p.seats]
    return owner if p.box[owner][1] != NOBODY else NOBODY


def step_view(p: Haiduci) -> StepView | None:
    """The public decision; None between two steps."""
    if p.task in (material.IDLE, material.DONE):
        return None
    edition = edition_of(p.board)
    at: str | None = None
    if p.task in (material.LEADING, material.PAYING):
        at = edition.factions[p.faction[p.actor]] if p.target == NOBODY else edition.territories[p.target]
    elif p.task == material.RULING:
        at = edition.factions[p.target]
    elif p.task == material.SPREADING:
        at = edition.factions[p.influenced]
    agreement = p.phase == material.AGREEMENTS
    owner = p.faction[(p.start + p.turn) % p.seats]
    about_haiduc = p.task >= material.EMERGING or not agreement or p.box[owner][1] >= HAIDUC
    return StepView(
        task=TASKS[p.task],
        seat=p.actor if agreement else (p.start + p.turn) % p.seats,
        faction=edition.factions[owner] if agreement else None,
        todo=p.todo if p.task in (material.PLACING, material.REMOVING, material.SPREADING) else 0,
        at=at,
        haiduc=edition.haiduci[p.haiduc] if about_haiduc else None,
    )
