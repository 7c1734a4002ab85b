"""Haiduci in a real browser: offers and agreements made by clicking, small decisions, and the end of a game."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.web.playing import RESULT, act, box, can, confirm_button, decide, fits, moves_made, state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage
    from tests.web.house import ServerProcess
    from tests.web.playing import Moment

    Sit = Callable[..., "Company"]

LAST_SEASON = 27
MOVES = count()


class Company:
    """A table of the page's guest with friends, all of whom play without clicking: by chance, or passing."""

    def __init__(self, page: Page, address: str, clients: ExitStack, players: int) -> None:
        page.request.get("/api/me")
        self.players = [clients.enter_context(httpx.Client(base_url=address)) for _ in range(players)]
        self.players[0].cookies.update({str(each["name"]): str(each["value"]) for each in page.context.cookies()})
        self._chance = random.Random(7)
        self.sit_down()

    def sit_down(self) -> None:
        """A new table."""
        seats = [{"kind": "me"}, *[{"kind": "friend"}] * (len(self.players) - 1)]
        made = self.players[0].post("/api/tables", json={"game": "haiduci", "options": {}, "seats": seats}).json()
        for friend, link in zip(self.players[1:], made["links"].values(), strict=True):
            friend.post("/api/join", json={"token": link.rsplit("/", 1)[1]})
        self.table = made["table"]
        self.shown = self.seen(0)

    def seen(self, seat: int) -> Any:
        """The table as one of them sees it."""
        return self.players[seat].get(f"/api/tables/{self.table}").json()

    def send(self, seat: int, move: str) -> bool:
        """Try a move."""
        wish = {"seat": seat, "move": move, "length": self.shown["length"], "id": f"move-{next(MOVES)}"}
        answer = self.players[seat].post(f"/api/tables/{self.table}/moves", json=wish)
        if answer.is_success:
            self.shown = answer.json()
        return answer.is_success

    def play(self, seat: int, passing: bool) -> None:
        """One decision."""
        if not (passing and self.send(seat, "pass")):
            self.shown = self.seen(seat)
            self.send(seat, self._chance.choice(self.shown["legal"])["notation"])

    def play_until(self, moment: Moment, passing: bool = False) -> str:
        """Play until a certain moment of the guest's own turn, in a new game if need be; the table's address then."""
        while True:
            if self.shown["over"]:
                self.sit_down()
            seat = self.shown["to_move"][0]
            if seat == 0 and moment(self.seen(0)):
                return f"/table/{self.table}"
            self.play(seat, passing)

    def answer(self) -> None:
        """Let a friend decide, if one is asked."""
        self.shown = self.seen(0)
        seat = next(iter(self.shown["to_move"]), 0)
        if seat:
            self.play(seat, passing=True)


@pytest.fixture
def company(server: ServerProcess) -> Iterator[Sit]:
    """Sits down with friends at a new table."""
    with ExitStack() as clients:
        yield lambda page, players=4: Company(page, server.address, clients, players)


def next_turn(page: Page) -> Any:
    """The table as soon as something is asked of this page."""
    page.locator(".dock.asked").wait_for()
    return state(page)


def confirm(page: Page) -> None:
    """Make the move that is chosen, and see that it was made."""
    made = moves_made(page)
    confirm_button(page).click()
    deadline = time.monotonic() + 60
    while moves_made(page) == made:
        assert time.monotonic() < deadline, "the move was not made"
        page.wait_for_timeout(20)


def test_a_person_and_three_bots_make_an_offer_and_an_agreement(open_page: OpenPage) -> None:
    page = open_page()
    box(page, "Haiduci").get_by_role("button", name="Set up a table", exact=False).last.click()
    page.get_by_role("dialog").get_by_label("Players").select_option("4")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")
    assert [seat["kind"] for seat in state(page)["seats"]] == ["person", "bot", "bot", "bot"]

    page.locator(".panel .touchable").first.click()
    confirm(page)
    page.get_by_label("Your leader").wait_for()
    while not can("offer")(next_turn(page)):
        decide(page, by_keyboard=True)
    page.locator(".hand li button.touchable").first.click()
    page.locator(".own .boxes button").click()
    confirm(page)
    while not can("join")(next_turn(page)):
        decide(page, by_keyboard=True)
    page.locator(".hand li button.touchable").first.click()
    page.locator(".others .boxes button.touchable").first.click()
    page.locator("[aria-label$='would agree']").wait_for()
    confirm(page)
    page.locator("[aria-label$=' agree'] .joined .stamp").first.wait_for()


def test_a_pawn_is_removed_by_a_click_on_the_map(open_page: OpenPage, company: Sit) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto(company(page).play_until(can("remove")))
    page.locator(".map .pawn.touchable").first.click()
    confirm(page)


def test_an_agreement_is_shown_before_its_cards_are_discarded(open_page: OpenPage, company: Sit) -> None:
    page = open_page()
    table = company(page)
    page.goto(table.play_until(can("join")))
    page.locator(".board .touchable").first.wait_for(state="attached")
    while not any(moment["kind"] == "agreement" for moment in table.shown["moments"]):
        table.play(table.shown["to_move"][0], passing=False)
    page.locator(".dock").get_by_text("An agreement is carried out.").wait_for()
    assert page.locator(".boxes .current .joined .stamp").count() == 1
    assert page.locator(".note .carried").is_visible()
    page.get_by_role("button", name="Continue").click()
    page.locator(".dock").get_by_text("An agreement is carried out.").wait_for(state="hidden")


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "on its side"])
def test_the_map_is_in_sight_on_a_phone(open_page: OpenPage, company: Sit, size: tuple[int, int]) -> None:
    width, height = size
    page = open_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto(company(page, players=6).play_until(can("place")))
    page.locator(".board .touchable").first.wait_for(state="attached")
    dock, land = page.locator(".dock").bounding_box(), page.locator(".map .frame").bounding_box()
    assert dock
    assert land
    assert fits(page)
    assert land["width"] * land["height"] >= width * height / 2
    assert land["y"] + land["height"] <= dock["y"] + 1 or land["x"] + land["width"] <= dock["x"] + 1


@pytest.mark.parametrize("word", ["place", "march", "emerge"])
def test_every_place_of_a_legal_move_glows(open_page: OpenPage, company: Sit, word: str) -> None:
    page = open_page(reduced_motion="reduce")
    page.goto(company(page).play_until(can(word)))
    page.locator(".board .touchable").first.wait_for(state="attached")
    places = {place for move in state(page)["legal"] for place in move["touches"]}
    assert page.locator(".board .touchable").count() >= len(places)


def test_six_players_fit_on_a_phone(open_page: OpenPage, company: Sit) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page.goto(company(page, players=6).play_until(can("join")))
    page.locator(".board .touchable").first.wait_for(state="attached")
    assert fits(page)
    decide(page, by_keyboard=True)
    assert fits(page)


def test_the_last_season_ends_on_the_page_with_all_leaders_turned_up(open_page: OpenPage, company: Sit) -> None:
    page = open_page(reduced_motion="reduce")
    table = company(page)
    page.goto(table.play_until(lambda shown: shown["view"]["season"] == LAST_SEASON, passing=True))
    while not page.locator(RESULT).is_visible():
        if not act(page, by_keyboard=True):
            table.answer()
    page.get_by_role("button", name="View the table").click()
    leaders = page.get_by_label("The leaders").locator("> li")
    assert leaders.count() == 4
    assert "Player 1" in page.get_by_label("The leaders").inner_text()
