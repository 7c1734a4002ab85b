"""The game and its referee agree: on every question, every legal answer, all that lies on the table, and the result."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.games.haiduci import GAME
from tests.games.haiduci.referee import Referee
from tests.games.haiduci.tables import EDITION, hand, seen

if TYPE_CHECKING:
    from guanxi.engine.table import Table

GAMES = 4  # with each number of players


def appointed(table: Table) -> Referee:
    """The referee of a new table."""
    places, cards = EDITION.board.territories, EDITION.cards
    view = seen(table, None)

    def conditions(seat: int) -> tuple[str, str]:
        player = seen(table, seat).players[seat]
        assert player.faction
        assert player.leader
        name = player.leader.name
        leader = next(one for one in EDITION.leaders.leaders[player.faction] if one.name == name)
        return leader.territorial, leader.political

    return Referee(
        {id_: places[id_].province for id_ in EDITION.territories},
        {id_: places[id_].near for id_ in EDITION.territories},
        {places[id_].province: id_ for id_ in EDITION.territories if places[id_].capital},
        {frozenset(pair.cards): (pair.owner, pair.partner) for pair in cards.combinations},
        {id_: kind.copies for id_, kind in cards.kinds.items()} | dict.fromkeys(EDITION.haiduci, 1),
        seats=len(view.players),
        first=view.first,
        begins=EDITION.board.begins,
        hand=lambda seat: Counter(hand(table, seat)),
        conditions=conditions,
    )


def compare(table: Table, referee: Referee) -> None:
    """All that lies on the table, and the points if the game ended now."""
    view = seen(table, None)
    assert (view.season, view.frozen, view.pile) == (referee.season, referee.frozen, referee.pile)
    assert view.discards == +referee.discards
    for place in view.territories:
        assert place.pawns == +referee.pawns[place.id]
        assert place.control == referee.leader([place.id])
    for province in view.provinces:
        assert province.control == referee.leader(referee.inside(province.id))
    for haiduc in view.haiduci:
        assert haiduc.at == referee.at.get(haiduc.id)
        assert haiduc.emerged_by == referee.maker.get(haiduc.id)
        assert haiduc.captured_by == referee.captor.get(haiduc.id)
    for seat, player in enumerate(view.players):
        if player.faction:
            assert player.cards == referee.held[seat]
            assert player.claimed == (seat in referee.claimed)
            assert seen(table, seat).players[seat].points == referee.points(seat)


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_game_and_its_referee_agree(seats: int, game: int) -> None:
    random = Random(f"{seats} {game}")
    table = GAME.table(seats, seed=f"referee {game}")
    referee = appointed(table)
    phase = referee.game()
    question = next(phase)
    while not table.over:
        seat = table.to_move[0]
        legal = {move.notation() for move in table.legal_moves(seat)}
        assert (seat, legal) == question
        if table.moves > seats:
            compare(table, referee)
        answer = random.choice(sorted(legal))
        table.play(seat, answer)
        if not table.over:
            question = phase.send(answer)
    with pytest.raises(StopIteration):
        phase.send(answer)
    compare(table, referee)
    result = table.result
    assert result
    assert [dict(score.parts) for score in result.scores] == [referee.points(seat) for seat in range(seats)]
    assert result.winners == referee.winners()
