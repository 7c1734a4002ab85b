"""The variant with negotiation (4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.games.white_lotus.events import Agreed, Offered, Refused
from tests.games.white_lotus.tables import (
    ANN,
    BEN,
    asked,
    combat,
    control,
    influence,
    legal,
    play,
    rebellion,
    said,
    seen,
    table_with,
    told,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def bargaining(**more: int) -> Table:
    """The window at the start of the control phase."""
    claims = {"dadu": "Ann Ben Cat"}
    return control(table_with(neutral="dadu village", claims=claims, negotiation=True, influence=more))


def passed(table: Table) -> str:
    """Everybody passes in a window; who was asked."""
    order = []
    while seen(table).step == "offers":
        order.append(asked(table))
        play(table, f"{asked(table)}: pass")
    return " ".join(order)


def test_without_the_option_nobody_is_asked_for_offers() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben Cat"}))
    assert seen(table).step == "conflict"


def test_at_the_start_of_the_control_phase_everybody_may_make_offers_from_the_emperor() -> None:
    assert passed(bargaining()) == "Ann Ben Cat Dan Ann Ben Cat"


def test_before_each_conflict_round_those_present_may_make_offers() -> None:
    table = bargaining()
    passed(table)
    play(table, "Ann: against Ben, influence 1", "Ben: against Cat, influence 0", "Cat: against Ben, influence 0")
    assert passed(table) == "Ann Cat"


def test_before_camps_and_before_combat_everybody_may_make_offers() -> None:
    table = rebellion(table_with({"Ann": "dadu palace", "Ben": "datong village"}, negotiation=True))
    play(table, "Ben: lead yes")
    assert passed(table) == "Ann Ben Cat Dan"
    play(table, "Cat: side rebels", "Dan: side rebels")
    assert passed(table) == "Ann Ben Cat Dan"
    assert seen(table).step == "battle"


def test_what_is_accepted_changes_hands_at_once_and_everybody_sees_it() -> None:
    table = bargaining()
    play(table, "Ann: offer Ben, give 5 influence, give 0 combat, want 1 influence, want 2 combat")
    assert asked(table) == "Ben"
    play(table, "Ben: reply yes")
    assert influence(table, "Ann", "Ben") == [12 - 5 + 1, 12 + 5 - 1]
    assert combat(table, "Ann", "Ben") == [3 + 2, 3 - 2]
    offer = Offered(ANN, BEN, give_influence=5, give_combat=0, want_influence=1, want_combat=2)
    assert table.events()[-2:] == [offer, Agreed(BEN, partner=ANN)]
    assert said(table)[-2:] == ["Ann offers Ben 5 influence for 1 influence and 2 combat.", "Ben accepts."]


def test_what_is_declined_changes_nothing() -> None:
    table = bargaining()
    play(table, "Ann: offer Ben, give 0 influence, give 0 combat, want 1 influence, want 2 combat", "Ben: reply no")
    assert influence(table, "Ann", "Ben") == [12, 12]
    assert told(table, Refused) == [Refused(BEN, partner=ANN)]
    assert said(table)[-2:] == ["Ann offers Ben nothing for 1 influence and 2 combat.", "Ben declines."]


def test_two_offers_a_window_at_most() -> None:
    table = bargaining()
    offer = "Ann: offer Ben, give 1 influence, give 0 combat, want 0 influence, want 0 combat"
    play(table, offer, "Ben: reply no")
    assert asked(table) == "Ann"
    play(table, offer, "Ben: reply no")
    assert asked(table) == "Ben"


def test_nothing_for_nothing_is_put_to_nobody_but_counts() -> None:
    table = bargaining()
    for _ in range(2):
        play(table, "Ann: offer Ben, give 0 influence, give 0 combat, want 0 influence, want 0 combat")
    assert asked(table) == "Ben"
    assert not told(table, Offered)


def test_nobody_can_give_what_they_do_not_have_nor_want_what_the_other_has_not() -> None:
    table = bargaining(Ann=2, Ben=1)
    play(table, "Ann: offer Ben")
    assert legal(table, "Ann") == [f"give {points} influence" for points in range(3)]
    with pytest.raises(IllegalMove, match="The amount must be from 0 to 2"):
        play(table, "Ann: give 3 influence")
    with pytest.raises(IllegalMove, match=r"A different term comes next\. For example: give 1 influence"):
        play(table, "Ann: want 1 combat")
    play(table, "Ann: give 0 influence, give 0 combat")
    assert legal(table, "Ann") == ["want 0 influence", "want 1 influence"]


def test_a_term_of_which_there_is_nothing_is_not_asked() -> None:
    table = bargaining(Ann=0)
    play(table, "Ann: offer Ben")
    assert legal(table, "Ann")[0] == "give 0 combat"


def test_offers_go_to_parties_of_the_window_only() -> None:
    table = bargaining()
    for name in ("Ann", "Ben", "Cat", "Dan"):
        play(table, f"{name}: pass")
    assert legal(table, "Ann") == ["offer Ben", "offer Cat", "pass"]
    with pytest.raises(IllegalMove, match="Player 4 is not taking part"):
        play(table, "Ann: offer Dan")
