"""How people find each other: the lists and their filters, a game with anybody, invitations, looking on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.playing import box, fits, join, set_up, state

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage


def panel(page: Page, game: str) -> Locator:
    """The panel in which a table of a game is set up."""
    box(page, game).get_by_role("button", name="Set up a table", exact=False).last.click()
    return page.get_by_role("dialog")


def sit_down(page: Page, wishes: Locator) -> str:
    """Make the table that is set up; returns its id."""
    wishes.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")
    return page.url.rsplit("/", 1)[1]


def find_players(page: Page, game: str, pace: str) -> None:
    """A game with anybody."""
    box(page, game).get_by_role("button", name="Find players").click()
    page.get_by_role("dialog").get_by_label(pace).check()
    page.get_by_role("dialog").get_by_role("button", name="Find players").click()
    page.wait_for_url("**/table/*")


def listed(page: Page, table: str) -> Locator:
    """A table in the lists of others' tables."""
    return page.locator("#open .row", has=page.locator(f"a[href='/table/{table}']"))


def open_table(open_page: OpenPage) -> str:
    """The address of a table with a seat for anybody, whose maker does not look."""
    wish = {"game": "hanamikoji", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = open_page("/api/health").request.post("/api/tables", data=wish).json()
    return f"/table/{made['table']}"


def test_a_table_with_a_clock_is_found_by_its_filters(open_page: OpenPage) -> None:
    alex = open_page()
    wishes = panel(alex, "Hanamikoji")
    wishes.get_by_label("Your name").fill("Alex")
    wishes.get_by_label("Opponent").select_option("open")
    wishes.get_by_label("Clock").select_option("72h")
    wishes.get_by_label("If a player leaves").select_option("forfeit")
    wishes.get_by_label("Spoken").select_option("fr")
    table = sit_down(alex, wishes)
    time = state(alex)["time"]
    assert (time["control"], time["absent"]) == ({"kind": "slow", "hours": 72}, "forfeit")

    bea = open_page()
    row = listed(bea, table)
    row.wait_for()
    assert "Alex" in row.inner_text()
    assert "Français" in row.inner_text()
    filters = {"Game": ("hanamikoji", "han"), "Clock": ("72h", "600+10"), "Spoken": ("fr", "it")}
    for label, (fitting, other) in filters.items():
        chosen = bea.get_by_role("group", name="Filter tables").get_by_label(label)
        chosen.select_option(other)
        bea.get_by_text("No open table matches").wait_for()
        assert row.count() == 0
        chosen.select_option(fitting)
        row.wait_for()
    bea.get_by_role("group", name="Filter tables").get_by_label("Clock").select_option("live")
    bea.get_by_role("button", name="Show all").click()
    row.wait_for()

    alex.get_by_role("link", name="Back to the shelf").click()
    alex.locator(f"#mine a[href='/table/{table}']").wait_for()
    assert listed(alex, table).count() == 0
    again = panel(alex, "Hanamikoji")
    assert again.get_by_label("Clock").input_value() == "72h"
    assert again.get_by_label("Opponent").input_value() == "open"
    again.get_by_label("Opponent").select_option("here")
    again.get_by_label("Clock").select_option("own")
    again.get_by_label("Minutes per game").fill("7")
    again.get_by_label("Seconds added").fill("3")
    sit_down(alex, again)
    assert state(alex)["time"]["control"] == {"kind": "live", "game": 420, "move": 3}


def test_a_game_with_anybody_brings_two_guests_to_one_table(open_page: OpenPage) -> None:
    alex, bea = open_page(), open_page()
    find_players(alex, "Hanamikoji", "Live")
    alex.get_by_text("Nobody else is looking for this game").wait_for()
    find_players(bea, "Hanamikoji", "Live")
    assert bea.url == alex.url
    alex.locator(".board [data-flip]").first.wait_for()
    shown = state(bea)
    assert shown["started"]
    assert shown["time"]["control"]["kind"] == "live"


def test_a_private_table_is_in_no_list_and_its_links_are_for_friends(open_page: OpenPage) -> None:
    alex = open_page()
    wishes = panel(alex, "Hanamikoji")
    wishes.get_by_label("Opponent").select_option("open")
    wishes.get_by_label("Private").check()
    assert wishes.get_by_label("Opponent").input_value() == "friend"
    table = sit_down(alex, wishes)
    field = alex.get_by_label("Link for seat 2")
    link = field.input_value()
    alex.evaluate("localStorage.clear()")
    alex.reload()
    field.wait_for()
    assert field.input_value() == link
    assert alex.get_by_role("img", name="QR code").locator("svg").is_visible()
    alex.get_by_role("button", name="New link").click()
    alex.get_by_text("The old one no longer works").wait_for()

    spy = open_page(f"/table/{table}")
    spy.get_by_role("heading", name="This table is private").wait_for()
    assert table not in spy.request.get("/api/tables").text()
    assert spy.request.post("/api/join", data={"token": link.rsplit("/", 1)[1]}).status == 404

    bea = open_page(field.input_value())
    bea.get_by_role("heading", name="Hanamikoji: join this table?").wait_for()
    assert state(alex)["started"] is False
    bea.keyboard.type("Bea")
    bea.keyboard.press("Enter")
    bea.wait_for_url(f"**/table/{table}")
    bea.locator(".board [data-flip]").first.wait_for()
    assert [seat["name"] for seat in state(alex)["seats"]] == [None, "Bea"]


def test_a_table_is_closed_and_who_waits_there_is_told(open_page: OpenPage) -> None:
    alex = open_page()
    set_up(alex, "friend")
    link = alex.get_by_label("Link for seat 2").input_value()
    bea, kim = open_page(link), open_page(alex.url)
    bea.get_by_label("Your name").fill("Bea")
    kim.get_by_role("heading", name="Waiting for players").wait_for()
    alex.get_by_role("button", name="Close the table").click()
    alex.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    alex.get_by_text("No games yet").wait_for()
    kim.get_by_role("heading", name="This table was closed").wait_for()
    bea.keyboard.press("Enter")
    bea.get_by_role("alert").get_by_text("The person who opened this table closed it before the game began").wait_for()


def test_bots_are_seated_and_sent_away_until_the_table_is_full(open_page: OpenPage) -> None:
    alex = open_page()
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "open"}]
    made = alex.request.post("/api/tables", data={"game": "han", "seats": seats, "name": "Alex"}).json()
    alex.goto(f"/table/{made['table']}")
    bea, kim = open_page(f"/table/{made['table']}"), open_page(made["links"]["1"])
    alex.get_by_role("button", name="Seat a bot").click()
    alex.get_by_label("Where").select_option("1")
    alex.get_by_label("Level").select_option("novice")
    alex.get_by_role("radio").first.focus()
    characters = alex.get_by_role("radio").count()
    alex.keyboard.press("ArrowRight")
    expect(alex.get_by_role("radio").first).not_to_be_checked()
    name = alex.locator("fieldset label:has(:checked)").inner_text()
    alex.keyboard.press("Enter")
    bots = alex.get_by_role("list", name="Bots at the table")
    bots.get_by_text(name).wait_for()
    bea.get_by_role("list", name="Players").get_by_role("button", name=name).wait_for()
    kim.get_by_label("Your name").fill("Kim")
    kim.keyboard.press("Enter")
    kim.get_by_text("Someone else has taken this seat").wait_for()
    alex.get_by_role("button", name=f"Send {name} away").press("Enter")
    bots.wait_for(state="detached")
    expect(alex.get_by_role("button", name="Seat a bot")).to_be_focused()
    alex.keyboard.press("Enter")
    expect(alex.get_by_role("radio")).to_have_count(characters)
    alex.get_by_role("button", name="Seat the bot").click()
    bots.wait_for()
    kim.reload()
    join(kim, "Kim")
    alex.locator(".board [data-flip]").first.wait_for()
    assert [seat["kind"] for seat in state(alex)["seats"]] == ["person", "person", "bot"]


