"""A study: bots play many games of one kind, and everything worth knowing about them is summed up."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import closing
from functools import cached_property
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from guanxi.engine.errors import BadOption
from guanxi.lab.counting import Counting
from guanxi.lab.plan import Match, Place
from guanxi.lab.recording import STEPS, leader, record
from guanxi.lab.tally import Deal, Ratio, Worth
from guanxi.lab.work import play_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from guanxi.engine.game import Game
    from guanxi.lab.counting import Use
    from guanxi.lab.recording import Recorded


class Plan:
    """All that says which games are to be played.  Equal bots play every deal once, others in all rotations."""

    def __init__(
        self,
        game: Game[Any, Any],
        bots: Sequence[str],
        seed: str | int = 1,
        options: Mapping[str, Any] | None = None,
        *,
        seats: int | None = None,
        label: str = "",
        keep_moves: bool = False,
    ) -> None:
        self.match = Match(game, bots, seed, options or {}, seats=seats)
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
        self.keep_moves = keep_moves

    @property
    def rotations(self) -> int:
        """How many games a deal is played in."""
        return 1 if self.equal else self.seats

    @cached_property
    def counting(self) -> Counting:
        """What of the games is counted."""
        blank = self.game.blank(self.seats, self.game.check_options(self.seats, self.options))
        return Counting(self.game, self.game.board(blank))

    def deals(self, games: int) -> int:
        """How many deals so many games need."""
        return -(-games // self.rotations)

    def games(self, games: int) -> int:
        """So many games, rounded up to whole deals."""
        return self.deals(games) * self.rotations

    def play_deals(self, deals: range) -> list[Recorded]:
        """Every rotation of some deals."""
        return [self.play(Place(0, deal, rotation)) for deal in deals for rotation in range(self.rotations)]

    def play(self, place: Place) -> Recorded:
        """One game, the same that a match plays at this place."""
        _, deal, rotation = place
        order = [(seat - rotation) % self.seats for seat in range(self.seats)]
        seed = self.match.seed
        table = self.game.table(self.seats, f"{seed}-{deal}", [self.names[index] for index in order], **self.options)
        bots = [self.match.makers[self.lineup[index]](Random(f"{seed}-{deal}-{rotation}-{index}")) for index in order]
        return record(table, bots, self.counting, place, order, self.keep_moves)


def play(plan: Plan, games: int, jobs: int) -> Iterator[list[Recorded]]:
    """The games of a plan, deal by deal in their order, whatever the order in which processes finish them."""
    waiting: dict[int, list[Recorded]] = {}
    due = 0
    deals = plan.deals(games)
    with closing(play_all(plan, deals, min(jobs, deals))) as batches:
        for batch in batches:
            waiting |= {deal: list(played) for deal, played in groupby(batch, key=lambda one: one.deal)}
            while due in waiting:
                yield waiting.pop(due)
                due += 1


class Had(NamedTuple):
    """A trait and its value: faction, Serbia."""

    trait: str
    value: str


class Study:
    """What many games come to."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = 0
        self.seconds = 0.0  # of thinking
        self.lists: dict[str, list[float]] = defaultdict(list)  # a number for each game
        self.ends = Counter[str]()
        self.happened = Counter[str]()
        self.scores: dict[str, list[float]] = {"winners": [], "others": []}
        self.parts: dict[str, dict[str, Ratio]] = defaultdict(lambda: {"winners": Ratio(), "others": Ratio()})
        self.ahead: dict[str, Ratio] = defaultdict(Ratio)  # what a winner has more of than the others
        self.seat: dict[int, Worth] = defaultdict(Worth)
        self.order: dict[int, Worth] = defaultdict(Worth)
        self.bot: dict[int, Worth] = defaultdict(Worth)
        self.traits: dict[Had, Worth] = defaultdict(Worth)
        self.uses: dict[Use, Worth] = defaultdict(Worth)
        self.winners = [Ratio() for _ in range(STEPS + 1)]  # the value of winners in the course of the game
        self.losers = [Ratio() for _ in range(STEPS + 1)]
        self.leaders = [Ratio() for _ in range(STEPS + 1)]  # the share of the wins of who led at that time

    @property
    def seats(self) -> int:
        """How many play."""
        return self.plan.seats

    @property
    def fair(self) -> float:
        """The share of the wins of each of equal seats."""
        return 1 / self.seats

    def add(self, deal: Sequence[Recorded]) -> None:
        """The games of one more deal."""
        for one in deal:
            self.add_game(one)
        sums = Deal()
        for one in deal:
            self.add_scores(one, sums)
            self.add_course(one, sums)
        sums.close()
        self.add_worths(self.seat, deal, lambda one: {seat: mark(one, seat) for seat in range(self.seats)})
        self.add_worths(self.order, deal, in_order)
        self.add_worths(self.bot, deal, lambda one: {bot: by_bot(one, bot) for bot in set(one.bots)})
        self.add_worths(self.traits, deal, with_traits)
        self.add_worths(self.uses, deal, lambda one: one.uses)

    def add_game(self, one: Recorded) -> None:
        """How long it took, how close it was, how it ended."""
        self.games += 1
        self.seconds += sum(one.seconds)
        self.ends[one.end] += 1
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

    def add_scores(self, one: Recorded, sums: Deal) -> None:
        """Points and where they came from, of winners and of others."""
        for share, score, parts in zip(one.shares, one.scores, one.parts, strict=True):
            camp = "winners" if share else "others"
            self.scores[camp].append(score)
            for part, points in parts.items():
                sums.add(self.parts[part][camp], points)
        if not all(one.shares):
            for part in one.parts[0]:
                sums.add(self.ahead[part], more(one, part))

    def add_course(self, one: Recorded, sums: Deal) -> None:
        """How the game looked for those who won, for the others, and what became of who led."""
        for step, values in enumerate(one.course):
            for share, value in zip(one.shares, values, strict=True):
                sums.add((self.winners if share else self.losers)[step], value)
            first = leader(values)
            if first is not None:
                sums.add(self.leaders[step], one.shares[first])

    def add_worths(self, worths: dict[Any, Worth], deal: Sequence[Recorded], used: Any) -> None:
        """For each thing that was used in a deal, who used it how often and what became of them."""
        found: dict[Any, list[Any]] = defaultdict(list)
        for one in deal:
            for thing, counts in used(one).items():
                found[thing].append((counts, one.shares, one.scores))
        for thing, games in found.items():
            worths[thing].add(games)


