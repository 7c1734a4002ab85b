"""How far a player of Haiduci is from a claim, and what is foreseen."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from guanxi.engine.core.position import Moves, first_owing
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.playing.prospects import eased, missing, targets
from guanxi.games.haiduci.rules.material import CONDITIONS, LEADERS, MARCH_MOVE, MARCHES
from guanxi.games.haiduci.rules.scoring import reached
from tests.games.described import described, positions
from tests.games.haiduci.tables import position, table_with, territory

if TYPE_CHECKING:
    from guanxi.games.haiduci.rules.rules import Haiduci


def conditions(p: Haiduci, seat: int) -> range:
    """The numbers of a player's conditions."""
    first = (p.faction[seat] * LEADERS + p.leader[seat]) * CONDITIONS
    return range(first, first + CONDITIONS)


def test_nothing_is_missing_where_a_condition_is_met_and_only_there() -> None:
    met = 0
    for found in positions(GAME, "prospects"):
        p = cast("Haiduci", found)
        for seat in range(p.seats):
            if p.faction[seat] >= 0:
                for number in conditions(p, seat):
                    needs = missing(p, seat, number)
                    assert (needs == 0) == (reached(p, seat, number) >= p.board.needed[number])
                    assert 0 <= eased(p, seat, number, targets(p)) <= needs
                    met += needs == 0
    assert met > 100


def test_a_march_saves_the_pawns_that_its_place_would_need() -> None:
    # Mladen Milovanović wants the Ottoman province: three pawns are missing, all in its capital.
    p = position(
        table_with(
            hands=("army",),
            leaders=(0, 2),
            pawns={"constantinople": {"ottoman": 2}, "belgrade": {"serbia": 1}},
        )
    )
    province = next(number for number in conditions(p, 1) if missing(p, 1, number) == 3)
    assert eased(p, 1, province, 0) == 0
    assert eased(p, 1, province, 1 << territory("constantinople")) == 3


def test_where_a_haiduc_marches_is_judged_before_the_pawns_stand() -> None:
    moves = Moves()
    for found in positions(GAME, "prospects"):
        p = cast("Haiduci", found)
        if p.phase == MARCHES:
            seat = first_owing(p)
            moves.fill(p, seat)
            rows: list[tuple[float, ...]] = []
            for move in moves.numbered():
                if move >= MARCH_MOVE and len(rows) < 12:
                    after = p.copy()
                    after.play(seat, move)
                    rows.append(tuple(described(GAME, after, seat)))
            if len(rows) == 12:
                assert len(set(rows)) > 3
                return
    raise AssertionError("no haiduc could march")
