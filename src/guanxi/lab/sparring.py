"""Games of a network that learns against a frozen bot, and the training samples they yield."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from guanxi.bots import end, maker
from guanxi.lab.game_runner import decide
from guanxi.lab.selfplay import SelfPlay

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.bots.network_files import NetworkWeights
    from guanxi.engine.game import Game
    from guanxi.lab.selfplay import Samples, SelfPlaySettings


class Sparring(SelfPlay):
    """Plays one seat by the network, as in self-play, and all others by a bot."""

    def __init__(
        self, game: Game[Any, Any], weights: NetworkWeights | None, settings: SelfPlaySettings, random: Random, bot: str
    ) -> None:
        super().__init__(game, weights, settings, random)
        self.bot = maker(bot)

    def play_against(
        self, seats: int, options: Any, own: int, samples: Samples, stopping: Callable[[], bool]
    ) -> float | None:
        """Play a game in seat `own` and add its samples; returns the share of the win, or None if it was stopped."""
        table = self.game.table(seats, self.random.getrandbits(64), **options)
        bots = [self.bot(Random(self.random.getrandbits(64))) for _ in range(seats)]
        seen = self.nothing_seen(seats)
        now = self.player.now
        try:
            while table.to_move:
                if stopping():
                    return None
                seat = table.to_move[0]
                now.copy_from(table.position)
                move = self.player.choose(seat) if seat == own else decide(table, seat, bots[seat])
                table.play(seat, move)
                now.copy_from(table.position)
                self.consider(seat, seen)
        finally:
            for bot in bots:
                end(bot, table.result)
        self.keep(seen, samples)
        winners = now.winners()
        return (winners >> own & 1) / winners.bit_count()
