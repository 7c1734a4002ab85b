"""Describe where a JSON document does not match its schema, and checks that many schemas share."""

from __future__ import annotations

import re
from inspect import isclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from guanxi.engine.text import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ID = r"[a-z0-9_-]{1,40}"
MOST_CORNERS = 2000  # of all outlines: comparing them takes time with the square of it
FARTHEST = 10_000
# What files by strangers may contain, so that no check takes for ever.
Coordinate = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
WholeCoordinate = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
Count = Annotated[int, Meta(ge=0, le=FARTHEST)]
Title = Annotated[str, Meta(max_length=80)]
Longer = Annotated[str, Meta(max_length=4000)]
# What an editor draws: handles to drag, outlines that close, lines that do not.
POINT = Meta(extra_json_schema={"format": "point"})
OUTLINE = Meta(extra_json_schema={"format": "outline"})
LINE = Meta(extra_json_schema={"format": "line"})


def line_or_symbols(*kinds: str) -> Meta:
    """Marks points that are a line, or a symbol each if the field `kind` beside them has one of these values."""
    return Meta(max_length=1000, extra_json_schema={"format": "line", "x-symbols": [*kinds]})


Step = str | int  # a key of an object, or an index in a list, counted from 1


def names(part: str) -> Meta:
    """Marks a text that names one of the things in a part of the file."""
    return Meta(extra_json_schema={"x-names": part})


def neighbours_in(part: str) -> Meta:
    """Marks a list of the things in a part of the file that are next to this one, each of which names this one, too."""
    return Meta(max_length=100, extra_json_schema={"x-neighbours": part})


def keyed_by(*keys: str) -> Meta:
    """Marks an object that may have some of these keys."""
    return Meta(extra_json_schema={"x-keys": [*keys]})


def one_of(*values: str) -> Meta:
    """Marks a text that has one of these values; the checks of the file say so."""
    return Meta(extra_json_schema={"examples": [*values]})


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
    bare = without_limits(form)
    for step, part, its_form in parts(value, bare):
        if complaint(part, its_form):
            return first_fault(part, its_form, (*path, step))
    place = " → ".join(map(str, path)) or "the file"
    if get_origin(bare) is Literal:
        known = ", ".join(f'"{one}"' for one in get_args(bare))
        return f"{place} is {msgspec.json.encode(value).decode()}. It should be {known.replace(', ', ' or ')}."
    reason = complaint(value, form)
    if "field" in reason and is_struct(bare):
        fields = ", ".join(name for name in bare.__struct_encode_fields__ if not name.startswith("$"))
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
        forms = get_type_hints(form, include_extras=True)
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


def without_limits(form: Any) -> Any:
    """The type of a form that also has limits."""
    return get_args(form)[0] if get_origin(form) is Annotated else form


def untypable(ids: Iterable[str], example: str) -> Iterator[str]:
    """Faults of ids that cannot be typed."""
    for id_ in ids:
        if not re.fullmatch(ID, id_):
            yield f'The id "{id_}" may only have lower-case letters, digits and hyphens, such as {example}.'


def crowded(outlines: Iterable[Sequence[Any]]) -> Iterator[str]:
    """The fault of outlines with too many corners."""
    corners = sum(map(len, outlines))
    if corners > MOST_CORNERS:
        yield f"The outlines have {corners} corners in all. There can be {MOST_CORNERS}."


def untitled(title: Mapping[str, str]) -> Iterator[str]:
    """Faults of languages without a title."""
    for language in LANGUAGES:
        if not title.get(language):
            yield f'The title in "{language}" is missing. A board has one in each of: {", ".join(LANGUAGES)}.'


def is_struct(form: Any) -> bool:
    """Whether a form is a struct."""
    return isclass(form) and issubclass(form, msgspec.Struct)
