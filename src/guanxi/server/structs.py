"""Structs are made ready for decoding before there are threads.

msgspec builds what it knows about a struct when the struct is first decoded, and crashes the process if another thread
decodes one meanwhile: building calls Python, which lets other threads run, and what is half built has null pointers.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import msgspec

import guanxi


@cache
def prepare_structs() -> None:
    """Load all games and let msgspec build what it knows about every struct."""
    for name in guanxi.game_names():
        guanxi.game(name)
    for struct in all_structs():
        with suppress(TypeError, NameError):  # those only hold values and are never decoded
            msgspec.json.Decoder(struct)


def all_structs(base: type[msgspec.Struct] = msgspec.Struct) -> list[type[msgspec.Struct]]:
    """All structs that are loaded."""
    below = base.__subclasses__()
    return list(dict.fromkeys([*below, *(struct for one in below for struct in all_structs(one))]))
