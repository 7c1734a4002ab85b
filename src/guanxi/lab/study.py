"""A study: bots play many games of one kind, and their statistics are summed up."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import closing
from functools import cached_property
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from guanxi.engine.errors import BadOption
from guanxi.engine.text import Phrase
from guanxi.lab.estimates import DealSums, Impact, Ratio
from guanxi.lab.match_plan import GameId, MatchPlan
from guanxi.lab.recording import STEPS, leader, record
from guanxi.lab.uses import UseCounter
from guanxi.lab.workers import Timed, play_all

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from guanxi.bots import Bot
    from guanxi.engine.game import Game
    from guanxi.engine.table import Table
    from guanxi.lab.recording import RecordedGame
    from guanxi.lab.uses import Use
    from guanxi.lab.workers import PlaysDeals


class StudyPlan:
    """Determines the games of a study.  Equal bots play every deal once, different bots in all rotations."""

    def __init__(
        self,
        game: Game[Any, Any],
        bots: Sequence[str],
        seed: str | int = 1,
        options: Mapping[str, Any] | None = None,
        *,
        seats: int | None = None,
        label: str = "",
    ) -> None:
        self.match = MatchPlan(game, bots, seed, options or {}, seats=seats)
        if self.match.pool:
            raise BadOption(f"{len(bots)} bots were named for {self.match.seats} seats.")
        self.game = game
        self.seats = self.match.seats
        self.given = dict(options or {})
        self.options = self.match.options
        self.lineup = self.match.lineups[0]
        self.names = self.match.names[0]
        self.equal = len(set(self.lineup)) == 1
        self.label = label

    @property
    def rotations(self) -> int:
        """The number of games per deal."""
        return 1 if self.equal else self.seats

    @cached_property
    def counting(self) -> UseCounter:
        """The counter of moves and events on this table's board."""
        blank = self.game.blank(self.seats, self.game.check_options(self.seats, self.options))
        return UseCounter(self.game, self.game.board(blank))

    def deals(self, games: int) -> int:
        """The number of deals needed for this many games."""
        return -(-games // self.rotations)

    def games(self, games: int) -> int:
        """The number of games, rounded up to whole deals."""
        return self.deals(games) * self.rotations

    def play_deals(self, deals: range) -> list[RecordedGame]:
        """Play every rotation of these deals."""
        return [self.play(GameId(0, deal, rotation)) for deal in deals for rotation in range(self.rotations)]

    def play(self, place: GameId) -> RecordedGame:
        """Play one game, the same that a match plays for this id."""
        table, bots, order = self.seated(place)
        return record(table, bots, self.counting, place, order)

    def seated(self, place: GameId) -> tuple[Table, list[Bot], list[int]]:
        """The table of one game, its bots by seat, and the index of each in the line-up."""
        _, deal, rotation = place
        order = [(seat - rotation) % self.seats for seat in range(self.seats)]
        seed = self.match.seed
        table = self.game.table(self.seats, f"{seed}-{deal}", [self.names[index] for index in order], **self.options)
        bots = [self.match.makers[self.lineup[index]](Random(f"{seed}-{deal}-{rotation}-{index}")) for index in order]
        return table, bots, order


def play(plan: StudyPlan, games: int, jobs: int) -> Iterator[list[RecordedGame]]:
    """Play a plan and yield its games deal by deal in order, whatever order the processes finish them in."""
    return in_order_of_deals(plan, range(plan.deals(games)), jobs)


class DealtGame(Timed, Protocol):
    """A finished game that knows its deal."""

    @property
    def deal(self) -> int:
        """The number of its deal."""


D = TypeVar("D", bound=DealtGame)


def in_order_of_deals(plan: PlaysDeals[D], deals: range, jobs: int) -> Generator[list[D], None, None]:
    """Play deals and yield the games of each in order, whatever order the processes finish them in."""
    waiting: dict[int, list[D]] = {}
    due = deals.start
    with closing(play_all(plan, deals, min(jobs, len(deals)))) as batches:
        for batch in batches:
            waiting |= {deal: list(played) for deal, played in groupby(batch, key=lambda one: one.deal)}
            while due in waiting:
                yield waiting.pop(due)
                due += 1


class Trait(NamedTuple):
    """A trait and its value, such as faction and Serbia."""

    trait: str
    value: str


class Study:
    """The statistics of many games."""

    def __init__(self, plan: StudyPlan, *, compared: bool = False) -> None:
        self.plan = plan
        self.compared = compared  # with other versions, deal by deal
        self.games = 0
        self.seconds = 0.0  # of thinking time
        self.lists: dict[str, list[float]] = defaultdict(list)  # one number per game
        self.ends = Counter[str]()
        self.reasons: dict[str, Phrase] = {}  # by their ids
        self.happened = Counter[str]()
        self.scores: dict[str, list[float]] = {"winners": [], "others": []}
        self.parts: dict[str, dict[str, Ratio]] = defaultdict(lambda: {"winners": Ratio(), "others": Ratio()})
        self.ahead: dict[str, Ratio] = defaultdict(Ratio)  # how much more of each part winners have
        self.seat: dict[int, Impact] = defaultdict(Impact)
        self.order: dict[int, Impact] = defaultdict(Impact)
        self.bot: dict[int, Impact] = defaultdict(Impact)
        self.traits: dict[Trait, Impact] = defaultdict(Impact)
        self.uses: dict[Use, Impact] = defaultdict(Impact)
        self.winners = [Ratio() for _ in range(STEPS + 1)]  # mean value of winners at each step
        self.losers = [Ratio() for _ in range(STEPS + 1)]
        self.leaders = [Ratio() for _ in range(STEPS + 1)]  # win share of the seat leading at each step

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.plan.seats

    @property
    def fair(self) -> float:
        """The win share of a seat if all are equal."""
        return 1 / self.seats

    def add(self, deal: Sequence[RecordedGame]) -> None:
        """Add the games of one deal."""
        for one in deal:
            self.add_game(one)
        sums = DealSums()
        for one in deal:
            self.add_scores(one, sums)
            self.add_course(one, sums)
        sums.close()
        self.add_worths(self.seat, deal, lambda one: {seat: mark(one, seat) for seat in range(self.seats)})
        self.add_worths(self.order, deal, in_order)
        self.add_worths(self.bot, deal, lambda one: {bot: by_bot(one, bot) for bot in set(one.bots)})
        self.add_worths(self.traits, deal, with_traits)
        self.add_worths(self.uses, deal, lambda one: one.uses)

    def add_game(self, one: RecordedGame) -> None:
        """Add the length, the closeness and the ending of a game."""
        self.games += 1
        self.seconds += sum(one.seconds)
        self.ends[one.end] += 1
        self.reasons[one.end] = Phrase(one.end, {**one.numbers})
        self.happened.update(one.happened)
        decisions = sum(one.decisions)
        first, second = sorted(one.scores, reverse=True)[:2]
        numbers: dict[str, float] = {"decisions": decisions, "turns": one.turns, **one.lengths}
        numbers |= {"legal": one.legal / decisions, "lead": first - second, "changes": one.changes}
        numbers |= {"shared": float(max(one.shares) < 1)}
        if one.settled is not None:
            numbers["settled"] = one.settled
        for name, number in numbers.items():
            self.lists[name].append(number)

    def add_scores(self, one: RecordedGame, sums: DealSums) -> None:
        """Add scores and their parts, for winners and for others."""
        for share, score, parts in zip(one.shares, one.scores, one.parts, strict=True):
            camp = "winners" if share else "others"
            self.scores[camp].append(score)
            for part, points in parts.items():
                sums.add(self.parts[part][camp], points)
        if not all(one.shares):
            for part in one.parts[0]:
                sums.add(self.ahead[part], more(one, part))

    def add_course(self, one: RecordedGame, sums: DealSums) -> None:
        """Add the course of a game: values of winners and others, and whether the leader won."""
        for step, values in enumerate(one.course):
            for share, value in zip(one.shares, values, strict=True):
                sums.add((self.winners if share else self.losers)[step], value)
            first = leader(values)
            if first is not None:
                sums.add(self.leaders[step], one.shares[first])

    def add_worths(self, worths: dict[Any, Impact], deal: Sequence[RecordedGame], used: Any) -> None:
        """Add how often each seat used each thing in a deal, with the seats' results."""
        found: dict[Any, list[Any]] = defaultdict(list)
        for one in deal:
            for thing, counts in used(one).items():
                found[thing].append((counts, one.shares, one.scores))
        for thing, games in found.items():
            worths[thing].add(games, deal[0].deal if self.compared else None)


def mark(one: RecordedGame, marked: int) -> tuple[int, ...]:
    """1 for one seat, 0 for the others."""
    return tuple(int(seat == marked) for seat in range(len(one.shares)))


def by_bot(one: RecordedGame, bot: int) -> tuple[int, ...]:
    """1 for the seats of a bot, 0 for the others."""
    return tuple(int(other == bot) for other in one.bots)


def in_order(one: RecordedGame) -> dict[int, tuple[int, ...]]:
    """Marks for the seats by the order of their first decisions."""
    if one.order is None:
        return {}
    return {place: mark(one, one.order.index(place)) for place in range(len(one.order))}


def with_traits(one: RecordedGame) -> dict[Trait, tuple[int, ...]]:
    """Marks for the seats that have each trait."""
    kinds = {Trait(trait, value) for traits in one.traits for trait, value in traits.items()}
    return {had: tuple(int(traits.get(had.trait) == had.value) for traits in one.traits) for had in sorted(kinds)}


def more(one: RecordedGame, part: str) -> float:
    """How much more of a part winners have than the others, on average."""
    won = [parts.get(part, 0) for share, parts in zip(one.shares, one.parts, strict=True) if share]
    lost = [parts.get(part, 0) for share, parts in zip(one.shares, one.parts, strict=True) if not share]
    return sum(won) / len(won) - sum(lost) / len(lost)