def mark(one: Recorded, marked: int) -> tuple[int, ...]:
    """One seat is meant, the others are not."""
    return tuple(int(seat == marked) for seat in range(len(one.shares)))


def by_bot(one: Recorded, bot: int) -> tuple[int, ...]:
    """The seat of a bot."""
    return tuple(int(other == bot) for other in one.bots)


def in_order(one: Recorded) -> dict[int, tuple[int, ...]]:
    """The seats by when they had their first decision."""
    if one.order is None:
        return {}
    return {place: mark(one, one.order.index(place)) for place in range(len(one.order))}


def with_traits(one: Recorded) -> dict[Had, tuple[int, ...]]:
    """The seats that have each trait; one that all share says nothing."""
    kinds = {Had(trait, value) for traits in one.traits for trait, value in traits.items()}
    return {had: tuple(int(traits.get(had.trait) == had.value) for traits in one.traits) for had in sorted(kinds)}


def more(one: Recorded, part: str) -> float:
    """How much more of a part the winners have on average than the others."""
    won = [parts.get(part, 0) for share, parts in zip(one.shares, one.parts, strict=True) if share]
    lost = [parts.get(part, 0) for share, parts in zip(one.shares, one.parts, strict=True) if not share]
    return sum(won) / len(won) - sum(lost) / len(lost)
