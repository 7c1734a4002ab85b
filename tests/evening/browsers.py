"""Guests in real browsers: phones and laptops, in three languages, on paper and on lacquer."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import Error as PlaywrightError

from tests.web.playing import RESULT, act

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TEXTS = Path(__file__).parents[2] / "web" / "text"
PATIENCE = 60_000  # milliseconds


class Device(NamedTuple):
    """What somebody brings along."""

    name: str
    width: int
    height: int
    locale: str = "en-GB"
    dark: bool = False
    touch: bool = False


DEVICES = (
    Device("laptop", 1280, 720),
    Device("phone", 390, 664, "fr-FR", touch=True),
    Device("phone-dark", 390, 664, "it-IT", dark=True, touch=True),
    Device("phone-wide", 844, 390, touch=True),
    Device("desktop-dark", 1440, 900, dark=True),
    Device("phone-small", 360, 640, touch=True),
)


class Person:
    """A guest with a browser of their own, who clicks what glows."""

    def __init__(self, browser: Browser, address: str, name: str, device: Device, pictures: Path) -> None:
        self.name, self.device, self._pictures = name, device, pictures
        self.errors: list[str] = []
        self.by_keyboard = False  # at a map, whose lands a click in the corner of their box misses
        context = browser.new_context(
            base_url=address,
            locale=device.locale,
            viewport={"width": device.width, "height": device.height},
            has_touch=device.touch,
            color_scheme="dark" if device.dark else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.words: dict[str, str] = json.loads((TEXTS / f"{device.locale[:2]}.json").read_text(encoding="utf-8"))

    def picture(self, name: str, whole: bool = False) -> None:
        """Keep what is on the screen, or the whole page."""
        path = self._pictures / f"{name}-{self.device.name}.png"
        with suppress(PlaywrightError):  # a page that is being left cannot be drawn
            self.page.screenshot(path=path, full_page=whole)

    def press(self, id_: str) -> None:
        """Press the button or the link with a text of the client."""
        name = re.compile(re.escape(self.words[id_]))
        self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name)).first.click()

    @property
    def at_a_table(self) -> bool:
        """Is a table open?"""
        return "/table/" in self.page.url

    def tick(self) -> bool:
        """Do one thing: go to the own game, click towards a move, or go back after the game."""
        with suppress(PlaywrightError):
            if not self.at_a_table:
                there = self.page.get_by_role("link", name=self.words["tournament.to-game"])
                if there.is_visible():
                    there.click()
                return False
            if self.page.locator(RESULT).first.is_visible():
                self.picture("result")
                self.press("tournament.back")
                return True
            return act(self.page, self.by_keyboard)
        return False
