"""Sealed choices are hidden from others, can be changed until the last is in, and are opened together."""

from __future__ import annotations

from random import Random
from typing import cast

import msgspec
import pytest

from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import IllegalMove
from guanxi.engine.events import Event, Ready
from guanxi.engine.replay import replay
from guanxi.engine.sealing import Sealing
from guanxi.engine.story import Story
from guanxi.engine.table import Table
from tests.engine.playing import play_absent
from tests.engine.sealed_game import GAME, Bidding, BiddingView, Opened

ANN, BEN, CAM = 0, 1, 2
NAMES = ("Ann", "Ben", "Cam")


def table_after(*bids: str) -> Table:
    """A table after bids such as "Ann 3"."""
    table = GAME.table(seed="sealed", names=NAMES)
    for bid in bids:
        name, chips = bid.split()
        table.play(NAMES.index(name), f"bid {chips}")
    return table


def seen(table: Table, seat: int | None) -> BiddingView:
    return cast("BiddingView", table.view(seat))


def bids(table: Table) -> tuple[int, ...]:
    """The bids opened last."""
    return seen(table, None).bids


def test_all_seats_have_to_choose_at_once() -> None:
    table = table_after()
    assert table.to_move == (ANN, BEN, CAM)
    assert table.may_change == ()
    assert all(len(table.legal_moves(seat)) == 5 for seat in (ANN, BEN, CAM))


def test_choices_come_in_any_order() -> None:
    assert table_after("Cam 1", "Ann 2").to_move == (BEN,)


def test_a_choice_may_be_changed_until_the_last_is_in() -> None:
    table = table_after("Ann 3", "Cam 1")
    assert table.may_change == (ANN, CAM)
    assert len(table.legal_moves(ANN)) == 5
    table.play(ANN, "bid 0")
    table.play(BEN, "bid 2")
    assert bids(table) == (0, 2, 1)


def test_nothing_opens_before_the_last_is_in() -> None:
    assert bids(table_after("Ann 3", "Cam 1", "Ann 4")) == (NOBODY,) * 3


def test_all_open_together() -> None:
    table = table_after("Ann 3", "Cam 1", "Ben 2")
    assert bids(table) == (3, 2, 1)
    assert table.events(None, since=3) == [Ready(BEN), Opened((3, 2, 1))]
    assert [table.say(what) for what in table.events(None, since=3)] == [
        "Ben is ready.",
        "The bids are opened: 3 chips, 2 chips, and 1 chip.",
    ]


def test_after_opening_the_next_choice_is_asked_and_the_old_one_forgotten() -> None:
    table = table_after("Ann 3", "Cam 1", "Ben 2")
    assert table.to_move == (ANN, BEN, CAM)
    assert table.position.sealed[:3] == [NOBODY] * 3
    assert seen(table, ANN).own is None


def test_a_seat_sees_its_own_choice() -> None:
    assert seen(table_after("Ann 3"), ANN).own == 3


def test_others_see_only_that_a_seat_is_ready() -> None:
    table = table_after("Ann 3")
    for seat in (BEN, CAM, None):
        assert seen(table, seat).ready == (ANN,)
        assert seen(table, seat).own is None
        assert table.events(seat)[-1] == Ready(ANN)


@pytest.mark.parametrize("chips", range(1, 5))
def test_another_choice_changes_no_byte_that_others_get(chips: int) -> None:
    one, other = table_after("Ann 0", "Cam 2"), table_after(f"Ann {chips}", "Cam 2")
    for seat in (BEN, CAM, None):
        assert received(one, seat) == received(other, seat)
    for seat in (BEN, CAM):
        assert one.legal_moves(seat) == other.legal_moves(seat)
        assert one.sight(seat).numbers() == other.sight(seat).numbers()


def received(table: Table, seat: int | None) -> bytes:
    """Everything that is sent to a seat."""
    return msgspec.json.encode((table.view(seat), table.prompt(seat), table.events(seat), table.moments(seat)))


def test_a_moment_shows_the_cup_to_nobody_who_may_not_look() -> None:
    one, other = table_after("Ann 3", "Cam 1"), table_after("Ann 3", "Cam 1")
    position = cast("Bidding", other.position)
    position.cup = 1 + position.cup % 3
    for table in (one, other):
        table.play(BEN, "bid 2")
        assert [moment.kind for moment in table.moments(None)] == ["opened"]
    for seat in (ANN, BEN, None):
        assert msgspec.json.encode(one.moments(seat)) == msgspec.json.encode(other.moments(seat))
    assert one.moments(CAM) != other.moments(CAM)


def test_a_sight_forgets_what_others_have_sealed_and_keeps_the_own_choice() -> None:
    sight = table_after("Ann 3", "Cam 1").sight(ANN)
    imagined = cast("Bidding", sight.sample_world(Random(1)))
    assert imagined.sealed[:3] == [3, NOBODY, NOBODY]
    assert imagined.owing == 0b110
    assert imagined.sealing == 0b111


