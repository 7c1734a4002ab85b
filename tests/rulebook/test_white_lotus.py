"""The example of The White Lotus's rulebook: the end of a conflict round (2.2.2.5)."""

from __future__ import annotations

from tests.games.white_lotus.tables import control, influence, play, present, said, table_with

RED, BLUE, GREEN = "Ann", "Ben", "Cat"


def test_example_two_against_red_five_together_against_blue_none_against_green() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": f"{RED} {BLUE} {GREEN}"}))
    play(table, f"{RED}: against {BLUE}, influence 3")
    play(table, f"{GREEN}: against {BLUE}, influence 2")
    play(table, f"{BLUE}: against {RED}, influence 2")
    assert said(table)[-1] == f"{BLUE} must leave Dadu and gets 1 influence back."
    # The conflict goes on between red and green.
    assert present(table) == f"{RED} {GREEN}"
    assert influence(table, RED, BLUE, GREEN) == [12 - 3, 12 - 1, 12 - 2]
