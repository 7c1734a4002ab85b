"""The shelf: games with their options, and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.server.builders import Player

pytestmark = pytest.mark.anyio


async def test_the_games_and_their_options(alex: Player) -> None:
    (game,) = [game for game in (await alex.get("/api/games")).json() if game["name"] == "hanamikoji"]
    assert game["seats"] == [2]
    assert {"random", "greedy"} <= set(game["bots"])
    assert game["options"] == [
        {"name": "first", "type": "choice", "default": None, "choices": [None, 0, 1]},
        {"name": "rounds", "type": "int", "default": 0, "minimum": 0, "maximum": 1000},
        {"name": "cards", "type": "choice", "default": None, "choices": [None]},
    ]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
async def test_the_texts_of_a_language(alex: Player, language: str) -> None:
    texts = (await alex.get(f"/api/texts/{language}")).json()
    assert texts["games"]["hanamikoji"]["name"] == "Hanamikoji"
    assert "seat" in texts["engine"]
    assert "seat" not in texts["games"]["hanamikoji"]
    assert not any(name.startswith("error.") for name in texts["engine"])


async def test_an_unknown_language(alex: Player) -> None:
    answer = await alex.get("/api/texts/de")
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown-language")
