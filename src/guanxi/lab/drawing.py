"""Primitives for plots: scales, text, lines, cells, and the style sheet of the page."""

from __future__ import annotations

from html import escape
from math import ceil, floor, isfinite, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 480  # fits a phone; wide screens show two plots side by side
TITLE = 34  # height of the title
LETTER = 7.4  # width of a character in a wide font
MARKERS = (
    "M-4-4h8v8h-8Z",
    "M0-5L5 4H-5Z",
    "M0-4.5A4.5 4.5 0 1 0 0 4.5A4.5 4.5 0 1 0 0-4.5",
    "M0-6L5 0L0 6L-5 0Z",
    "M-6-2H6V2H-6Z",
    "M-2-6H2V6H-2Z",
)
COLOURS = """
:root{color-scheme:light dark;--paper:light-dark(#f6f0e3,#171412);--raised:light-dark(#fffaf0,#221d1a);
--ink:light-dark(#26221d,#efe6d5);--soft:light-dark(#6d6459,#a89c8a);--line:light-dark(#d9cfbc,#3a322c);
--accent:light-dark(#b3321f,#e2664d);--bar:light-dark(#6f86b5,#5470a8);--high:light-dark(#2c7355,#3f9c74);
--low:light-dark(#b3321f,#c24c36);--ink-0:light-dark(#2f4a86,#86a3e6);--ink-1:light-dark(#b3321f,#e2664d);
--ink-2:light-dark(#2c7355,#67b792);--ink-3:light-dark(#8f6209,#d6a443);--ink-4:light-dark(#7c3a6d,#cb8cbc);
--ink-5:light-dark(#525b63,#a5afb8)}
"""
DRAWN = """
svg{display:block;width:100%;height:auto;font:13px "Source Sans 3",system-ui,sans-serif;fill:var(--ink)}
svg .title{font:600 17px "EB Garamond",Georgia,serif}svg .soft{fill:var(--soft);font-size:12px}
svg .end{text-anchor:end}svg .middle{text-anchor:middle}
svg .bar{fill:var(--bar)}svg .high{fill:var(--high)}svg .low{fill:var(--low)}
svg .grid{stroke:var(--line)}svg .zero{stroke:var(--soft)}svg .mark{stroke:var(--accent);stroke-dasharray:4 3}
svg .reach{stroke:var(--ink);stroke-width:1.5;fill:none}svg .dot{fill:var(--ink)}
svg .curve{fill:none;stroke-width:2;stroke-linejoin:round}
"""
PAGE = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:1080px;padding:24px 16px 64px;background:var(--paper);color:var(--ink);
font:16px/1.5 "Source Sans 3",system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1,h2{font-family:"EB Garamond",Georgia,serif;font-weight:600;line-height:1.2;text-wrap:balance}
h1{font-size:34px;margin:16px 0 4px}h2{font-size:23px;margin:0 0 12px;grid-column:1/-1}
p{max-width:68ch;margin:4px 0 12px;color:var(--soft);grid-column:1/-1}
section{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:16px;align-items:start;
margin-top:32px;padding-top:16px;border-top:1px solid var(--line)}
figure{margin:0;padding:12px;background:var(--raised);border:1px solid var(--line);border-radius:4px;max-width:620px}
.wide{overflow-x:auto;grid-column:1/-1}table{border-collapse:collapse;font-size:15px}
th,td{padding:5px 14px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child{text-align:left;padding-left:0}thead th{color:var(--soft);font-weight:400}tbody th{font-weight:600}
pre{margin:0;padding:10px 12px;overflow-x:auto;background:var(--raised);border:1px solid var(--line);grid-column:1/-1}
@media print{figure{break-inside:avoid}}
"""
STYLE = COLOURS + PAGE + DRAWN
ALONE = COLOURS + DRAWN + "svg{background:var(--raised)}"  # the style of a plot without a page


class Scale:
    """Maps numbers to coordinates."""

    def __init__(self, low: float, high: float, begin: float, end: float) -> None:
        self.low, self.high = low, high if high > low else low + 1
        self.begin, self.end = begin, end

    def __call__(self, value: float) -> float:
        """The coordinate of a number."""
        return self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self, most: int = 5) -> list[float]:
        """Round numbers on the scale."""
        return ticks(self.low, self.high, most)


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers in a range, about `most` of them."""
    if high <= low or not isfinite(high - low):
        return [low]
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(power * size for size in (1, 2, 5, 10) if power * size >= rough * 0.999)
    return [round(index * step, 10) for index in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def svg(title: str, height: float, body: Sequence[str], told: str, about: str = "") -> str:
    """A plot with its title and a subtitle; `told` describes it for screen readers."""
    heading = text(0, 17, short(title, WIDTH * 0.84), "title", title)
    under = text(0, TITLE + 2, short(about, WIDTH + 30), "soft", about) if about else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {height:.0f}">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>{heading}{under}{''.join(body)}</svg>"
    )


def text(x: float, y: float, words: str, kind: str = "", full: str = "") -> str:
    """Text at a position; the full text appears as a tooltip if it had to be cut."""
    hint = f"<title>{escape(full)}</title>" if full and full != words else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}{hint}</text>'


