"""What people do in the browser on a club's evening, each step as somebody does it who has read nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def make_club(page: Page, name: str, host: str, games: tuple[str, ...] = ("Hanamikoji",)) -> None:
    """From the home page to the page of a new club."""
    page.goto("/")
    page.get_by_role("link", name="Clubs", exact=True).click()
    page.get_by_role("button", name="Make a club").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill(name)
    if form.get_by_label("Your name").count():
        form.get_by_label("Your name").fill(host)
    for game in games:
        form.get_by_label(game).check()
    form.get_by_role("button", name="Make the club").click()
    page.get_by_role("heading", name=name, level=1).wait_for()


def invitation(page: Page) -> str:
    """The address of the club's invitation, on the page that shows its QR code."""
    page.get_by_role("link", name="Invite people").click()
    page.get_by_role("img", name="The invitation as a QR code").wait_for()
    return page.get_by_label("Invitation to the club").input_value()


def join_club(page: Page, address: str, name: str, words: dict[str, str]) -> None:
    """Open the invitation, say a name, and be on the club's page."""
    page.goto(address)
    page.get_by_label(words["name"]).fill(name)
    page.get_by_role("button", name=words["join"]).click()
    page.wait_for_url("**/clubs/*")


def make_tournament(page: Page, title: str, rounds: int, game_rounds: int | None = None) -> str:
    """From the club's page to the page of its new tournament; returns its id."""
    page.get_by_role("button", name="New tournament").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill(title)
    form.get_by_text("Clock, rounds and more").click()
    form.get_by_label("Rounds", exact=True).fill(str(rounds))
    if game_rounds:
        form.get_by_label("Maximum number of rounds").fill(str(game_rounds))
    form.get_by_role("button", name="Create the tournament").click()
    page.wait_for_url("**/tournament/*")
    page.get_by_role("heading", name=title, level=1).wait_for()
    return page.url.rsplit("/", 1)[1]
