"""The section of a report that compares variants of a game."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from guanxi.lab.figures import Finding, Section, capped, figure, several, tenth
from guanxi.lab.plots import Row, dots, percent, table, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guanxi.lab.study import Study


class Measured(NamedTuple):
    """A number that each game has and that variants may change."""

    name: str
    head: str  # of the table
    title: str
    say: Callable[[float], str]


MEASURES = (
    Measured("decisions", "decisions", "Decisions per game", tenth),
    Measured("legal", "choices", "Legal moves per decision", tenth),
    Measured("lead", "lead", "Winning margin in points", tenth),
    Measured("changes", "lead changes", "Lead changes", tenth),
    Measured("settled", "settled after", "Settled after", percent),
    Measured("shared", "shared", "Shared wins", percent),
)


def comparison(studies: Sequence[Study]) -> list[Section]:
    """A table of all variants, and a plot for each measure."""
    if len(studies) < 2:
        return []
    whole = Section("How variants differ", [overview(studies), *same_games(studies)], [])
    for measure in MEASURES:
        plot, finding = changed(studies, measure)
        whole.pieces.append(plot)
        if finding:
            whole.findings.append(Finding(finding))
    return [whole]


def overview(studies: Sequence[Study]) -> str:
    """A table with one row per variant."""
    heads = (
        "variant",
        "players",
        "games",
        *(measure.head for measure in MEASURES),
        "winner’s points",
        "first player’s wins",
    )
    return table(heads, [overview_line(study) for study in studies])


def overview_line(study: Study) -> tuple[str, ...]:
    """The row of a variant: its means."""
    first = study.order[0].share.estimate(share=True) if study.order else None
    return (
        study.plan.label,
        str(study.seats),
        f"{study.games:,}",
        *(measure.say(round(fmean(study.lists[measure.name] or [0]), 3)) for measure in MEASURES),
        tenth(fmean(study.scores["winners"])),
        f"{first.value / study.fair:.2f} × fair" if first else "–",
    )


def same_games(studies: Sequence[Study]) -> list[str]:
    """Name the variants that change nothing for these bots."""
    first = studies[0]
    same = [study.plan.label for study in studies[1:] if study.lists == first.lists and study.scores == first.scores]
    return [words(f"Exactly the same games as with {first.plan.label}: {several(same, 5)}.")] if same else []


def changed(studies: Sequence[Study], measure: Measured) -> tuple[str, str]:
    """Plot one measure for all variants; also returns a finding if some differ from the first."""
    known = [
        (study.plan.label, *mean_and_error(study.lists[measure.name])) for study in studies if study.lists[measure.name]
    ]
    rows = [Row(name, mean, mean - 1.96 * error, mean + 1.96 * error) for name, mean, error in known]
    plot = dots(measure.title, rows, say=lambda value: measure.say(round(value, 3)))
    _, base, doubt = known[0]
    clear = [
        f"{name} ({measure.say(round(mean, 3))})"
        for name, mean, error in known[1:]
        if abs(mean - base) > 3 * sqrt(error**2 + doubt**2)
    ]
    shows = f"{measure.title}: averages with 95% intervals."
    if not clear:
        return figure(plot, shows, "No variant differs by more than chance would explain."), ""
    sentence = f"with {known[0][0]} {measure.say(round(base, 3))}, clearly different with {several(clear, 5)}."
    return figure(plot, shows, capped(sentence)), f"{measure.title}: {sentence}"


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    return fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
