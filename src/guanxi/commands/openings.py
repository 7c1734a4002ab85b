"""`guanxi openings`: count what bots do first, and how often they win."""

from __future__ import annotations

from pathlib import Path

import guanxi
from guanxi.engine.errors import BadOption


def openings(
    game: str,
    /,
    *,
    games: int = 100,
    bot: str = "skilled",
    players: tuple[int, ...] = (),
    seed: str = "openings",
    jobs: int | None = None,
    out: Path | None = None,
) -> None:
    """Count openings in games of bots: what each did first, and how often it won.

    The server's opening explorer shows such a file beside the games that are played there. The same command makes the
    same file if the bot does not think by the clock: give it iterations.

    **Examples**

    `guanxi openings hanamikoji --games 500 --bot skilled:iterations=100`

    `guanxi openings han --players 2 --players 4 --out han.json`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    games
        The games for each number of players.
    bot
        The bot that plays in all seats.
    players
        A number of players; can be repeated. By default all that the game can be played by.
    seed
        The seed of all random numbers.
    jobs
        The number of processes; by default all processors.
    out
        The file; by default GAME-openings.json in this directory.
    """
    from guanxi.lab.opening_games import OpeningPlan, count_openings
    from guanxi.lab.study import StudyPlan
    from guanxi.lab.workers import processors

    if games < 1:
        raise BadOption(f"Openings are counted in at least one game, not {games}.")
    if jobs is not None and jobs < 1:
        raise BadOption(f"Playing needs at least one process, not {jobs}.")
    found = guanxi.game(game)
    plans = [
        OpeningPlan(StudyPlan(found, [bot], seed, dict(found.automatic), seats=seats))
        for seats in players or found.seats
    ]
    count_openings(plans, games, bot, out or Path(f"{game}-openings.json"), jobs or processors())
