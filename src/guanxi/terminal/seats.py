"""Names of seats in a log.

A log has one name per seat.  "bot:greedy" is the bot `greedy`; any other name is a person's, so a game can be resumed
from its log alone.  A person without a name is "Player 1" in the log, translated on the screen.
"""

from __future__ import annotations

from guanxi.engine.text import ENGINE_TEXT, phrase

BOT = "bot:"
NOBODY = "nobody"  # instead of a bot's name: people sit in all seats


def bot_of(name: str) -> str | None:
    """The bot that a seat's name stands for; None for a person."""
    return printable(name.removeprefix(BOT)) if name.startswith(BOT) else None


def default_name(seat: int, language: str = "en") -> str:
    """The name of a person who gave none."""
    return ENGINE_TEXT.say(phrase("seat", number=seat + 1), language)


def shown_name(name: str, seat: int, language: str) -> str:
    """A seat's name as it is shown."""
    if bot := bot_of(name):
        return bot.replace("_", " ").capitalize()
    return default_name(seat, language) if name == default_name(seat) else printable(name)


def printable(text: str) -> str:
    """Replace control characters: a log may come from anybody and must not control the terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
