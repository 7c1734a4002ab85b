"""Building blocks of a report: figures with captions, lists, folded parts, and formatted numbers."""

from __future__ import annotations

from html import escape
from math import inf
from statistics import fmean, quantiles
from typing import TYPE_CHECKING, NamedTuple

from guanxi.lab.plots import Row, histogram, number, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from guanxi.lab.estimates import Estimate

STYLE = """<style>
figcaption{margin-top:8px;font-size:14.5px;line-height:1.45;color:var(--soft)}
figcaption strong{display:block;margin-top:2px;color:var(--ink);font-weight:600}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(128px,1fr));gap:12px;grid-column:1/-1;margin:0}
.facts div{padding:10px 14px;background:var(--raised);border:1px solid var(--line);border-radius:4px}
.facts dt{color:var(--soft);font-size:13.5px;line-height:1.3}
.facts dd{margin:0;font:600 26px/1.2 "EB Garamond",Georgia,serif}
ul.found{grid-column:1/-1;max-width:76ch;margin:0;padding-left:20px}ul.found li{margin:6px 0}
h3{grid-column:1/-1;color:var(--ink);margin:10px 0 -6px;font:600 18px/1.3 "EB Garamond",Georgia,serif}
details{grid-column:1/-1;color:var(--soft)}summary{cursor:pointer;padding:4px 0}
details[open] summary{color:var(--ink)}details table{color:var(--ink)}
.kind{border-top:1px solid var(--line);padding-top:4px}.kind>summary{font-size:17px;color:var(--ink)}
.kind>summary b{font:600 19px/1.3 "EB Garamond",Georgia,serif;margin-right:8px}
.kind>summary span{color:var(--soft);font-size:15px}
.kind>div{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:16px;
align-items:start;padding:8px 0 24px}
tbody tr:hover{background:var(--raised)}
pre{grid-column:1/-1;margin:0;padding:10px 14px;background:var(--raised);border:1px solid var(--line);
border-radius:4px;overflow-x:auto;font-size:14px}
</style>"""


class Finding(NamedTuple):
    """A sentence for the summary of a report, and how strong the finding is."""

    sentence: str
    strength: float = inf


class Section(NamedTuple):
    """A part of a report."""

    heading: str
    pieces: list[str]
    findings: list[Finding]


def figure(svg: str, shows: str, found: str) -> str:
    """A plot with two sentences: what it shows and what was found."""
    return f"<figure>{svg}<figcaption>{escape(shows)} <strong>{escape(found)}</strong></figcaption></figure>"


def heading(words: str) -> str:
    """A heading within a section."""
    return f"<h3>{escape(words)}</h3>"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Key figures."""
    cells = "".join(f"<div><dd>{escape(value)}</dd><dt>{escape(name)}</dt></div>" for name, value in pairs)
    return f'<dl class="facts">{cells}</dl>'


def listed(sentences: Iterable[str]) -> str:
    """A list of sentences."""
    return f'<ul class="found">{"".join(f"<li>{escape(one)}</li>" for one in sentences)}</ul>'


def folded(summary: str, piece: str) -> str:
    """A collapsed part."""
    return f"<details><summary>{escape(summary)}</summary>{piece}</details>"


def chapter(name: str, about: str, pieces: Iterable[str], unfolded: bool) -> str:
    """A collapsible part of a section."""
    placed = "".join(pieces)
    opened = " open" if unfolded else ""
    summary = f"<summary><b>{escape(name)}</b><span>{escape(about)}</span></summary>"
    return f'<details class="kind"{opened}>{summary}<div>{placed}</div></details>'


def row(label: str, found: Estimate, note: str = "") -> Row:
    """A row of a plot from an estimate."""
    return Row(label, found.value, found.low, found.high, note)


def several(names: Sequence[str], most: int = 3) -> str:
    """Join names for a sentence; after `most` of them, the rest are only counted."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else "none"


def tenth(value: float) -> str:
    """Format a number with at most one decimal."""
    return number(round(value, 1))


def signed(value: float) -> str:
    """Format a difference in percentage points."""
    points = round(value * 100, 1)
    return f"{points:+.1f}".replace("-", "−") if points else "0"


def more(value: float) -> str:
    """Format a difference with its sign."""
    difference = round(value, 2)
    return f"{difference:+.4g}".replace("-", "−") if difference else "0"


def span(found: Estimate | None) -> str:
    """Format a share with its interval for a table."""
    return "–" if found is None else f"{percent(found.value)} ({found.low * 100:.0f}–{found.high * 100:.0f})"


def quarters(values: Sequence[float]) -> tuple[float, float, float]:
    """The three quartiles."""
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high


def halves(values: Sequence[float], unit: str = "") -> str:
    """A sentence about the quartiles of the values, without a full stop."""
    low, middle, high = quarters(values)
    words = f" {unit}" if unit else ""
    if low == high:
        return f"At least half of the games have {tenth(low)}{words}"
    return f"Half of the games have {tenth(low)} to {tenth(high)}{words}; the median is {tenth(middle)}"


def spread(name: str, values: Sequence[float], unit: str, about: str = "") -> str:
    """A histogram of a number that each game has."""
    found = f"{halves(values, unit)}; the minimum is {tenth(min(values))} and the maximum {tenth(max(values))}."
    mean = f"on average {tenth(fmean(values))}"
    plot = histogram(name, values, about=f"{mean}; {about}" if about else mean)
    return figure(plot, f"The number of {unit} per game.", found)


def capped(sentence: str) -> str:
    """Capitalise the first letter."""
    return sentence[:1].upper() + sentence[1:]


def uncapped(sentence: str) -> str:
    """Lower-case the first letter."""
    return sentence[:1].lower() + sentence[1:]
