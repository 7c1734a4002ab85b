"""People in the browser: accounts, devices, chat, colours, profiles and the ranking."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.web.axe import faults
from tests.web.playing import fits

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.conftest import OpenPage

PHONE = {"width": 390, "height": 844}


def new_table(page: Page, *others: dict[str, str], name: str = "Alex") -> dict[str, Any]:
    """A short table of Hanamikoji with its maker in the first seat."""
    wish = {"game": "hanamikoji", "options": {"rounds": 1}, "seats": [{"kind": "me"}, *others], "name": name}
    made: dict[str, Any] = page.request.post("/api/tables", data=wish).json()
    return made


def two_at_a_table(open_page: OpenPage, **wishes: object) -> tuple[Page, Page, str]:
    """Alex and Bea, each in a browser of their own, and the table at which they sit."""
    alex, bea = open_page(), open_page(**wishes)
    made = new_table(alex, {"kind": "friend"})
    token = made["links"]["1"].rsplit("/", 1)[1]
    bea.request.post("/api/join", data={"token": token, "name": "Bea"})
    for page in (alex, bea):
        page.goto(f"/table/{made['table']}")
        page.locator(".board .plate").first.wait_for()
    return alex, bea, made["table"]


def play_out(page: Page, table: str) -> None:
    """The page's guest plays a game against a bot to its end, without clicking."""
    shown = page.request.get(f"/api/tables/{table}").json()
    while not shown["over"]:
        if shown["legal"]:
            move = {
                "seat": 0,
                "move": shown["legal"][0]["notation"],
                "length": shown["length"],
                "id": str(shown["length"]),
            }
            page.request.post(f"/api/tables/{table}/moves", data=move)
        else:
            page.wait_for_timeout(30)
        shown = page.request.get(f"/api/tables/{table}").json()


def about_me(page: Page, name: str) -> Locator:
    """The panel about oneself, opened from the button with one's name."""
    page.get_by_role("button", name=f"{name}: name, appearance and account").click()
    return page.get_by_role("dialog")


def open_chat(page: Page) -> Locator:
    """The chat in the drawer, which may be closed."""
    drawer = page.get_by_role("button", name="Log, moves and rules")
    if drawer.get_attribute("aria-expanded") == "false":
        drawer.click()
    page.get_by_role("tab", name="Chat").click()
    return page.get_by_role("log")


def ink(place: Locator) -> str:
    """The colour in which something is drawn."""
    return str(place.first.evaluate("drawn => getComputedStyle(drawn).fill"))


def raise_keyboard(page: Page, height: int) -> None:
    """As if a keyboard on the screen left so much of the page in sight."""
    page.evaluate(
        "height => { Object.defineProperty(visualViewport, 'height', { value: height, configurable: true });"
        " visualViewport.dispatchEvent(new Event('resize')); }",
        height,
    )


def foot(place: Locator) -> float:
    """How far down something reaches."""
    box = place.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_an_account_brings_the_tables_to_another_browser(open_page: OpenPage) -> None:
    home = open_page()
    table = new_table(home, {"kind": "open"})["table"]
    home.reload()
    panel = about_me(home, "Alex")
    panel.get_by_role("button", name="Create an account").click()
    panel.get_by_label("New password").fill("a long password")
    panel.get_by_role("button", name="Create an account").last.click()
    panel.get_by_text("Your account: Alex.").wait_for()
    panel.get_by_role("button", name="Log out", exact=True).click()
    panel.get_by_text("You are now a new guest in this browser").wait_for()
    panel.get_by_role("button", name="Close").click()
    home.get_by_role("button", name="Guest: name").wait_for()
    assert home.request.get("/api/tables").json()["mine"] == []

    work = open_page()
    panel = about_me(work, "Guest")
    panel.get_by_role("button", name="Log in").click()
    panel.get_by_label("Account name").fill("alex")
    panel.get_by_label("Password").fill("a wrong password")
    panel.get_by_role("button", name="Log in").last.click()
    panel.get_by_text("The name or the password is wrong.").wait_for()
    panel.get_by_label("Password").fill("a long password")
    panel.get_by_role("button", name="Log in").last.click()
    panel.get_by_text("You are logged in.").wait_for()
    assert faults(work) == []
    panel.get_by_role("button", name="Close").click()
    work.locator(f'a[href="/table/{table}"]').first.wait_for()


