"""Describe where a JSON document does not match its schema, and checks that many schemas share."""

from __future__ import annotations

import re
from inspect import isclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from guanxi.engine.text import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ID = r"[a-z0-9_-]+"

Step = str | int  # a key of an object, or an index in a list, counted from 1


def where_it_breaks(document: bytes, error: Exception) -> str:
    """Describe a JSON syntax error, with line and column if they are known."""
    reason = str(error).removeprefix("JSON is malformed: ").replace("Input data was truncated", "it ends too early")
    found = re.search(r" ?\(byte (\d+)\)", reason)
    if found is None:
        return f"{reason}."
    before = document[: int(found[1])]
    line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    return f"{reason.replace(found[0], '')}, in line {line}, column {column}."


def first_fault(value: Any, form: Any, path: tuple[Step, ...] = ()) -> str:
    """Describe the first fault of a value that does not match a form: its place, and what would be right."""
    for step, part, its_form in parts(value, form):
        if complaint(part, its_form):
            return first_fault(part, its_form, (*path, step))
    place = " → ".join(map(str, path)) or "the file"
    if get_origin(form) is Literal:
        known = ", ".join(f'"{one}"' for one in get_args(form))
        return f"{place} is {msgspec.json.encode(value).decode()}. It should be {known.replace(', ', ' or ')}."
    reason = complaint(value, form)
    if "field" in reason and is_struct(form):
        fields = ", ".join(name for name in form.__struct_encode_fields__ if not name.startswith("$"))
        return f"{place}: {reason}. The fields are: {fields}."
    return f"{place}: {reason}."


def complaint(value: Any, form: Any) -> str:
    """Why a value does not match a form; empty if it does."""
    try:
        msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        return str(error).partition(" - at `$")[0]
    return ""


def parts(value: Any, form: Any) -> list[tuple[Step, Any, Any]]:
    """The parts of a value: the step to each, the part, and the form it should match."""
    arguments = get_args(form)
    if is_struct(form):
        forms = get_type_hints(form)
        if isinstance(value, dict):
            return [(name, part, forms[name]) for name, part in value.items() if name in forms]
        if isinstance(value, list) and form.__struct_config__.array_like:
            fields = zip(value, form.__struct_fields__, strict=False)
            return [(number, part, forms[name]) for number, (part, name) in enumerate(fields, 1)]
    if get_origin(form) is dict and isinstance(value, dict):
        return [(name, part, arguments[1]) for name, part in value.items()]
    if get_origin(form) is list and isinstance(value, list):
        return [(number, part, arguments[0]) for number, part in enumerate(value, 1)]
    return []


def untypable(ids: Iterable[str], example: str) -> Iterator[str]:
    """Faults of ids that cannot be typed."""
    for id_ in ids:
        if not re.fullmatch(ID, id_):
            yield f'The id "{id_}" may only have lower-case letters, digits and hyphens, such as {example}.'


def untitled(title: Mapping[str, str]) -> Iterator[str]:
    """Faults of languages without a title."""
    for language in LANGUAGES:
        if not title.get(language):
            yield f'The title in "{language}" is missing. A board has one in each of: {", ".join(LANGUAGES)}.'


def is_struct(form: Any) -> bool:
    """Whether a form is a struct."""
    return isclass(form) and issubclass(form, msgspec.Struct)
