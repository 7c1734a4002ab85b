"""Which games a match has: its bots, its tables, and every deal once in each rotation of the seats.

What a lucky deal gives to one bot it so gives to the others too, and what is left is strength.  Each game is the same
from the same seed, wherever and whenever it is played.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import guanxi
from guanxi.bots import maker
from guanxi.engine.errors import BadOption
from guanxi.lab.play import cheats, play_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from guanxi.bots import Maker
    from guanxi.engine.game import Game
    from guanxi.lab.play import Played


class Place(NamedTuple):
    """Where a game stands in a match."""

    table: int
    deal: int
    rotation: int


class Match:
    """All that says which games are to be played; each of them can be played apart from the others.

    Without a pool there is one table with one bot a seat; the last one named takes the seats that are left.  In a pool
    every bot sits alone against copies of every other one.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        bots: Sequence[str | Maker],
        seed: str | int,
        options: Mapping[str, Any],
        logs: Path | None = None,
        *,
        seats: int | None = None,
        pool: bool = False,
    ) -> None:
        self.game = game
        self.seats = len(bots) if seats is None else seats
        self.pool = pool or (seats is not None and len(bots) > seats)
        entered = list(dict.fromkeys(bots))
        if self.pool:
            refuse_twins(bots, self.seats)
            self.lineups = pairings(len(entered), self.seats)
        else:
            seated = [*bots, *[bots[-1]] * (self.seats - len(bots))]
            self.lineups = [tuple(entered.index(bot) for bot in seated)]
        self.makers = [maker(bot) if isinstance(bot, str) else bot for bot in entered]
        made = [make(Random(0)) for make in self.makers]
        self.called = [bot if isinstance(bot, str) else one.name for bot, one in zip(entered, made, strict=True)]
        self.bots = distinct(self.called)
        self.cheating = [cheats(one) for one in made]
        self.names = [distinct([self.called[bot] for bot in lineup]) for lineup in self.lineups]
        self.seed = str(seed)
        self.options = {**game.automatic, **options}
        self.logs = logs
        game.check_options(self.seats, self.options)

    def places(self, deals: range) -> Iterator[Place]:
        """The games of some deals, deal by deal at all tables."""
        for deal in deals:
            for table in range(len(self.lineups)):
                for rotation in range(self.seats):
                    yield Place(table, deal, rotation)

    def play_deals(self, deals: range) -> list[Played]:
        """Every rotation of some deals, at every table."""
        return self.play_games(self.places(deals))

    def play_games(self, places: Iterable[Place]) -> list[Played]:
        """Some games one after the other."""
        return [self.play(place) for place in places]

    def play(self, place: Place) -> Played:
        """One game: the first of the line-up sits in the seat with the number of the rotation, the others follow."""
        lineup, names = self.lineups[place.table], self.names[place.table]
        deal, rotation = place.deal, place.rotation
        seated = [names[(seat - rotation) % self.seats] for seat in range(self.seats)]
        table = self.game.table(self.seats, f"{self.seed}-{deal}", seated, **self.options)
        bots = [self.makers[bot](Random(f"{self.seed}-{deal}-{rotation}-{index}")) for index, bot in enumerate(lineup)]
        played = play_out(table, bots, number=place.table, deal=deal, rotation=rotation)
        if self.logs:
            table_too = f"{place.table}-" if len(self.lineups) > 1 else ""
            file = self.logs / f"{self.game.name}-{table_too}{deal}-{rotation}.json"
            file.write_text(table.log.to_json(), encoding="utf-8")
        return played

    def head(self) -> dict[str, Any]:
        """What makes the games of a match what they are."""
        tables = [[self.bots[bot] for bot in lineup] for lineup in self.lineups]
        head = {
            "match": self.game.name,
            "rules": self.game.rules_version,
            "version": guanxi.__version__,
            "seed": self.seed,
            "options": self.options,
            "tables": tables,
        }
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(head))
        return plain


def pairings(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Each bot alone against copies of each other one; with two seats one table is enough for both."""
    pairs = combinations(range(bots), 2) if seats == 2 else permutations(range(bots), 2)
    return [(one, *[other] * (seats - 1)) for one, other in pairs]


def refuse_twins(bots: Sequence[str | Maker], seats: int) -> None:
    """A pool holds each bot once, and at least two."""
    bot, times = Counter(bots).most_common(1)[0]
    if times > 1:
        why = f"{len(bots)} bots were named for {seats} seats, which makes a pool. " if len(bots) > seats else ""
        raise BadOption(f"{why}A pool holds each bot once, but {bot} was named {times} times.")
    if len(bots) < 2:
        raise BadOption(f"A pool has at least two bots, not {len(bots)}.")


def distinct(names: Sequence[str]) -> list[str]:
    """Names that can be told apart: those that occur several times are numbered."""
    total, count = Counter(names), Counter[str]()
    told = []
    for name in names:
        count[name] += 1
        told.append(f"{name} {count[name]}" if total[name] > 1 else name)
    return told
