"""Han: houses, emissaries and alliances in China some 2,200 years ago, or in its capital."""

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
from guanxi.games.han import clicks, events, insights, manners, moves, observation, preview, prompts, refusals, view
from guanxi.games.han.board import BOARDS, BoardFile, compiled, file_of
from guanxi.games.han.events import SOURCES, HanEvent
from guanxi.games.han.facts import facts
from guanxi.games.han.moves import HanMove
from guanxi.games.han.playing import evaluation
from guanxi.games.han.playing.adviser import HanAdviser
from guanxi.games.han.playing.observation import observe
from guanxi.games.han.preview import HanPreview
from guanxi.games.han.rules import scoring
from guanxi.games.han.rules.material import DECK
from guanxi.games.han.rules.rules import MOVES, Han, set_up
from guanxi.games.han.view import HanView

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


class HanOptions(Options, frozen=True, kw_only=True):
    """The options of a table."""

    board: str | BoardFile | None = None  # a name, a path or the file; None: by the number of players
    variant: bool = False  # fortifications or markets, as the board has them
    first: Annotated[int, Meta(ge=0, le=4)] | None = None  # the seat that begins; None: chance decides


class HanGame(Game[Han, HanOptions]):
    """Han as the other packages use it."""

    name = "han"
    rules_version = 1
    seats = (2, 3, 4, 5)
    usual = 4
    minutes = (25, 45)
    weight = 3
    choices = MappingProxyType({"board": BOARDS.names})
    files = (BOARDS,)
    moves = MOVES
    fields = observation.FIELDS
    observation = limits(fields)
    moments = ("province",)
    shapes = (HanView, HanMove, HanEvent)
    previews = HanPreview
    position = Han
    options = HanOptions
    cast = manners.CAST
    habits = insights.HABITS
    feats = insights.FEATS
    text = Catalogue(Path(__file__).parent / "text", ENGINE_TEXT)

    def set_up(self, position: Han, seats: int, options: HanOptions) -> None:
        set_up(position, *self.set_up_with(seats, options))

    def set_up_with(self, seats: int, options: HanOptions) -> tuple[int, int, int, int, int]:
        file = board_of(seats, options)
        fortifications = int(options.variant and file.variant == "fortifications")
        markets = int(options.variant and file.variant == "markets")
        first = NOBODY if options.first is None else options.first
        return seats, first, file.players[str(seats)], fortifications, markets

    def blank(self, seats: int, options: HanOptions) -> Han:
        position = Han()
        position.board = compiled(board_of(seats, options))
        return position

    def check_options(self, seats: int, given: Mapping[str, Any]) -> HanOptions:
        options = super().check_options(seats, given)
        file = board_of(seats, options)
        if str(seats) not in file.players:
            fitting = ", ".join(file.players)
            raise BadOption(f"The board {file.name} is for {fitting} players, not {seats}.")
        if options.first is not None and options.first >= seats:
            last = seats - 1
            raise BadOption(f"han: the option first cannot be {options.first}. Seats are numbered from 0 to {last}.")
        return replace(options, board=BOARDS.chosen(options.board))

    def move(self, position: Han, number: int) -> Move:
        return moves.typed(position, number)

    def parse(self, position: Han, notation: str) -> Move:
        return moves.parse(position, notation, self.refuse)

    def number(self, position: Han, seat: int, move: Move) -> int:
        return refusals.number(position, seat, move, self.refuse)

    def view(self, position: Han, seat: int | None, public: HanView | None = None) -> HanView:
        return view.view(position, seat, public)

    def preview(self, position: Han, seat: int, number: int) -> HanPreview | None:
        return preview.preview(position, seat, number)

    def observe(self, position: Han, seat: int) -> list[int]:
        return observed(observe, position, seat)

    def prompt(self, position: Han, seat: int | None) -> Phrase:
        return prompts.prompt(position, seat)

    def meant(self, position: Han, seat: int, places: Sequence[str]) -> Move | None:
        return clicks.meant(position, places)

    def is_open(self, position: Han, seat: int) -> bool:
        return prompts.is_open(position, seat)

    def board(self, position: Han) -> BoardFile:
        return file_of(position.board)

    def event(self, board: BoardFile, told: Told) -> Event:
        return events.decode(board, told)

    def result(self, position: Han) -> Result:
        won = position.winners()
        values = [scoring.rank_value(position, seat) for seat in range(position.seats)]
        return Result(
            winners=tuple(seat for seat in range(position.seats) if won >> seat & 1),
            ranks=ranks(values),
            scores=tuple(score(position, seat) for seat in range(position.seats)),
            reason=phrase("result.points"),
        )

    def value(self, position: Han, seat: int) -> float:
        return evaluation.value(position, seat)

    def facts(self, position: Han, seat: int) -> list[Fact]:
        return facts(position, seat)

    def longest(self, seats: int, options: HanOptions) -> int:
        # A turn spends cards, with a decision for each at most, perhaps stops, and draws as many again: three decisions
        # a card.  All cards are drawn twice at most.  The last round, and the turn that brings it, draw nothing more.
        return 3 * 2 * DECK + 3 * (seats + 1)

    def leaning(self, position: Han, seat: int, move: Move, manner: Manner) -> float:
        return manners.leaning(position, seat, move, manner)

    def insights(self, table: Table, seat: int) -> Insights:
        return insights.insights(table, seat)

    def opening_words(self, line: Sequence[str]) -> Phrase:
        return insights.opening_words(line)

    def adviser(self, position: Han) -> Adviser:
        adviser = HanAdviser()
        adviser.p = position
        return adviser


def board_of(seats: int, options: HanOptions) -> BoardFile:
    """The board a table is played on."""
    return BOARDS.load(options.board or ("ways_of_diplomacy" if seats == 2 else "border_disputes"))


def score(position: Han, seat: int) -> Score:
    """A player's points by source."""
    return Score(
        scoring.total(position, seat), {name: row[seat] for name, row in zip(SOURCES, position.points, strict=True)}
    )


GAME = HanGame()
