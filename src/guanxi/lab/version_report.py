"""The section of a report that sets versions of a game side by side: for whom does a change matter?"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from guanxi.lab.estimates import FEW
from guanxi.lab.figures import Finding, Section, capped, figure, folded, more, row, several, uncapped
from guanxi.lab.plots import dots, table, words
from guanxi.lab.shares import difference, fair_share, with_interval
from guanxi.lab.use_report import share_measure, standing_out
from guanxi.lab.uses import ITSELF, TOGETHER, readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from guanxi.lab.estimates import Estimate, Impact
    from guanxi.lab.study import Study

ORDINAL = ("first", "second", "third", "fourth", "fifth", "sixth")
PLOTTED = 24
HOPELESS = 100  # times as many games
PLACES = ("Order of play", "Seat")  # which versions rarely change

Groups = dict[str, dict[str, "Impact"]]


class Change(NamedTuple):
    """How the share of one thing differs between the first version and another."""

    thing: str
    version: str
    before: Estimate
    after: Estimate
    by: Estimate

    def sentence(self) -> str:
        """The change in words."""
        return f"{self.thing} ({self.before.value:.2f} → {self.after.value:.2f})"


def groups_of(study: Study) -> Groups:
    """The ways to group players: by order of play, seat, traits and bots, each with the seats of its values."""
    groups: Groups = defaultdict(dict)
    groups["Order of play"] = {ORDINAL[place]: worth for place, worth in sorted(study.order.items())}
    groups["Seat"] = {f"seat {seat}": worth for seat, worth in sorted(study.seat.items())}
    for had, worth in sorted(study.traits.items(), key=lambda pair: (pair[0].trait.endswith("end"), pair[0])):
        groups[had.trait.capitalize()][had.value] = worth
    if not study.plan.equal:
        groups["Bot"] = {study.plan.names[bot]: worth for bot, worth in sorted(study.bot.items())}
    return groups


def uses_of(study: Study) -> Groups:
    """Players by the things they used, such as cards and provinces."""
    groups: Groups = defaultdict(dict)
    for use, worth in study.uses.items():
        if use.about not in (ITSELF, TOGETHER):
            groups[f"{capped(readable(use.kind))}, by {use.about}"][use.name] = worth
    return groups


def version_sections(studies: Sequence[Study]) -> list[Section]:
    """Set the shares of all versions side by side, and say what differs surely."""
    if len(studies) < 2:
        return []
    section = Section(
        "Whom a version helps",
        [
            words(
                "Win shares in units of the fair share: 1.00 is fair. Every version is played from the same seeds, and "
                f"compared with the first one ({studies[0].plan.label}). Surely means that chance alone would cause "
                "such a difference anywhere in a table in fewer than 1 of 100 reports."
            )
        ],
        [],
    )
    tables: dict[str, str] = {}  # a move and its event often have the same numbers: the first title stays
    for groups, plotted in ((groups_of, True), (uses_of, False)):
        found = [groups(study) for study in studies]
        for title in sorted({title for one in found for title in one}):
            numbers = add_group(section, studies, title, [one.get(title, {}) for one in found], plotted)
            if numbers:
                tables.setdefault(numbers, title)
    section.pieces.extend(folded(f"{title}: all numbers", numbers) for numbers, title in tables.items())
    if not any(finding.strength for finding in section.findings):
        section.findings.insert(0, Finding("No version surely changes the share of anybody or anything."))
    return [section]


def add_group(
    section: Section, studies: Sequence[Study], title: str, worths: Sequence[Mapping[str, Impact]], plotted: bool
) -> str:
    """Add the plot of one group and a finding if something differs surely; returns a table of all its numbers."""
    things = list(dict.fromkeys(thing for one in worths for thing in one))
    changes = [change for thing in things for change in changes_of(studies, thing, worths)]
    if len(things) < 2 or not changes:
        return ""
    sure = [change for change in changes if change.by.differs(0.0, len(changes))]
    sentence = conclusion(changes, sure, studies[0].games)
    if sure:
        strength = max(change.by.distance(0.0) for change in sure)
        section.findings.append(Finding(f"{title}: {sentence}", strength))
    elif plotted and title not in PLACES and "closest" in sentence:
        section.findings.append(Finding(f"{title}: {sentence}", 0.0))
    if plotted and title not in PLACES:
        section.findings.extend(verdicts(title, studies, worths))
    if plotted:
        several_versions = len(studies) > 2
        rows = [
            row(
                f"{change.thing}, {change.version}" if several_versions else change.thing,
                change.by,
                f"({change.before.value:.2f} → {change.after.value:.2f})",
            )
            for change in widest(changes if title in PLACES else strongest_first(changes))
        ]
        about = "" if several_versions else f"with {studies[1].plan.label}"
        plot = dots(title, rows, say=more, mark=0.0, about=about)
        section.pieces.append(
            figure(
                plot,
                "How the win share differs from the first version, in units of the fair share, with 95% intervals; "
                "then the shares themselves.",
                capped(sentence),
            )
        )
    return side_by_side(studies, things, worths, sure)


def verdicts(title: str, studies: Sequence[Study], worths: Sequence[Mapping[str, Impact]]) -> Iterator[Finding]:
    """Say for each version who has surely more or less than a fair share."""
    for study, worth in zip(studies, worths, strict=True):
        found = [(thing, one.share.estimate(share=True)) for thing, one in worth.items()]
        sentence, _ = standing_out([(thing, one) for thing, one in found if one], share_measure(study.fair))
        yield Finding(f"{title}, {study.plan.label}: {uncapped(sentence)}")


def changes_of(studies: Sequence[Study], thing: str, worths: Sequence[Mapping[str, Impact]]) -> list[Change]:
    """How the share of one thing differs in each version from the first; empty where it was never seen."""
    found = []
    for study, worth in zip(studies[1:], worths[1:], strict=True):
        if thing not in worths[0] or thing not in worth:
            continue
        one, other = worths[0][thing], worth[thing]
        before, after = fair_share(one.share, studies[0].seats), fair_share(other.share, study.seats)
        by = difference(one, other, (studies[0].seats, study.seats))
        if before and after and by:
            found.append(Change(thing, study.plan.label, before, after, by))
    return found


def conclusion(changes: Sequence[Change], sure: Sequence[Change], games: int) -> str:
    """Say in words which differences are sure, or how many games might show one."""
    if all(change.by.deals < FEW for change in changes):
        return "too few games to tell."
    if not sure:
        return f"no difference that chance would not explain{closest(changes, games)}."
    told: dict[str, list[str]] = defaultdict(list)
    for change in sure:
        told[change.version].append(change.sentence())
    return "; ".join(f"with {version} surely different: {several(things, 5)}" for version, things in told.items()) + "."


def closest(changes: Sequence[Change], games: int) -> str:
    """The difference that is nearest to being sure, and how many games of each version would show one as large."""
    nearest = max(changes, key=lambda change: change.by.distance(0.0))
    times = nearest.by.times_more(0.0, len(changes))
    if times > HOPELESS:
        return ""
    needed = f"{float(f'{max(times, 1.1) * games:.1g}'):,.0f}"
    by = f"{more(nearest.by.value)}, from {more(nearest.by.low)} to {more(nearest.by.high)}"
    return (
        f"; closest to one is {nearest.thing} with {nearest.version} ({by}): if it is as large as it seems, about "
        f"{needed} games of each version will show it"
    )


def widest(changes: Sequence[Change]) -> list[Change]:
    """The changes that a plot shows: the largest, in their order."""
    largest = sorted(changes, key=lambda change: -abs(change.by.value))[:PLOTTED]
    return [change for change in changes if change in largest]


def strongest_first(changes: Sequence[Change]) -> list[Change]:
    """The changes in the order of the shares in the first version."""
    return sorted(changes, key=lambda change: -change.before.value)


def side_by_side(
    studies: Sequence[Study], things: Sequence[str], worths: Sequence[Mapping[str, Impact]], sure: Sequence[Change]
) -> str:
    """A table with a row for each thing and columns for each version."""
    heads = ["", studies[0].plan.label]
    for study in studies[1:]:
        heads += [study.plan.label, "difference"]
    lines = []
    for thing in things:
        cells = [thing]
        changes = {change.version: change for change in changes_of(studies, thing, worths)}
        for study, worth in zip(studies, worths, strict=True):
            cells.append(with_interval(fair_share(worth[thing].share, study.seats)) if thing in worth else "–")
            if study is not studies[0]:
                cells.append(difference_cell(changes.get(study.plan.label), sure))
        lines.append(cells)
    return table(heads, lines)


def difference_cell(change: Change | None, sure: Sequence[Change]) -> str:
    """A difference with half the width of its interval, and whether it is sure."""
    if change is None:
        return "–"
    half = (change.by.high - change.by.low) / 2
    return f"{more(change.by.value)} ± {half:.2f}{', surely' if change in sure else ''}"
