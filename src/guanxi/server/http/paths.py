"""Addresses and what belongs to them."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")
ANY = "/"  # stands for any text; no part of a path is called so


class Paths(Generic[T]):
    """Paths such as /api/tables/{id}/moves as a tree of their parts, in which {id} is any text."""

    def __init__(self) -> None:
        self._names: tuple[str, ...] = ()  # of the parts that are any text
        self._methods: dict[str, T] = {}
        self._parts: dict[str, Paths[T]] = {}

    def add(self, path: str, method: str, what: T) -> None:
        """Let something belong to a path and a method."""
        names: list[str] = []
        paths = self
        for part in path.split("/"):
            is_name = part.startswith("{")
            if is_name:
                names.append(part.strip("{}"))
            paths = paths._parts.setdefault(ANY if is_name else part, Paths())
        paths._names = tuple(names)
        paths._methods[method] = what

    def find(self, path: str) -> tuple[dict[str, T], dict[str, str]]:
        """Find the routes of a path, by method, and the texts in it by name."""
        texts: list[str] = []
        paths = self
        for part in path.split("/"):
            if part in paths._parts:
                paths = paths._parts[part]
            elif part and ANY in paths._parts:
                paths = paths._parts[ANY]
                texts.append(part)
            else:
                return {}, {}
        return paths._methods, dict(zip(paths._names, texts, strict=False))
