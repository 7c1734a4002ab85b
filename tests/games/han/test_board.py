"""Han's boards: what the rules say about the two that are shipped, and what is said about a wrong one."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from guanxi.boards.geometry import area, contains, crossing, distance, distance_to_line, lines_cross, shared_edges
from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import BadOption
from guanxi.games.han.board import BOARDS, FOLDER, BoardFile, compiled, file_of, neighbours
from guanxi.games.han.checks import check, connected, remarks
from guanxi.games.han.drawing import svg

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Change = Callable[[dict[str, Any]], object]

BORDER = BOARDS.load("border_disputes")
WAYS = BOARDS.load("ways_of_diplomacy")
BOTH = pytest.mark.parametrize("file", [BORDER, WAYS], ids=lambda file: file.name)


def pairs(text: str) -> list[tuple[str, str]]:
    """Pairs written as `yan-zhao zhao-wei`."""
    return [(one, other) for one, other in (pair.split("-") for pair in text.split())]


def allied(file: BoardFile) -> list[tuple[str, str]]:
    return [(pair.one, pair.other) for pair in file.alliances]


def touching(file: BoardFile) -> set[frozenset[str]]:
    return {frozenset((one, other)) for one, others in neighbours(file).items() for other in others}


def kinds(file: BoardFile, kind: str) -> dict[str, list[str]]:
    return {id_: space.provinces for id_, space in file.spaces.items() if space.kind == kind}


def roads_at(file: BoardFile, id_: str) -> int:
    return sum(id_ in (road.start, road.end) for road in file.roads)


def joined(file: BoardFile, one: str, other: str) -> bool:
    return any({one, other} == {road.start, road.end} for road in file.roads)


def samples(file: BoardFile) -> list[tuple[float, float]]:
    """Points all along the roads."""
    return [
        (a[0] + (b[0] - a[0]) * part / 10, a[1] + (b[1] - a[1]) * part / 10)
        for road in file.roads
        for a, b in pairwise(file.course(road))
        for part in range(11)
    ]


# Both boards


def test_two_boards_are_shipped() -> None:
    assert BOARDS.names == ("border_disputes", "ways_of_diplomacy")


@BOTH
def test_nothing_is_wrong_with_a_shipped_board(file: BoardFile) -> None:
    assert check(file) == []
    assert remarks(file) == []
    assert file.reconstruction


@BOTH
def test_names_of_spaces_say_where_they_are(file: BoardFile) -> None:
    for id_, space in file.spaces.items():
        if space.kind == "border":
            assert id_ == "-".join(space.provinces)
        else:
            province, number = id_.split("-")
            assert [province] == space.provinces
            assert int(number) >= 1


@BOTH
def test_pieces_have_room(file: BoardFile) -> None:
    for a, b in combinations(file.spaces.values(), 2):
        assert distance(a.at, b.at) >= 50
    for province in file.provinces.values():
        wide = 7 * len(province.name)
        name = [(province.label[0] - wide, province.label[1]), (province.label[0] + wide, province.label[1])]
        assert all(distance_to_line(space.at, name) > 14 for space in file.spaces.values())
        assert not any(lines_cross(name, file.course(road)) for road in file.roads)
        assert contains(province.outline, province.label)
    for pair in file.alliances:
        assert all(distance_to_line(pair.seal, file.course(road)) > 14 for road in file.roads)


@BOTH
def test_a_seal_lies_on_the_border_it_is_for(file: BoardFile) -> None:
    for pair in file.alliances:
        border = shared_edges(file.provinces[pair.one].outline, file.provinces[pair.other].outline)
        assert min(distance_to_line(pair.seal, edge) for edge in border) < 2


@BOTH
def test_roads_stay_on_land(file: BoardFile) -> None:
    outlines = [[*province.outline, province.outline[0]] for province in file.provinces.values()]
    for point in samples(file):
        assert any(contains(outline, point) or distance_to_line(point, outline) < 1 for outline in outlines), point


@BOTH
def test_shared_outlines_share_every_corner(file: BoardFile) -> None:
    """No gaps: a corner of one province on the border with another is a corner of that other, too."""
    for one, other in combinations(file.provinces.values(), 2):
        for a, b in ((one, other), (other, one)):
            border = [*b.outline, b.outline[0]]
            assert all(corner in b.outline for corner in a.outline if distance_to_line(corner, border) < 0.5)


@BOTH
def test_the_rules_read_what_the_file_says(file: BoardFile) -> None:
    board = compiled(file)
    assert file_of(board) is file
    assert compiled(file) is board
    ids, provinces = file.space_ids, file.province_ids
    assert board.spaces == len(ids)
    for number, (id_, space) in enumerate(file.spaces.items()):
        homes = [home for home in board.home[number] if home != NOBODY]
        assert [provinces[home] for home in homes] == space.provinces
        assert board.port[number] == (space.kind == "port")
        ways = {other for place, other in enumerate(ids) if board.ways[number] >> place & 1}
        assert ways == {other for other in ids if joined(file, id_, other)}
    for number, province in enumerate(provinces):
        row = board.inside[number][: board.insides[number]]
        own = {ids[space] for space in row}
        assert own == {id_ for id_, space in file.spaces.items() if space.provinces == [province]}
        assert board.size[number] == len(file.within(province))
    assert [ids[space] for space in board.border[: board.borders]] == list(kinds(file, "border"))
    assert [(provinces[a], provinces[b]) for a, b in board.alliance[: board.alliances]] == allied(file)


@BOTH
def test_a_picture_shows_everything(file: BoardFile) -> None:
    for language in ("en", "fr", "it"):
        texts = [
            text.text for text in ElementTree.fromstring(svg(file, language)).iter("{http://www.w3.org/2000/svg}text")
        ]
        assert {province.name for province in file.provinces.values()} <= set(texts)
        assert texts.count("7") == 2  # an alliance and a place of the track
        assert svg(file, language).count("<title>" + file.title[language]) == 1


# Border Disputes


def test_sizes_and_colours_of_border_disputes() -> None:
    sizes = {province.name: (province.colour, len(BORDER.within(id_))) for id_, province in BORDER.provinces.items()}
    assert sizes == {
        "Wei": ("red", 7),
        "Yan": ("red", 5),
        "Qi": ("yellow", 5),
        "Ch’in": ("yellow", 6),
        "Han": ("green", 5),
        "Shu": ("green", 6),
        "Zhao": ("orange", 6),
        "Lu": ("orange", 5),
        "Chu": ("violet", 8),
    }
    assert len(BORDER.spaces) == 47


def test_alliances_of_border_disputes_are_all_its_neighbours() -> None:
    assert allied(BORDER) == pairs(
        "yan-zhao zhao-wei wei-chin chin-shu zhao-chin yan-qi zhao-qi wei-qi wei-lu qi-lu wei-han chin-han han-chu "
        "shu-chu lu-chu"
    )
    assert touching(BORDER) == {frozenset(pair) for pair in allied(BORDER)}


def test_six_borders_between_six_pairs() -> None:
    borders = kinds(BORDER, "border")
    assert len(borders) == 6
    assert len({frozenset(provinces) for provinces in borders.values()}) == 6
    assert {frozenset(provinces) for provinces in borders.values()} <= touching(BORDER)


def test_seven_ports_on_the_coast() -> None:
    ports = kinds(BORDER, "port")
    assert len(ports) == 7
    assert {provinces[0] for provinces in ports.values()} == {"yan", "qi", "lu", "chu"}
    coast = next(part.points for part in BORDER.scenery if part.kind == "sea")
    for id_ in ports:
        assert distance_to_line(BORDER.spaces[id_].at, coast) < 60
        assert roads_at(BORDER, id_) <= 2


def test_the_line_of_example_7() -> None:
    line = ["chin-1", "chin-3", "chin-shu", "shu-2", "shu-1"]
    assert all(joined(BORDER, a, b) for a, b in pairwise(line))
    branch = min(kinds(BORDER, "house"), key=lambda id_: BORDER.spaces[id_].at[0] - BORDER.spaces[id_].at[1])
    assert BORDER.spaces[branch].provinces == ["shu"]
    assert [id_ for id_ in line if joined(BORDER, id_, branch)] == ["shu-2"]


def test_border_disputes_is_for_three_to_five() -> None:
    assert BORDER.players == {"3": 2, "4": 1, "5": 0}
    assert (BORDER.open_cards, BORDER.variant) == (4, "fortifications")


# Ways of Diplomacy


def test_sizes_of_ways_of_diplomacy() -> None:
    sizes = {id_: len(WAYS.within(id_)) for id_ in WAYS.provinces}
    assert sum(sizes.values()) == len(WAYS.spaces) == 42
    assert set(sizes.values()) == {4, 5, 6}
    violet = next(id_ for id_, province in WAYS.provinces.items() if province.colour == "violet")
    assert [id_ for id_, size in sizes.items() if size == max(sizes.values())] == [violet]
    assert max(WAYS.provinces, key=lambda id_: area(WAYS.provinces[id_].outline)) == violet
    assert not kinds(WAYS, "border")
    assert not kinds(WAYS, "port")


def test_gates_are_where_alliances_run() -> None:
    alliances = {frozenset(pair) for pair in allied(WAYS)}
    assert 17 <= len(touching(WAYS)) <= 19
    assert alliances < touching(WAYS)
    passages = {frozenset(id_.split("-")[0] for id_ in (road.start, road.end)) for road in WAYS.roads}
    assert {passage for passage in passages if len(passage) == 2} == alliances
    for road in WAYS.roads:
        homes = [WAYS.provinces[id_.split("-")[0]].outline for id_ in (road.start, road.end)]
        for one, other in combinations(WAYS.provinces.values(), 2):
            walls = shared_edges(one.outline, other.outline)
            crossed = any(crossing(wall, step) for wall in walls for step in pairwise(WAYS.course(road)))
            assert crossed == (one.outline in homes and other.outline in homes)


def test_roads_are_denser_than_on_the_other_board() -> None:
    assert len(WAYS.roads) / len(WAYS.spaces) > 1.1 * len(BORDER.roads) / len(BORDER.spaces)


def test_ways_of_diplomacy_is_for_two_to_four() -> None:
    assert WAYS.players == {"2": 5, "3": 4, "4": 3}
    assert (WAYS.open_cards, WAYS.variant) == (3, "markets")


# A board of one's own


@pytest.fixture
def own(tmp_path: Path) -> Callable[[Change], str]:
    """The path of a copy of Border Disputes with a change made to it."""

    def write(change: Change) -> str:
        board = json.loads((FOLDER / "border_disputes.json").read_text(encoding="utf-8"))
        change(board)
        path = tmp_path / "mine.json"
        path.write_text(json.dumps(board), encoding="utf-8")
        return str(path)

    return write


def test_a_board_of_ones_own_is_chosen_by_path(own: Callable[[Change], str]) -> None:
    path = own(lambda board: board.update(name="mine"))
    assert BOARDS.load(path).name == "mine"
    assert BOARDS.load(path) is BOARDS.load(path)


def test_a_changed_file_is_read_again(own: Callable[[Change], str]) -> None:
    path = own(lambda board: board.update(name="mine"))
    assert BOARDS.load(path).name == "mine"
    assert BOARDS.load(own(lambda board: board.update(name="another name"))).name == "another name"


def move(id_: str, x: float, y: float) -> Change:
    return lambda board: board["spaces"][id_].update(at=[x, y])


def shift_outline(board: dict[str, Any]) -> None:
    board["provinces"]["shu"]["outline"] = [[x + 60, y] for x, y in board["provinces"]["shu"]["outline"]]


WRONG: list[tuple[Change, str]] = [
    (
        lambda board: board["alliances"].__setitem__(6, ["zhao", "shu", [600, 300]]),
        "Alliance 7 joins Zhao and Shu, which do not touch. Neighbours of Zhao: Wei, Yan, Qi, Ch’in.",
    ),
    (lambda board: board["alliances"].pop(), "There are 14 alliances. Han has 15."),
    (
        lambda board: board["alliances"].__setitem__(6, ["zhao", "yan", [600, 300]]),
        "Alliance 7 joins Zhao and Yan like alliance 1. Each pair has one.",
    ),
    (
        lambda board: board["alliances"].__setitem__(6, ["zhao", "zao", [600, 300]]),
        'Alliance 7 names "zao", which is no province. There are: wei, yan, qi, chin, han, shu, zhao, lu, chu.',
    ),
    (lambda board: board["alliances"].__setitem__(6, ["qi", "qi", [9, 9]]), "Alliance 7 joins Qi with itself."),
    (move("wei-1", 100, 700), "wei-1 lies at 100, 700, outside Wei."),
    (move("wei-1", 1700, 10), "wei-1 is off the sheet at 1700, 10. The sheet is 1000, 820."),
    (move("wei-qi", 600, 400), "wei-qi is not on the border of Wei and Qi, at most 3 away from it."),
    (move("wei-2", 400, 340), "wei-1 and wei-2 are 7 apart. Houses need 28."),
    (move("wei-1", 478, 360), "The dragon of Wei is too near to wei-1: they must be 42 apart."),
    (
        lambda board: board["provinces"]["wei"].update(dragon=[500, 460]),
        "The road from wei-4 to wei-5 runs over the dragon of Wei.",
    ),
    (lambda board: board["provinces"]["wei"].update(dragon=[500, 700]), "The dragon of Wei lies at 500, 700, outside"),
    (lambda board: board["provinces"]["wei"].update(colour="yellow"), "1 provinces are red. It should be 2."),
    (
        lambda board: board["provinces"]["wei"].update(colour="blue"),
        'Wei has the colour "blue". There are: red, yellow, green, orange, violet.',
    ),
    (
        lambda board: (
            board["provinces"]["wei"].update(colour="yellow"),
            board["provinces"]["qi"].update(colour="red"),
        ),
        "Wei and Ch’in are neighbours and both yellow. Neighbours differ in colour.",
    ),
    (lambda board: board["provinces"].pop("wei"), "There are 8 provinces. Han has 9."),
    (lambda board: board["provinces"]["wei"]["outline"].reverse(), ""),
    (
        lambda board: board["provinces"]["wei"].update(outline=[[400, 300], [600, 450], [400, 450], [600, 300]]),
        "The outline of Wei crosses or touches itself",
    ),
    (shift_outline, "Han and Shu overlap."),
    (lambda board: board["provinces"]["wei"].update(outline=[]), "The outline of Wei has 0 corners."),
    (
        lambda board: board["scenery"].append({"kind": "gate", "points": [[1, 1]]}),
        "a gate, has 1 points. It needs 2.",
    ),
    (
        lambda board: board["spaces"].update({"Wei 9": board["spaces"]["wei-1"]}),
        'The id "Wei 9" may only have lower-case letters, digits and hyphens, such as wei-3.',
    ),
    (
        lambda board: board["spaces"]["wei-1"].update(kind="harbour"),
        'wei-1 is a "harbour". A space is one of: house, port, border.',
    ),
    (lambda board: board["spaces"]["wei-1"].update(kind="port"), "There are 8 ports. A board has 7 or none."),
    (
        lambda board: board["spaces"]["wei-qi"].update(kind="port"),
        "wei-qi is a port and lies in wei, qi. It needs one province; one between two is a border.",
    ),
    (lambda board: board["spaces"]["wei-1"].update(provinces=["wie"]), 'wei-1 lies in "wie", which is no province.'),
    (lambda board: board["roads"].append(["wei-1", "wei-9"]), 'needs a space "wei-9", which does not exist.'),
    (lambda board: board["roads"].append(["wei-1", "wei-1"]), "A road leads from wei-1 to itself."),
    (lambda board: board["roads"].append(["wei-2", "wei-1"]), "There are two roads between wei-2 and wei-1."),
    (
        lambda board: board.update(roads=[road for road in board["roads"] if "shu-5" not in road]),
        "No road leads to shu-5. Every space needs one.",
    ),
    (
        lambda board: board.update(
            roads=[road for road in board["roads"] if "yan-2" not in road[:2]] + [["yan-2", "yan-4"]]
        ),
        "The roads fall into 2 parts: none joins yan-2, yan-4 to the others.",
    ),
    (lambda board: board.update(open_cards=5), "There are 5 open cards. There can be 1 to 4."),
    (lambda board: board.update(players={"6": 0}), 'The board is for "6" players. Han is for 2 to 5.'),
    (lambda board: board.update(players={"5": 8}), "nothing is left for the draw pile."),
    (lambda board: board.update(players={"5": 12}), "12 cards of each colour stay in the box. It can be 0 to 9."),
    (lambda board: board.update(players={}), "No number of players is given."),
    (lambda board: board["track"].pop(), "The track has 49 places. It needs 50, for 0 to 49 points."),
    (lambda board: board["title"].pop("it"), 'The title in "it" is missing.'),
    (lambda board: board.update(opencards=3), "unknown field `opencards`"),
    (lambda board: board.update(guanxi="han board 2"), "is not a board of Han"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[sentence[:40] or "right" for _, sentence in WRONG])
def test_a_fault_is_explained(own: Callable[[Change], str], change: Change, sentence: str) -> None:
    path = own(change)
    if not sentence:
        assert BOARDS.load(path)
        return
    with pytest.raises(BadOption) as error:
        BOARDS.load(path)
    assert sentence in str(error.value)
    assert all(line.startswith("mine.json") for line in str(error.value).splitlines())


def test_all_problems_are_told_together(own: Callable[[Change], str]) -> None:
    with pytest.raises(BadOption) as error:
        BOARDS.load(own(lambda board: (board["alliances"].pop(), board["roads"].append(["wei-1", "wei-1"]))))
    assert len(str(error.value).splitlines()) == 2


def test_unclear_drawing_is_only_remarked(own: Callable[[Change], str]) -> None:
    through = BOARDS.load(own(lambda board: board["roads"].append(["wei-1", "wei-3"])))
    assert "The road from wei-1 to wei-3 runs through wei-2." in remarks(through)
    crossed = BOARDS.load(own(lambda board: board["roads"].append(["wei-3", "lu-1"])))
    assert "The roads wei-6 to wei-qi and wei-3 to lu-1 cross each other." in remarks(crossed)
    covered = BOARDS.load(own(lambda board: board["alliances"].__setitem__(6, ["zhao", "qi", [560, 240]])))
    assert remarks(covered) == ["The seal of alliance 7 covers zhao-4."]


def test_a_board_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="Available: border_disputes, ways_of_diplomacy, or the path of a file"):
        BOARDS.load("border_dispute")
    with pytest.raises(BadOption, match="There is no board"):
        BOARDS.load(str(tmp_path))
    with pytest.raises(BadOption, match="There is no board"):
        BOARDS.load("wei" * 2000)
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff{")
    with pytest.raises(BadOption, match=r"broken\.json is not a board of Han"):
        BOARDS.load(str(broken))


def test_groups_of_roads() -> None:
    assert len(connected(BORDER)) == 1
    assert Counter(len(net) for net in connected(WAYS)) == {42: 1}
