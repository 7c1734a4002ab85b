"""Plots are well-formed and self-contained, and describe their numbers in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from guanxi.lab.drawing import ticks
from guanxi.lab.plots import Row, bars, code, dots, heat, histogram, line, number, page, percent, table, words

SVG = "{http://www.w3.org/2000/svg}"
ROWS = [Row("greedy", 0.62, 0.58, 0.66), Row("<random> & others of a very, very long name", -0.05)]
PLOTS = {
    "bars": bars("Who wins", ROWS, say=percent, mark=0.25, about="Equals win 25 %."),
    "dots": dots("Who wins", ROWS),
    "histogram": histogram("Who wins", [1, 2, 2, 3, 70.5]),
    "line": line("Who wins", {"greedy": [(0, 1), (10, 3)], "random": [(0, 2)]}, x="games", y="points"),
    "heat": heat("Who wins", ["greedy", "random"], [[None, 0.9], [0.1, None]]),
    "nothing": bars("Who wins", []),
    "no values": histogram("Who wins", []),
    "no lines": line("Who wins", {"greedy": []}),
    "one value": dots("Who wins", [Row("greedy", 1000, 1000, 1000)]),
}


@pytest.mark.parametrize("kind", PLOTS)
def test_a_plot_is_well_formed_and_says_what_it_is(kind: str) -> None:
    drawing = ElementTree.fromstring(PLOTS[kind])
    assert drawing.get("role") == "img"
    assert drawing.findtext(f"{SVG}title") == "Who wins"
    assert drawing.findtext(f"{SVG}desc")
    assert "nan" not in PLOTS[kind]


def test_the_description_tells_numbers_and_intervals() -> None:
    assert "greedy: 62% (58% to 66%); &lt;random&gt;" in PLOTS["bars"]
    assert "greedy: random 90%; random: greedy 10%" in PLOTS["heat"]
    assert "5 values from 1 to 70.5, on average 15.7." in PLOTS["histogram"]
    assert "greedy: from 1 at 0 to 3 at 10" in PLOTS["line"]


def test_bars_are_as_long_as_their_numbers() -> None:
    drawing = ElementTree.fromstring(bars("Length", [Row("one", 1), Row("two", 2), Row("back", -1)]))
    wide = [float(bar.get("width", "")) for bar in drawing.iter(f"{SVG}rect")]
    assert wide[1] == pytest.approx(2 * wide[0], abs=0.2)
    assert wide[2] == pytest.approx(wide[0], abs=0.2)


def test_a_histogram_counts_whole_numbers_apart_and_others_in_bins() -> None:
    hints = [rect[0].text for rect in ElementTree.fromstring(histogram("Dice", [1, 6, 6, 3])).iter(f"{SVG}rect")]
    assert hints == ["1: 1", "3: 1", "6: 2"]
    fine = histogram("Time", [index / 100 for index in range(1000)])
    counted = [int(count) for count in re.findall(r"<title>[\d.]+ to [\d.]+: (\d+)</title>", fine)]
    assert sum(counted) == 1000
    assert 10 < len(counted) < 40


def test_heat_is_green_above_the_middle_and_red_below() -> None:
    cells = [
        (rect.get("class"), float(rect.get("fill-opacity", "")))
        for rect in ElementTree.fromstring(
            heat("Heat", ["a"], [[0.25, 0.5, 0.0]], columns=["x", "y", "z"], middle=0.25)
        ).iter(f"{SVG}rect")
    ]
    assert [kind for kind, _ in cells] == ["high", "high", "low"]
    assert cells[0][1] == 0
    assert cells[1][1] == cells[2][1] > 0.5


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (980, 1420, [1000, 1100, 1200, 1300, 1400]), (3, 3, [3])],
)
def test_ticks_are_round_numbers(low: float, high: float, found: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(found)


def test_numbers_are_short() -> None:
    assert [number(1234567), number(0.1234567), number(-2)] == ["1,234,567", "0.1235", "−2"]
    assert [percent(0.25), percent(0.6667)] == ["25%", "66.7%"]


def test_a_page_is_self_contained_and_escapes_its_input() -> None:
    pieces = [PLOTS["bars"], words("<b>"), table(["bot", "won"], [["<i>", "1"]]), code("a < b")]
    document = page("A & B", [("<One>", pieces)], "lead <x>")
    assert document.startswith("<!doctype html>")
    assert not re.search(r"(src|href)=|@import|url\(", document)
    assert not re.search(r"<(b|i|x|One)>", document)
    assert "color-scheme" in document
    assert document.count("<figure>") == 1
