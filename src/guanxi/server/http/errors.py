"""Refused requests: a stable id, and a sentence in the client's language."""

from __future__ import annotations

from pathlib import Path

from guanxi.engine.text import LANGUAGES, Catalogue, phrase
from guanxi.server.http.wire import Refusal

TEXT = Catalogue(Path(__file__).parent.parent / "text")


class ApiError(Exception):
    """A request that is refused; the sentence is `error.<id>` of the server's texts."""

    def __init__(self, status: int, error: str, **params: str | int) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.params = params
        self.headers: dict[str, str] = {}

    def answer(self, language: str) -> Refusal:
        """The body of the response."""
        return Refusal(self.error, self.message(language))

    def message(self, language: str) -> str:
        """The sentence for people."""
        return TEXT.say(phrase(f"error.{self.error}", **self.params), language)


def unavailable(error: str) -> ApiError:
    """The refusal while the database is locked or restarts; the client may try again at once."""
    refused = ApiError(503, error)
    refused.headers["Retry-After"] = "1"
    return refused


def preferred_language(accepted: str) -> str:
    """The best of our languages for an Accept-Language header; English if none fits."""
    wishes = []
    for part in accepted.split(","):
        name, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((float(quality or 1), name.split("-")[0].lower()))
        except ValueError:
            continue
    wishes.sort(key=lambda wish: -wish[0])
    return next((name for quality, name in wishes if name in LANGUAGES and quality > 0), LANGUAGES[0])


def check_language(language: str, status: int) -> None:
    """Refuse a language that there are no texts for."""
    if language not in LANGUAGES:
        raise ApiError(status, "unknown-language", languages=", ".join(LANGUAGES))
