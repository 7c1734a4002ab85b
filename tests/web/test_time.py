"""Clocks, those who go and come back, and notices, as people meet them in the browser."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.server.notices import push
from tests.web.house import ServerProcess
from tests.web.playing import RESULT, confirm_button, decide, glowing, state
from tests.web.receiving import receiving, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

    from tests.server.receivers import Mailbox, Receiver
    from tests.web.conftest import OpenPage

LIVE = {"kind": "live", "game": 600, "move": 0}
SLOW = {"kind": "slow", "hours": 24}
ADDRESS = "https://guanxi.example.org"
NOWHERE = "/api/health"
# A browser without a window shows no notifications: this one stands for those of every table.
CLOSE = """window.removed = [];
ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) => [{ close: () => removed.push(tag) }];"""


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[Mailbox, Receiver]]:
    """Where letters and hooks arrive."""
    with receiving() as found:
        yield found


@pytest.fixture(scope="module")
def server(
    chromium: str, post: tuple[Mailbox, Receiver], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """A server that looks at its clocks often and sends mail."""
    mail = {"smtp": post[0].url, "mail_from": "Guanxi <guanxi@example.org>", "address": ADDRESS}
    server = ServerProcess(
        tmp_path_factory.mktemp("server"),
        deadline_interval=0.1,
        delivery_interval=0.1,
        presence_grace=0.5,
        private_hooks=True,
        **mail,
    )
    yield server
    server.stop()


def sit_down(open_page: OpenPage, time: dict[str, Any] | None = None, **more: Any) -> tuple[Page, Page]:
    """Alex and Bea at a table of one round, each before a browser; who is to move comes first."""
    alex, bea = open_page(NOWHERE), open_page(NOWHERE)
    seats = [{"kind": "me"}, {"kind": "friend"}]
    wish = {"game": "hanamikoji", "options": {"rounds": 1}, "seats": seats, "name": "Alex", "time": time, **more}
    made = alex.request.post("/api/tables", data=wish).json()
    bea.request.post("/api/join", data={"token": made["links"]["1"].removeprefix("/join/"), "name": "Bea"})
    for page in (alex, bea):
        page.goto(f"/table/{made['table']}")
        page.locator(".dock").wait_for()
    return (alex, bea) if state(alex)["to_move"] == [0] else (bea, alex)


def strip(page: Page, whose: str) -> Locator:
    """The line of a player in the page's head."""
    return page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text=whose)


def name_of(page: Page) -> str:
    """Who sits before a page."""
    shown = state(page)
    return str(shown["seats"][shown["seat"]]["name"])


def play_on(page: Page) -> None:
    """Decide as long as it is this page's turn."""
    while (shown := state(page))["seat"] in shown["to_move"]:
        decide(page)


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Time and seats").click()


def propose(page: Page, control: str) -> None:
    open_menu(page)
    page.get_by_role("button", name="Propose a different clock").click()
    page.get_by_label("Propose a different clock").select_option(control)
    page.get_by_role("button", name="Propose", exact=True).click()


def test_two_people_finish_a_slow_game_over_a_day(open_page: OpenPage, server: ServerProcess) -> None:
    pages = sit_down(open_page, SLOW)
    address = pages[0].url
    for page in pages:
        page.goto("about:blank")
    shown: dict[str, Any] = {"over": False}
    hours = 0
    while not shown["over"]:
        for page in pages:
            page.goto(address)
            page.locator(".dock").wait_for()
            if state(page)["seat"] in state(page)["to_move"]:
                assert re.match(r"2[0-3]\sh \d+\smin", page.get_by_role("timer").inner_text())
            play_on(page)
            shown = state(page)
            page.goto("about:blank")
            server.move(hours=3)
            hours += 3
    assert hours >= 24
    for page in pages:
        page.goto(address)
        page.locator(RESULT).wait_for()
        assert all(seat["absent"] is None for seat in state(page)["seats"])
    assert re.fullmatch(r"Time used: \d+:00:\d\d", strip(pages[0], "Bea").get_attribute("title") or "")


def test_a_bot_stands_in_for_who_leaves_until_they_come_back(open_page: OpenPage) -> None:
    leaver, other = sit_down(open_page)
    name = name_of(leaver)
    open_menu(leaver)
    leaver.get_by_role("button", name="Leave the game").click()
    leaver.get_by_text("A bot takes over your seat at once.").wait_for()
    leaver.get_by_role("button", name="Leave the game").click()
    strip(other, name).get_by_text("replaced by a bot").wait_for()
    other.locator(".dock.asked").wait_for()
    assert leaver.locator(".board .touchable").count() == 0
    leaver.get_by_role("button", name="Take my seat back").click()
    strip(other, name).get_by_text("replaced by a bot").wait_for(state="detached")
    play_on(other)
    leaver.locator(".dock.asked").wait_for()


