"""Variations of a table to compare it with: another number of players, or another value of one option."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from guanxi.engine.errors import BadOption, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from guanxi.engine.game import Game


class Variation(NamedTuple):
    """One table of a comparison."""

    label: str
    players: int
    options: dict[str, Any]


def all_variations(
    game: Game[Any, Any], players: int, options: Mapping[str, Any], compare: Iterable[str]
) -> list[Variation]:
    """The table as asked for, followed by each variation that differs from it, once."""
    every = [one for asked in compare for one in variations(game, asked, players, options)]
    found = {key(game, one): one for one in every}
    given = Variation("as asked", players, dict(options))
    base = key(game, given)
    same = [one.label for one in every if key(game, one) == base]
    if same:
        given = Variation(", ".join(same), players, dict(options))
    return [given, *(one for other, one in found.items() if other != base)]


def key(game: Game[Any, Any], one: Variation) -> tuple[int, str]:
    """A key that is equal for two variations of the same table."""
    return one.players, repr(game.check_options(one.players, one.options))


def variations(game: Game[Any, Any], asked: str, players: int, options: Mapping[str, Any]) -> list[Variation]:
    """Parse one `--compare`: `name=one,other`, `name` for its values, `all` for all names, or `name=one+name=two`."""
    if asked == "all":
        return [one for name in varied(game) for one in variations(game, name, players, options)]
    if "+" in asked:
        return [combined(game, asked, players, options)]
    name, equals, listed = asked.partition("=")
    known = ("players", *game.options.__struct_fields__)
    if name not in known:
        guess = did_you_mean(name, known)
        raise BadOption(
            f"{game.name} has no option {name!r} to compare.{guess} Available: {', '.join(known)}, or all: "
            f"every value of {' and '.join(varied(game)) or 'none of them'}."
        )
    if not equals:
        if name not in varied(game):
            file = " (names of files that come with the game, or paths of your own)" if name in named(game) else ""
            raise BadOption(f"Name the values of {name} to compare: {name}=ONE,OTHER{file}.")
        return list(possible(game, name, values(game, name), players, options))
    given = [value.strip() for value in listed.split(",")]
    found = [vary(name, read(value), players, options) for value in given]
    for one in found:
        game.check_options(one.players, one.options)
    return found


def combined(game: Game[Any, Any], asked: str, players: int, options: Mapping[str, Any]) -> Variation:
    """Parse a version with several changes: `board=mine.json+leaders=mine_too.json`."""
    labels = []
    for change in asked.split("+"):
        found = variations(game, change, players, options)
        if len(found) != 1:
            raise BadOption(f"A version with several changes is written name=value+name=value, not {asked}.")
        (label, players, options) = found[0]
        labels.append(label)
    return Variation(", ".join(labels), players, dict(options))


def named(game: Game[Any, Any]) -> set[str]:
    """The options whose values are files."""
    return {files.option for files in game.files}


def varied(game: Game[Any, Any]) -> list[str]:
    """Names whose values are known and can all be tried: the number of players, switches, boards."""
    names = ["players"] if len(game.seats) > 1 else []
    return names + [name for name in game.options.__struct_fields__ if len(values(game, name)) > 1]


def values(game: Game[Any, Any], name: str) -> tuple[Any, ...]:
    """All values of one of the names that `varied` returns."""
    if name == "players":
        return game.seats
    default = dict(zip(game.options.__struct_fields__, game.options.__struct_defaults__, strict=False)).get(name)
    return (False, True) if isinstance(default, bool) else tuple(game.choices.get(name, ()))


def every_table(game: Game[Any, Any], players: int) -> list[Any]:
    """All options of a table for this many players that bots can play: every board with every switch."""
    names = [name for name in varied(game) if name != "players" and name not in game.automatic]
    found = {}
    for chosen in product(*(values(game, name) for name in names)):
        given = {**game.automatic, **dict(zip(names, chosen, strict=True))}
        with suppress(BadOption):
            options = game.check_options(players, given)
            found[repr(options)] = options
    return list(found.values())


def possible(
    game: Game[Any, Any], name: str, listed: Iterable[Any], players: int, options: Mapping[str, Any]
) -> Iterator[Variation]:
    """The variations that the game allows; not every board suits every number of players."""
    for value in listed:
        one = vary(name, value, players, options)
        try:
            game.check_options(one.players, one.options)
        except BadOption:
            continue
        yield one


def vary(name: str, value: Any, players: int, options: Mapping[str, Any]) -> Variation:
    """The table with one value changed."""
    said = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    if name == "players":
        if not isinstance(value, int):
            raise BadOption(f"--compare players takes numbers, such as players=3,4, not {value!r}.")
        return Variation(f"{value} players", value, dict(options))
    return Variation(f"{name} {said}", players, {**options, name: value})


def read(value: str) -> Any:
    """Parse a value from the command line: JSON if it is, else text."""
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value
