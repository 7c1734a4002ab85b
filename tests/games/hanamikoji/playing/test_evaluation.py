"""Evaluation of Hanamikoji: better positions have higher values, and both seats' values add up to 0."""

from __future__ import annotations

from random import Random

import pytest

from guanxi.games.hanamikoji import GAME
from tests.games.hanamikoji.games import somewhere
from tests.games.hanamikoji.tables import ME, THEM, play, position, scored, table_with


def test_what_is_good_for_one_is_as_bad_for_the_other() -> None:
    random = Random("advice")
    for game in range(500):
        p = somewhere(f"advice {game}", random)
        before = p.numbers()
        assert -1 <= GAME.value(p, ME) <= 1
        assert GAME.value(p, ME) == pytest.approx(-GAME.value(p, THEM))
        assert p.numbers() == before


def test_a_game_that_is_over_is_worth_what_was_won() -> None:
    won = position(scored(side="flute fan scroll drum"))
    assert (GAME.value(won, ME), GAME.value(won, THEM)) == (1.0, -1.0)
    drawn = position(scored(side="flute", their_side="fan", rounds=1))
    assert (GAME.value(drawn, ME), GAME.value(drawn, THEM)) == (0.0, 0.0)


def test_items_on_the_own_side_look_good() -> None:
    assert GAME.value(position(table_with(side="letter letter")), ME) > GAME.value(position(table_with()), ME)


def test_more_charm_looks_better_than_less() -> None:
    letter, fan = (position(table_with(side=item)) for item in ("letter letter letter", "fan fan"))
    assert GAME.value(letter, ME) > GAME.value(fan, ME)


def test_a_token_on_the_own_side_looks_good() -> None:
    mine, theirs = (position(table_with(favours={"letter": holder})) for holder in (ME, THEM))
    assert GAME.value(mine, ME) > 0 > GAME.value(theirs, ME)


@pytest.mark.parametrize("offer", ["gift fan drum letter", "competition fan drum / bowl letter"])
def test_an_offer_is_valued_as_its_chooser_likes_it_best(offer: str) -> None:
    table = table_with("fan drum bowl letter")
    play(table, offer)
    offered = GAME.value(position(table), THEM)
    outcomes = []
    for answer in table.legal_moves(THEM):
        p = position(table).copy()
        p.play(THEM, GAME.number(p, THEM, answer))
        # What the next turn draws is not a part of the offer.
        p.hand = position(table).hand
        outcomes.append(GAME.value(p, THEM))
    assert offered == pytest.approx(max(outcomes))
    assert len(set(outcomes)) > 1
