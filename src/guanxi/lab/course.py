"""The course of a training run: how strong the network was after so many games, as data and as a plot."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.rates import Rate
from guanxi.lab.drawing import ALONE, TITLE, WIDTH, Scale, curve, level, svg, text
from guanxi.lab.plots import number, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

HEIGHT, LEFT = 190, 54.0


class Stage(msgspec.Struct, frozen=True):
    """The strength at one stage of a run."""

    games: int  # of self-play so far
    error: float  # the mean loss of the last batch
    win_rate: Rate  # alone against the game's own adviser, both one decision deep


def course_plot(game: str, players: int, stages: Sequence[Stage]) -> str:
    """Draw the win rate over the games of self-play as an SVG that stands alone."""
    rates = [stage.win_rate for stage in stages]
    fair = 1 / players
    low, high = min(fair, *(one.low for one in rates)), max(fair, *(one.high for one in rates))
    top = TITLE + 20
    across = Scale(0, stages[-1].games, LEFT + 6, WIDTH - 30)
    up = Scale(low, high, top + HEIGHT, top)
    body = [level(up(tick), LEFT, percent(tick)) for tick in up.ticks()]
    body += [text(across(tick), top + HEIGHT + 20, number(tick), "soft middle") for tick in across.ticks(6)]
    body.append(f'<path class="mark" d="M{LEFT:.1f} {up(fair):.1f}H{WIDTH - 16}"/>')
    for stage in stages:
        rate = stage.win_rate
        hint = f"{stage.games:,} games: {percent(rate.estimate)} ({percent(rate.low)} to {percent(rate.high)})"
        reach = f"M{across(stage.games):.1f} {up(rate.low):.1f}V{up(rate.high):.1f}"
        body.append(f'<path class="reach" d="{reach}"><title>{escape(hint)}</title></path>')
    body.append(curve("win rate", [(across(stage.games), up(stage.win_rate.estimate)) for stage in stages], 0))
    body.append(text(WIDTH - 16, top + HEIGHT + 36, "games of self-play", "soft end"))
    last = stages[-1]
    told = f"From {percent(rates[0].estimate)} after {stages[0].games:,} games to {percent(rates[-1].estimate)} after "
    told += f"{last.games:,} games."
    title = f"{game.replace('_', ' ').title()}: games won alone against the own evaluation"
    about = f"one decision deep; 95 % intervals; dashed: equal, {percent(fair)}"
    drawn = svg(title, top + HEIGHT + 44, body, told, about)
    return drawn.replace("<title>", f"<style>{ALONE}</style><title>", 1)
