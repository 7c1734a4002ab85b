"""A bot's process: reads what a seat may know, a line each, and answers with a move, or with the best ones and why."""

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
from guanxi.engine.sight import Sight


class Asked(msgspec.Struct):
    """A decision that a bot owes: its sight as plain numbers, and the seed of its own chance."""

    game: str
    options: dict[str, Any]
    bot: str
    seat: int
    numbers: dict[str, Any]
    chance: int
    explain: bool = False  # the best moves with reasons are wanted; only levels can say them


class Chosen(msgspec.Struct):
    """The number of the move; and the best ones, if they were asked for."""

    move: int
    alternatives: list[Alternative] = []


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
    return Chosen(player.choose(sight))


@lru_cache(1)
def seated(_game: str, name: str, _seat: int) -> tuple[Bot, Random]:
    """A bot and its chance: who decides again at once is the same one, and its search goes on where it was."""
    random = Random()
    return bot(name, random), random


def main() -> None:
    """Answer until nobody asks any more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A bot that prints must not disturb the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin.buffer:
        chosen = choose(msgspec.json.decode(line, type=Asked))
        try:
            answers.write(msgspec.json.encode(chosen) + b"\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(0)  # the server is gone, and nobody waits for a last word


if __name__ == "__main__":
    main()
