"""Games for people: `guanxi play` and `guanxi serve`, and bots for the latter: `guanxi work`."""

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
    """Play in this terminal. The game is saved after every move and can be resumed.

    **Examples**

    `guanxi play`

    `guanxi play hanamikoji --bot nobody --name Ada --name Bo --language it`

    `guanxi play han --seats 4 --option board=ways_of_diplomacy --option variant=true`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bot
        The bot in the other seats, such as casual or master; nobody for several people who share the screen.
    seats
        The number of seats; by default as few as the game allows.
    seat
        Your seat; the first is 0.
    name
        Your name; repeat the option for each person.
    language
        en, fr or it; by default the system's language.
    seed
        The seed of a new game's random numbers; by default a secret one.
    option
        An option of the game as name=value; can be repeated.
    file
        The file to save the game in; if it exists, that game is resumed.
    new
        Start a new game without offering to resume the last one.
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
    lan: Annotated[bool, Flag] = False,
) -> None:
    """Serve tables to browsers and programs until Ctrl-C.

    **Examples**

    `guanxi serve --open`

    `guanxi serve --open --lan` to play with everybody in the same network

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 is every address of this machine.
    port
        The port to listen on; if it is in use, the next free one.
    db
        Where games are stored: a file, or the URL of a database. By default what `GUANXI_DB` names, or else a file in
        the user's data directory.
    open
        Open the browser at this server.
    lan
        Listen on every address of this machine, and invite people by its address in the local network.
    """
    from guanxi.server.serve import serve as serve_tables

    serve_tables("0.0.0.0" if lan else host, port, db, open)


def work(*, db: str | None = None, processes: int = 2) -> None:
    """Think for the bots of servers that share a PostgreSQL database, on this machine or on another, until Ctrl-C.

    Several of these may run, anywhere. If one dies, another one makes its moves.

    **Examples**

    `guanxi work --db postgresql://guanxi@database.example.org/guanxi --processes 8`

    Parameters
    ----------
    db
        The URL of the servers' database, as in their own `--db`. By default what `GUANXI_DB` names.
    processes
        The number of processes in which bots think, about one for each processor.
    """
    from guanxi.server.work import work as work_here

    work_here(db, processes)
