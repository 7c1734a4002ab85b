"""What happens inside a move, in the browser: shown on the table, stepped through in a replay, and told in the log."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.playing import confirm_button, decide, finished_table, glowing, join, moves_made, set_up, state, table_at

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage

ROUND = 12  # moves of Hanamikoji: eight actions, of which four are answered
LONG = 30_000
HEAR = """table => {
    window.heard = [];
    const stream = new EventSource(`/api/tables/${table}/stream`);
    for (const kind of ["state", "update"]) stream.addEventListener(kind, () => heard.push(kind));
}"""


def go_on(page: Page) -> Locator:
    """The way past a moment."""
    return page.locator(".dock").get_by_role("button", name="Continue", exact=True)


def before_the_end_of_a_round(page: Page) -> None:
    """Open a table of two players on one device, one move before the secrets are revealed."""
    table = table_at(page, "hanamikoji", lambda shown: shown["moves"] == ROUND - 1, 2, {"rounds": 1})
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="show the table").click()
    glowing(page).or_(confirm_button(page)).first.wait_for()


def test_the_end_of_a_round_is_shown_before_its_result(open_page: OpenPage) -> None:
    page = open_page()
    before_the_end_of_a_round(page)
    decide(page)
    prompt = page.locator(".dock .prompt")
    expect(prompt).to_have_text("The secrets are revealed.")
    assert glowing(page).count() == 0
    assert page.get_by_role("dialog").count() == 0
    expect(page.locator("p.unseen[role=status]")).to_contain_text("reveals the secret")
    page.wait_for_timeout(300)  # a second click at once would be half of a double click
    go_on(page).click()
    expect(prompt).to_have_text("The round is scored.")
    # Whoever presses nothing sees the end all the same.
    page.locator("[role=dialog] h2").wait_for(timeout=LONG)


def test_any_key_leaves_a_moment_but_not_one_that_leads_along_the_page(open_page: OpenPage) -> None:
    page = open_page()
    before_the_end_of_a_round(page)
    decide(page)
    go_on(page).wait_for()
    page.wait_for_timeout(300)
    page.keyboard.press("Tab")
    expect(page.locator(".dock .prompt")).to_have_text("The secrets are revealed.")
    page.keyboard.press("Escape")
    expect(page.locator(".dock .prompt")).to_have_text("The round is scored.")


def test_a_replay_steps_through_the_moments_of_a_move(open_page: OpenPage) -> None:
    page = open_page()
    table = finished_table(page)
    page.goto(f"/replay/{table}?move={ROUND - 1}")
    page.get_by_text(f"Move {ROUND - 1} of {ROUND}").wait_for()
    caption = page.locator(".dock .caption")
    way = [("&moment=1", "The secrets are revealed."), ("&moment=2", "The round is scored."), ("", "")]
    for end, text in way:
        page.keyboard.press("ArrowRight")
        page.wait_for_url(f"**/replay/{table}?move={ROUND}{end}")
        expect(caption).to_have_text(text)
    page.get_by_role("button", name="Step back").click()
    page.wait_for_url(f"**?move={ROUND}&moment=2")
    page.reload()
    expect(caption).to_have_text("The round is scored.")
    page.get_by_role("link", name="Review").click()
    page.wait_for_url(f"**/review/{table}?move={ROUND}&moment=2")
    expect(caption).to_have_text("The round is scored.")


def test_a_stream_is_compressed_and_sends_only_what_is_new(open_page: OpenPage) -> None:
    alex = open_page()
    set_up(alex, "friend")
    link = alex.get_by_label("Link for seat 2").input_value()
    with alex.expect_response(re.compile("/stream")) as opened:
        alex.reload()
    assert opened.value.headers["content-encoding"] == "gzip"
    join(bea := open_page(link))
    glowing(alex).or_(alex.get_by_text("Waiting for")).first.wait_for()
    bea.evaluate(HEAR, alex.url.rsplit("/", 1)[1])
    bea.wait_for_function("() => heard.length === 1")
    mover = alex if state(alex)["to_move"] == [0] else bea
    decide(mover)
    bea.wait_for_function("() => heard.join() === 'state,update'")
    for page in (alex, bea):
        expect(page.locator("#drawer-panel, .board").first).to_be_visible()
        assert moves_made(page) == 1
    other = bea if mover is alex else alex
    glowing(other).first.wait_for()


def test_the_log_names_turns_folds_routine_and_shows_places(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1600, "height": 900})
    table = table_at(page, "hanamikoji", lambda shown: shown["moves"] == 5, 2, {})
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="show the table").click()
    log = page.locator("#drawer-panel")
    log.get_by_role("heading").first.wait_for()
    assert log.get_by_role("heading").count() >= 2
    before = log.locator("li li").count()
    more = log.get_by_role("button", name=re.compile(r"^\d+ more$")).last
    more.focus()
    page.keyboard.press("Enter")
    log.get_by_role("button", name="Show less").wait_for()
    assert log.locator("li li").count() > before
    log.locator("ul button").last.hover()
    page.locator(".board .noted").first.wait_for()
    page.locator("h1").hover()
    expect(page.locator(".board .noted")).to_have_count(0)


def test_an_undo_is_told_in_the_log(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1600, "height": 900})
    table = table_at(page, "han", lambda shown: shown["undo"]["possible"] and shown["moves"] > 2, 2, {})
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="show the table").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#drawer-panel .aside")).to_contain_text("takes back")
