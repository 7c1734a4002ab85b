"""Play the games of a dataset, and turn each into rows of its tables (see `dataset_schema`)."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.sight import imagined
from guanxi.lab.checkpoint import as_json
from guanxi.lab.dataset_schema import VERSION, tables
from guanxi.lab.game_runner import decide, play_bots
from guanxi.lab.match_plan import GameId
from guanxi.lab.recording import all_traits
from guanxi.lab.study import StudyPlan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from guanxi.bots import Bot
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game
    from guanxi.engine.table import Table

Row = tuple[Any, ...]


class DatasetGame(msgspec.Struct, frozen=True):
    """A finished game as rows, each in the order of its table's columns."""

    deal: int
    seconds: tuple[float, ...]
    rows: dict[str, list[Row]]


class DatasetPlan:
    """Determines the games of a dataset, which are those of a study with the same bots and seed."""

    def __init__(
        self,
        game: Game[Any, Any],
        bots: Sequence[str],
        games: int,
        seed: str,
        options: Mapping[str, Any],
        *,
        players: int,
        events: bool = False,
        observations: bool = False,
    ) -> None:
        self.study = StudyPlan(game, bots, seed, options, seats=players)
        self.deals = self.study.deals(games)
        self.games = self.study.games(games)
        self.events = events
        self.observations = observations
        self.tables = tables(events, observations)

    def head(self) -> dict[str, Any]:
        """Everything that determines the dataset, kept in the metadata of its files."""
        match = self.study.match.head()
        kind, (bots,) = match.pop("match"), match.pop("tables")
        more = {"games": self.games, "events": self.events, "observations": self.observations}
        called = [self.study.match.called[bot] for bot in self.study.lineup]
        return {"dataset": VERSION, "game": kind, **match, "bots": called, "seats": bots, **more}

    def play_deals(self, deals: range) -> list[DatasetGame]:
        """Play every rotation of these deals."""
        return [self.play(GameId(0, deal, rotation)) for deal in deals for rotation in range(self.study.rotations)]

    def play(self, place: GameId) -> DatasetGame:
        """Play one game."""
        table, bots, order = self.study.seated(place)
        recorder = RowRecorder(self, table, place.deal * self.study.rotations + place.rotation)
        begun = perf_counter()
        play_bots(table, bots, recorder.play)
        called = [self.study.match.called[self.study.lineup[index]] for index in order]
        return DatasetGame(place.deal, (perf_counter() - begun,), recorder.finished(place, called))


class RowRecorder:
    """Observes a table from its first decision to the last."""

    def __init__(self, plan: DatasetPlan, table: Table, number: int) -> None:
        self.plan = plan
        self.table = table
        self.number = number
        self.decisions: list[Row] = []
        self.events: list[Row] = []
        self.initial_traits = [table.game.traits(table.position, seat) for seat in range(table.seats)]
        self.add_events()

    def play(self, seat: int, bot: Bot) -> None:
        """Let a bot decide, and record its decision."""
        table = self.table
        chosen = decide(table, seat, bot)
        row = decision_row(table.game, table.position, seat, chosen, self.plan.observations)
        self.decisions.append((self.number, len(self.decisions), *row))
        table.play(seat, chosen)
        self.add_events()

    def add_events(self) -> None:
        """Record the events of the last move, or of the set-up, if the dataset has events."""
        table = self.table
        for event in table.true_events(table.moves) if self.plan.events else ():
            seen = [as_json(event.seen_by(seat)) for seat in range(table.seats)]
            kind = str(event.__struct_config__.tag)
            self.events.append((self.number, table.moves - 1, len(self.events), kind, as_json(event), seen))

    def finished(self, place: GameId, bots: list[str]) -> dict[str, list[Row]]:
        """The rows of the finished game, by table."""
        rows = {"games": [self.game_row(place, bots)], "decisions": self.decisions}
        return {**rows, "events": self.events} if self.plan.events else rows

    def game_row(self, place: GameId, bots: list[str]) -> Row:
        """The row of the game."""
        table, log, result = self.table, self.table.log, self.table.result
        assert result
        seats = range(table.seats)
        traits = [all_traits(self.initial_traits[seat], table.game.traits(table.position, seat)) for seat in seats]
        return (
            self.number,
            log.game,
            log.rules,
            as_json(log.options),
            place.deal,
            place.rotation,
            log.seed,
            log.seats,
            bots,
            result.winners,
            [(seat in result.winners) / len(result.winners) for seat in seats],
            result.ranks,
            [score.total for score in result.scores],
            [as_json(score.parts) for score in result.scores],
            [as_json(one) for one in traits],
            result.reason.id.partition(".")[2],
            len(self.decisions),
            log.digest,
        )


def decision_row(game: Game[Any, Any], position: Position, seat: int, chosen: int, observed: bool) -> Row:
    """The row of a decision from the column `seat` on.

    It is read off a sampled position, which holds nothing that the seat does not know.
    """
    world = imagined(position, seat)
    move = game.move(world, chosen)
    row = (seat, world.legal(seat), chosen, str(move.__struct_config__.tag), move.notation())
    return (*row, game.observe(world, seat)) if observed else row
