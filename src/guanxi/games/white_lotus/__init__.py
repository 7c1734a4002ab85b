"""The White Lotus: three to six lords contest the provinces of China, the throne and the leadership of a rebellion."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import BadOption
from guanxi.engine.events import seats_of
from guanxi.engine.fields import limits, observed
from guanxi.engine.game import Game, Options, Result, Score, ranks
from guanxi.engine.text import ENGINE_TEXT, Catalogue, Phrase, phrase
from guanxi.games.white_lotus import (
    clicks,
    events,
    insights,
    manners,
    moves,
    observation,
    preview,
    prompts,
    refusals,
    remarks,
    view,
)
from guanxi.games.white_lotus.board import BOARDS, DEFAULT, BoardFile, compiled, file_of
from guanxi.games.white_lotus.events import WhiteLotusEvent
from guanxi.games.white_lotus.facts import facts
from guanxi.games.white_lotus.moves import WhiteLotusMove
from guanxi.games.white_lotus.playing import dealing, evaluation
from guanxi.games.white_lotus.playing.adviser import WhiteLotusAdviser
from guanxi.games.white_lotus.playing.observation import observe
from guanxi.games.white_lotus.playing.standing import Standing
from guanxi.games.white_lotus.preview import WhiteLotusPreview
from guanxi.games.white_lotus.rules import material, scoring
from guanxi.games.white_lotus.rules.rules import WhiteLotus, set_up
from guanxi.games.white_lotus.view import WhiteLotusView

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


class WhiteLotusOptions(Options, frozen=True, kw_only=True):
    """The options of a table."""

    emperor: Annotated[int, Meta(ge=0, le=5)] | None = None  # the first one; None: chance decides
    negotiation: bool = False  # offers of influence and combat
    counted: bool = True  # show totals of other players that anyone could count
    board: str | BoardFile | None = None  # a name, a path or the file itself; None: the one that comes with the game


class WhiteLotusGame(Game[WhiteLotus, WhiteLotusOptions]):
    """The White Lotus's face to the world outside its folder."""

    name = "white_lotus"
    rules_version = 2
    older_rules = (1,)
    seats = (3, 4, 5, 6)
    usual = 4
    minutes = (45, 85)
    weight = 4
    choices = MappingProxyType({"board": BOARDS.names})
    files = (BOARDS,)
    moves = material.MOVES
    fields = observation.FIELDS
    observation = limits(fields)
    moments = ("settled", "letters", "won", "camps", "battle", "income")
    shapes = (WhiteLotusView, WhiteLotusMove, WhiteLotusEvent)
    previews = WhiteLotusPreview
    position = WhiteLotus
    options = WhiteLotusOptions
    cast = manners.CAST
    habits = insights.HABITS
    feats = insights.FEATS
    text = Catalogue(Path(__file__).parent / "text", ENGINE_TEXT)

    def set_up(self, position: WhiteLotus, seats: int, options: WhiteLotusOptions) -> None:
        set_up(position, *self.set_up_with(seats, options))

    def set_up_with(self, seats: int, options: WhiteLotusOptions) -> tuple[int, int, int, int]:
        emperor = NOBODY if options.emperor is None else options.emperor
        return seats, emperor, int(options.negotiation), int(options.counted)

    def blank(self, seats: int, options: WhiteLotusOptions) -> WhiteLotus:
        position = WhiteLotus()
        position.board = compiled(BOARDS.load(options.board or DEFAULT), seats == material.PLAYERS)
        return position

    def check_options(self, seats: int, given: Mapping[str, Any]) -> WhiteLotusOptions:
        options = super().check_options(seats, given)
        BOARDS.load(options.board or DEFAULT)
        if options.emperor is not None and options.emperor >= seats:
            asked, last = options.emperor, seats - 1
            raise BadOption(f"white_lotus: the option emperor cannot be {asked}. Seats are numbered from 0 to {last}.")
        return replace(options, board=BOARDS.chosen(options.board))

    def move(self, position: WhiteLotus, number: int) -> Move:
        return moves.typed(position, number)

    def parse(self, position: WhiteLotus, notation: str) -> Move:
        return moves.parse(position, notation, self.refuse)

    def number(self, position: WhiteLotus, seat: int, move: Move) -> int:
        return refusals.number(position, seat, move, self.refuse)

    def view(self, position: WhiteLotus, seat: int | None, public: WhiteLotusView | None = None) -> WhiteLotusView:
        return view.view(position, seat, public)

    def preview(self, position: WhiteLotus, seat: int, number: int) -> WhiteLotusPreview | None:
        return preview.preview(position, seat, number)

    def observe(self, position: WhiteLotus, seat: int) -> list[int]:
        return observed(observe, position, seat)

    def prompt(self, position: WhiteLotus, seat: int | None) -> Phrase:
        return prompts.prompt(position, seat)

    def meant(self, position: WhiteLotus, seat: int, places: Sequence[str]) -> Move | None:
        return clicks.meant(position, places)

    def is_open(self, position: WhiteLotus, seat: int) -> bool:
        return prompts.is_open(position)

    def board(self, position: WhiteLotus) -> BoardFile:
        return file_of(position.board)

    def event(self, board: BoardFile, told: Told) -> Event:
        return events.decode(board, told)

    def result(self, position: WhiteLotus) -> Result:
        won = position.winners()
        values = [scoring.rank_value(position, seat) for seat in range(position.seats)]
        return Result(
            winners=seats_of(won),
            ranks=ranks(values),
            scores=tuple(score(position, seat) for seat in range(position.seats)),
            reason=phrase(f"result.{end(position)}"),
        )

    def value(self, position: WhiteLotus, seat: int) -> float:
        return evaluation.value(position, seat)

    def facts(self, position: WhiteLotus, seat: int) -> list[Fact]:
        return facts(position, seat)

    def leaning(self, position: WhiteLotus, seat: int, move: Move, manner: Manner) -> float:
        return manners.leaning(position, seat, move, manner)

    def insights(self, table: Table, seat: int) -> Insights:
        return insights.insights(table, seat)

    def opening_words(self, line: Sequence[str]) -> Phrase:
        return insights.opening_words(line)

    def adviser(self, position: WhiteLotus) -> Adviser:
        adviser = WhiteLotusAdviser()
        adviser.p = position
        adviser.standing = Standing()
        return adviser

    def deal_move(self, position: WhiteLotus, seat: int) -> int:
        return dealing.deal_move(position, seat)

    def remark(self, position: WhiteLotus, seat: int, move: int) -> tuple[int, Phrase] | None:
        return remarks.remark(position, seat, move)

    def may_whisper(self, options: WhiteLotusOptions) -> bool:
        return options.negotiation

    def traits(self, position: WhiteLotus, seat: int) -> dict[str, str]:
        return {"throne": "emperor" if position.emperor == seat else "subject"}

    def longest(self, seats: int, options: WhiteLotusOptions) -> int:
        provinces = material.PROVINCES
        # A year with an empty or neutral province gives one an owner, and an owned one never gets neutral again.
        years = provinces
        # Every province is founded, claimed, named and won once; a round of its conflict ejects a claimant.
        rounds = provinces * (seats - 1)
        once = provinces * (seats + 2) + rounds * (2 * seats + 1)
        # Cubes kept; leading, camps, combat and spoils of a rebellion; palaces.
        yearly = material.TILES[material.RICE] + 4 * seats + material.TILES[material.PALACE]
        # Windows for offers: before every name, bid and tie, and five times a year.
        windows = provinces + 2 * rounds + 5 * years if options.negotiation else 0
        offers = seats * (material.OFFERS * (material.TERMS + 2) + 1)
        return once + years * yearly + windows * offers

    def lengths(self, position: WhiteLotus) -> dict[str, int]:
        return {"years": position.year}

    def absent(self, position: WhiteLotus, seat: int) -> int:
        """An absent player places compulsory cubes and tiles, bids nothing and refuses everything else."""
        legal = position.legal(seat)
        return next((move for move in (material.SILENT, material.PASS) if move in legal), legal[0])

    def plannable(self, position: WhiteLotus, seat: int) -> list[Move]:
        """A seat can plan not to lead this year's rebellion, until it is asked or somebody leads (2.4)."""
        return [moves.Lead("no")] if view.may_be_asked(position, seat) else []


def score(position: WhiteLotus, seat: int) -> Score:
    """A player's points and where they came from."""
    parts: dict[str, int] = {name: scoring.points(position, seat, source) for source, name in enumerate(view.SOURCES)}
    return Score(scoring.total(position, seat), parts)


def end(position: WhiteLotus) -> str:
    """The reason for the result: points alone, the throne, palaces, or nothing."""
    totals = sorted((scoring.total(position, seat) for seat in range(position.seats)), reverse=True)
    if totals[0] > totals[1]:
        return "points"
    winners = seats_of(position.winners())
    if position.emperor in winners:
        return "emperor"
    return "palaces" if len(winners) == 1 else "shared"


GAME = WhiteLotusGame()
