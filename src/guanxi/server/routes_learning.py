"""The routes about learning a game: its rules and its tutorial."""

from __future__ import annotations

from guanxi.learning.reference import Reference
from guanxi.server import rulebook, tutorials, wire
from guanxi.server.way import TABLE, Way

LEARNING_WAYS = (
    Way(
        method="GET",
        path="/api/rules/{game}/{language}",
        handler=rulebook.rules,
        about="The rules of a game to read, with terms and diagrams.",
        answer=Reference,
        refusals=(404,),
    ),
    Way(
        method="GET",
        path="/api/tutorials/{game}/{language}",
        handler=tutorials.tutorial_texts,
        about="What a game's tutorial says, step by step.",
        answer=tutorials.Lines,
        refusals=(404,),
    ),
    Way(
        method="POST",
        path="/api/tutorials/{game}",
        handler=tutorials.begin_tutorial,
        about="Sit down to learn a game: a table whose other seats follow a script.",
        body=tutorials.LearnerWanted,
        answer=wire.Created,
        status=201,
        refusals=(404,),
    ),
    Way(
        method="POST",
        path=f"{TABLE}/tutorial",
        handler=tutorials.go_to_step,
        about="Go on at another step of a tutorial: begin again, go back, or skip.",
        body=tutorials.StepWanted,
        answer=wire.State,
        refusals=(404, 409, 503),
    ),
)
