"""The report of a study: a web page with plots, each captioned with what it shows and what was found."""

from __future__ import annotations

from math import inf
from statistics import fmean
from typing import TYPE_CHECKING

from guanxi.engine.rates import NORMAL, wilson
from guanxi.engine.text import phrase
from guanxi.lab.comparison import comparison
from guanxi.lab.figures import (
    STYLE,
    Finding,
    Section,
    capped,
    facts,
    figure,
    folded,
    halves,
    listed,
    more,
    quarters,
    row,
    several,
    spread,
    tenth,
    uncapped,
)
from guanxi.lab.plots import Row, bars, dots, histogram, line, page, percent, words
from guanxi.lab.recording import STEPS
from guanxi.lab.use_report import numbers, share_measure, standing_out, use_sections
from guanxi.lab.version_report import groups_of, version_sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from guanxi.lab.estimates import Impact, Ratio
    from guanxi.lab.study import Study


TOLD = 6  # findings in the summary besides those that every report has
APART = 0.25  # difference in value from which winners clearly lead


def report(studies: Sequence[Study], command: str, planned: int) -> str:
    """Render the page: the first study in full, and how the others differ from it."""
    study = studies[0]
    name = study.plan.game.text.say(phrase("name"))
    # A designer who compares versions asks first whom they help.
    sections = [*version_sections(studies), *comparison(studies)]
    sections += [length(study), scores(study), closeness(study), course(study), seats(study), *use_sections(study)]
    sections = [section for section in sections if section.pieces]
    top = [STYLE, facts(first_numbers(study)), listed(strongest(sections))]
    stopped = f" It was stopped early: {planned:,} games were planned." if study.games < planned else ""
    lead = f"{study.games:,} games of {name} with {study.seats} players: {who(study)}.{stopped}"
    parts = [
        ("Findings", top),
        *((one.heading, one.pieces) for one in sections),
        ("How to read this report", reading(command)),
    ]
    return page(f"{name} in the lab", parts, lead)


def strongest(sections: Sequence[Section]) -> list[str]:
    """The findings for the summary: those that every report has, and the strongest of the rest."""
    found = [finding for section in sections for finding in section.findings]
    limit = sorted((one.strength for one in found if one.strength < inf), reverse=True)[: TOLD + 1]
    least = limit[TOLD] if len(limit) > TOLD else 0.0
    return [one.sentence for one in found if one.strength > least]


def who(study: Study) -> str:
    """Name the bots, and the options if there are any."""
    names = study.plan.names
    called = study.plan.match.called[0]
    played = f"all played by the bot {called}" if study.plan.equal else f"played by {several(names, 6)}"
    options = ", ".join(f"{name} {value}" for name, value in study.plan.given.items())
    return f"{played}, {options}" if options else played


def first_numbers(study: Study) -> list[tuple[str, str]]:
    """The key figures."""
    lists = study.lists
    clocks = [(f"{name} per game", tenth(fmean(lists[name]))) for name in clock_names(study)]
    return [
        ("games", f"{study.games:,}"),
        ("decisions per game", tenth(fmean(lists["decisions"]))),
        *clocks,
        ("legal moves per decision", tenth(fmean(lists["legal"]))),
        ("winning margin in points (median)", tenth(quarters(lists["lead"])[1])),
        ("lead changes", tenth(fmean(lists["changes"]))),
        ("shared wins", percent(round(fmean(lists["shared"]), 3))),
    ]


def clock_names(study: Study) -> list[str]:
    """The game's own measures of length."""
    position = study.plan.game.begin(
        study.seats, study.plan.game.check_options(study.seats, study.plan.options), (1, 1, 1, 1)
    )
    return list(study.plan.game.lengths(position))


def length(study: Study) -> Section:
    """The section about length and endings."""
    lists = study.lists
    pieces = [spread("Decisions", lists["decisions"], "decisions")]
    pieces += [spread(name.capitalize(), lists[name], name) for name in clock_names(study)]
    pieces.append(spread("Turns", lists["turns"], "turns", "a turn is a run of decisions by one player"))
    if len(study.ends) > 1:
        pieces.append(endings(study))
    return Section("How long games take", pieces, [])


