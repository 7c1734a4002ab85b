"""The opening explorer: what people and bots did first, and how often they won.

It counts finished games that everybody may see, and games of bots that come with the package.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import guanxi
from guanxi.engine.insights import question_words, split_step
from guanxi.learning.openings import APART, Branch, book
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import get
from guanxi.server.insights.shares import share
from guanxi.server.insights.store import BOT, PERSON, steps_after
from guanxi.server.insights.wire import Explored, Share, StepChoice, StepShown
from guanxi.server.people.profiles import check_game

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.engine.game import Game
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database

LINE = ("line", "The steps so far, joined by slashes; without it, the beginning.")
MOST_STEPS = 12
Tally = dict[str, tuple[int, float]]  # games and wins by who chose


class Explorer:
    """Handles the opening explorer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                "/api/openings/{game}",
                self.explore,
                Explored,
                "What people and bots did after some steps of an opening, and how often they won.",
                (404,),
                filters=(LINE,),
            ),
        )

    async def explore(self, call: Call[None]) -> Explored:
        """Return what came after a line."""
        game = guanxi.game(check_game(call.path("game")))
        line = [step for step in (call.word("line") or "").split(APART) if step]
        if len(line) > MOST_STEPS:
            raise ApiError(404, "unknown-opening")
        async with self._database.reading() as connection:
            if line and line[-1] not in await tallies(connection, game, line[:-1]):
                raise ApiError(404, "unknown-opening")
            found = await tallies(connection, game, line)
        return explored(game, line, found)


async def tallies(connection: AsyncConnection, game: Game[Any, Any], line: list[str]) -> dict[str, Tally]:
    """The steps after a line with their games: those counted here, and those that come with the package."""
    found: dict[str, Tally] = defaultdict(dict)
    for row in await steps_after(connection, game.name, APART.join(line)):
        found[row.step][row.by] = (row.games, row.won)
    for step, branch in (book(game).after(line) or Branch()).next.items():
        games, won = found[step].get(BOT, (0, 0.0))
        found[step][BOT] = (games + branch.games, won + branch.won)
    return found


def explored(game: Game[Any, Any], line: list[str], found: dict[str, Tally]) -> Explored:
    """A line with what came next, in words."""
    order = sorted(found, key=lambda step: (-sum(games for games, _ in found[step].values()), step))
    choices = [
        StepChoice(step, game.opening_words([*line, step]), tallied([found[step]], PERSON), tallied([found[step]], BOT))
        for step in order
    ]
    shown = [
        StepShown(step, question_words(split_step(step)[0]), game.opening_words(line[:number]))
        for number, step in enumerate(line, 1)
    ]
    everything = list(found.values())
    question = question_words(split_step(order[0])[0]) if order else None
    return Explored(game.name, shown, question, tallied(everything, PERSON), tallied(everything, BOT), choices)


def tallied(some: list[Tally], by: str) -> Share:
    """The games of people or of bots, and how many were won."""
    counts = [tally.get(by, (0, 0.0)) for tally in some]
    return share(sum(won for _, won in counts), sum(games for games, _ in counts))
