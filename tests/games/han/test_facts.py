"""The sentences that explain moves: houses and alliances with their numbers."""

from __future__ import annotations

from guanxi.games.han import GAME
from tests.games.han.tables import build_at, deal, han, position, seat_of, send


def test_houses_emissaries_and_cards_are_told_with_their_numbers() -> None:
    table = han()
    build_at(table, "Alex", "wei-3")
    build_at(table, "Alex", "wei-4")
    build_at(table, "Barbara", "wei-5")
    send(table, "wei", Alex=1)
    deal(table, Alex="red red green")
    clauses = {GAME.text.say(fact.says) for fact in GAME.facts(position(table), seat_of(table, "Alex"))}
    assert "you keep a red card, a red card, and a green card" in clauses
    assert any(clause.startswith("in Wei you lead 2 to 1 in houses, worth 3 now; free spaces: ") for clause in clauses)
    assert any("you lead in Wei but not yet in" in clause for clause in clauses)
