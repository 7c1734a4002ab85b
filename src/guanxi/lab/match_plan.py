"""The plan of a match: its bots, its tables, and every deal once in each rotation of the seats.

Rotating the seats gives every bot the same lucky deals, so that what remains is strength.  The same seed gives the same
games, wherever and whenever they are played.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import guanxi
from guanxi.bots import made_by, maker
from guanxi.engine.errors import BadOption
from guanxi.lab.game_runner import cheats, play_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from guanxi.bots import Maker
    from guanxi.engine.game import Game
    from guanxi.lab.game_runner import PlayedGame


class GameId(NamedTuple):
    """Identifies one game of a match."""

    table: int
    deal: int
    rotation: int


class MatchPlan:
    """Determines every game of a match, so that each can be played independently of the others.

    Without a pool there is one table with one bot per seat; the last bot fills the remaining seats.  In a pool every
    bot plays alone against copies of every other bot.
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
            check_pool(bots, self.seats)
            self.lineups = pairings(len(entered), self.seats)
        else:
            seated = [*bots, *[bots[-1]] * (self.seats - len(bots))]
            self.lineups = [tuple(entered.index(bot) for bot in seated)]
        self.makers = [maker(bot) if isinstance(bot, str) else bot for bot in entered]
        made = [made_by(make, Random(0)) for make in self.makers]
        self.called = [bot if isinstance(bot, str) else one.name for bot, one in zip(entered, made, strict=True)]
        self.bots = distinct(self.called)
        self.cheating = [cheats(one) for one in made]
        self.names = [distinct([self.called[bot] for bot in lineup]) for lineup in self.lineups]
        self.seed = str(seed)
        self.options = {**game.automatic, **options}
        self.logs = logs
        game.check_options(self.seats, self.options)

    def game_ids(self, deals: range) -> Iterator[GameId]:
        """The games of these deals, deal by deal at all tables."""
        for deal in deals:
            for table in range(len(self.lineups)):
                for rotation in range(self.seats):
                    yield GameId(table, deal, rotation)

    def play_deals(self, deals: range) -> list[PlayedGame]:
        """Play every rotation of these deals at every table."""
        return self.play_games(self.game_ids(deals))

    def play_games(self, games: Iterable[GameId]) -> list[PlayedGame]:
        """Play several games one after the other."""
        return [self.play(game) for game in games]

    def play(self, game: GameId) -> PlayedGame:
        """Play one game.  The first bot of the line-up sits in the seat numbered `rotation`, and the others follow."""
        lineup, names = self.lineups[game.table], self.names[game.table]
        deal, rotation = game.deal, game.rotation
        seated = [names[(seat - rotation) % self.seats] for seat in range(self.seats)]
        table = self.game.table(self.seats, f"{self.seed}-{deal}", seated, **self.options)
        bots = [self.makers[bot](Random(f"{self.seed}-{deal}-{rotation}-{index}")) for index, bot in enumerate(lineup)]
        played = play_out(table, bots, number=game.table, deal=deal, rotation=rotation)
        if self.logs:
            table_part = f"{game.table}-" if len(self.lineups) > 1 else ""
            file = self.logs / f"{self.game.name}-{table_part}{deal}-{rotation}.json"
            file.write_text(table.log.to_json(), encoding="utf-8")
        return played

    def head(self) -> dict[str, Any]:
        """The first line of a checkpoint: everything that determines the games."""
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


def check_pool(bots: Sequence[str | Maker], seats: int) -> None:
    """Raise `BadOption` unless a pool has at least two bots, each named once."""
    bot, times = Counter(bots).most_common(1)[0]
    if times > 1:
        why = f"{len(bots)} bots were named for {seats} seats, which makes a pool. " if len(bots) > seats else ""
        raise BadOption(f"{why}A pool names each bot once, but {bot} was named {times} times.")
    if len(bots) < 2:
        raise BadOption(f"A pool needs at least two bots, not {len(bots)}.")


def distinct(names: Sequence[str]) -> list[str]:
    """Make names unique by numbering those that occur several times."""
    total, count = Counter(names), Counter[str]()
    told = []
    for name in names:
        count[name] += 1
        told.append(f"{name} {count[name]}" if total[name] > 1 else name)
    return told