def test_an_imagined_table_can_be_played_on() -> None:
    imagined = cast("Bidding", table_after("Ann 3", "Cam 1").sight(ANN).sample_world(Random(1)))
    imagined.play(CAM, 0)
    imagined.play(BEN, 4)
    assert imagined.bids == [3, 4, 0]


def test_a_sight_draws_anew_what_is_under_the_cup_for_those_who_may_not_look() -> None:
    table = table_after("Ann 3")
    cup = cast("Bidding", table.position).cup
    random = Random(2)
    cups = {seat: {cast("Bidding", table.sight(seat).sample_world(random)).cup for _ in range(60)} for seat in range(3)}
    assert cups == {ANN: {1, 2, 3}, BEN: {1, 2, 3}, CAM: {cup}}


def test_the_game_chooses_the_move_for_a_player_who_has_left() -> None:
    table = table_after("Ann 3", "Cam 1")
    play_absent(table)
    assert bids(table) == (3, 0, 1)


def test_nobody_can_move_once_the_game_is_over() -> None:
    table = GAME.table(seed="sealed", rounds=0)
    with pytest.raises(IllegalMove, match="The game is over"):
        table.play(ANN, "bid 1")


def test_a_choice_can_be_taken_back_while_others_are_still_choosing() -> None:
    table = table_after("Ann 3", "Cam 1")
    table.undo()
    assert table.to_move == (BEN, CAM)
    table.play(CAM, "bid 4")
    table.play(BEN, "bid 2")
    assert bids(table) == (3, 2, 4)


def test_an_opening_can_be_taken_back() -> None:
    table = table_after("Ann 3", "Cam 1")
    before = table.position.numbers()
    table.play(BEN, "bid 2")
    table.undo()
    assert table.position.numbers() == before
    assert table.to_move == (BEN,)


def test_a_log_with_a_changed_choice_replays() -> None:
    table = table_after("Ann 3", "Cam 1", "Ann 0", "Ben 2", "Cam 4", "Ben 4")
    table.undo(2)
    assert table.log.moves == ("0 bid 3", "2 bid 1", "0 bid 0", "1 bid 2", "2 bid 4", "1 bid 4", "undo 4")
    steps = [(step.to_move, step.may_change) for step in replay(table.log, GAME)]
    assert steps[:5] == [((0, 1, 2), ()), ((1, 2), (0,)), ((1,), (0, 2)), ((1,), (0, 2)), ((0, 1, 2), ())]
    *_, again = replay(table.log, GAME)
    assert again.position.numbers() == table.position.numbers()
    assert again.log == table.log


def test_a_bid_out_of_range_is_refused_and_the_old_one_stands() -> None:
    table = table_after("Ann 3")
    before = table.position.numbers(), table.log
    with pytest.raises(IllegalMove, match="Move 5 is not legal now"):
        table.play(ANN, "bid 5")
    with pytest.raises(IllegalMove, match="“dance” is not a bid"):
        table.play(ANN, "dance")
    assert (table.position.numbers(), table.log) == before


def chosen(*bids: str) -> Table:
    """A table after choices that wait until the last is in, such as "Ann 3"."""
    table = GAME.table(seed="sealed", names=NAMES)
    for bid in bids:
        name, chips = bid.split()
        table.choose(NAMES.index(name), f"bid {chips}")
    return table


def test_choices_wait_outside_the_log() -> None:
    table = chosen("Ann 3", "Cam 1")
    assert (table.moves, table.entries, table.to_move, table.may_change) == (0, [], (BEN,), (ANN, CAM))
    assert table.events(None)[-2:] == [Ready(ANN), Ready(CAM)]
    assert (seen(table, ANN).own, seen(table, BEN).own, seen(table, None).ready) == (3, None, (ANN, CAM))


def test_opened_choices_enter_the_log_in_the_order_of_readiness() -> None:
    table = chosen("Cam 1", "Ann 3", "Cam 0", "Cam 4", "Ben 2")
    assert table.log.moves == ("2 bid 4", "0 bid 3", "1 bid 2")
    *_, again = replay(table.log, GAME)
    assert again.position.numbers() == table.position.numbers()
    assert again.events(None) == table.events(None)


def test_how_often_a_choice_was_changed_leaves_no_trace() -> None:
    random = Random(5)
    for _ in range(20):
        plain, changed = chosen(), chosen()
        while not plain.over:
            seat, number = random.choice(plain.to_move), random.randrange(5)
            for other in [random.randrange(5) for _ in range(random.randrange(3))] if len(plain.to_move) > 1 else ():
                changed.choose(seat, other)
            plain.choose(seat, number)
            changed.choose(seat, number)
            for viewer in (None, *range(3)):
                assert received(plain, viewer) == received(changed, viewer)
            assert plain.log == changed.log


