"""The routes about playing better: hints, and reviews of finished games."""

from __future__ import annotations

from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.review import hints, reviewing

ROUTES = (
    post(
        f"{TABLE}/hint",
        hints.hint,
        hints.HintWanted,
        hints.Hint,
        "The best moves of a seat that must decide, with reasons; where all others are bots.",
        (404, 409, 503),
    ),
    get(
        f"{TABLE}/review",
        reviewing.show,
        reviewing.ReviewShown,
        "The review of a finished game, as far as it is done.",
        (403, 404, 409),
    ),
    post(
        f"{TABLE}/review",
        reviewing.ask,
        Nothing,
        reviewing.ReviewShown,
        "Have a finished game reviewed; once is enough.",
        (404, 409),
    ),
)
