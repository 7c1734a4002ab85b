"""The commands of `guanxi`, listed in `cli.py`.  Each imports what it needs when it runs, so that starting is fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cyclopts import Parameter

from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

Language = Literal["en", "fr", "it"]
Flag = Repeated = Parameter(negative=(), show_default=False)
OptionalValue = Parameter(negative=(), show_default=False, consume_multiple=(0, 1))

# A log may come from anybody, so control characters must not reach the terminal.
HARMLESS = dict.fromkeys((*range(32), *range(127, 160)), "\N{REPLACEMENT CHARACTER}")


def game_options(given: Sequence[str]) -> dict[str, Any]:
    """Parse game options, each written name=value."""
    import msgspec

    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise BadOption(f"An option is written name=value, not {text!r}.")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options
