"""What a page says about itself, asked inside it: axe-core's judgement, and words that are cut off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
RUN = """async ([within, tags]) => {
    document.adoptedStyleSheets = []; // colours are judged as they are painted
    const runOnly = { type: "tag", values: tags };
    const { violations } = await axe.run(within, { runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}\\n${node.failureSummary}`));
}"""

CUT_OFF = """() => [...document.querySelectorAll("body *:not(svg *, .unseen)")].filter(thing => {
    const words = [...thing.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
    const box = thing.getBoundingClientRect();
    const style = getComputedStyle(thing);
    const drawn = thing.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!words || !drawn || box.width <= 1 || style.clipPath !== "none") return false;
    const pushed = (at) => at && (/auto|scroll/.test(getComputedStyle(at).overflowX) || pushed(at.parentElement));
    const text = document.createRange();
    text.selectNodeContents(thing);
    const narrow = /hidden|clip/.test(style.overflowX) && text.getBoundingClientRect().width > box.width + 0.5;
    return narrow || ((box.left < -1 || box.right > innerWidth + 1) && !pushed(thing.parentElement));
}).map(thing => `${thing.className}: ${thing.textContent.trim()}`)"""


def faults(page: Page, within: str = "html") -> list[str]:
    """Return the faults that axe finds in the page, or in a part of it, as it is now."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text("utf-8"))
    return list(page.evaluate(RUN, [within, TAGS]))


def cut_off(page: Page) -> list[str]:
    """The words that are not wholly in sight although nothing can be pushed to see them."""
    return list(page.evaluate(CUT_OFF))
