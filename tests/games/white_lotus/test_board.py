"""The map: what is known of the printed one, that it is drawn as it is played, and what is said about a wrong one."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.boards.geometry import contains, crossing, is_simple, overlapping, shared_length
from guanxi.engine.errors import BadOption
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.board import BOARDS, FOLDER, compiled, file_of
from guanxi.games.white_lotus.checks import TOUCH, check, reach

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Change = Callable[[dict[str, Any]], object]

YUAN = BOARDS.load("yuan")


def test_the_shipped_board_is_right() -> None:
    assert BOARDS.names == ("yuan",)
    assert check(YUAN) == []
    assert YUAN.reconstruction


def test_39_provinces_31_light_and_8_dark_8_lotus_and_3_dragons() -> None:
    provinces = YUAN.provinces.values()
    assert Counter(province.zone for province in provinces) == {"light": 31, "dark": 8}
    assert Counter((province.mark, province.zone) for province in provinces if province.mark) == {
        ("lotus", "light"): 7,
        ("lotus", "dark"): 1,
        ("dragon", "light"): 3,
    }


def test_drawn_borders_are_exactly_the_adjacency() -> None:
    drawn = {
        frozenset((one, other))
        for (one, ours), (other, theirs) in combinations(YUAN.provinces.items(), 2)
        if shared_length(ours.outline, theirs.outline) > 0
    }
    given = {frozenset((id_, other)) for id_, province in YUAN.provinces.items() for other in province.near}
    assert drawn == given
    assert len(given) == 93


def test_borders_are_long_enough_to_be_seen() -> None:
    for id_, province in YUAN.provinces.items():
        for other in province.near:
            assert shared_length(province.outline, YUAN.provinces[other].outline) > 2 * TOUCH, (id_, other)


def test_the_land_is_one_with_and_without_the_dark_provinces() -> None:
    for seats in (5, 6):
        ids = set(YUAN.in_play(seats))
        assert reach(YUAN, "dadu", ids) == ids


def test_a_corner_on_a_border_belongs_to_both_sides() -> None:
    """No gaps: every side of an outline is a side of one neighbour, or it is coast."""
    sides: Counter[frozenset[tuple[int, int]]] = Counter()
    for province in YUAN.provinces.values():
        outline = province.outline
        sides.update(frozenset(side) for side in zip(outline, [*outline[1:], outline[0]], strict=True))
    assert set(sides.values()) == {1, 2}


def test_tiles_have_room() -> None:
    for province in YUAN.provinces.values():
        x, y = province.at
        around = [(x + dx, y + dy) for dx, dy in ((22, 0), (-22, 0), (0, 22), (0, -22), (15, 15), (-15, -15))]
        assert all(contains(province.outline, point) for point in around), province.name


def test_names_have_their_apostrophes() -> None:
    assert [YUAN.provinces[id_].name for id_ in ("xian", "yanan", "jian")] == ["Xi’an", "Yan’an", "Ji’an"]
    assert all("'" not in province.name for province in YUAN.provinces.values())
    assert len({province.name for province in YUAN.provinces.values()}) == 39


@pytest.mark.parametrize("six", [False, True])
def test_the_rules_read_what_the_file_says(six: bool) -> None:
    board = compiled(YUAN, six)
    assert file_of(board) is YUAN
    assert compiled(YUAN, six) is board
    ids = YUAN.in_play(6 if six else 4)
    assert board.provinces == len(ids) == (39 if six else 31)
    near, dragon = board.near, board.dragon
    for number, id_ in enumerate(ids):
        beside = {other for place, other in enumerate(ids) if near[number] >> place & 1}
        assert beside == set(YUAN.provinces[id_].near) & set(ids)
        assert bool(dragon[number]) == (YUAN.provinces[id_].mark == "dragon")
    lotus = [ids[number] for number in board.lotus[: board.lotuses]]
    assert lotus == [id_ for id_ in ids if YUAN.provinces[id_].mark == "lotus"]


# Wrong boards


def changed(tmp_path: Path, change: Change) -> str:
    """What is said about the board with a change."""
    board = json.loads((FOLDER / "yuan.json").read_text(encoding="utf-8"))
    change(board)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    with pytest.raises(BadOption) as wrong:
        BOARDS.load(str(path))
    return str(wrong.value)


def province(board: dict[str, Any], id_: str) -> dict[str, Any]:
    found: dict[str, Any] = board["provinces"][id_]
    return found


def far_away(board: dict[str, Any]) -> None:
    """Move Shangdu's outline off the sheet."""
    province(board, "shangdu")["outline"][0] = [5000, 0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda b: b["title"].pop("fr"),
            'mine.json: The title in "fr" is missing. A board has one in each of: en, fr, it.',
        ),
        (lambda b: b["scenery"][8]["name"].pop("it"), 'The name in "it" of scenery 9, a river, is missing.'),
        (
            lambda b: b["scenery"][0].update(points=[[1, 1], [9, 9]]),
            "Scenery 1, a sea, has 2 points. It needs 3 or more.",
        ),
        (lambda b: province(b, "dadu").update(zone="dark"), "9 provinces are dark. It should be 8, for six players."),
        (
            lambda b: province(b, "dadu").update(mark="lotus"),
            "8 light and 1 dark provinces have a lotus. It should be 7 and 1.",
        ),
        (lambda b: province(b, "hangzhou").pop("mark"), "2 provinces have a dragon. It should be 3."),
        (
            lambda b: b["provinces"].update(Xi=b["provinces"].pop("xian")),
            'The id "Xi" may only have lower-case letters',
        ),
        (lambda b: province(b, "dadu").update(name=""), 'The province "dadu" has no name.'),
        (
            lambda b: province(b, "dadu").update(outline=[[1, 1]]),
            "The outline of Dadu has 1 corners. It needs three or more.",
        ),
        (lambda b: province(b, "dadu")["near"].append("rome"), 'Dadu is near "rome", which is no province.'),
        (lambda b: province(b, "dadu")["near"].append("dadu"), "Dadu is near itself."),
        (
            lambda b: province(b, "dadu")["near"].append("kunming"),
            "Dadu is near Kunming, but Kunming is not near Dadu. Name both or none.",
        ),
        (far_away, "Shangdu is off the sheet at 5000, 0. The sheet is 1020, 930."),
        (lambda b: province(b, "dadu").update(at=[1, 1]), "The tile of Dadu lies at 1, 1, outside the province."),
        (
            lambda b: (province(b, "dadu")["near"].append("kunming"), province(b, "kunming")["near"].append("dadu")),
            "Dadu and Kunming are neighbours, but their outlines share a border of 0. It must be 10 at least. "
            "Borders of Dadu: Shangdu, Liaoyang, Datong, Zhending, Jinan.",
        ),
        (
            lambda b: (province(b, "dadu")["near"].remove("jinan"), province(b, "jinan")["near"].remove("dadu")),
            "The outlines of Dadu and Jinan share a border, but they are not neighbours.",
        ),
        (
            lambda b: province(b, "kunming").update(
                outline=province(b, "dadu")["outline"], at=province(b, "dadu")["at"]
            ),
            "Dadu and Kunming overlap. Neighbours share the corners of their border, no ground.",
        ),
        (
            lambda b: [
                province(b, "liaoyang")["near"].clear(),
                province(b, "dadu")["near"].remove("liaoyang"),
                province(b, "shangdu")["near"].remove("liaoyang"),
            ],
            "The light provinces are not one land. From Changsha no way leads to: Liaoyang.",
        ),
    ],
)
def test_a_wrong_board_is_explained(tmp_path: Path, change: Change, said: str) -> None:
    assert said in changed(tmp_path, change)


