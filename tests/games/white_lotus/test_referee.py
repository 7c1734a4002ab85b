"""The game and its referee agree: on every question, every legal answer, all that lies on the table, and the result."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.board import BOARDS, DEFAULT
from tests.games.white_lotus.games import TABLES
from tests.games.white_lotus.referee import Referee
from tests.games.white_lotus.tables import ended, seen

if TYPE_CHECKING:
    from guanxi.engine.table import Table

GAMES = 4  # of each kind of table


def appointed(table: Table, negotiation: bool) -> Referee:
    """The referee of a new table."""
    view = seen(table)
    provinces = {id_: BOARDS.load(DEFAULT).provinces[id_] for id_ in (province.id for province in view.provinces)}

    def drawn(seat: int) -> str:
        tile = seen(table, seat).tile
        assert tile is not None
        return tile

    return Referee(
        {id_: {other for other in province.near if other in provinces} for id_, province in provinces.items()},
        {province.id: province.building for province in view.provinces if province.building},
        {id_ for id_, province in provinces.items() if province.mark == "dragon"},
        drawn,
        seats=len(view.players),
        emperor=view.emperor,
        negotiation=negotiation,
    )


def compare(table: Table, referee: Referee) -> None:
    """All that lies on the table, and the points if the game ended now."""
    view = seen(table)
    assert view.emperor == referee.emperor
    assert view.silent == tuple(sorted(referee.silent))
    for province in view.provinces:
        assert province.building == referee.building.get(province.id)
        assert province.owner == referee.owner.get(province.id)
        assert set(province.claims) == referee.cubes.get(province.id, set())
    for seat, player in enumerate(view.players):
        assert (player.influence, player.combat) == (
            referee.hand["influence"][seat],
            referee.hand["combat"][seat],
        )
        assert player.points == referee.points(seat)


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.parametrize(("seats", "negotiation"), TABLES)
def test_the_game_and_its_referee_agree(seats: int, negotiation: bool, game: int) -> None:
    random = Random(f"{seats} {negotiation} {game}")
    table = GAME.table(seats, seed=f"referee {game}", negotiation=negotiation)
    referee = appointed(table, negotiation)
    phase = referee.game()
    question = next(phase)
    while not table.over:
        legal = {seat: {move.notation() for move in table.legal_moves(seat)} for seat in table.to_move}
        assert legal == question
        compare(table, referee)
        seat = random.choice(table.to_move)
        answer = random.choice(sorted(legal[seat]))
        table.play(seat, answer)
        if not table.over:
            question = phase.send((seat, answer))
    with pytest.raises(StopIteration):
        phase.send((seat, answer))
    compare(table, referee)
    result = ended(table)
    assert [dict(score.parts) for score in result.scores] == [referee.points(seat) for seat in range(seats)]
    assert result.winners == referee.winners()
