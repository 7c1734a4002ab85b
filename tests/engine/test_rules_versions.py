"""A table keeps the version of the rules it began with."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.engine.errors import BadLog, UnknownRules
from guanxi.engine.replay import replay
from guanxi.engine.sight import Sight
from guanxi.engine.table import Table
from tests.engine.sealed_game import Bidding, BiddingGame, BiddingOptions

if TYPE_CHECKING:
    from guanxi.engine.log import Log


class LongerBidding(BiddingGame):
    """The tiny game, whose second version of the rules has one round more."""

    rules_version = 2
    older_rules = (1,)

    def set_up(self, position: Bidding, seats: int, options: BiddingOptions) -> None:
        super().set_up(position, seats, options)
        position.rounds += position.rules == 2


NEWEST = LongerBidding()
OLDER = NEWEST.by_rules(1)


def played(game: BiddingGame) -> Log:
    """A whole random game."""
    table, random = Table(game, 3, 7), Random(1)
    while not table.over:
        seat = table.to_move[0]
        table.play(seat, random.choice(table.legal_numbers(seat)))
    return table.log


def test_new_tables_are_played_by_the_newest_rules() -> None:
    assert played(NEWEST).rules == 2
    assert len(played(NEWEST).moves) == 12


def test_an_older_version_can_be_asked_for() -> None:
    assert played(OLDER).rules == 1
    assert len(played(OLDER).moves) == 9
    assert OLDER.by_rules(2).rules_version == NEWEST.rules_version == 2


def test_a_game_of_older_rules_replays_to_the_same_end() -> None:
    log = played(OLDER)
    *_, table = replay(log, OLDER)
    assert table.log == log


def test_a_log_does_not_replay_by_other_rules_than_its_own() -> None:
    with pytest.raises(BadLog, match="played by rules 1"):
        list(replay(played(OLDER), NEWEST))


def test_a_position_sent_to_another_process_keeps_its_rules() -> None:
    table = Table(OLDER, 3, 7)
    sent = table.sight(0).numbers()
    there = Sight.from_numbers(NEWEST, table.options, sent, 0)
    assert there.numbers() == sent
    assert there.sample_world(Random(1)).rules == 1


def test_a_version_that_is_not_here_is_named() -> None:
    with pytest.raises(UnknownRules, match="Rules 3 of bidding are not available"):
        OLDER.by_rules(3)
