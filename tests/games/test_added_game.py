"""A game is added by its folder alone: nothing has to be registered anywhere."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import guanxi
import guanxi.games
from guanxi.bots import bot
from guanxi.server.openapi import build_document

if TYPE_CHECKING:
    from collections.abc import Iterator

TINY = Path(__file__).parents[1] / "engine"


@pytest.fixture(autouse=True)
def bidding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tiny game of the engine's tests, in a folder where games are looked for."""
    folder = tmp_path / "bidding"
    shutil.copytree(TINY / "text", folder / "text")
    shutil.copy(TINY / "sealed_game.py", folder / "__init__.py")
    monkeypatch.setattr(guanxi.games, "__path__", [*guanxi.games.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    yield
    sys.modules.pop("guanxi.games.bidding", None)
    vars(guanxi.games).pop("bidding", None)


def test_it_is_found() -> None:
    assert "bidding" in guanxi.game_names()
    assert guanxi.game("bidding").name == "bidding"


def test_it_is_played_by_bots_and_replayed() -> None:
    table = guanxi.game("bidding").table(3, seed=7)
    players = [bot("random", Random(seat)) for seat in range(3)]
    while not table.over:
        seat = table.to_move[0]
        table.play(seat, players[seat].choose(table.sight(seat)))
    *_, last = guanxi.replay(table.log.to_json())
    assert last.result == table.result


def test_the_server_describes_its_view_moves_and_events() -> None:
    schemas = json.loads(build_document(()))["components"]["schemas"]
    assert {"BiddingView", "BiddingMove", "BiddingEvent"} <= schemas.keys()
    assert {"$ref": "#/components/schemas/BiddingView"} in schemas["View"]["anyOf"]
