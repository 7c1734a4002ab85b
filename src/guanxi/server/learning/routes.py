"""The routes about learning a game: the shelf, the texts, the rules and the tutorials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.learning.reference import Reference
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.learning import rulebook, shelf, tutorials
from guanxi.server.tables.wire import Created, GameCard, State, Texts

if TYPE_CHECKING:
    from guanxi.server.http.call import Call


async def games(_call: Call) -> list[GameCard]:
    """The games on the shelf."""
    return shelf.game_cards()


async def texts(call: Call) -> Texts:
    """Every text of a language."""
    return shelf.texts(call.request.path_params["language"])


ROUTES = (
    get("/api/games", games, list[GameCard], "The games, with their options and bots."),
    get("/api/texts/{language}", texts, Texts, "Every word a player reads, in a language.", (404,)),
    get(
        "/api/rules/{game}/{language}",
        rulebook.rules,
        Reference,
        "The rules of a game to read, with terms and diagrams.",
        (404,),
    ),
    get(
        "/api/tutorials/{game}/{language}",
        tutorials.tutorial_texts,
        tutorials.Lines,
        "What a game's tutorial says, step by step.",
        (404,),
    ),
    post(
        "/api/tutorials/{game}",
        tutorials.begin_tutorial,
        tutorials.LearnerWanted,
        Created,
        "Sit down to learn a game: a table whose other seats follow a script.",
        (404,),
        201,
    ),
    post(
        f"{TABLE}/tutorial",
        tutorials.go_to_step,
        tutorials.StepWanted,
        State,
        "Go on at another step of a tutorial: begin again, go back, or skip.",
        (404, 409, 503),
    ),
)
