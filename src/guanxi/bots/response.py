"""The bot `response:BOT`, the local best response to a bot by search.  It plays in matches only.

It knows one thing that no honest opponent knows: how BOT decides.  The promising moves are played on in the same
sampled positions to the end of the round; BOT itself chooses its replies there, by what its seat would see.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from guanxi.bots import maker
from guanxi.bots.search_bot import GLANCES, Workspace
from guanxi.engine.core.position import first_owing
from guanxi.engine.errors import BadOption
from guanxi.engine.sight import Sight

if TYPE_CHECKING:
    from guanxi.bots.core.halving import SequentialHalving
    from guanxi.engine.game import Game

GAMES = ("hanamikoji",)  # those with rounds of two players who decide in turn
TRIED = 8  # moves that are played on, at most
STAGES = (4, 8, 16)  # positions in which they are played on; after each stage the worse half is dropped
TRUSTED = 12.0  # positions that the first glance counts for: it sees less, but with less noise


class Response:
    """Plays what wins most against one bot."""

    def __init__(self, random: Random, parameter: str = "") -> None:
        if not parameter:
            raise BadOption("The bot 'response' needs the name of its opponent, for example response:greedy.")
        self.opponent = maker(parameter)
        self.name = f"response:{parameter}"
        self.random = random

    def choose(self, sight: Sight) -> int:
        """Return the move with the best result against the opponent."""
        if sight.game.name not in GAMES:
            raise BadOption(f"The bot 'response' plays {', '.join(GAMES)} only, not {sight.game.name}.")
        if len(sight.legal_numbers) == 1:
            return sight.legal_numbers[0]
        halving = prepare(sight, self.random)
        kept = halving.keep(TRIED)
        moves = halving.moves.number[:kept]
        values = {move: TRUSTED * glance for move, glance in zip(moves, halving.moves.weight, strict=False)}
        for positions in STAGES:
            for _ in range(positions):
                halving.imagine()
                start = halving.world.copy()
                for move in moves:
                    halving.world.copy_from(start)
                    halving.world.play(sight.seat, move)
                    self.play_on(halving, sight)
                    values[move] += halving.adviser.value(sight.seat)
                halving.root.reseed(*(self.random.getrandbits(32) for _ in range(4)))
            moves = sorted(moves, key=lambda move: -values[move])[: (len(moves) + 1) // 2]
        return moves[0]

    def play_on(self, halving: SequentialHalving, sight: Sight) -> None:
        """Play to the end of the round: the opponent as it would, the own seat as it looks best one decision deep."""
        world = halving.world
        opponent = self.opponent(Random(self.random.getrandbits(64)))
        while world.owing and not halving.adviser.is_pause():
            seat = first_owing(world)
            if seat == sight.seat:
                world.play(seat, halving.answer(seat))
            else:
                seen = Sight(sight.game, world, seat, sight.options)
                world.play(seat, seen.number(opponent.choose(seen)))


def prepare(sight: Sight, random: Random) -> SequentialHalving:
    """Set up a search that has glanced at every move."""
    halving = workspace(sight.game).halving
    sight.sample_world(random, into=halving.root)
    halving.seat = sight.seat
    halving.cheats = not sight.honest
    halving.uses_beliefs = 1
    halving.begin(GLANCES)
    return halving


@cache
def workspace(game: Game[Any, Any]) -> Workspace:
    """Return a workspace that the opponent, which may search as well, does not overwrite."""
    return Workspace(game, with_network=True)