def test_a_guest_moves_to_another_device_by_a_link(open_page: OpenPage) -> None:
    desk = open_page()
    table = new_table(desk, {"kind": "open"})["table"]
    desk.reload()
    panel = about_me(desk, "Alex")
    panel.get_by_role("button", name="Create a link").click()
    link = panel.get_by_label("Link for the other device").input_value()
    assert panel.locator(".qr svg").bounding_box()["width"] > 100  # type: ignore[index]

    phone = open_page(link, viewport=PHONE)
    phone.get_by_text("Play in this browser as Alex?").wait_for()
    assert phone.evaluate("location.pathname") == "/"
    assert phone.request.get("/api/me").json()["name"] is None, "nobody becomes somebody else without saying so"
    phone.get_by_role("button", name="Play as Alex").click()
    phone.locator(f'a[href="/table/{table}"]').first.wait_for()
    phone.get_by_role("button", name="Alex: name").wait_for()
    assert fits(phone)

    late = open_page(link)
    late.get_by_text("This link has already been used or has expired").wait_for()


def test_two_guests_talk_each_in_their_language(open_page: OpenPage) -> None:
    alex, bea, _ = two_at_a_table(open_page, locale="fr-FR", viewport=PHONE)
    open_chat(alex)
    alex.get_by_label("Write to the table").fill("<b>Bonsoir</b>")
    alex.keyboard.press("Enter")
    bea.get_by_role("button", name="1 nouveau message").click()
    said = bea.get_by_role("log")
    said.get_by_text("<b>Bonsoir</b>").wait_for()
    alex.get_by_role("button", name="Quick phrases").click()
    alex.get_by_role("button", name="Nice move!").click()
    said.get_by_text("Joli coup").wait_for()
    assert fits(bea)
    assert faults(bea) == []
    raise_keyboard(bea, 500)
    assert foot(bea.get_by_label("Écrire à la table")) <= 500
    raise_keyboard(bea, PHONE["height"])

    said.get_by_role("button", name="Ne plus lire Alex ou signaler ce message").first.click()
    said.get_by_role("button", name="Signaler", exact=True).click()
    said.get_by_text("Signalé aux responsables").wait_for()


def test_who_watches_reads_but_does_not_write(open_page: OpenPage) -> None:
    alex, _, table = two_at_a_table(open_page)
    open_chat(alex)
    alex.get_by_label("Write to the table").fill("Hello")
    alex.keyboard.press("Enter")
    watcher = open_page(f"/table/{table}")
    open_chat(watcher).get_by_text("Hello").wait_for()
    watcher.get_by_text("You are watching.").wait_for()
    assert watcher.get_by_label("Write to the table").count() == 0


def test_a_chosen_colour_and_emblem_are_seen_on_the_others_board(open_page: OpenPage) -> None:
    alex, bea, _ = two_at_a_table(open_page)
    own = bea.locator(".players li", has_text="Alex").locator("svg path")
    before, shape = ink(own), own.first.get_attribute("d")
    alex.get_by_label("Settings").click()
    alex.get_by_role("button", name="Name, appearance and account").click()
    alex.get_by_role("radio", name="Plum").check(force=True)
    alex.get_by_role("radio", name="Star").check(force=True)
    bea.wait_for_function("shape => document.querySelector('.players svg path').getAttribute('d') !== shape", arg=shape)
    plate = bea.locator(".plate", has_text="Alex").locator("svg path")
    assert ink(own) == ink(plate) == "rgb(124, 58, 109)" != before
    assert own.first.get_attribute("d") == plate.first.get_attribute("d") != shape
    assert ink(bea.locator(".players li", has_text="Bea").locator("svg path")) == "rgb(47, 74, 134)"


def test_a_finished_game_is_in_the_profile_and_in_the_ranking(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    table = new_table(page, {"kind": "bot", "bot": "random"})["table"]
    profile = page.request.get("/api/me").json()["profile"]
    page.goto(f"/people/{profile}")
    page.get_by_text("No finished games yet").wait_for()
    play_out(page, table)
    page.goto(f"/table/{table}")
    page.locator(".players").get_by_role("link", name="Alex").click()
    page.get_by_role("heading", name="Alex").wait_for()
    page.get_by_text(re.compile(r"^\d+ ± \d+$")).wait_for()
    assert page.locator(f'a[href="/replay/{table}"]').is_visible()
    assert fits(page)
    assert faults(page) == []

    page.locator("a[href='/ratings/hanamikoji']").click()
    rows = page.get_by_role("row")
    rows.filter(has_text="Alex").get_by_text("±").wait_for()
    rows.filter(has_text="random").get_by_text("bot").wait_for()
    assert fits(page)
    assert faults(page) == []
    page.get_by_role("link", name="The White Lotus").click()
    page.get_by_text("The White Lotus: nobody is ranked yet").wait_for()


def test_nobody_is_found_where_nobody_is(open_page: OpenPage) -> None:
    page = open_page("/people/nobody")
    page.get_by_text("This person does not exist.").wait_for()
