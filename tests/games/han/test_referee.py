"""The game and a second referee agree on every placement, limit, scoring and winner of random games."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from guanxi.engine.story import Story
from guanxi.games.han import GAME
from guanxi.games.han.board import file_of
from guanxi.games.han.events import Completed, Discarded, FinalScoring, Placed, Scored, Stopped, Won
from guanxi.games.han.moves import Piece
from guanxi.games.han.view import HanView
from tests.games.han.games import GAMES, each_setting, random_game
from tests.games.han.referee import Referee

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.table import Table
    from tests.games.han.games import Setting
    from tests.games.han.referee import Fact


def fact(event: Event) -> Fact | None:
    """An event as the referee tells it; None if nothing is scored."""
    match event:
        case Completed(province):
            return ("full", province)
        case Scored():
            what = [value for value in (event.province, event.alliance) if value is not None]
            return (event.source, event.seat, event.points, *what)
        case Won(winners):
            return ("won", *winners)
    return None


def follow(referee: Referee, events: Sequence[Event]) -> None:
    """Tell the referee what was placed, and compare what was scored, in the same order."""
    expected: list[Fact] = []
    for event in events:
        if isinstance(event, Placed):
            assert not expected
            expected = referee.place(event.seat, event.piece, event.at)
        elif isinstance(event, FinalScoring):
            assert not expected
            assert event.blocked == referee.is_blocked()
            expected = referee.final()
        elif isinstance(event, Discarded | Stopped):
            referee.finished = True
        elif found := fact(event):
            assert found == expected.pop(0)
    assert not expected


@each_setting
def test_everything_is_scored_as_the_referee_says(setting: Setting) -> None:
    for game in range(GAMES):
        story = Story()
        *_, (p, _) = random_game(setting, f"points {game}", story)
        file = file_of(p.board)
        referee = Referee(file, p.seats, variant=setting.variant)
        follow(referee, story.events(GAME, file))
        assert [score.total for score in GAME.result(p).scores] == [referee.totals[seat] for seat in range(p.seats)]


@each_setting
def test_placements_and_limits_are_what_the_referee_allows(setting: Setting) -> None:
    random = Random(str(setting))
    for game in range(4):
        table = GAME.table(setting.seats, seed=f"referee {game}", board=setting.board, variant=setting.variant)
        referee = Referee(GAME.board(table.position), table.seats, variant=setting.variant)  # type: ignore[arg-type]
        mover = None
        while not table.over:
            (seat,) = table.to_move
            if seat != mover:
                referee.begin_turn()
                mover = seat
            compare(table, seat, referee)
            table.play(seat, random.choice(table.legal_moves(seat)))
            follow(referee, table.events(since=table.moves))


def compare(table: Table, seat: int, referee: Referee) -> None:
    """Compare the legal placements and the state of every province and player."""
    view = table.view(seat)
    assert isinstance(view, HanView)
    legal = {move.notation() for move in table.legal_moves(seat) if isinstance(move, Piece)}
    assert legal == referee.placements(seat, Counter(view.players[seat].hand))
    assert not referee.is_blocked()
    for province in view.provinces:
        assert list(province.houses) == [referee.count(province.id)[other] for other in range(table.seats)]
        assert list(province.emissaries) == [referee.emissaries[province.id][other] for other in range(table.seats)]
        assert province.room == max(0, referee.room(province.id))
        assert province.scored == (province.id in referee.scored)
    for other, player in enumerate(view.players):
        assert player.total == referee.totals[other]
        assert (player.houses, player.emissaries) == (referee.houses_left(other), referee.emissaries_left(other))