def test_who_leaves_a_table_where_that_forfeits_is_told_before_and_after(open_page: OpenPage) -> None:
    leaver, other = sit_down(open_page, absent="forfeit")
    open_menu(leaver)
    leaver.get_by_role("button", name="Leave the game").click()
    leaver.get_by_text("You forfeit the game.").wait_for()
    leaver.get_by_role("button", name="Stay").click()
    leaver.get_by_role("button", name="Leave the game").click()
    leaver.get_by_role("button", name="Leave the game").click()
    leaver.get_by_text("You have forfeited").wait_for()
    strip(other, name_of(leaver)).get_by_text("forfeited").wait_for()


def test_when_a_live_clock_runs_out_a_bot_takes_over(open_page: OpenPage, server: ServerProcess) -> None:
    late, other = sit_down(open_page, LIVE)
    clock = strip(late, name_of(late)).get_by_role("timer")
    assert re.fullmatch(r"10:00|9:\d\d", clock.inner_text())
    server.move(seconds=575)
    late.reload()
    late.get_by_text("You have less than half a minute left.").wait_for(state="attached")
    assert re.fullmatch(r"0:[12]\d|\d\.\d", clock.inner_text())
    server.move(minutes=1)
    late.get_by_text("A bot is playing for you.").wait_for()
    strip(other, name_of(late)).get_by_text("replaced by a bot").wait_for()
    other.locator(".dock.asked").wait_for()


def test_a_table_goes_from_live_to_slow_when_both_agree(open_page: OpenPage) -> None:
    asker, other = sit_down(open_page, LIVE)
    propose(asker, "12h")
    other.get_by_role("button", name="Refuse").click()
    asker.get_by_text("You proposed a different clock").wait_for(state="detached")
    propose(asker, "24h")
    asker.get_by_text(f"Waiting for {name_of(other)}.").first.wait_for()
    other.get_by_text(f"{name_of(asker)} proposes a different clock: 1 day per move.").wait_for()
    other.get_by_role("button", name="Agree").click()
    for page in (asker, other):
        page.get_by_role("timer").get_by_text("23 h 59 min").wait_for()
    assert state(asker)["time"]["control"] == SLOW


def test_days_away_are_seen_by_everybody_and_can_be_taken_back(open_page: OpenPage) -> None:
    away, other = sit_down(open_page, SLOW)
    open_menu(away)
    away.get_by_text("Days away").click()
    today = away.get_by_label("First day").get_attribute("min")
    assert today is not None
    away.get_by_label("First day").fill(today)
    away.get_by_label("Last day").fill(today)
    away.get_by_role("button", name="Add").click()
    strip(other, name_of(away)).get_by_text("away until").wait_for()
    away.get_by_role("button", name="Remove").click()
    strip(other, name_of(away)).get_by_text("away until").wait_for(state="detached")


def test_a_letter_and_a_chat_tell_who_is_not_looking(
    open_page: OpenPage, server: ServerProcess, post: tuple[Mailbox, Receiver]
) -> None:
    mailbox, receiver = post
    mover, sleeper = sit_down(open_page, SLOW)
    address = sleeper.url
    sleeper.get_by_role("button", name="Notify me when it is my turn").click()
    sleeper.get_by_label("E-mail address").fill("sleeper@example.org")
    sleeper.get_by_role("button", name="Add").click()
    sleeper.get_by_text("We have sent an e-mail").wait_for()
    wait_until(lambda: len(mailbox.letters) == 1, "the letter that asks")
    sleeper.get_by_label("Another way").select_option("webhook")
    sleeper.get_by_label("Webhook address").fill(f"{receiver.url}/hook")
    sleeper.get_by_role("button", name="Add").click()
    sleeper.get_by_text("/hook").wait_for()
    link = re.search(r"/api/letters/confirm\S+", mailbox.letters.pop().get_content())
    assert link is not None
    sleeper.goto(link[0])
    sleeper.get_by_role("button", name="Yes, write to me").click()
    sleeper.get_by_text("Thank you.").wait_for()
    play_on(mover)
    server.move(minutes=2)
    wait_until(lambda: bool(mailbox.letters and receiver.requests), "the notices")
    (letter,), (hook,) = mailbox.letters, receiver.requests
    assert letter["Subject"] == f"Hanamikoji: it is your turn (with {name_of(mover)})."
    table = address.rsplit("/", 1)[1]
    assert f"{ADDRESS}/table/{table}" in json.loads(hook.body)["content"]
    sleeper.goto("/")
    sleeper.wait_for_function("() => document.title.startsWith('(1) ')")
    sleeper.goto(address)
    sleeper.locator(".dock.asked").wait_for()
    assert sleeper.get_by_role("button", name="Notify me when it is my turn").count() == 0


