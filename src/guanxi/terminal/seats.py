"""Who sits where, as the log keeps it.

A log has one name a seat.  "bot:greedy" is the bot `greedy`; any other name is a person's.  So a game can be gone on
with from its log alone.  A person without a name is "Player 1" in the log, and that in the player's language on screen.
"""

from __future__ import annotations

from guanxi.engine.text import ENGINE_TEXT, phrase

BOT = "bot:"
NOBODY = "nobody"  # instead of a bot's name: every seat is a person's


def bot_of(name: str) -> str | None:
    """The bot that a seat's name stands for; None for a person."""
    return harmless(name.removeprefix(BOT)) if name.startswith(BOT) else None


def usual_name(seat: int, language: str = "en") -> str:
    """What a person without a name is called."""
    return ENGINE_TEXT.say(phrase("seat", number=seat + 1), language)


def shown_name(name: str, seat: int, language: str) -> str:
    """A seat's name as people read it."""
    if bot := bot_of(name):
        return bot.replace("_", " ").capitalize()
    return usual_name(seat, language) if name == usual_name(seat) else harmless(name)


def harmless(text: str) -> str:
    """A text from a log, which may come from anybody, without the characters that steer a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
