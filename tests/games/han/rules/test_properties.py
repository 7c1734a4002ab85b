"""Invariants over more than 10,000 random games of Han, on both boards, with all numbers of players."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import guanxi
from guanxi.engine.core.position import NOBODY
from guanxi.engine.story import Story
from guanxi.games.han import GAME
from guanxi.games.han.board import file_of
from guanxi.games.han.events import FinalScoring
from guanxi.games.han.rules import material, rules
from guanxi.games.han.rules.material import CARDS, EMISSARIES, HAND, HOUSES, PROVINCES
from tests.games.han.games import GAMES, SETTINGS, all_cards, each_setting, random_game

if TYPE_CHECKING:
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
        assert abs(sum(p.returns(seat) for seat in range(p.seats))) < 1e-9


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
        assert sum(row[seat] for row in emissaries) + at_markets + emissaries_left[seat] == EMISSARIES
        assert traders + (fort[seat] != NOBODY) + markers_left[seat] == markers


def check_emissaries(p: Han) -> None:
    """No dragon has more emissaries than one player has houses there."""
    for houses, emissaries in zip(p.houses[:PROVINCES], p.emissaries, strict=True):
        assert sum(emissaries) <= max(houses)


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


@each_setting
def test_every_turn_begins_with_three_cards_in_the_last_round_too(setting: Setting) -> None:
    """So nobody ever has to pass: a player who empties the second pile has no further turn."""
    for game in range(100):
        for p, _ in random_game(setting, f"hands {game}"):
            if p.owing and not p.drawing and p.placed == 0:
                assert p.held[p.player] == HAND


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
            table.play(seat, random.choice(table.position.legal(seat)))
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