def test_a_missing_province_is_noticed(tmp_path: Path) -> None:
    assert "There are 38 provinces. The White Lotus has 39." in changed(tmp_path, lambda b: b["provinces"].pop("dadu"))


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    assert "mine.json is not a board of The White Lotus" in changed(tmp_path, lambda b: b.pop("size"))
    with pytest.raises(BadOption, match=r'There is no board "rome"\. Available: yuan, or the path of a file\.'):
        GAME.table(4, board="rome")


def test_a_board_of_ones_own_can_be_played_on(tmp_path: Path) -> None:
    board = json.loads((FOLDER / "yuan.json").read_text(encoding="utf-8"))
    board["name"] = "mine"
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    table = GAME.table(4, seed=1, board=str(path))
    assert table.view().board == "mine"  # type: ignore[attr-defined]


# Geometry

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]


def test_segments_cross_or_only_meet() -> None:
    assert crossing(((0, 0), (10, 10)), ((0, 10), (10, 0)))
    assert not crossing(((0, 0), (10, 10)), ((10, 10), (20, 0)))


def test_outlines_are_simple_or_not() -> None:
    assert is_simple(SQUARE)
    assert not is_simple([(0, 0), (10, 10), (10, 0), (0, 10)])
    assert not is_simple([(0, 0), (10, 0), (0, 0), (0, 10)])


def test_outlines_overlap_or_only_share_a_border() -> None:
    assert overlapping(SQUARE, [(5, 5), (15, 5), (15, 15), (5, 15)])
    assert overlapping(SQUARE, [(2, 2), (8, 2), (8, 8), (2, 8)])
    assert not overlapping(SQUARE, [(10, 0), (20, 0), (20, 10), (10, 10)])
    assert not overlapping(SQUARE, [(30, 0), (40, 0), (40, 10)])


def test_shared_borders_are_measured_whichever_way_round() -> None:
    assert shared_length(SQUARE, [(10, 10), (10, 0), (20, 0)]) == 10
    assert shared_length(SQUARE, [(10, 10), (20, 20), (0, 30)]) == 0
