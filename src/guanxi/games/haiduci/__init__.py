"""Haiduci: alliances, secret aims and outlaws in the Balkans of 1807."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import BadOption
from guanxi.engine.fields import limits, observed
from guanxi.engine.game import Game, Options, Result, Score, ranks
from guanxi.engine.text import ENGINE_TEXT, Catalogue, Phrase, phrase
from guanxi.games.haiduci import clicks, events, insights, manners, moves, observation, preview, prompts, refusals, view
from guanxi.games.haiduci.board import (
    BOARDS,
    CARD_SETS,
    LEADER_SETS,
    BoardFile,
    CardsFile,
    Edition,
    LeadersFile,
    compiled,
    edition_of,
    load,
)
from guanxi.games.haiduci.events import HaiduciEvent
from guanxi.games.haiduci.facts import facts
from guanxi.games.haiduci.moves import HaiduciMove
from guanxi.games.haiduci.playing import evaluation
from guanxi.games.haiduci.playing.adviser import HaiduciAdviser
from guanxi.games.haiduci.playing.observation import observe
from guanxi.games.haiduci.preview import HaiduciPreview
from guanxi.games.haiduci.rules import material, scoring
from guanxi.games.haiduci.rules.rules import Haiduci, set_up
from guanxi.games.haiduci.view import HaiduciView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from guanxi.engine.core.adviser import Adviser
    from guanxi.engine.events import Event
    from guanxi.engine.facts import Fact
    from guanxi.engine.insights import Insights
    from guanxi.engine.manners import Manner
    from guanxi.engine.moves import Move
    from guanxi.engine.story import Told
    from guanxi.engine.table import Table


class HaiduciOptions(Options, frozen=True, kw_only=True):
    """The options of a table; files by name, by path, or themselves."""

    first: Annotated[int, Meta(ge=0, le=5)] | None = None  # who chooses a faction first; None: chance decides
    board: str | BoardFile | None = None
    cards: str | CardsFile | None = None
    leaders: str | LeadersFile | None = None


class HaiduciGame(Game[Haiduci, HaiduciOptions]):
    """Haiduci's face to the world outside its folder."""

    name = "haiduci"
    rules_version = 2
    older_rules = (material.FIRST_RULES,)
    seats = (4, 5, 6)
    usual = 5
    minutes = (65, 155)
    weight = 4
    moves = material.MOVES
    fields = observation.FIELDS
    observation = limits(fields)
    moments = ("agreement", "conference", "emergence", "capture", "claim")
    shapes = (HaiduciView, HaiduciMove, HaiduciEvent)
    previews = HaiduciPreview
    position = Haiduci
    options = HaiduciOptions
    choices = MappingProxyType({"board": (), "cards": (), "leaders": ()})
    files = (BOARDS, CARD_SETS, LEADER_SETS)
    cast = manners.CAST
    habits = insights.HABITS
    feats = insights.FEATS
    text = Catalogue(Path(__file__).parent / "text", ENGINE_TEXT)

    def set_up(self, position: Haiduci, seats: int, options: HaiduciOptions) -> None:
        set_up(position, *self.set_up_with(seats, options))

    def set_up_with(self, seats: int, options: HaiduciOptions) -> tuple[int, int]:
        return seats, NOBODY if options.first is None else options.first

    def blank(self, seats: int, options: HaiduciOptions) -> Haiduci:
        position = Haiduci()
        position.board = compiled(load(options.board, options.cards, options.leaders, rules=self.rules_version))
        return position

    def check_options(self, seats: int, given: Mapping[str, Any]) -> HaiduciOptions:
        options = super().check_options(seats, given)
        edition = load(options.board, options.cards, options.leaders)
        if options.first is not None and options.first >= seats:
            last = seats - 1
            raise BadOption(
                f"haiduci: the option first cannot be {options.first}. Seats are numbered from 0 to {last}."
            )
        return replace(
            options,
            board=BOARDS.chosen(options.board),
            cards=CARD_SETS.chosen(options.cards),
            leaders=LEADER_SETS.chosen(options.leaders, edition.board),
        )

    def move(self, position: Haiduci, number: int) -> Move:
        return moves.typed(position, number)

    def parse(self, position: Haiduci, notation: str) -> Move:
        return moves.parse(position, notation, self.refuse)

    def number(self, position: Haiduci, seat: int, move: Move) -> int:
        return refusals.number(position, seat, move, self.refuse)

    def view(self, position: Haiduci, seat: int | None, public: HaiduciView | None = None) -> HaiduciView:
        return view.view(position, seat, public)

    def preview(self, position: Haiduci, seat: int, number: int) -> HaiduciPreview | None:
        return preview.preview(position, seat, number)

    def observe(self, position: Haiduci, seat: int) -> list[int]:
        return observed(observe, position, seat)

    def prompt(self, position: Haiduci, seat: int | None) -> Phrase:
        return prompts.prompt(position, seat)

    def meant(self, position: Haiduci, seat: int, places: Sequence[str]) -> Move | None:
        return clicks.meant(position, seat, places)

    def is_open(self, position: Haiduci, seat: int) -> bool:
        return prompts.is_open(position, seat)

    def board(self, position: Haiduci) -> Edition:
        return edition_of(position.board)

    def event(self, board: Edition, told: Told) -> Event:
        return events.decode(board, told)

    def result(self, position: Haiduci) -> Result:
        won = position.winners()
        values = [(won >> seat & 1, scoring.rank_value(position, seat)) for seat in range(position.seats)]
        return Result(
            winners=tuple(seat for seat in range(position.seats) if won >> seat & 1),
            ranks=ranks(values),
            scores=tuple(score(position, seat) for seat in range(position.seats)),
            reason=phrase(f"result.{end(position)}"),
        )

    def value(self, position: Haiduci, seat: int) -> float:
        return evaluation.value(position, seat)

    def facts(self, position: Haiduci, seat: int) -> list[Fact]:
        return facts(position, seat)

    def leaning(self, position: Haiduci, seat: int, move: Move, manner: Manner) -> float:
        return manners.leaning(position, seat, move, manner)

    def insights(self, table: Table, seat: int) -> Insights:
        return insights.insights(table, seat)

    def opening_words(self, line: Sequence[str]) -> Phrase:
        return insights.opening_words(line)

    def adviser(self, position: Haiduci) -> Adviser:
        adviser = HaiduciAdviser()
        adviser.p = position
        return adviser

    def is_even(self, position: Haiduci) -> bool:
        # The leaders are balanced, but a network learns from few games of each, and has its favourites among them.
        return position.phase == material.CHOOSING

    def traits(self, position: Haiduci, seat: int) -> dict[str, str]:
        return {trait: self.text.say(name) for trait, name in view.traits(position, seat).items()}

    def longest(self, seats: int, options: HaiduciOptions) -> int:
        # A card goes into each of two boxes a player at most, and after each the others pass in turn.
        offers = (2 * seats + 1) * seats
        # Every decision of a step puts or takes a pawn, but for a province, an emergence and a capture.
        step = material.FACTIONS * material.PAWNS + 3
        marches = seats * (2 + step)
        season = offers + seats * material.PROGRAM * step + marches + material.FACTIONS + seats
        return seats + material.SEASONS * season

    def lengths(self, position: Haiduci) -> dict[str, int]:
        return {"seasons": position.season + 1}


def score(position: Haiduci, seat: int) -> Score:
    """A player's points and where they came from."""
    return Score(scoring.total(position, seat), view.points(position, seat, True))


def end(position: Haiduci) -> str:
    """The reason for the result: one claim, points among several claims, or points among all."""
    if position.claimed:
        return "claim" if position.claimed & (position.claimed - 1) == 0 else "claims"
    return events.ENDS[position.ending]


GAME = HaiduciGame()
