"""Endgames are solved exactly: the solution equals that of brute force."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from guanxi.bots.core.endgame import TRIES, Endgame
from guanxi.bots.network_files import best_adviser
from guanxi.bots.search_bot import SearchBot, SearchSettings, workspace_for
from guanxi.engine.core.position import NOBODY, first_owing
from guanxi.engine.sight import TrueSight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game
    from guanxi.engine.sight import Sight

HANAMIKOJI, HAN = guanxi.game("hanamikoji"), guanxi.game("han")
EXACT = SearchSettings(iterations=16, solves_endgames=True)


def decisions(game: Game[Any, Any], games: int, **options: Any) -> Iterator[Sight]:
    """The sights of the deciding seats at every open decision of some random games."""
    for seed in range(games):
        random = Random(seed)
        table = game.table(seed=seed, **{**game.automatic, **options})
        while table.to_move:
            sight = table.sight(table.to_move[0])
            if len(sight.legal_numbers) > 1:
                yield sight
            table.play(table.to_move[0], random.choice(sight.legal_numbers))


def looked_through(game: Game[Any, Any], games: int, **options: Any) -> Iterator[tuple[Sight, Endgame]]:
    """The decisions that are endgames, with their solutions."""
    bot = SearchBot(Random(1), EXACT, "exact")
    for sight in decisions(game, games, **options):
        if bot.solve_endgame(sight, bot.prepare(sight)):
            yield sight, workspace_for(game, True, "").endgame


def values(ending: Endgame) -> dict[int, float]:
    """The value of each move."""
    return {move: value for move, _, value, _, _ in ending.findings()}


def by_hand(game: Game[Any, Any], p: Position, seat: int) -> dict[int, float]:
    """The mean value of each move by brute force in Python; later decisions are made in the same way."""
    totals: dict[int, float] = {}
    likelihoods = 0.0
    for number in range(best_adviser(game, p).possibilities(seat)):
        supposed = p.copy()
        likelihood = best_adviser(game, supposed).suppose(seat, number)
        likelihoods += likelihood
        for move in supposed.legal(seat) if likelihood else ():
            world = supposed.copy()
            world.play(seat, move)
            while world.owing and not best_adviser(game, world).is_pause():
                found = by_hand(game, world, first_owing(world))
                world.play(first_owing(world), max(found, key=lambda move: found[move]))
            totals[move] = totals.get(move, 0.0) + likelihood * best_adviser(game, world).value(seat)
    return {move: total / likelihoods for move, total in totals.items()}


@pytest.mark.parametrize(("game", "games"), [(HANAMIKOJI, 12), (HAN, 10)], ids=["Hanamikoji", "Han"])
def test_the_solution_equals_that_of_brute_force(game: Game[Any, Any], games: int) -> None:
    compared = 0
    for sight, ending in looked_through(game, games):
        if ending.following.tries > TRIES // 200:
            expected = by_hand(game, ending.now.copy(), sight.seat)
            assert values(ending) == pytest.approx(expected)
            assert sorted(expected) == sorted(sight.legal_numbers)
            compared += 1
    assert compared > 5


def test_the_solution_does_not_depend_on_hidden_information() -> None:
    for sight, ending in looked_through(HANAMIKOJI, 20):
        first = values(ending)
        ending.world.imagine(sight.seat)
        ending.tries = TRIES
        ending.decide(sight.seat)
        assert values(ending) == pytest.approx(first)


def test_the_position_is_left_as_it_was() -> None:
    for _, ending in looked_through(HANAMIKOJI, 5):
        assert ending.world.numbers() == ending.now.numbers()


def test_an_endgame_that_is_too_large_is_not_solved() -> None:
    """Also if the budget runs out only later; the position is then unchanged."""
    given_up = 0
    for sight, ending in looked_through(HANAMIKOJI, 20):
        for tries in (1, len(sight.legal_numbers), 20, 60):
            ending.tries = tries
            given_up += ending.decide(sight.seat) == NOBODY
            assert ending.world.numbers() == ending.now.numbers()
    assert given_up > 20


def test_the_middle_of_a_game_is_not_an_endgame() -> None:
    for name in guanxi.game_names():
        game = guanxi.game(name)
        sight = next(decisions(game, 1))
        bot = SearchBot(Random(1), EXACT, "exact")
        assert not bot.solve_endgame(sight, bot.prepare(sight))


def test_a_bot_plays_the_solution_and_reports_its_value() -> None:
    sight, ending = next(looked_through(HANAMIKOJI, 5))
    best = max(values(ending).values())
    bot = SearchBot(Random(2), EXACT, "exact")
    assert max(thought.value for thought in bot.think(sight)) == pytest.approx(best)
    assert values(workspace_for(HANAMIKOJI, True, "").endgame)[bot.choose(sight)] == pytest.approx(best)


def test_bots_with_a_temperature_and_cheats_do_not_solve_endgames() -> None:
    sight, ending = next(looked_through(HANAMIKOJI, 5))
    true_sight = TrueSight(HANAMIKOJI, ending.now, sight.seat)
    for seen, plan in ((sight, SearchSettings(iterations=16)), (true_sight, EXACT)):
        bot = SearchBot(Random(1), plan, "other")
        assert not bot.solve_endgame(seen, bot.prepare(seen))


def test_a_single_legal_move_needs_no_search() -> None:
    table = HANAMIKOJI.table(seed=1, **HANAMIKOJI.automatic)
    random = Random(1)
    bot = SearchBot(random, EXACT, "exact")
    while len((sight := table.sight(table.to_move[0])).legal_numbers) > 1:
        table.play(sight.seat, random.choice(sight.legal_numbers))
    assert [thought.move for thought in bot.think(sight)] == sight.legal_numbers
