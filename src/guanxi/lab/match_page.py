"""The result of a match as a self-contained web page with plots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.lab.console import label, lines, payoff_title
from guanxi.lab.plots import Row, bars, code, dots, heat, page, percent, table, words

if TYPE_CHECKING:
    from guanxi.engine.rates import Rate
    from guanxi.lab.match_result import MatchResult

    Section = tuple[str, list[str]]


def match_page(result: MatchResult, command: str) -> str:
    """Render the page; `command` replays the match."""
    sections = [strength(result)]
    if result.pool:
        sections.append(comparison(result))
    sections += [seats(result), thinking(result)]
    lead = ". ".join(lines(result)) + "."
    made = ("Reproduce it", [words("This command plays the same games again:"), code(command)])
    return page(f"A match of {result.game.replace('_', ' ')}", [*sections, made], lead)


def strength(result: MatchResult) -> Section:
    """The win rates of all bots."""
    rows = [interval_row(label(one), one.win_rate) for one in result.bots]
    about = f"95 % intervals; dashed: the share of equal bots, {percent(1 / result.seats)}."
    plot = bars("Share of games won", rows, say=percent, mark=1 / result.seats, about=about)
    numbers = table(
        ("bot", "games", "won", "shared", "share (95 %)", "score"),
        [
            (
                label(one),
                f"{one.games:,}",
                f"{one.wins:,}",
                f"{one.shared:,}",
                str(one.win_rate),
                f"{one.score:.1f}",
            )
            for one in result.bots
        ],
    )
    return "Standings", [plot, numbers]


def comparison(result: MatchResult) -> Section:
    """Payoffs and ratings of a pool."""
    names = [label(one) for one in result.bots]
    shares = [[None if cell is None else cell.estimate for cell in row] for row in result.payoffs]
    about = f"Equal bots win {percent(1 / result.seats)}."
    rated = [
        Row(name, one.rating, one.low, one.high, f"± {one.high - one.rating:.0f}" if one.high > one.rating else "")
        for name, one in zip(names, result.ratings, strict=True)
    ]
    numbers = table(
        ("", *names),
        [
            (name, *("–" if cell is None else str(cell) for cell in row))
            for name, row in zip(names, result.payoffs, strict=True)
        ],
    )
    return "Against each other", [
        heat(payoff_title(result), names, shares, middle=1 / result.seats, about=about),
        dots(
            "Ratings",
            rated,
            say=points,
            about="95 % intervals; 400 points are odds of ten to one.",
        ),
        numbers,
    ]


def seats(result: MatchResult) -> Section:
    """The win rates of seats; every bot sat in each equally often."""
    rows = [interval_row(f"seat {seat}", one) for seat, one in enumerate(result.by_seat)]
    if result.first:
        rows.append(interval_row("first to move", result.first))
    about = "95 % intervals; every bot sat in each seat equally often."
    return "Seats", [bars("Share of games won by seat", rows, say=percent, mark=1 / result.seats, about=about)]


def thinking(result: MatchResult) -> Section:
    """Thinking times."""
    rows = [Row(label(one), one.seconds) for one in result.bots]
    longest = [Row(label(one), one.longest) for one in result.bots]
    return "Think time", [
        bars("Average decision", rows, say=span),
        bars("Slowest decision", longest, say=span),
    ]


def interval_row(name: str, one: Rate) -> Row:
    """A rate as a row of a plot."""
    return Row(name, one.estimate, one.low, one.high)


def span(seconds: float) -> str:
    """Format a time in seconds or milliseconds."""
    if seconds == 0 or seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1000:.3g} ms"


def points(rating: float) -> str:
    """Format a rating without decimals."""
    return f"{rating:,.0f}".replace("-", "−")
