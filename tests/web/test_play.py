"""People at tables in the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.web.playing import (
    RESULT,
    act,
    box,
    confirm_button,
    decide,
    fits,
    focused,
    glowing,
    join,
    moves_made,
    play_to_the_end,
    set_up,
    state,
)
from tests.web.receiving import wait_until

if TYPE_CHECKING:
    from tests.web.conftest import OpenPage
    from tests.web.house import ServerProcess


def test_a_whole_game_against_the_bot_by_clicking(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "bot:greedy")
    play_to_the_end(page)
    assert state(page)["over"]
    page.get_by_role("button", name="Play again").wait_for()
    assert page.get_by_role("link", name="Replay").is_visible()


def test_two_clicks_lead_from_the_home_page_into_a_game(open_page: OpenPage) -> None:
    page = open_page()
    box(page, "Hanamikoji").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    decide(page)
    assert moves_made(page) >= 1


def test_two_browsers_play_each_other_by_the_link(open_page: OpenPage) -> None:
    alex = open_page()
    set_up(alex, "friend")
    link = alex.get_by_label("Link for seat 2").input_value()
    bea = open_page(link)
    join(bea)
    assert "join" not in bea.url
    play_to_the_end(alex, bea)
    assert state(alex)["result"] == state(bea)["result"]
    old = alex.url
    alex.get_by_role("button", name="Play again").click()
    alex.get_by_text("Waiting for Bea").wait_for()
    bea.get_by_text("would like to play again").wait_for()
    assert state(bea)["rematch"]["table"] is None
    alex.get_by_role("button", name="Withdraw").click()
    bea.get_by_role("button", name="Play again").click()
    alex.get_by_role("button", name="No, thanks").click()
    bea.get_by_text("does not want to play again now").wait_for()
    bea.get_by_role("button", name="Play again").click()
    alex.get_by_text("Bea would like to play again").wait_for()
    alex.get_by_role("button", name="Play again").click()
    for page in (alex, bea):
        page.wait_for_url(lambda url: url != old)
    assert alex.url == bea.url
    assert state(alex)["seat"] == 1


def test_a_link_that_leads_nowhere_says_so(open_page: OpenPage) -> None:
    page = open_page("/join/nobody")
    page.get_by_role("heading", name="This link does not lead to a seat").wait_for()


def test_somebody_takes_an_open_seat_from_the_home_page(open_page: OpenPage) -> None:
    alex = open_page()
    set_up(alex, "open")
    bea = open_page()
    bea.get_by_role("button", name="Sit down").first.click()
    join(bea)
    assert bea.url == alex.url
    alex.get_by_role("banner").get_by_text("Bea").wait_for()
    mover = alex if state(alex)["to_move"] == [0] else bea
    decide(mover)
    assert moves_made(alex) == 1


def test_two_tabs_of_one_guest_agree(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "here")
    other = page.context.new_page()
    other.goto(page.url)
    for tab in (page, other):
        tab.bring_to_front()
        tab.get_by_role("button", name="show the table").click()
    page.bring_to_front()
    decide(page)
    for tab in (page, other):
        tab.get_by_text("Pass the device to").wait_for()


def test_a_shared_device_hides_the_hand_between_players(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "here")
    assert glowing(page).count() == 0
    page.get_by_role("button", name="show the table").click()
    glowing(page).first.wait_for()
    decide(page)
    page.get_by_text("Pass the device to").wait_for()
    assert glowing(page).count() == 0
    assert page.locator(".board [data-flip]").count() == 0


def test_a_double_click_makes_one_move(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "friend")
    bea = open_page(page.get_by_label("Link for seat 2").input_value())
    join(bea)
    glowing(page).or_(page.get_by_text("Waiting for")).first.wait_for()
    mover = page if state(page)["to_move"] == [0] else bea
    glowing(mover).first.wait_for()
    while confirm_button(mover).count() == 0:
        act(mover)
    confirm_button(mover).first.dblclick(force=True)
    mover.wait_for_function("() => !document.querySelector('.dock .chosen')")
    mover.wait_for_timeout(300)
    assert moves_made(page) == 1


def test_play_goes_on_after_the_server_restarts(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page()
    set_up(page, "bot:random")
    glowing(page).first.wait_for()
    while confirm_button(page).count() == 0:
        act(page)
    before = moves_made(page)
    server.stop()
    page.get_by_text("The server cannot be reached").wait_for()
    confirm_button(page).first.click()
    server.start()
    page.get_by_text("The server cannot be reached").wait_for(state="detached")
    # The page sends the move again when its next wait is over, not as soon as the server answers.
    wait_until(lambda: moves_made(page) > before, "the move that was made without a server")
    glowing(page).first.wait_for()
    decide(page)


def test_a_move_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page()
    play_now = page.get_by_role("button", name="Play now").first
    play_now.wait_for()
    while page.evaluate("document.activeElement.textContent") != "Play now":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    glowing(page).first.wait_for()
    before = moves_made(page)
    for _ in range(120):
        if confirm_button(page).count() == 1:
            page.keyboard.press("Enter")
            break
        if focused(page, ".dock .button.first"):
            page.keyboard.press("Enter")
            break
        page.keyboard.press("Tab")
        if focused(page, ".board .touchable:not(.chosen)"):
            page.keyboard.press("Space")
    page.wait_for_function("() => !document.querySelector('.board .chosen')")
    assert moves_made(page) > before


def test_every_legal_move_is_a_button_that_typing_finds(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1600, "height": 900})
    set_up(page, "bot:random")
    glowing(page).first.wait_for()
    legal = state(page)["legal"]
    page.get_by_role("tab", name="Moves").click()
    moves = page.locator("#drawer-panel .move")
    assert moves.count() == len(legal)
    before = moves_made(page)
    if not legal[0]["move"]["do"].startswith("take"):
        page.get_by_placeholder("Type to filter the moves").fill("gift")
        assert 0 < moves.count() < len(legal)
    moves.first.click()
    page.wait_for_function("() => !document.querySelector('#drawer-panel .move:disabled')")
    assert moves_made(page) > before


def test_a_phone_shows_everything_without_scrolling_to_the_side(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Play now").first.wait_for()
    assert fits(page)
    set_up(page, "bot:random")
    glowing(page).first.wait_for()
    assert fits(page)
    page.get_by_role("button", name=re.compile("Log, moves")).click()
    page.get_by_role("tab", name="Rules").click()
    assert fits(page)
    page.get_by_role("button", name="Close").click()
    play_to_the_end(page)
    assert page.locator(RESULT).is_visible()
    assert fits(page)