def test_who_watches_is_told_so_and_is_offered_a_free_seat(open_page: OpenPage) -> None:
    table = open_table(open_page)
    bea, kim = open_page(table), open_page(table)
    kim.get_by_role("button", name="Take this seat").wait_for()
    join(bea)
    kim.get_by_text("You are watching").wait_for()
    assert kim.locator(".board .touchable").count() == 0
    bea.locator(".board [data-flip]").first.wait_for()
    assert bea.get_by_text("You are watching").count() == 0


def test_the_lobby_fits_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    for language in ("en", "fr", "it"):
        if language != "en":
            page.evaluate("language => localStorage.setItem('guanxi.language', language)", language)
            page.reload()
        page.locator(".ways button.button").nth(2).click()
        page.get_by_role("dialog").locator("select").first.select_option("open")
        assert page.locator("html").get_attribute("lang") == language
        assert fits(page)
        page.keyboard.press("Escape")
        page.locator(".ways button.button").nth(1).click()
        page.get_by_role("dialog").get_by_role("radio").first.wait_for()
        assert fits(page)


def test_a_newcomer_learns_the_game_before_taking_the_seat_of_an_invitation(open_page: OpenPage) -> None:
    alex = open_page()
    wish = {"game": "hanamikoji", "seats": [{"kind": "me"}, {"kind": "friend"}], "name": "Alex"}
    created = alex.request.post("/api/tables", data=wish | {"time": {"kind": "live", "game": 600, "move": 10}}).json()
    bea = open_page(created["links"]["1"])
    bea.get_by_role("link", name="Learn it (7 minutes)").click()
    bea.wait_for_url("**/table/*")
    bea.get_by_label("Steps of the tutorial").select_option("12")
    shown = alex.request.get(f"/api/tables/{created['table']}").json()
    assert not shown["started"]
    coach = bea.get_by_role("region", name="Tutorial")
    while not coach.get_by_role("link", name="Take your seat").is_visible():
        coach.get_by_role("button", name="Next").click()
    coach.get_by_role("link", name="Take your seat").click()
    assert bea.get_by_role("link", name="Learn it").count() == 0
    join(bea)
    assert bea.url.endswith(created["table"])
    assert state(bea)["started"]
