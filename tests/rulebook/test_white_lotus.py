"""The examples of The White Lotus's rulebook: cubes on a province (2.1), a conflict round (2.2.2.5), temples (2.5)."""

from __future__ import annotations

from tests.games.white_lotus.tables import (
    NAMES,
    claiming,
    control,
    income,
    influence,
    play,
    present,
    said,
    seen,
    table_with,
)

RED, BLUE, GREEN = "Ann", "Ben", "Cat"


def test_example_with_five_players_a_province_can_have_five_cubes() -> None:
    table = claiming(table_with(neutral="dadu village, jinan village, xian village", players=5))
    play(table, *(f"{name}: claim dadu" for name in NAMES[:5]))
    (dadu,) = (province for province in seen(table).provinces if province.id == "dadu")
    assert dadu.claims == (0, 1, 2, 3, 4)


def test_example_two_against_red_five_together_against_blue_none_against_green() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": f"{RED} {BLUE} {GREEN}"}))
    play(table, f"{RED}: against {BLUE}, influence 3")
    play(table, f"{GREEN}: against {BLUE}, influence 2")
    play(table, f"{BLUE}: against {RED}, influence 2")
    assert said(table)[-1] == f"{BLUE} must leave Dadu and gets 1 influence back."
    # The conflict goes on between red and green.
    assert present(table) == f"{RED} {GREEN}"
    assert influence(table, RED, BLUE, GREEN) == [12 - 3, 12 - 1, 12 - 2]


def test_example_two_temples_pay_6_influence() -> None:
    table = income(table_with({"Ann": "dadu temple, jinan temple"}))
    assert influence(table, "Ann", "Ben") == [12 + 10 + 6, 12 + 10]
