"""The routes about playing better: hints, and finished games looked at again."""

from __future__ import annotations

from guanxi.server import hints, reviewing, wire
from guanxi.server.way import TABLE, Way

REVIEW_WAYS = (
    Way(
        method="POST",
        path=f"{TABLE}/hint",
        handler=hints.hint,
        about="The best moves of a seat that must decide, with reasons; where all others are bots.",
        body=hints.HintWanted,
        answer=hints.Hint,
        refusals=(404, 409, 503),
    ),
    Way(
        method="GET",
        path=f"{TABLE}/review",
        handler=reviewing.show,
        about="A finished game looked at again, as far as that is done.",
        answer=reviewing.ReviewShown,
        refusals=(403, 404, 409),
    ),
    Way(
        method="POST",
        path=f"{TABLE}/review",
        handler=reviewing.ask,
        about="Have a finished game looked at again; once is enough.",
        body=wire.Nothing,
        answer=reviewing.ReviewShown,
        refusals=(404, 409),
    ),
)
