"""Haiduci's adviser: the pauses between seasons."""

from __future__ import annotations

from random import Random

from guanxi.engine.core.position import first_owing
from guanxi.games.haiduci import GAME
from tests.games.haiduci.tables import position


def test_a_pause_is_after_a_season_and_before_the_first_offer_of_the_next() -> None:
    table = GAME.table(4, seed=5, **GAME.automatic)
    random = Random(5)
    pauses = set()
    while table.to_move:
        p = position(table)
        if GAME.adviser(p).is_pause():
            season = p.season
            assert season not in pauses
            assert not any(p.put)
            pauses.add(season)
        table.play(first_owing(p), random.choice(table.legal_moves(first_owing(p))))
    assert len(pauses) > 5
