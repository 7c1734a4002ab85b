"""Records: classes whose fields are numbers, or rows of them of a fixed length.

    @record
    class Moves(Record):
        count: int = 0
        number: list[int] = array(1024)
        weight: list[float] = decimals(1024)

A field annotated with another record is a link, such as the board a position is played on: copies share it.

Interpreted, a record is an ordinary Python object.  When the package is built, `derive.py` reads the same class
and declares it to Cython as a C structure.
"""

from __future__ import annotations

from typing import TypeVar, cast

Class = TypeVar("Class", bound=type)


class _Length(int):
    """The mark that `array` leaves in a class body."""


def array(length: int) -> list[int]:
    """Declare a field of that many whole numbers, all 0 at first."""
    return cast("list[int]", _Length(length))


def decimals(length: int) -> list[float]:
    """Declare a field of that many decimal numbers, all 0 at first."""
    return cast("list[float]", _Length(length))


def record(cls: Class) -> Class:
    """Note the shape of a class: for each field the length of its row, 0 for a single number; and its links."""
    shape = dict(getattr(cls, "shape", {}))
    links = list(getattr(cls, "links", ()))
    for name, annotation in cls.__annotations__.items():
        default = vars(cls).get(name)
        if annotation in ("int", "list[int]", "float", "list[float]"):
            shape[name] = int(default) if isinstance(default, _Length) else 0
        elif name not in vars(cls):
            links.append(name)
    cls.shape = shape  # type: ignore[attr-defined]
    cls.links = tuple(links)  # type: ignore[attr-defined]
    return cls
