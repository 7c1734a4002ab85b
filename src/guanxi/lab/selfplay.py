"""Self-play games and the training samples they yield."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from msgspec.structs import replace

from guanxi.bots.core.self_player import SelfPlayer
from guanxi.bots.network_files import build_network, network_adviser
from guanxi.engine.core.adviser import Inputs
from guanxi.engine.core.position import WORD, Moves, first_owing
from guanxi.lab.variations import every_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from guanxi.bots.network_files import NetworkWeights
    from guanxi.engine.core.adviser import Adviser
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game

    Value = float | NDArray[np.float32]  # for one seat, or for all players that are compared
    Seen = list[list[tuple[list[float] | None, Value]]]  # by seat: what it saw, None at a pause, and the value expected

NOTED = 30.0  # decisions sampled per game: more would be nearly identical positions
TRUST = 0.97  # the usual weight of the result against the network's own later estimates


class SelfPlaySettings(msgspec.Struct, frozen=True, kw_only=True):
    """How self-play chooses its moves, and what its samples learn from."""

    temperature: float = 0.05  # how readily it chooses a worse-looking move
    weighed: int = 0  # moves that are evaluated for a decision, the best at a glance; 0: all
    worlds: int = 1  # sampled positions in which they are evaluated
    trust: float = TRUST  # TD(λ): 1 learns from the result alone, less from the network's own later estimates, too
    pauses: float = 0.0  # weight of the network's estimate at the end of a phase against what came later


class Samples:
    """Positions as their seats saw them, and the target value of each."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []
        self.targets: list[Value] = []

    def arrays(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the samples as arrays."""
        return np.array(self.rows, np.float32), np.array(self.targets, np.float32)


class SelfPlay:
    """Plays games with one policy in all seats and samples what the seats saw."""

    def __init__(
        self, game: Game[Any, Any], weights: NetworkWeights | None, settings: SelfPlaySettings, random: Random
    ) -> None:
        self.game = game
        self.random = random
        self.player = player = SelfPlayer()
        player.now, player.seen, player.after = game.position(), game.position(), game.position()
        player.adviser = self.on(player.after, weights)
        player.moves = Moves()
        player.temperature = settings.temperature
        player.weighed = settings.weighed if weights else 0
        player.worlds = settings.worlds
        player.seen.reseed(*self.words())
        self.trust = settings.trust
        self.pauses = settings.pauses if weights else 0.0
        self.judge = self.on(player.now, weights)
        self.known = game.adviser(player.now)
        self.compared = self.known.players()
        self.inputs = Inputs()
        self.decisions = NOTED  # in a game, on average
        self.made = 0  # decisions of the game that is being played

    def on(self, position: Position, weights: NetworkWeights | None) -> Adviser:
        """The adviser for a position: the network, or the game's own if there is none yet."""
        return network_adviser(self.game, position, build_network(weights)) if weights else self.game.adviser(position)

    def words(self) -> tuple[int, int, int, int]:
        """Seed words for a random stream."""
        bits = self.random.getrandbits(128)
        return bits >> 96, bits >> 64 & WORD, bits >> 32 & WORD, bits & WORD

    def play(self, seats: int, options: Any, samples: Samples) -> None:
        """Play one game and add its samples."""
        now = self.player.now
        now.copy_from(self.game.begin(seats, options, self.words()))
        seen = self.nothing_seen(seats)
        while now.owing:
            seat = first_owing(now)
            now.play(seat, self.player.choose(seat))
            self.consider(seat, seen)
        self.keep(seen, samples)

    def nothing_seen(self, seats: int) -> Seen:
        """Begin to note what each seat of a game sees."""
        self.made = 0
        return [[] for _ in range(seats)]

    def consider(self, seat: int, seen: Seen) -> None:
        """Perhaps sample what the mover and another seat see; players that are compared share one sample."""
        self.made += 1
        if self.pauses and self.player.now.owing and self.known.is_pause():
            for watching, rows in enumerate(seen):
                rows.append((None, self.expected(watching)))
        if self.player.now.owing and not self.known.is_pending() and self.random.random() * self.decisions < NOTED:
            for watching in (0,) if self.compared else (seat, self.random.randrange(len(seen))):
                self.note(watching, seen)

    def keep(self, seen: Seen, samples: Samples) -> None:
        """Add the samples of a finished game with their targets."""
        self.decisions += 0.1 * (self.made - self.decisions)
        for seat, rows in enumerate(seen):
            target = self.for_all(self.player.now.returns) if self.compared else self.player.now.returns(seat)
            for row, expected in reversed(rows):
                if row is None:
                    target = target + self.pauses * (expected - target)
                    continue
                samples.rows.append(row)
                samples.targets.append(target)
                target = self.trust * target + (1 - self.trust) * expected

    def note(self, seat: int, seen: Seen) -> None:
        """Sample what a seat sees now."""
        self.inputs.count = 0
        if self.known.describe(seat, self.inputs):
            seen[seat].append((self.inputs.x[: self.inputs.count], self.expected(seat)))

    def expected(self, seat: int) -> Value:
        """The value of the position now: for a seat, or for all players if the network compares them."""
        return self.for_all(self.judge.value) if self.compared else self.judge.value(seat)

    def for_all(self, value: Callable[[int], float]) -> NDArray[np.float32]:
        """The values of all players that can be described, in the order of the seats; 0 for those who are not there."""
        values = np.zeros(self.compared, np.float32)
        for seat in range(self.player.now.seats):
            values[seat] = value(seat)
        return values


def play_games(
    game: Game[Any, Any],
    seats: Sequence[int],
    weights: NetworkWeights | None,
    games: int,
    settings: SelfPlaySettings,
    seed: str,
) -> Samples:
    """Play games with all numbers of players in turn, on random boards and variants."""
    random = Random(seed)
    self_play = SelfPlay(game, weights, settings, random)
    tables = {count: every_table(game, count) for count in seats}
    samples = Samples()
    for number in range(games):
        count = seats[number % len(seats)]
        self_play.play(count, random.choice(tables[count]), samples)
    return samples


def duel(
    game: Game[Any, Any], seats: int, weights: NetworkWeights, games: int, play: SelfPlaySettings, seed: str
) -> list[float]:
    """A network's share of the win in each game, in one seat against the game's own adviser in all others."""
    random = Random(seed)
    best = replace(play, temperature=0.0)
    one, rest = SelfPlay(game, weights, best, random), SelfPlay(game, None, best, random)
    options = game.check_options(seats, game.automatic)
    shares = []
    for number in range(games):
        position = game.begin(seats, options, one.words())
        while position.owing:
            seat = first_owing(position)
            player = (one if seat == number % seats else rest).player
            player.now.copy_from(position)
            position.play(seat, player.choose(seat))
        winners = position.winners()
        shares.append((winners >> number % seats & 1) / winners.bit_count())
    return shares
