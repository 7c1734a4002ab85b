"""A campaign: steps that teach the ideas of a game one by one, each a position or a whole game with a goal.

The log of a step's game alone decides whether its goal is reached.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from guanxi.engine.errors import GuanxiError
from guanxi.engine.log import Origin
from guanxi.engine.text import LANGUAGES
from guanxi.learning.prepared import Prepared

if TYPE_CHECKING:
    from guanxi.engine.events import Event
    from guanxi.engine.game import Game
    from guanxi.engine.table import Table

ME, OTHERS = "me", "others"  # stand for seats in patterns
MOST_STARS = 3
Outcome = Literal["open", "reached", "missed"]


class BadCampaign(GuanxiError):
    """A file of a campaign that cannot be played."""


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Events of one kind whose fields have these values; `me` is the learner's seat, `others` any other."""

    event: str
    where: dict[str, str | int | bool] = {}

    def matches(self, event: Event, seat: int) -> bool:
        """Whether an event is meant, for a learner in this seat."""
        if event.__struct_config__.tag != self.event:
            return False
        return all(is_meant(getattr(event, name), value, seat) for name, value in self.where.items())


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to reach: events that count, or without them a rank and a score at the end of the game."""

    count: Pattern | None = None
    add: str = ""  # a field of these events whose numbers are added up; empty: the events themselves are counted
    least: int = 1  # of what is counted, or the score
    until: Pattern | None = None  # the event after which it is too late
    rank: int = 1  # at the end; 0: any

    def outcome(self, table: Table, seat: int) -> Outcome:
        """Whether a learner has reached it, has missed it, or still plays for it."""
        if self.count is None:
            return self._at_the_end(table, seat)
        total = 0
        for event in table.true_events(1):
            if self.count.matches(event, seat):
                total += int(getattr(event, self.add)) if self.add else 1
                if total >= self.least:
                    return "reached"
            if self.until and self.until.matches(event, seat):
                return "missed"
        return "missed" if table.over else "open"

    def _at_the_end(self, table: Table, seat: int) -> Outcome:
        result = table.result
        if result is None:
            return "open"
        ranked = not self.rank or result.ranks[seat] <= self.rank
        return "reached" if ranked and result.scores[seat].total >= self.least else "missed"


class CampaignStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea: where it is played from, against whom, and for what."""

    id: str
    start: Prepared  # without moves a game from the beginning, dealt anew each time
    bots: list[str]  # in the other seats, in their order from the learner's on
    goal: Goal

    @property
    def seat(self) -> int:
        """The learner's seat."""
        assert self.start.seat is not None
        return self.start.seat

    def players(self) -> list[str | None]:
        """The bots by seat; None is the learner."""
        found: list[str | None] = [None] * self.start.seats
        for place, bot in enumerate(self.bots, 1):
            found[(self.seat + place) % self.start.seats] = bot
        return found

    def origin(self, game: Game[Any, Any]) -> Origin | None:
        """The position it is played from, with everything dealt anew that the learner has not seen."""
        if not self.start.moves:
            return None
        return self.start.table(game).origin_at(len(self.start.moves), self.seat)

    def stars(self, *, hinted: bool, undone: bool) -> int:
        """What it earns: a hint costs a star, and so do moves that were taken back."""
        return MOST_STARS - hinted - undone


class CampaignText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step says: its title, its idea, and its goal."""

    title: str
    idea: str
    goal: str


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a game's campaign."""

    guanxi: Literal["campaign 1"]
    steps: list[CampaignStep]

    def step(self, id_: str) -> CampaignStep | None:
        """The step with an id."""
        return next((step for step in self.steps if step.id == id_), None)

    def after(self, id_: str) -> CampaignStep | None:
        """The step after another one."""
        ids = [step.id for step in self.steps]
        place = ids.index(id_) + 1 if id_ in ids else len(ids)
        return self.steps[place] if place < len(ids) else None


@cache
def campaign(game: Game[Any, Any]) -> Campaign | None:
    """The campaign that comes with a game, checked; None if it has none."""
    file = game.text.folder.parent / "campaign" / "steps.json"
    if not file.exists():
        return None
    found = msgspec.json.decode(file.read_bytes(), type=Campaign)
    for step in found.steps:
        check(game, step)
    if len({step.id for step in found.steps}) < len(found.steps):
        raise BadCampaign(f"{file}: two steps have the same id.")
    return found


def check(game: Game[Any, Any], step: CampaignStep) -> None:
    """Raise `BadCampaign` unless a step can be played; its moves are checked when they are made."""
    start = step.start
    if start.seat is None or start.seats not in game.seats or len(step.bots) != start.seats - 1:
        raise BadCampaign(f"{game.name}, {step.id}: the learner needs a seat, and each other seat a bot.")
    kinds = {kind.__struct_config__.tag: kind for kind in event_kinds(game)}
    for pattern, added in ((step.goal.count, step.goal.add), (step.goal.until, "")):
        if pattern is None:
            continue
        wanted = {*pattern.where, *filter(None, [added])}
        if pattern.event not in kinds or not wanted <= {*kinds[pattern.event].__struct_fields__}:
            raise BadCampaign(f"{game.name}, {step.id}: there is no event {pattern.event!r} with {sorted(wanted)}.")


def event_kinds(game: Game[Any, Any]) -> tuple[type[Event], ...]:
    """The kinds of a game's events."""
    kinds: tuple[type[Event], ...] = game.shapes[2].__args__
    return kinds


@cache
def campaign_texts(game: Game[Any, Any], language: str) -> dict[str, CampaignText]:
    """The texts of a game's campaign in a language, by step."""
    folder = game.text.folder.parent / "campaign"
    if language not in LANGUAGES or not folder.exists():
        return {}
    return msgspec.json.decode((folder / f"{language}.json").read_bytes(), type=dict[str, CampaignText])


def is_meant(found: object, wanted: str | int | bool, seat: int) -> bool:
    """Whether a field has a value; a row of seats has each of them."""
    if wanted == ME:
        return seat in found if isinstance(found, tuple) else found == seat
    if wanted == OTHERS:
        return found != seat
    return found == wanted
