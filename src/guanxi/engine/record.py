"""Records: classes whose fields are numbers, rows of numbers or tables of numbers with a fixed size.

    @record
    class Material(Record):
        round: int = 0
        pile: list[int] = array(21)
        hand: list[list[int]] = array(2, 7)
        weight: list[float] = decimals(7)

A field annotated with another record is a link, such as the board a position is played on: copies share it.

Interpreted, a record is an ordinary Python object.  When the package is built, `derive.py` reads the same class
and declares it to Cython as a C structure, which is made of zeros and needs no `__init__`.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast, overload

Class = TypeVar("Class", bound=type)
NUMBERS = {"int", "list[int]", "list[list[int]]", "float", "list[float]"}


class _Dimensions(tuple[int, ...]):
    """The dimensions of a row or table, as `array` leaves them in a class body."""


@overload
def array(length: int, /) -> list[int]: ...
@overload
def array(rows: int, columns: int, /) -> list[list[int]]: ...
def array(*dimensions: int) -> Any:
    """Declare a row or a table of whole numbers, initially 0."""
    return _Dimensions(dimensions)


def decimals(length: int) -> list[float]:
    """Declare a row of floating-point numbers, initially 0."""
    return cast("list[float]", _Dimensions((length,)))


def record(cls: Class) -> Class:
    """Set a class's `shape` (the dimensions of each field, none for a single number), `links` and `__init__`."""
    shape = dict(getattr(cls, "shape", {}))
    links = list(getattr(cls, "links", ()))
    for name, annotation in cls.__annotations__.items():
        default = vars(cls).get(name)
        if annotation in NUMBERS:
            shape[name] = tuple(default) if isinstance(default, _Dimensions) else ()
        elif name not in vars(cls):
            links.append(name)
    cls.shape = shape  # type: ignore[attr-defined]
    cls.links = tuple(links)  # type: ignore[attr-defined]
    cls.__init__ = set_zeros  # type: ignore[misc]
    return cls


def set_zeros(self: Any) -> None:
    """Make an interpreted record: every number 0, every link None."""
    for name, dimensions in self.shape.items():
        setattr(self, name, zeros(dimensions))
    for name in self.links:
        setattr(self, name, None)


def zeros(dimensions: tuple[int, ...]) -> Any:
    """A number, a row or a table of zeros."""
    if not dimensions:
        return 0
    if len(dimensions) == 1:
        return [0] * dimensions[0]
    return [[0] * dimensions[1] for _ in range(dimensions[0])]
