"""What `guanxi …` does, command by command; `cli.py` lists them.  Each imports what it needs when it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cyclopts import Parameter

from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

Language = Literal["en", "fr", "it"]
Flag = Repeated = Parameter(negative=(), show_default=False)
Perhaps = Parameter(negative=(), show_default=False, consume_multiple=(0, 1))  # its value may be left out

# A log may come from anybody: it must not steer the terminal.
HARMLESS = dict.fromkeys((*range(32), *range(127, 160)), "\N{REPLACEMENT CHARACTER}")


def game_options(given: Sequence[str]) -> dict[str, Any]:
    """The options of a game, each given as name=value."""
    import msgspec

    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise BadOption(f"An option is given as name=value, not as {text!r}.")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options