def stroke(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    """A straight line."""
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" class="{kind}"/>'


def level(y: float, left: float, words: str) -> str:
    """A horizontal grid line with its label."""
    return stroke(left, y, WIDTH - 12, y, "grid") + text(left - 6, y + 4, words, "soft end")


def short(words: str, room: float) -> str:
    """Cut a text to the available width."""
    letters = max(2, int(room / LETTER))
    return words if len(words) <= letters else words[: letters - 1].rstrip() + "…"


def label_width(labels: Sequence[str]) -> float:
    """The width of the labels at the left."""
    return min(WIDTH * 0.4, max((len(label) for label in labels), default=0) * LETTER + 16)


def cell(x: float, y: float, wide: float, above: float, reach: float, words: str, hint: str) -> str:
    """A cell of a heat table, coloured by how far it is above or below the middle."""
    strength = min(1.0, abs(above) / reach) * 0.55
    return (
        f'<g><title>{escape(hint)}</title><rect class="{"high" if above >= 0 else "low"}" x="{x + 1:.1f}" '
        f'y="{y + 1:.1f}" width="{wide - 2:.1f}" height="28" rx="2" fill-opacity="{strength:.3f}"/>'
        f"{text(x + wide / 2, y + 19, short(words, wide), 'middle')}</g>"
    )


def curve(name: str, points: Sequence[tuple[float, float]], index: int) -> str:
    """A line through points, with markers at all of them if they are few, else at the last."""
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    marked = points if len(points) <= 24 else points[-1:]
    markers = "".join(marker(x, y, index) for x, y in marked)
    ink = f"var(--ink-{index % len(MARKERS)})"
    return f'<g><title>{escape(name)}</title><path class="curve" stroke="{ink}" d="{path}"/>{markers}</g>'


def marker(x: float, y: float, index: int) -> str:
    """The marker of a series."""
    sign = index % len(MARKERS)
    return f'<path fill="var(--ink-{sign})" transform="translate({x:.1f} {y:.1f})" d="{MARKERS[sign]}"/>'


def legend(names: Sequence[str], y: float) -> tuple[list[str], float]:
    """The names of series with their markers, wrapped; also returns the lower edge."""
    drawn, x = [], 54.0
    for index, name in enumerate(names):
        words = short(name, WIDTH * 0.6)
        wide = len(words) * LETTER + 34
        if x + wide > WIDTH and x > 54:
            x, y = 54.0, y + 20
        drawn += [marker(x + 6, y - 4, index), text(x + 16, y, words, "", name)]
        x += wide
    return drawn, y + 10