def endings(study: Study) -> str:
    """Plot how often games end for each reason."""
    text = study.plan.game.text
    rows = []
    for end, count in study.ends.most_common():
        found = wilson(count / study.games, study.games, NORMAL)
        rows.append(Row(end.partition(".")[2], found.estimate, found.low, found.high))
    most, count = study.ends.most_common(1)[0]
    found_ = f"Most often, in {percent(count / study.games)} of the games: {text.say(study.reasons[most])}"
    said = [f"{end.partition('.')[2].capitalize()}: {text.say(reason)}" for end, reason in study.reasons.items()]
    explained = " ".join(said)
    return figure(bars("How games end", rows, say=percent), f"What ended the game. {explained}", found_)


def scores(study: Study) -> Section:
    """The section about scores and their sources."""
    won, lost = study.scores["winners"], study.scores["others"]
    pieces = [
        figure(
            histogram("Winners’ points", won, about=f"on average {tenth(fmean(won))}"),
            "The points of winners.",
            f"Half of the winners had {tenth(quarters(won)[0])} to {tenth(quarters(won)[2])} points.",
        )
    ]
    if lost:
        pieces.append(
            figure(
                histogram("Other players’ points", lost, about=f"on average {tenth(fmean(lost))}"),
                "The points of players who did not win.",
                f"On average they had {tenth(fmean(won) - fmean(lost))} fewer than winners; "
                f"half of them had {tenth(quarters(lost)[0])} to {tenth(quarters(lost)[2])}.",
            )
        )
    sources, findings = score_sources(study)
    return Section("Points and where they come from", pieces + sources, findings)


def score_sources(study: Study) -> tuple[list[str], list[Finding]]:
    """Plot winners' points by source, and their lead over the others."""
    text = study.plan.game.text
    named = {part: text.say(phrase(f"score.{part}")) for part in study.parts}
    rows, ahead = [], []
    for part, camps in study.parts.items():
        won, lost = camps["winners"].estimate(), camps["others"].estimate()
        if won:
            rows.append(row(named[part], won, f"(others {tenth(lost.value)})" if lost else ""))
        found = study.ahead[part].estimate()
        if found:
            ahead.append((named[part], found))
    if not ahead:
        return [], []
    rows.sort(key=lambda one: -one.value)
    ahead.sort(key=lambda pair: -pair[1].value)
    first, best = ahead[0]
    decides = f"Winners gain most over the others from {first}: {more(best.value)} points on average."
    clear = [label for label, one in ahead if one.differs(0.0, len(ahead)) and one.value < 0]
    less = f" They score less than the others from {several(clear)}." if clear else ""
    about = f"Winners’ largest source is {rows[0].label}, with {tenth(rows[0].value)} points on average."
    pieces = [
        figure(
            bars("Where winners’ points come from", rows),
            "Winners’ points from each source.",
            capped(about),
        ),
        figure(
            dots("Winners’ lead by source", [row(label, one) for label, one in ahead], say=more, mark=0.0),
            "How many more points winners have from each source than the others at their table, with 95% intervals.",
            decides + less,
        ),
    ]
    return pieces, [Finding(decides + less)]


def closeness(study: Study) -> Section:
    """The section about leads and lead changes."""
    leads = study.lists["lead"]
    middle = quarters(leads)[1]
    none = sum(1 for lead in leads if not lead) / len(leads)
    tied = (
        f"in {percent(round(none, 3))} of the games the best two are level" if none else "the best two are never level"
    )
    found = f"Half of the games are decided by {tenth(middle)} points or less; {tied}."
    plot = histogram("Winning margin", leads, about="points between the best and the second best at the end")
    changes = study.lists["changes"]
    steady = sum(1 for one in changes if not one) / len(changes)
    kept = f"in {percent(round(steady, 3))} of the games the first leader stays ahead"
    seen = f"{halves(changes, 'lead changes')}; {kept}."
    turns = histogram("Lead changes", changes, about="by the bots’ evaluation of the position after each turn")
    shows = "How often in a game the lead passed to another player."
    return Section(
        "How close games are",
        [
            figure(plot, "The lead of the best player over the second best at the end.", found),
            figure(turns, shows, seen),
        ],
        [Finding(found), Finding(seen)],
    )


