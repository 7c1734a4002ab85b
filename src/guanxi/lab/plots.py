"""Plots as SVG, and a page to put them on: one HTML file that needs nothing else.

Each function returns an SVG with its title and a description of its numbers for screen readers.  Colours come from the
page, light or dark.

    page("Han", [("Strength", bars("Who wins", [Row("greedy", 0.62, 0.58, 0.66)], say=percent))])
"""

from __future__ import annotations

from collections import Counter
from html import escape
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from guanxi.lab.drawing import (
    STYLE,
    TITLE,
    WIDTH,
    Scale,
    cell,
    curve,
    label_width,
    legend,
    level,
    short,
    stroke,
    svg,
    text,
    ticks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Say = Callable[[float], str]
    Point = tuple[float, float]

BINS = 24  # in a histogram, approximately
LINE = 26  # the height of a row
APART = 60  # up to this many whole numbers get a bar each


class Row(NamedTuple):
    """One row of a plot: a number with its interval."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""


def number(value: float) -> str:
    """Format a number briefly."""
    if abs(value) >= 1000:
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:.4g}".replace("-", "−")


def percent(value: float) -> str:
    """Format a share as a percentage, with a decimal unless it is whole."""
    text = f"{value * 100:.1f}".removesuffix(".0").replace("-", "−")
    return f"{text}%"


def bars(title: str, rows: Sequence[Row], *, say: Say = number, mark: float | None = None, about: str = "") -> str:
    """A bar for each row, from zero; `mark` draws a reference line, for example at an equal share."""
    return rows_of(title, rows, say, mark, about, dots=False)


def dots(title: str, rows: Sequence[Row], *, say: Say = number, mark: float | None = None, about: str = "") -> str:
    """A dot for each row on a scale that need not begin at zero, for example ratings."""
    return rows_of(title, rows, say, mark, about, dots=True)


def histogram(title: str, values: Sequence[float], *, say: Say = number, about: str = "") -> str:
    """A histogram; whole numbers get a bar each as long as there is room."""
    if not values:
        return empty(title)
    size, counts = bins(values)
    first, last = min(counts), max(counts)
    most = max(counts.values())
    left, foot, height = 44.0, 26, 170
    wide = (WIDTH - left - 12) / (last - first + 1)
    bar = min(max(wide - 1, 0.8), 60 if size == 1 else WIDTH)
    up = Scale(0, most, TITLE + 16 + height, TITLE + 16)
    body = [level(up(tick), left, f"{tick:,.0f}") for tick in ticks(0, most)]
    for bin_, count in sorted(counts.items()):
        x, y = left + (bin_ - first) * wide, up(count)
        name = say(bin_ * size) if size == 1 else f"{say(bin_ * size)} to {say((bin_ + 1) * size)}"
        body.append(
            f'<rect class="bar" x="{x + (wide - bar) / 2:.1f}" y="{y:.1f}" width="{bar:.1f}" '
            f'height="{up(0) - y:.1f}"><title>{escape(name)}: {count:,}</title></rect>'
        )
    for tick in ticks(first * size, (last + (size != 1)) * size, 6):
        x = left + (tick / size - first + (0.5 if size == 1 else 0)) * wide
        body.append(text(x, up(0) + 18, say(tick), "soft middle"))
    mean = sum(values) / len(values)
    told = f"{len(values):,} values from {say(min(values))} to {say(max(values))}, on average {say(mean)}."
    return svg(title, TITLE + 16 + height + foot, body, told, about or told)


def line(
    title: str,
    series: Mapping[str, Sequence[Point]],
    *,
    x: str = "",
    y: str = "",
    say: Say = number,
    about: str = "",
) -> str:
    """A line for each name through its points (x, y); lines differ in colour and marker."""
    drawn = {name: points for name, points in series.items() if points}
    if not drawn:
        return empty(title)
    every = [point for points in drawn.values() for point in points]
    left, height = 54.0, 190
    top = TITLE + (16 if about else 0) + (14 if y else 4)
    across = Scale(min(p[0] for p in every), max(p[0] for p in every), left + 6, WIDTH - 16)
    low, high = min(p[1] for p in every), max(p[1] for p in every)
    up = Scale(low, high, top + height, top)
    body = [level(up(tick), left, say(tick)) for tick in ticks(low, high)]
    body += [text(across(tick), top + height + 20, number(tick), "soft middle") for tick in across.ticks(6)]
    for index, (name, points) in enumerate(drawn.items()):
        body.append(curve(name, [(across(a), up(b)) for a, b in points], index))
    body += [text(left, top - 8, y, "soft")] if y else []
    body += [text(WIDTH - 16, top + height + 36, x, "soft end")] if x else []
    names, below = legend(list(drawn), top + height + (54 if x else 44)) if len(drawn) > 1 else ([], 0.0)
    told = "; ".join(
        f"{name}: from {say(points[0][1])} at {number(points[0][0])} to {say(points[-1][1])} at {number(points[-1][0])}"
        for name, points in drawn.items()
    )
    return svg(title, max(below, top + height + (44 if x else 28)), body + names, told, about)


def heat(
    title: str,
    names: Sequence[str],
    matrix: Sequence[Sequence[float | None]],
    *,
    columns: Sequence[str] | None = None,
    say: Say = percent,
    middle: float = 0.5,
    about: str = "",
) -> str:
    """A heat map: cells above the middle are green, cells below are red."""
    heads = names if columns is None else columns
    known = [value for line_ in matrix for value in line_ if value is not None]
    reach = max((abs(value - middle) for value in known), default=0) or 1
    left = label_width(names)
    wide = (WIDTH - left - 4) / max(1, len(heads))
    top = TITLE + (16 if about else 0) + 18
    body = [
        text(left + (column + 0.5) * wide, top - 6, short(head, wide - 4), "soft middle", head)
        for column, head in enumerate(heads)
    ]
    for index, (name, cells) in enumerate(zip(names, matrix, strict=True)):
        y = top + index * 30
        body.append(text(left - 8, y + 19, short(name, left - 10), "end", name))
        for column, value in enumerate(cells):
            if value is not None:
                hint = f"{name}, {heads[column]}: {say(value)}"
                body.append(cell(left + column * wide, y, wide, value - middle, reach, say(value), hint))
    told = "; ".join(
        f"{name}: "
        + ", ".join(f"{head} {say(value)}" for head, value in zip(heads, cells, strict=True) if value is not None)
        for name, cells in zip(names, matrix, strict=True)
    )
    return svg(title, top + len(names) * 30 + 4, body, told, about)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """An HTML table; the first column holds names, the others numbers."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    lines = (
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(one)}</td>" for one in rest)}</tr>'
        for first, *rest in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def words(text: str) -> str:
    """A paragraph for a page."""
    return f"<p>{escape(text)}</p>"


