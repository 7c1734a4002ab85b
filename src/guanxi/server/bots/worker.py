"""A bot's process: reads sights line by line, and answers each with a move, or with the best moves and reasons."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

import guanxi
from guanxi.bots import Bot, bot
from guanxi.bots.explanations import Alternative
from guanxi.bots.levels import Level
from guanxi.bots.thoughts import Thought
from guanxi.engine.sight import Sight


class Asked(msgspec.Struct):
    """A decision to make: the seat's sight as plain numbers, and the seed of the bot's randomness."""

    game: str
    options: dict[str, Any]
    bot: str
    seat: int
    numbers: dict[str, Any]
    chance: int
    explain: bool = False  # also return the best moves with reasons; only levels can


class Chosen(msgspec.Struct):
    """The number of the chosen move, the best moves if they were asked for, and what the bot thinks of its game."""

    move: int
    alternatives: list[Alternative] = []
    thought: Thought | None = None  # of a level


def choose(asked: Asked) -> Chosen:
    """Let the bot think."""
    game = guanxi.game(asked.game)
    options = msgspec.convert(asked.options, game.options)
    sight = Sight.from_numbers(game, options, asked.numbers, asked.seat)
    player, random = seated(asked.game, asked.bot, asked.seat)
    random.seed(asked.chance)
    if asked.explain and isinstance(player, Level):
        found = player.explain(sight)
        return Chosen(found[0].move, found)
    move = sight.number(player.choose(sight))
    return Chosen(move, thought=player.thought(sight) if isinstance(player, Level) else None)


@lru_cache(1)
def seated(_game: str, name: str, _seat: int) -> tuple[Bot, Random]:
    """A bot and its random generator; if it decides again next, it can continue its search."""
    random = Random()
    return bot(name, random), random


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A bot that prints must not disturb the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin.buffer:
        chosen = choose(msgspec.json.decode(line, type=Asked))
        try:
            answers.write(msgspec.json.encode(chosen) + b"\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(0)  # the server is gone


if __name__ == "__main__":
    main()
