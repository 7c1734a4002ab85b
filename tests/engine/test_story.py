"""What a table records of each move: typed events, and the moments inside it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast, get_args

import msgspec
import pytest

import guanxi
from guanxi.engine.core.position import NOBODY, READY, Moves, playout
from guanxi.engine.events import Ended, EngineEvent, Event, Left, Ready, Returned, Undone, seats_of
from guanxi.engine.replay import replay
from guanxi.engine.story import Story
from guanxi.engine.table import MOMENTS_KEPT, Moment, Table
from guanxi.engine.text import ENGINE_TEXT, LANGUAGES
from tests.engine.sealed_game import BIDS_OPENED, GAME, OPENED, Bidding, BiddingView, Opened

if TYPE_CHECKING:
    from typing import Self

    from guanxi.engine.game import Game

SEATS = (0, 1, 2, None)


def played(moves: int, seed: str = "story", rounds: int = 30) -> Table:
    """A table of the tiny game after that many bids, three for each cup."""
    table = GAME.table(seed=seed, rounds=rounds)
    for move in range(moves):
        table.play(move % 3, f"bid {move % 5}")
    return table


def bids(moment: Moment) -> tuple[int, ...]:
    """The bids that a moment shows."""
    return cast("BiddingView", moment.view).bids


ENGINE_EVENTS = [
    (Ready(1), "Ben is ready."),
    (Undone(0, 1), "Ann takes back: 1 move remains."),
    (Undone(0, 3), "Ann takes back: 3 moves remain."),
    (Left(1, "bot"), "Ben has left; a bot takes over."),
    (Left(1, "forfeit"), "Ben has left and forfeits the game."),
    (Returned(1), "Ben is back."),
    (Ended("agreed"), "The game was ended by agreement. Nobody has lost."),
    (Ended("idle"), "Nobody has played for a long time, so the game has ended. Nobody has lost."),
    (Ended("host"), "The host of this server has ended the game. Nobody has lost."),
    (Ended("missing"), "The players did not all come to the table, so the game has ended. Nobody has lost."),
]


@pytest.mark.parametrize(("event", "sentence"), ENGINE_EVENTS)
def test_the_engine_has_words_for_its_own_events(event: Event, sentence: str) -> None:
    said = {language: ENGINE_TEXT.say(event.phrase(None), language, ("Ann", "Ben")) for language in LANGUAGES}
    assert said["en"] == sentence
    assert len(set(said.values())) == len(LANGUAGES)


def test_the_events_of_the_engine_survive_json_and_hide_nothing() -> None:
    assert {type(event) for event, _ in ENGINE_EVENTS} == set(get_args(EngineEvent))
    for event, _ in ENGINE_EVENTS:
        assert msgspec.json.decode(msgspec.json.encode(event), type=EngineEvent) == event
        assert all(event.seen_by(seat) == event for seat in SEATS)


def test_seats_are_read_from_their_bits() -> None:
    assert [seats_of(bits) for bits in (0, 0b1, 0b10, 0b101, 0b111111)] == [
        *((), (0,), (1,), (0, 2), (0, 1, 2, 3, 4, 5)),
    ]


def test_a_position_tells_a_kind_and_six_facts() -> None:
    p = Bidding()
    p.story = Story()
    p.tell(OPENED)
    p.tell(OPENED, 1, 2, 3, 4, 5, 6)
    assert p.story.told == [(OPENED, 0, 0, 0, 0, 0, 0), (OPENED, 1, 2, 3, 4, 5, 6)]


def test_events_are_decoded_once() -> None:
    story = Story()
    story.told += [(READY, 1, 0, 0, 0, 0, 0), (OPENED, 3, 2, 1, 0, 0, 0)]
    once = story.events(GAME, None)[:]
    assert once == [Ready(1), Opened((3, 2, 1))]
    story.told.append((READY, 2, 0, 0, 0, 0, 0))
    again = story.events(GAME, None)
    assert again[2:] == [Ready(2)]
    assert all(earlier is later for earlier, later in zip(once, again, strict=False))


class Counting(Bidding):
    """The tiny game, which counts how often it is copied."""

    copies = 0

    def copy(self) -> Self:
        Counting.copies += 1
        return super().copy()


def test_a_position_without_a_story_marks_nothing_and_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counting, "copies", 0)
    p = Counting()
    p.seats, p.rounds, p.bids = 3, 3, [NOBODY] * 3
    p.reseed(1, 2, 3, 4)
    p.begin_round()
    assert playout(p, Moves()) == 9
    assert (p.story, Counting.copies) == (None, 0)
    p.story = Story()
    p.mark(BIDS_OPENED)
    assert Counting.copies == 1


def test_in_a_moment_nobody_is_asked_and_it_stays_as_it_was() -> None:
    p = GAME.begin(3, GAME.check_options(3, {}), (1, 2, 3, 4), Story())
    for seat in range(3):
        p.play(seat, seat)
    assert p.story is not None
    (snapshot,) = p.story.snapshots
    kept = cast("Bidding", snapshot.position)
    assert (snapshot.kind, snapshot.after) == (BIDS_OPENED, 4)  # three are ready, then the bids are opened
    assert (kept.owing, kept.sealing, kept.story) == (0, 0, None)
    assert (kept.bids, kept.chips, kept.round) == ([0, 1, 2], [0, 0, 0], 1)
    assert p.round == 2


def test_a_table_shows_the_moments_inside_its_moves() -> None:
    table = played(6)
    assert [(moment.kind, moment.move, moment.after) for moment in table.moments()] == [
        ("opened", 3, 2),
        ("opened", 6, 2),
    ]
    assert [bids(moment) for moment in table.moments()] == [(0, 1, 2), (3, 4, 0)]
    assert [moment.move for moment in table.moments(since=4)] == [6]
    assert table.moments(since=7) == []


def test_a_moment_comes_after_the_events_that_led_to_it() -> None:
    table = played(3)
    (moment,) = table.moments()
    assert table.events(None, since=3)[: moment.after] == [Ready(2), Opened((0, 1, 2))]


def test_every_kind_of_moment_has_a_name_and_words() -> None:
    (moment,) = played(3).moments()
    assert moment.kind in GAME.moments
    assert f"moment.{moment.kind}" in GAME.text.texts("en")


@pytest.mark.parametrize("moves", range(MOMENTS_KEPT, 3 * MOMENTS_KEPT))
def test_a_table_keeps_the_moments_of_recent_moves_only(moves: int) -> None:
    table = played(moves)
    opened = [move for move in range(3, moves + 1, 3) if move > moves - MOMENTS_KEPT]
    assert [moment.move for moment in table.moments()] == opened
    assert len(opened) >= MOMENTS_KEPT // 3
    # Older moments are not only hidden: the table no longer holds them.
    assert sum(len(story.snapshots) for story in table._stories) == len(opened)


def test_moments_are_made_again_by_a_replay() -> None:
    table = played(40)
    again = {
        moment.move: msgspec.json.encode([step.moments(seat, since=step.moves) for seat in SEATS])
        for step in replay(table.log, GAME)
        for moment in step.moments(since=step.moves)
    }
    assert list(again) == list(range(3, 41, 3))
    for moment in table.moments():
        now = [[one for one in table.moments(seat) if one.move == moment.move] for seat in SEATS]
        assert msgspec.json.encode(now) == again[moment.move]


@pytest.mark.parametrize("back", [1, 2, 9, 30, 40])
def test_moments_are_made_again_by_an_undo(back: int) -> None:
    table = played(40)
    table.undo(back)
    for seat in SEATS:
        assert table.moments(seat) == played(40 - back).moments(seat)
        assert table.events(seat) == played(40 - back).events(seat)


@pytest.mark.parametrize("game", [GAME, guanxi.game("hanamikoji")], ids=lambda game: game.name)
def test_the_moves_offered_are_never_those_of_an_earlier_position(game: Game[Any, Any]) -> None:
    random = Random(f"offered {game.name}")
    for seed in range(10):
        table = game.table(seed=seed, rounds=2)
        fresh(table)
        while not table.over:
            if table.moves and random.random() < 0.2:
                table.undo(random.randint(1, min(4, table.moves)))
            else:
                seat = random.choice(table.to_move + table.may_change)
                table.play(seat, random.choice(table.legal_numbers(seat)))
            fresh(table)


def fresh(table: Table) -> None:
    """Check that the legal moves of a table are those of its position, asked once or twice."""
    asked = table.position.owing | table.position.sealing
    for seat in range(table.seats):
        allowed = table.position.legal(seat) if asked >> seat & 1 else []
        assert list(table.legal_numbers(seat)) == list(table.legal_numbers(seat)) == allowed
        assert [table.game.number(table.position, seat, move) for move in table.legal_moves(seat)] == allowed


def test_a_refused_move_leaves_the_moves_offered_as_they_were() -> None:
    table = played(4)
    before = [table.legal_numbers(seat) for seat in range(3)]
    with pytest.raises(guanxi.IllegalMove):
        table.play(0, 9)
    assert [table.legal_numbers(seat) for seat in range(3)] == before
    fresh(table)


def test_the_lines_of_the_log_are_there_without_the_log() -> None:
    table = played(4)
    table.undo(2)
    assert tuple(table.entries) == table.log.moves == ("0 bid 0", "1 bid 1", "2 bid 2", "0 bid 3", "undo 2")