@pytest.mark.skipif(not push.available(), reason="web push needs guanxi[push]")
def test_who_has_forbidden_notices_is_told_how_to_allow_them(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("group").filter(has=page.get_by_label("Settings")).locator("summary").click()
    page.get_by_role("button", name="Notifications").click()
    ask = page.get_by_role("button", name="Notify me in this browser")
    refused = page.get_by_text("blocks notifications from this page")
    ask.or_(refused).wait_for()
    if ask.is_visible():
        ask.click()
    refused.wait_for()


def test_a_notification_leads_to_its_table_and_is_gone_there(open_page: OpenPage) -> None:
    page, _ = sit_down(open_page)
    table = page.url.rsplit("/", 1)[1]
    page.add_init_script(CLOSE)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    clicked = "path => visit(new URL(path, location.origin)).catch(() => null)"
    page.context.service_workers[0].evaluate(clicked, f"/table/{table}")
    page.wait_for_url(f"**/table/{table}")
    page.wait_for_function("tag => window.removed.includes(tag)", arg=table)


def test_an_answer_can_be_left_for_a_question_to_come(open_page: OpenPage) -> None:
    page = open_page(NOWHERE)
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "bot": "random"}]
    wish = {"game": "white_lotus", "seats": seats, "options": {"emperor": 1}}
    made = page.request.post("/api/tables", data=wish).json()
    bea = open_page(NOWHERE)
    assert bea.request.post("/api/join", data={"token": made["links"]["1"].removeprefix("/join/"), "name": "Bea"}).ok
    page.goto(f"/table/{made['table']}")
    begun = bea.request.get(f"/api/tables/{made['table']}").json()
    claim = {"seat": 1, "move": begun["legal"][0]["notation"], "length": begun["length"], "id": "claim"}
    assert bea.request.post(f"/api/tables/{made['table']}/moves", data=claim).ok
    glowing(page).first.wait_for()
    assert page.get_by_label("If asked").count() == 0
    village = next(each["id"] for each in state(page)["view"]["provinces"] if each["building"] == "village")
    page.locator(f'.board [data-place="province:{village}"]').press("Enter")
    confirm_button(page).click()
    plan = page.get_by_label("If asked: Keep the peace")
    plan.check()
    page.wait_for_function("() => !document.querySelector('.dock input').disabled")
    assert state(page)["plan"] == "lead no"
    plan.uncheck()
    page.wait_for_function("() => !document.querySelector('.dock input').disabled")
    assert state(page)["plan"] is None


def test_an_absent_player_is_reminded_and_the_game_ended_without_a_loser(
    open_page: OpenPage, server: ServerProcess, post: tuple[Mailbox, Receiver]
) -> None:
    mover, other = sit_down(open_page)
    here = other.get_by_role("banner").get_by_role("img", name="here", exact=True)
    here.wait_for()
    mover.request.post("/api/notices", data={"kind": "webhook", "address": post[1].url})
    mover.goto(NOWHERE)
    other.get_by_role("banner").get_by_role("img", name=re.compile("away, last here")).wait_for()
    server.move(hours=1)
    other.reload()
    other.get_by_text("The table is waiting for").wait_for()
    other.get_by_role("button", name="Remind").click()
    other.get_by_text("is being reminded: in their chat").wait_for()
    wait_until(lambda: any(b"waiting for you" in one.body for one in post[1].requests), "the reminder")
    other.get_by_text("Reminded today").wait_for()
    server.move(hours=72)
    other.reload()
    other.get_by_role("button", name="End without a loser").click()
    other.get_by_role("heading", name="The game was ended").wait_for()
    shown = state(other)
    assert (shown["over"], shown["ended"], shown["rated"]) == (True, "agreed", False)
    other.get_by_role("link", name="Replay").click()
    other.wait_for_url("**/replay/*")


def test_a_bot_is_seated_for_a_player_who_does_not_come_to_a_live_game(
    open_page: OpenPage, server: ServerProcess
) -> None:
    here, away = open_page(NOWHERE), open_page(NOWHERE)
    seats = [{"kind": "me"}, {"kind": "friend"}]
    made = here.request.post("/api/tables", data={"game": "hanamikoji", "seats": seats, "time": LIVE}).json()
    here.goto(f"/table/{made['table']}")
    away.request.post("/api/join", data={"token": made["links"]["1"].removeprefix("/join/"), "name": "Bea"})
    here.get_by_text("Still expected: Bea.").wait_for()
    here.get_by_text("After 10 min you can seat a bot or end the game.").wait_for()
    server.move(minutes=11)
    here.reload()
    here.get_by_role("button", name="Seat a bot").click()
    strip(here, "Bea").get_by_text("replaced by a bot").wait_for()
    here.locator(".dock.asked").wait_for()
