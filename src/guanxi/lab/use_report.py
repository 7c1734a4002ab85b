"""The sections of a report about uses: how often things are used, and how their users fare."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from guanxi.lab.estimates import FEW
from guanxi.lab.figures import (
    Finding,
    Section,
    capped,
    chapter,
    figure,
    folded,
    heading,
    more,
    row,
    several,
    signed,
    span,
    uncapped,
)
from guanxi.lab.plots import Row, bars, dots, number, percent, table, words
from guanxi.lab.uses import ITSELF, TOGETHER, readable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guanxi.lab.estimates import Estimate, Impact
    from guanxi.lab.study import Study

Entry = tuple[str, "Impact"]
PLOTTED = 14  # the most used of a family
LISTED = 40
COMMON = 0.6  # things that more seats use are compared by how often they are used
SECTIONS = {"move": ("What players do", "Move by move"), "event": ("What happens to players", "Event by event")}


def use_sections(study: Study) -> list[Section]:
    """All sections: first kinds of moves and what they name, then events."""
    families = grouped(study)
    return [section for source in SECTIONS for section in of_source(study, source, families)]


def grouped(study: Study) -> dict[tuple[str, str], list[Entry]]:
    """Group uses by kind and sort; an event that duplicates a move is left out."""
    families: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for use, worth in sorted(study.uses.items(), key=lambda pair: (-pair[1].uses, pair[0])):
        itself = use.about == ITSELF
        kind, name = (use.kind.partition(".")[0], readable(use.name)) if itself else (use.kind, use.name)
        families[kind, use.about].append((name, worth))
    kept: dict[tuple[str, str], list[Entry]] = {}
    told: set[tuple[float, ...]] = set()
    for (kind, about), entries in sorted(families.items(), key=lambda pair: telling_order(*pair[0])):
        if kind == "event":
            entries = [entry for entry in entries if entry[1].fingerprint() not in told]
        prints = {worth.fingerprint() for _, worth in entries}
        if about == ITSELF or not prints <= told:
            kept[kind, about] = entries
        told |= prints
    return kept


def telling_order(kind: str, about: str) -> tuple[bool, bool, bool]:
    """Sort key: moves before events, combinations last, provinces before the places in them."""
    return kind.startswith("event"), about == TOGETHER, about not in (ITSELF, "province")


def of_source(study: Study, source: str, families: dict[tuple[str, str], list[Entry]]) -> list[Section]:
    """The sections of one source: all kinds together, then what each of them names."""
    together, one_by_one = SECTIONS[source]
    telling = [entry for entry in families.get((source, ITSELF), []) if differs_between_seats(entry[1])]
    sections = [family_section(study, together, "kind", telling)] if len(telling) > 1 else []
    if source == "event":
        sections.append(Section("What happens at the table", happenings(study), []))
    named: dict[str, list[tuple[str, list[Entry]]]] = defaultdict(list)
    for (kind, about), entries in families.items():
        shown = [entry for entry in entries if differs_between_seats(entry[1])]
        if about != ITSELF and kind.startswith(f"{source}.") and len(shown) > 1:
            named[kind].append((about, shown))
    chapters = [named_chapter(study, kind, abouts) for kind, abouts in named.items()]
    # Events that correlate with winning are not findings: the result is made of them.
    findings = [one for _, found in chapters for one in found] if source == "move" else []
    return [*sections, Section(one_by_one, [piece for piece, _ in chapters], findings)]


def differs_between_seats(worth: Impact) -> bool:
    """Whether a seat ever used it more often than another."""
    return worth.gain.below > 0


def named_chapter(study: Study, kind: str, abouts: list[tuple[str, list[Entry]]]) -> tuple[str, list[Finding]]:
    """A chapter about what one kind names; it is open if something stands out."""
    pieces, findings = [], []
    for about, entries in sorted(abouts, key=lambda pair: pair[0] == TOGETHER):
        part = family_section(study, readable(kind), about, entries)
        pieces += [heading("Combinations" if about == TOGETHER else f"By {about}"), *part.pieces]
        findings += part.findings
    named = several([about for about, _ in abouts if about != TOGETHER], 5)
    summary = f"by {named}" if named != "none" else "combinations"
    return chapter(capped(readable(kind)), summary, pieces, bool(findings)), findings


def happenings(study: Study) -> list[str]:
    """Plot events without an actor."""
    if not study.happened:
        return []
    rows = [Row(readable(kind), count / study.games) for kind, count in study.happened.most_common(PLOTTED)]
    most, least = rows[0], rows[-1]
    last = f", {least.label} {number_of_uses(least.value)} times" if len(rows) > 1 else ""
    found = f"{capped(most.label)} happens {number_of_uses(most.value)} times a game{last}."
    plot = bars("What happens at the table", rows, say=number_of_uses, about="times a game")
    return [figure(plot, "Events that belong to no single player.", found)]


def family_section(study: Study, name: str, about: str, entries: list[Entry]) -> Section:
    """Plots of how often things of one sort are used and of their impact, with a folded table."""
    shown = entries[:PLOTTED]
    left_out = f" The {PLOTTED} most used of {len(entries)} are shown." if len(entries) > PLOTTED else ""
    uses = bars(
        "How often",
        [Row(label, worth.uses / study.games) for label, worth in shown],
        say=number_of_uses,
        about="times a game, all players together",
    )
    worth_figure, findings = worth_plot(study, called(name, about), shown)
    pieces = [
        figure(uses, f"How often each is used in a game.{left_out}", often(study, shown)),
        worth_figure,
        folded("All numbers", numbers(study, entries)),
    ]
    return Section(name, pieces, findings)


def called(name: str, about: str) -> str:
    """The name of a family in the summary of findings."""
    if about == "kind":
        return name
    return f"{capped(name)}, combinations" if about == TOGETHER else f"{capped(name)}, by {about}"


def number_of_uses(value: float) -> str:
    """Format how often something is used."""
    return number(round(value, 2))


def often(study: Study, entries: Sequence[Entry]) -> str:
    """A sentence about the most and the least used."""
    (most, many), (least, few) = entries[0], entries[-1]
    return (
        f"{capped(most)} is the most used, {number_of_uses(many.uses / study.games)} times a game; "
        f"{least} the least, {number_of_uses(few.uses / study.games)} times."
    )


class Measure(NamedTuple):
    """A measure of impact and the words to report it."""

    title: str
    about: str
    shows: str
    fair: float
    say: Callable[[float], str]
    high: str  # the start of a sentence that lists values above the fair one
    low: str


def share_measure(fair: float) -> Measure:
    """The win share of players who used something."""
    return Measure(
        "Win share of players who used it",
        f"dashed: a fair share of {percent(fair)}",
        "The share of the wins taken by players who used it, with 95% intervals.",
        fair,
        percent,
        "more than a fair share",
        "less than a fair share",
    )


GAIN = Measure(
    "What one more is worth",
    "percentage points of win share",
    "How much more often players win who use it once more than the others at their table, with 95% intervals.",
    0.0,
    signed,
    "one more goes with more wins",
    "one more goes with fewer wins",
)


def worth_plot(study: Study, called: str, entries: Sequence[Entry]) -> tuple[str, list[Finding]]:
    """Plot the impact of things, with findings; common things are measured by how often they are used."""
    users = sum(worth.users for _, worth in entries) / len(entries)
    if users > COMMON * study.games * study.seats:
        measure, found = GAIN, [(label, worth.gain.estimate()) for label, worth in entries]
    else:
        measure = share_measure(study.fair)
        found = [(label, worth.share.estimate(share=True)) for label, worth in entries]
    known = [(label, one) for label, one in found if one is not None and one.deals >= min(FEW, study.games)]
    rows = [row(label, one) for label, one in known]
    plot = dots(measure.title, rows, say=measure.say, mark=measure.fair, about=measure.about)
    sentence, strength = standing_out(known, measure)
    findings = [Finding(f"{called}: {uncapped(sentence)}", strength)] if strength else []
    rare = len(found) - len(known)
    left_out = f" Left out: {rare} used in fewer than {FEW} games." if rare else ""
    return figure(plot, f"{measure.shows}{left_out}", sentence), findings


def standing_out(known: Sequence[tuple[str, Estimate]], measure: Measure) -> tuple[str, float]:
    """A sentence about significant differences, and the largest distance in standard errors."""
    if all(one.deals < FEW for _, one in known):
        return "Too few games to tell.", 0.0
    if len(known) == 1 and not known[0][1].differs(measure.fair):
        return "It does not differ by more than chance would explain.", 0.0
    clear = [(label, one) for label, one in known if one.differs(measure.fair, len(known))]
    if not clear:
        none = "Neither" if len(known) == 2 else f"None of the {len(known)}"
        return f"{none} differs by more than chance would explain.", 0.0
    clear.sort(key=lambda pair: -pair[1].value)
    high = [f"{label} ({measure.say(one.value)})" for label, one in clear if one.value > measure.fair]
    low = [f"{label} ({measure.say(one.value)})" for label, one in reversed(clear) if one.value < measure.fair]
    told = [f"{word}: {several(names)}" for word, names in ((measure.high, high), (measure.low, low)) if names]
    tail = "; the rest could be chance" if len(clear) < len(known) else ""
    return capped(f"{'; '.join(told)}{tail}."), max(one.distance(measure.fair) for _, one in clear)


def numbers(study: Study, entries: Sequence[Entry]) -> str:
    """A table of all numbers about things of one sort."""
    heads = ("", "times a game", "players", "win share (95%)", "× fair", "points", "one more is worth")
    lines = [line(study, label, worth) for label, worth in entries[:LISTED]]
    left = len(entries) - LISTED
    return table(heads, lines) + (words(f"{left} more were used less often.") if left > 0 else "")


def line(study: Study, label: str, worth: Impact) -> tuple[str, ...]:
    """The row of one thing: uses, users, win share, relative points, gain per use."""
    share, points, gain = worth.share.estimate(share=True), worth.points.estimate(), worth.gain.estimate()
    return (
        label,
        number_of_uses(worth.uses / study.games),
        percent(round(worth.users / study.games / study.seats, 3)),
        span(share),
        f"{share.value / study.fair:.2f}" if share else "–",
        more(points.value) if points else "–",
        f"{signed(gain.value)} ± {1.96 * gain.error * 100:.1f}" if gain else "–",
    )
