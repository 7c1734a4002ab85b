"""Characters have manners: they prefer certain moves among those that look about equally good."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, get_args

import pytest

import guanxi
from guanxi.bots import bot
from guanxi.bots.manners import in_manner
from guanxi.bots.parallel import MoveStats
from guanxi.engine.errors import BadOption
from guanxi.engine.manners import Manner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.sight import Sight

MANNERS: tuple[Manner, ...] = get_args(Manner)
CASTS = Path(__file__).parents[2] / "web" / "src" / "games"
FIRST = guanxi.game("hanamikoji").table(seed=1, first=0).sight(0)


def sights(game: str) -> Iterator[Sight]:
    """What every seat sees when it has to decide in a random game."""
    random = Random(game)
    table = guanxi.game(game).table(seed=7)
    while table.to_move:
        sight = table.sight(table.to_move[0])
        yield sight
        table.play(sight.seat, random.choice(sight.legal_numbers))


@pytest.mark.parametrize("game", guanxi.game_names())
def test_every_manner_likes_some_moves_better_than_others(game: str) -> None:
    seen = set()
    for sight in sights(game):
        for manner in MANNERS:
            leanings = set(sight.leanings(manner).values())
            assert all(0.0 <= leaning <= 1.0 for leaning in leanings)
            if len(leanings) > 1:
                seen.add(manner)
    assert seen == {*MANNERS}


@pytest.mark.parametrize("game", guanxi.game_names())
def test_the_browser_introduces_characters_with_the_manners_they_play_by(game: str) -> None:
    cast = (CASTS / game / "cast.ts").read_text("utf-8")
    assert tuple(re.findall(r'manner: "(\w+)"', cast)) == guanxi.game(game).cast


def stats(values: dict[int, tuple[int, float]]) -> list[MoveStats]:
    """What a search found: visits and value of some moves."""
    return [MoveStats(move, visits, value, 0.0) for move, (visits, value) in values.items()]


def liked(manner: Manner, *, most: bool) -> int:
    """The first legal move that suits a manner best, or least."""
    leanings = FIRST.leanings(manner)
    return (max if most else min)(leanings, key=lambda move: leanings[move])


def test_a_move_in_the_manner_is_preferred_to_one_as_good() -> None:
    bold, other = liked("bold", most=True), liked("bold", most=False)
    found = in_manner(FIRST, stats({other: (100, 0.21), bold: (90, 0.2)}), "bold")
    assert max(found, key=lambda one: (one.visits, one.value)).move == bold


def test_a_manner_gives_up_little() -> None:
    bold, other = liked("bold", most=True), liked("bold", most=False)
    for values in ({other: (100, 0.3), bold: (90, 0.2)}, {other: (100, 0.2), bold: (9, 0.4)}):
        found = in_manner(FIRST, stats(values), "bold")
        assert max(found, key=lambda one: (one.visits, one.value)).move == other


def test_a_manner_counts_for_no_more_than_the_temperature() -> None:
    bold = liked("bold", most=True)
    for temperature, most in ((0.0, 1.0), (0.5, 1.0), (0.01, 0.01)):
        (one,) = in_manner(FIRST, stats({bold: (9, 0.0)}), "bold", temperature)
        assert 0 < one.value <= most
        assert (one.value == 0.01 * FIRST.leanings("bold")[bold]) == (temperature == 0.01)


def test_a_manner_belongs_to_a_level() -> None:
    assert bot("bold:skilled", Random(1)).name == "bold:skilled"
    assert bot("patient:expert:0.1", Random(1)).name == "patient:expert:0.1"
    with pytest.raises(BadOption, match="bold:skilled"):
        bot("bold:greedy", Random(1))


def test_the_bold_open_more_often_with_an_offer_than_the_patient() -> None:
    def offers(manner: Manner) -> int:
        return sum(first_action(manner, seed) in ("gift", "competition") for seed in range(30))

    assert offers("bold") > offers("patient")


def first_action(manner: Manner, seed: int) -> str:
    """The first action of a skilled player."""
    sight = guanxi.game("hanamikoji").table(seed=seed, first=0).sight(0)
    chosen = sight.number(bot(f"{manner}:skilled", Random(seed)).choose(sight))
    return sight.legal_moves[sight.legal_numbers.index(chosen)].notation().split()[0]


def test_neighbours_at_a_table_differ() -> None:
    for game in guanxi.game_names():
        cast = guanxi.game(game).cast
        assert {*cast} == {*MANNERS}
        assert sum(one != other for one, other in pairwise(cast)) >= len(cast) - 3
