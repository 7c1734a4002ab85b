"""What holds in every position of more than 10,000 random games of Han, on both boards, with all numbers of players."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import guanxi
from guanxi.engine.core.position import NOBODY
from guanxi.engine.story import Story
from guanxi.games.han import GAME
from guanxi.games.han.board import file_of
from guanxi.games.han.events import Completed, FinalScoring, Placed, Scored
from guanxi.games.han.rules import material, rules
from guanxi.games.han.rules.material import CARDS, EMISSARIES, HOUSES, PLAYERS, PROVINCES
from tests.games.han.games import GAMES, SETTINGS, all_cards, each_setting, random_game
from tests.games.han.recount import Placed as Piece
from tests.games.han.recount import recount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.moves import Move
    from guanxi.engine.text import Phrase
    from guanxi.games.han.rules.rules import Han
    from tests.games.han.games import Setting

LANGUAGES = ("en", "fr", "it")


def test_there_are_more_than_ten_thousand_games() -> None:
    assert len(SETTINGS) * GAMES > 10_000


@each_setting
def test_nothing_is_lost_no_limit_broken_and_there_is_always_a_move(setting: Setting) -> None:
    for game in range(GAMES):
        first = True
        for p, moves in random_game(setting, f"every {game}"):
            if first:
                cards = p.cards
                first = False
            numbers = moves.numbered()
            assert bool(numbers) == bool(p.owing)
            assert len(set(numbers)) == len(numbers)
            if p.owing:
                assert min(numbers) >= 0
                assert max(numbers) < GAME.moves
                check_emissaries(p)
            assert all_cards(p) == cards
            check_pieces(p)


def check_pieces(p: Han) -> None:
    """Every house and emissary is in the supply or on the board, and is counted where it stands."""
    house, market = p.house, p.market
    houses_left, emissaries_left, markers_left = p.houses_left, p.emissaries_left, p.markers_left
    emissaries = p.emissaries
    markers = 2 if p.markets and p.seats == 2 else p.fortifications or p.markets
    fort = p.fort
    for seat in range(p.seats):
        assert house.count(seat) + houses_left[seat] == HOUSES
        traders = market.count(seat)
        # At the end the emissaries of the markets stand with the dragons.
        at_markets = traders if p.owing else 0
        assert sum(emissaries[seat::PLAYERS]) + at_markets + emissaries_left[seat] == EMISSARIES
        assert traders + (fort[seat] != NOBODY) + markers_left[seat] == markers


def check_emissaries(p: Han) -> None:
    """No dragon has more emissaries than one player has houses there."""
    houses, emissaries = p.houses, p.emissaries
    for row in range(0, PROVINCES * PLAYERS, PLAYERS):
        assert sum(emissaries[row : row + PLAYERS]) <= max(houses[row : row + PLAYERS])


@each_setting
def test_points_are_what_a_second_referee_counts_from_the_story(setting: Setting) -> None:
    for game in range(GAMES):
        story = Story()
        *_, (p, _) = random_game(setting, f"points {game}", story)
        events = story.events(GAME, file_of(p.board))
        expected = recount(file_of(p.board), p.seats, pieces(events))
        assert [score.parts for score in GAME.result(p).scores] == expected
        totals = [sum(parts.values()) for parts in expected]
        assert totals == [told_points(events, seat) for seat in range(p.seats)]
        check_winners(p, totals)
        check_scorings(p, events)


def pieces(events: Sequence[Event]) -> list[Piece]:
    """All that was placed, as it was told."""
    return [Piece(event.seat, event.piece, event.at) for event in events if isinstance(event, Placed)]


def told_points(events: Sequence[Event], seat: int) -> int:
    """The sum of all points that were told of a player."""
    return sum(event.points for event in events if isinstance(event, Scored) and event.seat == seat)


def check_winners(p: Han, totals: list[int]) -> None:
    """Most points, then most pieces in supply; the stakes are 0 in sum."""
    supply = [houses + emissaries for houses, emissaries in zip(p.houses_left, p.emissaries_left, strict=True)]
    standings = [(total, supply[seat]) for seat, total in enumerate(totals)]
    winners = tuple(seat for seat, standing in enumerate(standings) if standing == max(standings))
    assert GAME.result(p).winners == winners
    assert abs(sum(p.returns(seat) for seat in range(p.seats))) < 1e-9


def check_scorings(p: Han, events: Sequence[Event]) -> None:
    """Each province is scored exactly once, at once if it is full."""
    scored = Counter((event.seat, event.province) for event in events if isinstance(event, Scored) and event.province)
    assert set(scored.values()) <= {1}
    completed = [event.province for event in events if isinstance(event, Completed)]
    assert len(set(completed)) == len(completed)
    assert p.scored == [1] * PROVINCES
    assert [size == taken for size, taken in zip(p.board.size, p.filled, strict=True)] == [
        province in completed for province in file_of(p.board).province_ids
    ]


@each_setting
def test_all_have_the_same_number_of_turns_unless_nothing_can_be_placed(setting: Setting) -> None:
    ends = Counter[bool]()
    for game in range(100):
        story = Story()
        turns: Counter[int] = Counter()
        for p, _ in random_game(setting, f"turns {game}", story):
            if p.owing and not p.drawing and p.placed == 0:
                turns[p.player] += 1
        events = story.events(GAME, file_of(p.board))
        (blocked,) = [event.blocked for event in events if isinstance(event, FinalScoring)]
        ends[blocked] += 1
        assert blocked or len(set(turns.values())) == 1
        assert p.emptied == 2 or blocked
    assert ends[False] > 50


def test_all_57_cards_are_in_the_game_with_five_players() -> None:
    assert all_cards(SETTINGS[-1].begin("all")) == CARDS == [13, 11, 12, 11, 10]
    assert sum(CARDS) == material.DECK == 57


@each_setting
def test_a_log_replays_to_the_same_positions_and_events(setting: Setting) -> None:
    random = Random(str(setting))
    for game in range(12):
        table = GAME.table(setting.seats, seed=f"log {game}", board=setting.board, variant=setting.variant)
        played = [table.position.numbers()]
        while not table.over:
            seat = table.to_move[0]
            table.play(seat, random.choice(GAME.legal(table.position, seat)))  # type: ignore[arg-type]
            played.append(table.position.numbers())
        steps = guanxi.replay(table.log.to_json())
        again = [step.position.numbers() for step in steps]
        assert again == played
        *_, last = guanxi.replay(table.log)
        assert last.log == table.log
        assert last.result == table.result
        assert all(last.events(seat) == table.events(seat) for seat in (*range(setting.seats), None))


def test_undo_gives_back_every_earlier_position() -> None:
    random = Random(11)
    for setting in SETTINGS[::3]:
        table = GAME.table(setting.seats, seed="undo", board=setting.board, variant=setting.variant)
        played = [table.position.numbers()]
        while not table.over:
            seat = table.to_move[0]
            table.play(seat, random.choice(table.legal_moves(seat)))
            played.append(table.position.numbers())
        while table.moves > 20:
            table.undo(random.randint(1, 20))
            assert table.position.numbers() == played[table.moves]


@each_setting
def test_all_that_is_told_can_be_said_in_every_language(setting: Setting) -> None:
    random = Random(13)
    table = GAME.table(setting.seats, seed="said", board=setting.board, variant=setting.variant)
    seats = (*range(setting.seats), None)
    while not table.over:
        seat = table.to_move[0]
        move = random.choice(table.legal_moves(seat))
        table.play(seat, move)
        said: list[Phrase | Event | Move] = [move, *(table.prompt(who) for who in seats)]
        for what in said + [event for who in seats for event in table.events(who, since=table.moves)]:
            for language in LANGUAGES:
                text = table.say(what, language)
                assert text
                assert "{" not in text
    assert table.result is not None
    assert all(table.say(table.result.reason, language) for language in LANGUAGES)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    setting = SETTINGS[-1]
    assert setting.begin("a").numbers() == setting.begin("a").numbers()
    assert len({tuple(setting.begin(str(seed)).pile) for seed in range(100)}) == 100


def test_no_move_has_a_number_of_its_own_twice() -> None:
    starts = [
        rules.HOUSE,
        rules.EMISSARY,
        rules.FORTIFY,
        rules.MARKET,
        rules.STOP,
        rules.DISCARD,
        rules.DRAW,
        rules.DRAW_PILE,
        rules.MOVES,
    ]
    assert starts == sorted(set(starts))
    assert GAME.moves == rules.MOVES
