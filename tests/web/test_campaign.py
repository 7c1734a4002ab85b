"""The campaign in the browser: from a game's box to a goal that is reached, and on to the next step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

import guanxi
from guanxi.learning.campaign import campaign, campaign_texts
from tests.web.axe import faults
from tests.web.playing import fits

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage

GAME = guanxi.game("hanamikoji")


def finish_round(page: Page, table: str) -> None:
    """Play the learner's moves through the API until the game is over."""
    page.evaluate(
        """async (table) => {
        for (;;) {
          const state = await (await fetch(`/api/tables/${table}`)).json();
          if (state.over) return;
          if (!state.to_move.includes(state.seat)) { await new Promise((done) => setTimeout(done, 20)); continue; }
          await fetch(`/api/tables/${table}/moves`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({
              seat: state.seat, move: state.legal.at(-1).number, length: state.length, id: `m${state.length}`,
            }),
          });
        }
      }""",
        table,
    )


def test_a_step_from_the_box_to_its_end_and_again(open_page: OpenPage) -> None:
    found, texts = campaign(GAME), campaign_texts(GAME, "en")
    assert found
    first = texts[found.steps[0].id]
    page = open_page("/")
    page.locator('a[href="/campaign/hanamikoji"]').click()
    expect(page.get_by_role("heading", name="Campaign: Hanamikoji")).to_be_visible()
    steps = page.locator("main ol > li")
    expect(steps).to_have_count(len(found.steps))
    expect(steps.nth(0)).to_contain_text(first.idea)
    expect(steps.nth(1)).to_contain_text("Opens with a star for the step before")
    assert faults(page) == []
    steps.nth(0).get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    goal = page.get_by_role("region", name="Goal")
    expect(goal).to_contain_text(first.goal)
    expect(goal).to_contain_text(first.idea)
    page.keyboard.press("Escape")
    expect(goal).not_to_contain_text(first.idea)
    assert fits(page)
    table = page.url.rpartition("/")[2]
    finish_round(page, table)
    goal.get_by_role("button", name="Try again").click()
    page.wait_for_url(lambda url: "/table/" in url and not url.endswith(table))
    expect(page.get_by_role("region", name="Goal")).to_contain_text(first.goal)
