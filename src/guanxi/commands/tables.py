"""Sit down: `guanxi play` and `guanxi serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from guanxi.commands import Flag, Language, Repeated, game_options


def play(
    game: str = "hanamikoji",
    /,
    *,
    bot: str = "casual",
    seats: int | None = None,
    seat: int | None = None,
    name: Annotated[tuple[str, ...], Repeated] = (),
    language: Language | None = None,
    seed: str | None = None,
    option: Annotated[tuple[str, ...], Repeated] = (),
    file: Path | None = None,
    new: Annotated[bool, Flag] = False,
) -> int:
    """Play in this terminal. The game is kept after every move, and can be gone on with.

    **Examples**

    `guanxi play`

    `guanxi play hanamikoji --bot nobody --name Ada --name Bo --language it`

    `guanxi play han --seats 4 --option board=ways_of_diplomacy --option variant=true`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bot
        Who sits in the other seats: greedy, random, or nobody for people who share the screen.
    seats
        How many play; as few as the game allows if it is not given.
    seat
        Where you sit; the first seat is 0.
    name
        What you are called; once for each person.
    language
        en, fr or it; that of the system if it is not given.
    seed
        What all chance of a new game comes from; a secret one if it is not given.
    option
        An option of the game as name=value; can be repeated.
    file
        Where the game is kept; if it is there, it is gone on with.
    new
        Begin a new game, without asking about the last one.
    """
    from guanxi.terminal.play import play as play_here

    return play_here(
        game,
        bot=bot,
        seats=seats,
        seat=seat,
        language=language,
        seed=seed,
        file=file,
        new=new,
        names=name,
        options=game_options(option),
    )


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8642,
    db: str | None = None,
    open: Annotated[bool, Flag] = False,
) -> None:
    """Serve tables to browsers and programs, until Ctrl-C.

    **Examples**

    `guanxi serve --open`

    `guanxi serve --host 0.0.0.0` for everybody in the same network

    Parameters
    ----------
    host
        The address to listen at; 0.0.0.0 is every address of this machine.
    port
        The port; if it is busy the next free one is taken.
    db
        Where games are kept: a file, or the URL of a database. Without it a file in the user's data folder.
    open
        Open the browser.
    """
    from guanxi.server.serve import serve as serve_tables

    serve_tables(host, port, db, open)
