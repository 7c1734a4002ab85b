"""The best lines along the roads, against a slow search that tries every choice of lines."""

from __future__ import annotations

from random import Random

import pytest

from guanxi.engine.core.position import NOBODY
from guanxi.games.han.rules import scoring
from guanxi.games.han.rules.material import PLAYERS, SPACES, Board
from guanxi.games.han.rules.rules import Han
from tests.games.han.games import SETTINGS, Setting
from tests.games.han.referee import best_lines

Roads = dict[int, set[int]]

each_board = pytest.mark.parametrize("setting", [SETTINGS[0], SETTINGS[-1]], ids=lambda at: at.board)


def place(roads: Roads, fort: int = NOBODY) -> Han:
    """A position on a board with these roads, and a fortified house."""
    board = Board()
    board.spaces = len(roads)
    board.ways = [sum(1 << other for other in roads.get(space, ())) for space in range(SPACES)]
    p = Han()
    p.board = board
    p.seats = 1
    p.fort = [fort] + [NOBODY] * (PLAYERS - 1)
    return p


def random_roads(random: Random, spaces: int, share: float) -> Roads:
    """Each two spaces are joined with this chance."""
    roads: Roads = {space: set() for space in range(spaces)}
    for one in range(spaces):
        for other in range(one):
            if random.random() < share:
                roads[one].add(other)
                roads[other].add(one)
    return roads


def bits(houses: set[int]) -> int:
    """Houses as the rules write them."""
    return sum(1 << house for house in houses)


def check(roads: Roads, houses: set[int], fort: int) -> None:
    """Compare the rules with the slow search."""
    expected = best_lines({house: roads[house] & houses for house in houses}, fort)
    assert scoring.best_lines(place(roads, fort), 0, bits(houses)) == expected


@pytest.mark.parametrize("share", [0.15, 0.25, 0.4, 0.7])
@pytest.mark.parametrize("fortified", [False, True])
def test_the_best_lines_of_random_graphs(share: float, fortified: bool) -> None:
    random = Random(f"roads {share} {fortified}")
    for _ in range(150):
        roads = random_roads(random, random.randint(4, 8 if share > 0.5 else 10), share)
        houses = {space for space in roads if random.random() < 0.9}
        fort = random.choice(sorted(houses)) if fortified and houses else NOBODY
        check(roads, houses, fort)


@each_board
@pytest.mark.parametrize("fortified", [False, True])
def test_the_best_lines_of_random_houses_on_the_boards(setting: Setting, fortified: bool) -> None:
    roads = roads_of(setting)
    random = Random(f"board {fortified}")
    for _ in range(150):
        houses = grown(roads, random, random.randint(4, 13))
        fort = random.choice(sorted(houses)) if fortified else NOBODY
        check(roads, houses, fort)


def roads_of(setting: Setting) -> Roads:
    """The roads of a board."""
    board = setting.begin("roads").board
    ways, spaces = board.ways, range(board.spaces)
    return {space: {other for other in spaces if ways[space] >> other & 1} for space in spaces}


def grown(roads: Roads, random: Random, count: int) -> set[int]:
    """So many houses that roads join, with a few strewn between."""
    houses = {random.choice(sorted(roads))}
    while len(houses) < count:
        ahead = sorted({other for house in houses for other in roads[house]} - houses)
        houses.add(random.choice(ahead if random.random() < 0.9 else sorted(set(roads) - houses)))
    return houses


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ("", 0),
        ("0-1 1-2", 0),
        ("0-1 1-2 2-3", 4),
        ("0-1 1-2 2-3 3-0", 4),
        ("0-1 1-2 2-3 2-4", 4),
        ("0-1 1-2 2-3 3-4 2-5", 5),
        ("0-1 0-2 0-3", 0),
        ("0-1 1-2 2-3 3-4 4-5 5-6 6-7", 8),
        ("0-1 1-2 2-3 4-5 5-6 6-7 1-5", 8),
        ("0-1 1-2 0-3 3-4 0-5 5-6", 5),
    ],
)
def test_lines_without_branches_each_house_once(edges: str, expected: int) -> None:
    roads: Roads = {space: set() for space in range(8)}
    for edge in edges.split():
        one, other = map(int, edge.split("-"))
        roads[one].add(other)
        roads[other].add(one)
    assert scoring.best_lines(place(roads), 0, bits(set(roads))) == expected
    check(roads, set(roads), NOBODY)


@each_board
def test_all_houses_of_a_player_in_one_group_can_be_counted(setting: Setting) -> None:
    roads, random = roads_of(setting), Random("twenty")
    for _ in range(20):
        houses = grown(roads, random, 20)
        assert 0 <= scoring.best_lines(place(roads), 0, bits(houses)) <= 20