def course(study: Study) -> Section:
    """The section about how early games are decided."""
    whole = Section("When games are decided", [values(study)], [])
    for plot, found in (leaders(study), settling(study)):
        whole.pieces.extend(plot)
        whole.findings.extend(found)
    return whole


def values(study: Study) -> str:
    """Plot the value of positions for winners and for others."""
    sides = {"winners": curve_of(study.winners), "others": curve_of(study.losers)}
    gap = next((x for (x, won), (_, lost) in zip(*sides.values(), strict=False) if won - lost > APART), None)
    return figure(
        line("Value for winners and others", sides, x="% of the turns played", y="value, −1 lost to 1 won"),
        "The average value of the position for the eventual winners and for the others.",
        "Winners are never clearly ahead."
        if gap is None
        else f"Winners are clearly ahead after {tenth(gap)}% of the game.",
    )


def leaders(study: Study) -> tuple[list[str], list[Finding]]:
    """Plot how often the leader at each point of the game wins."""
    leads = curve_of(study.leaders)
    half = dict(leads).get(50.0)
    if half is None:
        return [], []
    fair = percent(study.fair)
    found = f"The player who leads halfway through takes {percent(half)} of the wins; {fair} would be fair."
    plot = line(
        "What becomes of the leader",
        {"leader": leads, "fair": [(0.0, study.fair), (100.0, study.fair)]},
        x="% of the turns played",
        y="share of the wins",
        say=percent,
    )
    return [figure(plot, "How often the leader at each point of the game wins in the end.", found)], [Finding(found)]


def settling(study: Study) -> tuple[list[str], list[Finding]]:
    """Plot when winners took the lead for good."""
    settled = [value * 100 for value in study.lists.get("settled", [])]
    if not settled:
        return [], []
    early = sum(1 for value in settled if value <= 50) / len(settled)
    found = (
        f"In half of the games nobody else leads after {tenth(quarters(settled)[1])}% of the turns; "
        f"{percent(round(early, 3))} of the games are settled in their first half."
    )
    plot = histogram("When games are settled", settled, about="% of the turns after which only the winner led")
    return [figure(plot, "When the winner took the lead for good.", found)], [Finding(found)]


def curve_of(ratios: Sequence[Ratio]) -> list[tuple[float, float]]:
    """The points of a line over the course of a game."""
    found = [(step, ratio.estimate()) for step, ratio in enumerate(ratios)]
    return [(100.0 * step / STEPS, one.value) for step, one in found if one is not None]


def seats(study: Study) -> Section:
    """The section about advantages of seats, the order of play, factions and bots."""
    whole = Section("Who has an advantage", [], [])
    tables: list[str] = []
    for title, worths in groups_of(study).items():
        add_worths(study, whole, tables, title, worths)
    whole.pieces.extend(tables)
    return whole


def add_worths(study: Study, section: Section, tables: list[str], title: str, worths: Mapping[str, Impact]) -> None:
    """Add a plot of win shares for one way to group players."""
    found = [(label, worth.share.estimate(share=True)) for label, worth in worths.items()]
    known = [(label, one) for label, one in found if one is not None]
    if len(known) < 2:
        return
    measure = share_measure(study.fair)
    plot = dots(title, [row(label, one) for label, one in known], say=percent, mark=study.fair, about=measure.about)
    sentence, strength = standing_out(known, measure)
    shows = f"Win shares by {title.lower()}, with 95% intervals."
    section.pieces.append(figure(plot, shows, sentence))
    if any(worth.users != study.games for worth in worths.values()):
        tables.append(folded(f"{title}: all numbers", numbers(study, list(worths.items()))))
    # Of versions, the section that compares them says who stands out.
    if (strength and not study.compared) or title == "Order of play":
        section.findings.append(Finding(f"{title}: {uncapped(sentence)}"))


def reading(command: str) -> list[str]:
    """The section that explains the numbers, with the command to repeat the study."""
    return [
        words(
            "A shared win counts as an equal part for each winner. The 95% intervals take into account that the seats "
            "of one game are not independent. Findings are corrected for the number of comparisons. Players who use "
            "something and win more need not win because of it: it may be what players do when they are ahead. "
            "Points are relative to the mean of the table; “one more is worth” compares players of the same game."
        ),
        words("Bots are not people: what they never try is not measured. The same command gives the same games:"),
        f"<pre>{command}</pre>",
    ]
