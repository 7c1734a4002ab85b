"""The game and a second referee agree on every legal move, scoring and winner of random games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.events import Counted, Revealed, Won, WonFavour
from tests.games.hanamikoji.referee import ROW, Referee
from tests.games.hanamikoji.tables import ended, seen

if TYPE_CHECKING:
    from guanxi.engine.events import Event
    from guanxi.engine.table import Table
    from tests.games.hanamikoji.referee import Fact

GAMES = 60
SHORT = 2  # rounds, so that the limit decides many games


def fact(event: Event) -> Fact | None:
    """An event as the referee tells it; None if nothing is scored."""
    match event:
        case Revealed(seat, item):
            return ("revealed", seat, item)
        case WonFavour(seat, item):
            return ("favour", seat, item)
        case Counted(seat, charm, geishas):
            return ("counted", seat, charm, geishas)
        case Won(winners):
            return ("won", *winners)
    return None


def assert_same_table(table: Table, referee: Referee) -> None:
    """The public view agrees with the referee."""
    view = seen(table, None)
    assert (view.round, view.first, view.turn) == (referee.round, referee.first, referee.turns)
    assert table.to_move == (referee.to_move,)
    for item, geisha in zip(ROW, view.geishas, strict=True):
        assert geisha.item == item
        assert geisha.favour == referee.favour[item]
        assert geisha.items == tuple(side[item] for side in referee.sides)
    for seat, player in enumerate(view.players):
        assert (player.charm, player.geishas) == (referee.charm(seat), referee.geishas(seat))


@pytest.mark.parametrize("rounds", [0, SHORT], ids=["no limit", "two rounds"])
def test_moves_and_scores_are_what_the_referee_says(rounds: int) -> None:
    reasons = set()
    for game in range(GAMES):
        random = Random(f"referee {rounds} {game}")
        table = GAME.table(seed=f"referee {game}", rounds=rounds)
        referee = Referee(seen(table, None).first, rounds)
        while not table.over:
            for seat in (0, 1):
                referee.see(seat, seen(table, seat).players[seat].hand or ())
            assert_same_table(table, referee)
            legal = [move.notation() for move in table.legal_moves(referee.to_move)]
            assert len(legal) == len(set(legal))
            assert set(legal) == referee.legal()
            chosen = random.choice(legal)
            table.play(referee.to_move, chosen)
            told = [found for event in table.events(None, since=table.moves) if (found := fact(event))]
            assert told == referee.play(chosen)
        assert ended(table).winners == referee.winners
        reasons.add(ended(table).reason.id)
    # Every way to win has occurred.
    assert reasons == {"result.charm", "result.geishas"} | ({"result.rounds"} if rounds else set())
