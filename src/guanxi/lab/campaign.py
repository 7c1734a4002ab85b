"""How often bots reach the goals of a campaign in the learner's seat."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from guanxi.bots import maker
from guanxi.engine.rates import NORMAL, Rate, wilson
from guanxi.engine.table import Table
from guanxi.lab.game_runner import decide

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.learning.campaign import CampaignStep


def reached(game: Game[Any, Any], step: CampaignStep, learner: str, games: int, seed: str) -> Rate:
    """The share of games in which a bot reaches the goal of a step."""
    found = sum(reaches(game, step, learner, f"{seed}-{number}") for number in range(games))
    return wilson(found / games, games, NORMAL)


def reaches(game: Game[Any, Any], step: CampaignStep, learner: str, seed: str) -> bool:
    """Whether a bot reaches the goal of a step in one game."""
    table = Table(game, step.start.seats, seed, (), step.origin(game), **step.start.options)
    bots = [maker(bot or learner)(Random(f"{seed}-{seat}")) for seat, bot in enumerate(step.players())]
    outcome = step.goal.outcome(table, step.seat)
    while outcome == "open" and table.to_move:
        seat = table.to_move[0]
        table.play(seat, decide(table, seat, bots[seat]))
        outcome = step.goal.outcome(table, step.seat)
    return outcome == "reached"
