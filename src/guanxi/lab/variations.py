"""What can be compared with a table: the same with another number of players, or with another option."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from guanxi.engine.game import Game


class Variation(NamedTuple):
    """Something to compare: other options, or another number of players."""

    label: str
    players: int
    options: dict[str, Any]


def all_asked(
    game: Game[Any, Any], players: int, options: Mapping[str, Any], compare: Iterable[str]
) -> list[Variation]:
    """The table as it was asked for, then all that differ from it, each once."""
    every = [one for asked in compare for one in variations(game, asked, players, options)]
    found = {key(game, one): one for one in every}
    given = Variation("as asked", players, dict(options))
    base = key(game, given)
    same = [one.label for one in every if key(game, one) == base]
    if same:
        given = Variation(", ".join(same), players, dict(options))
    return [given, *(one for other, one in found.items() if other != base)]


def key(game: Game[Any, Any], one: Variation) -> tuple[int, str]:
    """What makes two variations the same table."""
    return one.players, repr(game.check_options(one.players, one.options))


def variations(game: Game[Any, Any], asked: str, players: int, options: Mapping[str, Any]) -> list[Variation]:
    """What `--compare` asks for: `name=one,other`, `name` for all its values, or `all` for all there is to vary."""
    if asked == "all":
        return [one for name in varied(game) for one in variations(game, name, players, options)]
    name, equals, listed = asked.partition("=")
    if name not in ("players", *game.options.__struct_fields__):
        raise BadOption(f"{game.name} cannot be compared by {name!r}. It can by: {', '.join(varied(game))}, or all.")
    if not equals:
        if name not in varied(game):
            raise BadOption(f"Say which values of {name} are to be compared: {name}=ONE,OTHER.")
        return list(possible(game, name, values(game, name), players, options))
    given = [value.strip() for value in listed.split(",")]
    found = [vary(name, read(value), players, options) for value in given]
    for one in found:
        game.check_options(one.players, one.options)
    return found


def varied(game: Game[Any, Any]) -> list[str]:
    """What can be varied without saying how: the number of players, switches, boards."""
    names = ["players"] if len(game.seats) > 1 else []
    return names + [name for name in game.options.__struct_fields__ if len(values(game, name)) > 1]


def values(game: Game[Any, Any], name: str) -> tuple[Any, ...]:
    """All values of what can be varied."""
    if name == "players":
        return game.seats
    default = dict(zip(game.options.__struct_fields__, game.options.__struct_defaults__, strict=False)).get(name)
    return (False, True) if isinstance(default, bool) else tuple(game.choices.get(name, ()))


def every_table(game: Game[Any, Any], players: int) -> list[Any]:
    """The options of all tables for so many players that play without people can have: each board, each switch."""
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
    """The variations that the game allows: not every board is for every number of players."""
    for value in listed:
        one = vary(name, value, players, options)
        try:
            game.check_options(one.players, one.options)
        except BadOption:
            continue
        yield one


def vary(name: str, value: Any, players: int, options: Mapping[str, Any]) -> Variation:
    """The same table but for one thing."""
    said = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    if name == "players":
        if not isinstance(value, int):
            raise BadOption(f"The number of players to compare is a number, not {value!r}.")
        return Variation(f"{value} players", value, dict(options))
    return Variation(f"{name} {said}", players, {**options, name: value})


def read(value: str) -> Any:
    """A value as it is written on the command line."""
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value