def code(text: str) -> str:
    """A code block for a page."""
    return f"<pre><code>{escape(text)}</code></pre>"


def page(title: str, sections: Iterable[tuple[str, str | Sequence[str]]], lead: str = "") -> str:
    """A self-contained HTML document; a section is a heading with plots, tables and paragraphs."""
    body = []
    for heading, pieces in sections:
        pieces = [pieces] if isinstance(pieces, str) else pieces
        placed = "".join(f"<figure>{one}</figure>" if one.startswith("<svg") else one for one in pieces)
        body.append(f"<section><h2>{escape(heading)}</h2>{placed}</section>")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style></head>\n"
        f"<body><header><h1>{escape(title)}</h1>{words(lead) if lead else ''}</header>\n"
        f"<main>{chr(10).join(body)}</main></body></html>\n"
    )


def rows_of(title: str, rows: Sequence[Row], say: Say, mark: float | None, about: str, *, dots: bool) -> str:
    """Rows on one scale: name, bar or dot with its interval, number."""
    if not rows:
        return empty(title)
    ends = [end for row in rows for end in (row.value, row.low, row.high) if end is not None]
    ends += ([] if mark is None else [mark]) + ([] if dots else [0.0])
    low, high = min(ends), max(ends)
    room = (high - low) * 0.06 if dots else 0.0
    left, right = label_width([row.label for row in rows]), label_width([said(row, say) for row in rows])
    across = Scale(low - room, high + room, left, WIDTH - right)
    top = TITLE + (18 if about else 2)
    foot = top + len(rows) * LINE + 6
    body = [
        stroke(across(tick), top, across(tick), foot, "grid") + text(across(tick), foot + 14, say(tick), "soft middle")
        for tick in across.ticks(4)
    ]
    for index, row in enumerate(rows):
        body += row_of(row, top + 4 + index * LINE, across, say, dots)
    if not dots:
        body.append(stroke(across(0), top, across(0), foot, "zero"))
    if mark is not None:
        body.append(stroke(across(mark), top - 2, across(mark), foot, "mark"))
    told = "; ".join(f"{row.label}: {said(row, say)}{interval(row, say)}" for row in rows)
    return svg(title, foot + 20, body, told, about)


def row_of(row: Row, y: float, across: Scale, say: Say, dots: bool) -> list[str]:
    """One row at its height."""
    middle, begin, end = y + LINE / 2 - 4, across(min(0.0, row.value)), across(max(0.0, row.value))
    drawn = [text(across.begin - 8, middle + 4, short(row.label, across.begin - 10), "end", row.label)]
    if not dots:
        drawn.append(
            f'<rect class="bar" x="{begin:.1f}" y="{y:.1f}" width="{end - begin:.1f}" height="{LINE - 8}" rx="1"/>'
        )
    if row.low is not None and row.high is not None:
        a, b = across(row.low), across(row.high)
        ends = f"M{a:.1f} {middle - 4:.1f}v8m0-4H{b:.1f}m0-4v8"
        drawn.append(f'<path class="reach" d="{ends}"/>')
    if dots:
        drawn.append(f'<circle class="dot" cx="{across(row.value):.1f}" cy="{middle:.1f}" r="4.5"/>')
    drawn.append(text(WIDTH - 2, middle + 4, said(row, say), "end"))
    hint = f"{row.label}: {said(row, say)}{interval(row, say)}"
    return [f"<g><title>{escape(hint)}</title>", *drawn, "</g>"]


def said(row: Row, say: Say) -> str:
    """A row's number with its note."""
    return f"{say(row.value)} {row.note}".rstrip()


def interval(row: Row, say: Say) -> str:
    """The interval of a row in words."""
    return "" if row.low is None or row.high is None else f" ({say(row.low)} to {say(row.high)})"


def bins(values: Sequence[float]) -> tuple[float, Counter[int]]:
    """Count values in bins of equal size; bin n starts at n times that size."""
    low, high = min(values), max(values)
    if all(value == floor(value) for value in values) and high - low < APART:
        return 1, Counter(int(value) for value in values)
    marks = ticks(low, high, BINS)
    size = marks[1] - marks[0] if len(marks) > 1 else 1.0
    return size, Counter(floor(value / size + 1e-9) for value in values)


def empty(title: str) -> str:
    """A plot without data."""
    return svg(title, TITLE + 30, [text(0, TITLE + 16, "Nothing to show.", "soft")], "Nothing to show.")
