"""Haiduci's files: what they say about the map, the cards and the leaders, and what is said about wrong ones."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.boards.geometry import contains, edges
from guanxi.engine.errors import BadOption
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.board import FOLDER, compiled, edition_of, load, read_condition, read_step
from guanxi.games.haiduci.checks import check_board, check_cards, check_leaders
from guanxi.games.haiduci.rules.material import CONDITIONS, FACTIONS, INSIDE, LEADERS, TERRITORIES
from tests.engine.playing import play_absent
from tests.games.haiduci.tables import EDITION, territory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Change = Callable[[dict[str, Any]], object]

MAP = EDITION.board

# The map


def test_six_provinces_of_five_territories_with_their_capitals() -> None:
    assert EDITION.factions == ("ottoman", "transylvania", "serbia", "moldavia", "wallachia", "russia")
    homes = Counter(place.province for place in MAP.territories.values())
    assert homes == dict.fromkeys(EDITION.factions, INSIDE)
    capitals = {place.province: id_ for id_, place in MAP.territories.items() if place.capital}
    assert capitals == {
        "ottoman": "constantinople",
        "transylvania": "cluj",
        "serbia": "belgrade",
        "moldavia": "iasi",
        "wallachia": "bucharest",
        "russia": "odessa",
    }


def test_names_are_written_as_they_are_there() -> None:
    names = {place.name for place in MAP.territories.values() if isinstance(place.name, str)}
    assert {
        "Iași",
        "Buzău",
        "Argeș",
        "Mehedinți",
        "Țara Secuilor",
        "Požarevac",
        "Bistrița",
        "Bacău",
        "Botoșani",
    } <= names


def test_nothing_is_wrong_with_the_files_and_each_says_what_it_is() -> None:
    assert check_board(MAP) == []
    assert check_cards(EDITION.cards) == []
    assert check_leaders(EDITION.leaders, MAP) == []
    for file in (MAP, EDITION.cards, EDITION.leaders):
        assert "our reconstruction" in file.reconstruction


def test_borders_that_are_drawn_are_the_neighbours() -> None:
    drawn: dict[frozenset[tuple[float, float]], set[str]] = {}
    for id_, place in MAP.territories.items():
        for side in edges(place.outline):
            drawn.setdefault(frozenset(side), set()).add(id_)
    borders = {frozenset(owners) for owners in drawn.values() if len(owners) == 2}
    assert borders == {frozenset((id_, other)) for id_, place in MAP.territories.items() for other in place.near}
    assert len(borders) == 72


def test_a_corner_on_a_border_is_a_corner_of_both() -> None:
    """No gaps: where three territories or the coast meet, all of them have that corner."""
    sides = {side for place in MAP.territories.values() for side in edges(place.outline)}
    corners = {corner for place in MAP.territories.values() for corner in place.outline}
    for (x1, y1), (x2, y2) in sides:
        for x, y in corners - {(x1, y1), (x2, y2)}:
            between = min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)
            assert not (between and (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1))


def test_no_ground_belongs_to_two_territories() -> None:
    for x in range(2, MAP.size[0], 23):
        for y in range(3, MAP.size[1], 23):
            owners = [id_ for id_, place in MAP.territories.items() if contains(place.outline, (x, y))]
            assert len(owners) <= 1, (x, y, owners)


def test_each_province_is_one_piece() -> None:
    for province in EDITION.factions:
        inside = [id_ for id_, place in MAP.territories.items() if place.province == province]
        reached, edge = {inside[0]}, [inside[0]]
        while edge:
            near = [id_ for id_ in MAP.territories[edge.pop()].near if id_ in inside and id_ not in reached]
            reached |= set(near)
            edge += near
        assert reached == set(inside)


def test_pawns_have_room() -> None:
    for place in MAP.territories.values():
        x, y = place.at
        assert all(contains(place.outline, (x + dx, y + dy)) for dx, dy in ((25, 0), (-25, 0), (0, 25), (0, -25)))


def test_the_rules_read_what_the_files_say() -> None:
    board = compiled(EDITION)
    assert edition_of(board) is EDITION
    for number, id_ in enumerate(EDITION.territories):
        assert MAP.territories[id_].province == EDITION.factions[number // INSIDE]
        near = {EDITION.territories[other] for other in range(TERRITORIES) if board.near[number] >> other & 1}
        assert near == set(MAP.territories[id_].near)
    assert [EDITION.territories[capital] for capital in board.capital] == [
        id_ for id_ in EDITION.territories if MAP.territories[id_].capital
    ]
    assert not board.around[0] >> territory("vidin") & 1
    assert board.around[0] >> territory("craiova") & 1


# Leaders


def test_three_leaders_of_each_faction_with_two_conditions() -> None:
    board = compiled(EDITION)
    assert len(board.condition) == FACTIONS * LEADERS * CONDITIONS
    assert [len(leaders) for leaders in EDITION.leaders.leaders.values()] == [3] * 6
    names = [leader.name for leader in EDITION.leaders.leaders["serbia"]]
    assert names == ["Karađorđe", "Mateja Nenadović", "Mladen Milovanović"]


def test_what_was_measured_is_written_into_the_file() -> None:
    assert any("haiduci_balance.py" in note for note in EDITION.leaders.notes)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("INDEP", ("INDEP", "", 5)),
        ("INDEP(4)", ("INDEP", "", 4)),
        ("MAJ(russia)", ("MAJ", "russia", 1)),
        ("INFL(russia)", ("INFL", "russia", 3)),
        ("INFL(russia, 2)", ("INFL", "russia", 2)),
        ("EXT(4)", ("EXT", "", 4)),
        ("HAI(1)", ("HAI", "", 1)),
        ("EMG(2)", ("EMG", "", 2)),
        ("CAP(serbia)", ("CAP", "serbia", 1)),
        ("WIN(serbia)", None),
        ("MAJ", None),
        ("EXT(many)", None),
        ("HAI(1", None),
    ],
)
def test_conditions_are_read(text: str, read: tuple[str, str, int] | None) -> None:
    assert read_condition(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [("place 3", ("place", 3)), ("capture", ("capture", 0)), ("place", None), ("capture 2", None), ("win", None)],
)
def test_steps_are_read(text: str, read: tuple[str, int] | None) -> None:
    assert read_step(text) == read


# Files of one's own


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str, Change], dict[str, str]]:
    """The option that names a copy of one of the files with a change made to it."""

    def write(kind: str, change: Change) -> dict[str, str]:
        file = json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
        change(file)
        path = tmp_path / "mine.json"
        path.write_text(json.dumps(file), encoding="utf-8")
        return {kind: str(path)}

    return write


def test_a_game_is_played_with_files_of_ones_own(own: Callable[[str, Change], dict[str, str]]) -> None:
    def change(file: dict[str, Any]) -> None:
        file["name"] = "mine"
        file["kinds"]["faith"]["copies"] = 10

    table = GAME.table(4, seed=1, **own("cards", change))
    while not table.over:
        play_absent(table)
    assert GAME.view(table.position, None).cards == "mine"  # type: ignore[arg-type]


def territory_of(board: dict[str, Any], id_: str) -> dict[str, Any]:
    found: dict[str, Any] = board["territories"][id_]
    return found


def combination(cards: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = cards["combinations"][number - 1]
    return found


def leader(leaders: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = leaders["leaders"]["serbia"][0]
    return found


WRONG: list[tuple[str, Change, str]] = [
    ("board", lambda b: b["provinces"].pop("russia"), "There are 5 provinces. Haiduci has 6."),
    ("board", lambda b: b["scenery"][0].update(points=[]), "Scenery 1, a sea, has 0 points. It needs 3 or more."),
    ("board", lambda b: b.update(begins="greece"), '"begins" names "greece", which is no province. There are: ottoman'),
    (
        "board",
        lambda b: territory_of(b, "vidin").update(province="greece"),
        'vidin lies in "greece", which is no province',
    ),
    (
        "board",
        lambda b: territory_of(b, "vidin").update(province="serbia"),
        "ottoman has 4 territories. Each province has 5",
    ),
    (
        "board",
        lambda b: territory_of(b, "vidin").update(capital=True),
        "ottoman has 2 capitals (constantinople, vidin).",
    ),
    (
        "board",
        lambda b: territory_of(b, "cluj").update(capital=False),
        "transylvania has 0 capitals (none). It needs one.",
    ),
    (
        "board",
        lambda b: territory_of(b, "vidin")["near"].append("kherson"),
        "but kherson is not next to vidin. Write it at both",
    ),
    ("board", lambda b: territory_of(b, "vidin")["near"].append("vidin"), "vidin is next to itself."),
    (
        "board",
        lambda b: territory_of(b, "vidin")["near"].append("nis"),
        'vidin is next to "nis", which is no territory.',
    ),
    ("board", lambda b: territory_of(b, "vidin")["near"].append("sofya"), "vidin names a neighbour twice: sofya."),
    ("board", lambda b: territory_of(b, "vidin").update(near=[]), "vidin has no neighbours."),
    (
        "board",
        lambda b: (territory_of(b, "vidin")["near"].append("cluj"), territory_of(b, "cluj")["near"].append("vidin")),
        "cluj and vidin are neighbours, but their outlines share no side.",
    ),
    (
        "board",
        lambda b: (territory_of(b, "vidin")["near"].remove("sofya"), territory_of(b, "sofya")["near"].remove("vidin")),
        "The outlines of sofya and vidin share a side, but they are not named as neighbours.",
    ),
    (
        "board",
        lambda b: territory_of(b, "vidin").update(at=[5, 5]),
        "The pawns of vidin stand at 5, 5, outside its outline.",
    ),
    (
        "board",
        lambda b: territory_of(b, "vidin").update(outline=[[1, 1], [2, 2]]),
        "The outline of vidin has 2 corners.",
    ),
    ("board", lambda b: b.update(size=[500, 900]), "leaves the sheet at"),
    (
        "board",
        lambda b: territory_of(b, "vidin").update(
            outline=territory_of(b, "sofya")["outline"], at=territory_of(b, "sofya")["at"]
        ),
        "sofya and vidin overlap. Neighbours share the corners of their border, no ground.",
    ),
    ("board", lambda b: b["title"].pop("it"), "The name of the board (its title) is given in: en, fr."),
    (
        "board",
        lambda b: b["territories"].update({"Niš": territory_of(b, "vidin")}),
        'The id "Niš" may only have lower-case letters',
    ),
    ("board", lambda b: b.update(colour="red"), "unknown field `colour`"),
    ("cards", lambda c: c["kinds"]["faith"].update(copies=0), "There are 0 copies of faith."),
    ("cards", lambda c: c["kinds"]["faith"].update(copies=40), "There are 76 cards in all. There can be 25 to 60."),
    ("cards", lambda c: c["haiduci"].pop("iancu-jianu"), "There are 5 haiduci. There must be 6."),
    ("cards", lambda c: c["kinds"].update(haiduc=c["kinds"]["faith"]), 'A kind cannot be called "haiduc"'),
    ("cards", lambda c: c["combinations"].pop(0), "There is no combination for commerce and commerce."),
    (
        "cards",
        lambda c: c["combinations"].append(combination(c, 1)),
        "Combinations 1 and 28 are both for commerce and commerce",
    ),
    (
        "cards",
        lambda c: combination(c, 1).update(cards=["commerce", "trade"]),
        'Combination 1 names "trade", which is no kind',
    ),
    (
        "cards",
        lambda c: combination(c, 1).update(owner=["dance"]),
        'Combination 1 has a step "dance". A step is one of: place',
    ),
    ("cards", lambda c: combination(c, 1).update(owner=["place 99"]), '"place 99" should have a number from 1 to 9.'),
    ("cards", lambda c: combination(c, 1).update(owner=["place 1"] * 3), "Combination 1 has 3 steps of the owner."),
    ("cards", lambda c: combination(c, 1).update(partner=["capture"]), "needs neither emergence nor capture."),
    ("cards", lambda c: combination(c, 22).update(partner=["place 1"]), "needs exactly one emergence or capture."),
    ("cards", lambda c: combination(c, 22).update(owner=["capture"], partner=[]), "capture is a step of the partner"),
    ("cards", lambda c: combination(c, 1).update(partner=["conference"]), "a conference is a step of the owner."),
    ("leaders", lambda n: n["leaders"]["serbia"].pop(), "serbia has 2 leaders. Each faction has 3."),
    (
        "leaders",
        lambda n: n["leaders"].update(greece=[]),
        '"greece" is no faction of the board balkans_1807. There are: ottoman',
    ),
    (
        "leaders",
        lambda n: leader(n).update(political="WIN"),
        'Leader 1 of serbia has the condition "WIN". Conditions are written: INDEP',
    ),
    (
        "leaders",
        lambda n: leader(n).update(political="MAJ(greece)"),
        '"MAJ(greece)" names no province of the board balkans_1807.',
    ),
    ("leaders", lambda n: leader(n).update(political="HAI(7)"), '"HAI(7)" should have a number from 1 to 6.'),
    (
        "leaders",
        lambda n: leader(n).update(political="INFL(serbia)"),
        '"INFL(serbia)" is about the own province. Name another one.',
    ),
    ("leaders", lambda n: leader(n).update(name={"en": "A"}), "The name of Leader 1 of serbia is given in: en."),
]


@pytest.mark.parametrize(("kind", "change", "sentence"), WRONG, ids=[sentence[:40] for _, _, sentence in WRONG])
def test_what_is_wrong_is_said(
    own: Callable[[str, Change], dict[str, str]], kind: str, change: Change, sentence: str
) -> None:
    with pytest.raises(BadOption) as error:
        GAME.table(4, **own(kind, change))
    assert sentence in str(error.value)
    assert all(line.startswith("mine.json") for line in str(error.value).splitlines())


def test_a_changed_file_is_read_again(own: Callable[[str, Change], dict[str, str]]) -> None:
    path = own("leaders", lambda n: n.update(name="one"))
    assert load(leaders=path["leaders"]).leaders.name == "one"
    path = own("leaders", lambda n: n.update(name="another"))
    assert load(leaders=path["leaders"]).leaders.name == "another"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r'There is no board "nowhere\.json"\. Available: balkans_1807'):
        GAME.table(4, board="nowhere.json")
    with pytest.raises(BadOption, match="There is no set of cards"):
        GAME.table(4, cards=str(tmp_path))
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff{")
    with pytest.raises(BadOption, match=r"broken\.json is not a set of leaders of Haiduci"):
        GAME.table(4, leaders=str(broken))