def test_an_illegal_choice_leaves_those_that_wait() -> None:
    table = chosen("Ann 3", "Cam 1")
    with pytest.raises(IllegalMove, match="Move 5 is not legal now"):
        table.choose(BEN, 5)
    table.choose(BEN, 2)
    assert bids(table) == (3, 2, 1)


def test_an_undo_takes_back_choices_that_wait() -> None:
    table = chosen("Ann 3", "Cam 1", "Ben 2", "Ann 0")
    table.undo(3)
    assert (table.to_move, table.moves) == ((ANN, BEN, CAM), 0)


class TwoBids(Bidding):
    """The same game, but a choice is two bids, of which the second is added to ten times the first."""

    def _enclose(self, seat: int, move: int) -> int:
        begun = self.owing >> seat & 1 and self.sealed[seat] != NOBODY
        chosen = self.sealed[:]
        chosen[seat] = chosen[seat] * 10 + move if begun else move
        self.sealed = chosen
        return int(begun)


def two_bids(*bids: tuple[int, int]) -> TwoBids:
    """A position after some bids."""
    p = TwoBids()
    p.seats, p.rounds = 3, 3
    p.reseed(1, 2, 3, 4)
    p.story = Story()
    p.begin_round()
    for seat, bid in bids:
        p.play(seat, bid)
    return p


def heard(p: TwoBids) -> list[Event]:
    """The events of a position since its start."""
    assert p.story is not None
    return p.story.events(GAME, GAME.board(p))


def test_a_choice_of_several_moves_is_owed_until_it_is_whole() -> None:
    half = two_bids((ANN, 3))
    assert (half.owing, heard(half)) == (0b111, [])
    whole = two_bids((ANN, 3), (ANN, 1))
    assert (whole.owing, heard(whole)) == (0b110, [Ready(ANN)])


def test_a_choice_of_several_moves_opens_with_the_last_move_of_the_last_seat() -> None:
    p = two_bids((ANN, 3), (BEN, 0), (CAM, 2), (CAM, 2), (BEN, 4), (ANN, 1))
    assert p.bids == [31, 4, 22]


def test_changing_a_choice_of_several_moves_starts_it_over() -> None:
    p = two_bids((ANN, 3), (ANN, 1), (ANN, 2))
    assert (p.owing, p.sealed[ANN]) == (0b111, 2)


def test_a_choice_stands_until_another_is_complete() -> None:
    sealing = Sealing(two_bids())
    for seat, bid in ((ANN, 3), (ANN, 1), (BEN, 0), (ANN, 2)):
        sealing.choose(seat, bid)
    shared = sealing.position()
    own = sealing.position_for(ANN, shared)
    assert (shared.owing, shared.sealed[ANN], shared.sealed[BEN]) == (0b110, 31, 0)
    assert (own.owing, own.sealed[ANN]) == (0b111, 2)
    assert sealing.position_for(BEN, shared) is shared
    sealing.choose(ANN, 4)
    assert sealing.position().sealed[ANN] == 24
    assert sealing.order == [(ANN, 2), (ANN, 4)]


def test_half_a_choice_can_be_taken_back_and_a_whole_one_stands() -> None:
    sealing = Sealing(two_bids())
    for seat, bid in ((BEN, 0), (ANN, 3), (ANN, 1), (ANN, 2)):
        sealing.choose(seat, bid)
    for seat in (ANN, BEN):
        sealing.withdraw(seat)
    assert sealing.position().sealed[:3] == [31, NOBODY, NOBODY]


def test_half_a_choice_is_forgotten_by_the_sight_of_others_and_kept_by_the_own() -> None:
    p = two_bids((ANN, 3), (BEN, 2))
    p.imagine(ANN)
    assert p.sealed[:3] == [3, NOBODY, NOBODY]


def test_random_sealed_games_end_and_replay() -> None:
    random = Random(3)
    for seed in range(200):
        table = GAME.table(seed=seed)
        while not table.over:
            seat = random.choice(table.to_move + table.may_change)
            table.play(seat, random.choice(table.legal_moves(seat)))
        *_, again = replay(table.log, GAME)
        assert again.position.numbers() == table.position.numbers()
        assert again.result == table.result
        assert sum(table.position.returns(seat) for seat in range(3)) == pytest.approx(0)


def test_a_changed_choice_is_not_told_to_the_others() -> None:
    table = GAME.table(seed=1)
    first = table.to_move[0]
    low, high, *_ = table.legal_moves(first)
    table.play(first, low)
    told = table.events(None)
    table.play(first, high)
    assert table.events(None) == told
