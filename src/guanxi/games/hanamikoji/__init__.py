"""Hanamikoji: two players court seven geishas with the items they love."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.fields import limits, observed
from guanxi.engine.game import Game, Options, Result, Score
from guanxi.engine.text import ENGINE_TEXT, Catalogue, Phrase, phrase
from guanxi.games.hanamikoji import (
    clicks,
    events,
    insights,
    manners,
    moves,
    observation,
    preview,
    prompts,
    refusals,
    view,
)
from guanxi.games.hanamikoji.board import CARD_SETS, CardsFile, compiled, load
from guanxi.games.hanamikoji.events import HanamikojiEvent
from guanxi.games.hanamikoji.facts import facts
from guanxi.games.hanamikoji.moves import HanamikojiMove
from guanxi.games.hanamikoji.playing import evaluation
from guanxi.games.hanamikoji.playing.adviser import HanamikojiAdviser
from guanxi.games.hanamikoji.playing.features import Standing
from guanxi.games.hanamikoji.playing.observation import observe
from guanxi.games.hanamikoji.preview import HanamikojiPreview
from guanxi.games.hanamikoji.rules import material, scoring
from guanxi.games.hanamikoji.rules.rules import Hanamikoji, set_up
from guanxi.games.hanamikoji.view import HanamikojiView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from guanxi.engine.core.adviser import Adviser
    from guanxi.engine.facts import Fact
    from guanxi.engine.insights import Insights
    from guanxi.engine.manners import Manner
    from guanxi.engine.moves import Move
    from guanxi.engine.story import Told
    from guanxi.engine.table import Table


class HanamikojiOptions(Options, frozen=True, kw_only=True):
    """The options of a table."""

    later = frozenset({"cards"})

    first: Literal[0, 1] | None = None  # the seat that goes first; None: random
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0  # the limit, after which the player ahead wins; 0: none
    cards: str | CardsFile | None = None  # a name, the path of a file, or the file itself; None: the game's own


class HanamikojiGame(Game[Hanamikoji, HanamikojiOptions]):
    """The game as the rest of the package uses it."""

    name = "hanamikoji"
    rules_version = 1
    seats = (2,)
    usual = 2
    minutes = (5, 10)
    weight = 2
    moves = material.MOVES
    fields = observation.FIELDS
    observation = limits(fields)
    moments = ("secrets", "round")
    shapes = (HanamikojiView, HanamikojiMove, HanamikojiEvent)
    previews = HanamikojiPreview
    position = Hanamikoji
    options = HanamikojiOptions
    choices = MappingProxyType({"cards": ()})
    files = (CARD_SETS,)
    automatic = MappingProxyType({"rounds": 30})
    cast = manners.CAST
    habits = insights.HABITS
    feats = insights.FEATS
    text = Catalogue(Path(__file__).parent / "text", ENGINE_TEXT)

    def set_up(self, position: Hanamikoji, seats: int, options: HanamikojiOptions) -> None:
        set_up(position, *self.set_up_with(seats, options))

    def set_up_with(self, seats: int, options: HanamikojiOptions) -> tuple[int, int]:
        return NOBODY if options.first is None else options.first, options.rounds

    def blank(self, seats: int, options: HanamikojiOptions) -> Hanamikoji:
        position = Hanamikoji()
        position.cards = compiled(load(options.cards))
        return position

    def check_options(self, seats: int, given: Mapping[str, Any]) -> HanamikojiOptions:
        options = super().check_options(seats, given)
        return replace(options, cards=CARD_SETS.chosen(options.cards))

    def move(self, position: Hanamikoji, number: int) -> Move:
        return moves.typed(position, number)

    def parse(self, position: Hanamikoji, notation: str) -> Move:
        return moves.parse(notation, self.refuse)

    def number(self, position: Hanamikoji, seat: int, move: Move) -> int:
        return refusals.number(position, seat, move, self.refuse)

    def view(self, position: Hanamikoji, seat: int | None, public: HanamikojiView | None = None) -> HanamikojiView:
        return view.view(position, seat, public)

    def preview(self, position: Hanamikoji, seat: int, number: int) -> HanamikojiPreview | None:
        return preview.preview(position, seat, number)

    def observe(self, position: Hanamikoji, seat: int) -> list[int]:
        return observed(observe, position, seat)

    def prompt(self, position: Hanamikoji, seat: int | None) -> Phrase:
        return prompts.prompt(position, seat)

    def meant(self, position: Hanamikoji, seat: int, places: Sequence[str]) -> Move | None:
        return clicks.meant(position, seat, places)

    def is_open(self, position: Hanamikoji, seat: int) -> bool:
        return prompts.is_open(position, seat)

    def event(self, board: Any, told: Told) -> HanamikojiEvent:
        return events.decode(told)

    def result(self, position: Hanamikoji) -> Result:
        won = position.winners()
        winners = tuple(seat for seat in range(material.SEATS) if won >> seat & 1)
        return Result(
            winners=winners,
            ranks=tuple(1 if seat in winners else 2 for seat in range(material.SEATS)),
            scores=tuple(score(position, seat) for seat in range(material.SEATS)),
            reason=end(position),
        )

    def value(self, position: Hanamikoji, seat: int) -> float:
        return evaluation.value(position, seat)

    def facts(self, position: Hanamikoji, seat: int) -> list[Fact]:
        return facts(position, seat)

    def leaning(self, position: Hanamikoji, seat: int, move: Move, manner: Manner) -> float:
        return manners.leaning(position, seat, move, manner)

    def insights(self, table: Table, seat: int) -> Insights:
        return insights.insights(table, seat)

    def opening_words(self, line: Sequence[str]) -> Phrase:
        return insights.opening_words(line)

    def adviser(self, position: Hanamikoji) -> Adviser:
        adviser = HanamikojiAdviser()
        adviser.p = position
        adviser.standing = Standing()
        return adviser

    def longest(self, seats: int, options: HanamikojiOptions) -> int | None:
        # A turn is one decision, and a gift and a competition of each player are answered.
        return (material.TURNS + 2 * material.SEATS) * options.rounds or None

    def chapter(self, position: Hanamikoji) -> int:
        return position.round

    def open_view(self, position: Hanamikoji) -> HanamikojiView:
        return view.open_view(position)

    def lengths(self, position: Hanamikoji) -> dict[str, int]:
        return {"rounds": position.round}


def score(position: Hanamikoji, seat: int) -> Score:
    """A player's charm and geishas."""
    points = scoring.charm(position, seat)
    return Score(points, {"charm": points, "geishas": scoring.geishas(position, seat)})


def end(position: Hanamikoji) -> Phrase:
    """The reason for the result: charm, geishas, or the limit of rounds."""
    cards = position.cards
    if any(scoring.charm(position, seat) >= cards.charm_to_win for seat in range(material.SEATS)):
        return phrase("result.charm", n=cards.charm_to_win)
    if any(scoring.geishas(position, seat) >= cards.geishas_to_win for seat in range(material.SEATS)):
        return phrase("result.geishas", n=cards.geishas_to_win)
    return phrase("result.rounds")


GAME = HanamikojiGame()
