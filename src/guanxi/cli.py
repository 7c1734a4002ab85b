"""`guanxi …`: the command line.  Each command imports what it needs when it is called."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, CycloptsError, Parameter

import guanxi
from guanxi.engine.errors import BadLog, BadOption, GuanxiError
from guanxi.engine.text import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.log import Log

app = App(
    name="guanxi",
    help=(
        "Games of influence, to play with friends or against bots.\n\n"
        "Start with `guanxi play`. `guanxi COMMAND --help` explains a command."
    ),
    version=guanxi.__version__,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
    help_format="markdown",
)

# A log may come from anybody: it must not steer the terminal.
HARMLESS = dict.fromkeys((*range(32), *range(127, 160)), "\N{REPLACEMENT CHARACTER}")
Language = Literal["en", "fr", "it"]
Flag = Repeated = Parameter(negative=(), show_default=False)
Perhaps = Parameter(negative=(), show_default=False, consume_multiple=(0, 1))  # its value may be left out


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns 0 if all went well, 1 if a check failed, 2 if it was asked for what cannot be."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A letter that the terminal does not have is no reason to stop.
            stream.reconfigure(errors="replace")
    try:
        code = app(sys.argv[1:] if arguments is None else arguments, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except (GuanxiError, CycloptsError) as wrong:
        return _complain(str(wrong))
    except BrokenPipeError:
        # Who reads us has gone (`| head`): nothing is to be said, not even by Python when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as wrong:
        return _complain(f"{wrong.filename}: {wrong.strerror}." if wrong.filename else f"{wrong}.")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code if isinstance(code, int) else 0


def _complain(sentence: str) -> int:
    print(f"guanxi: {sentence}".translate(HARMLESS), file=sys.stderr)
    return 2


@app.command
def play(
    game: str = "hanamikoji",
    /,
    *,
    bot: str = "greedy",
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
        options=_options(option),
    )


@app.command
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


board = App(name="board", help="Boards are files that anybody can write: check one, or draw it.")
app.command(board)


@board.command
def check(file: str, /) -> int:
    """Say what is wrong with a board of Han, or that nothing is.

    **Example**: `guanxi board check my_board.json`

    Parameters
    ----------
    file
        A board's file, or the name of a board that comes with the game.
    """
    from guanxi.games.han import board as boards
    from guanxi.games.han import checks

    path = boards.find(file)
    found = boards.read(path)
    problems = checks.check(found)
    for problem in problems:
        print(f"✗ {path.name}: {problem}")
    for remark in checks.remarks(found):
        print(f"· {path.name}: {remark}")
    if not problems:
        print(f"✓ {path.name}: {len(found.provinces)} provinces, {len(found.spaces)} house spaces: a good board.")
    return 1 if problems else 0


@board.command
def show(file: str, /, *, out: Path | None = None, language: Language | None = None) -> None:
    """Draw a board of Han as an SVG file.

    **Example**: `guanxi board show border_disputes --out board.svg`

    Parameters
    ----------
    file
        A board's file, or the name of a board that comes with the game.
    out
        The file to write; without it the board's name with .svg, in this folder.
    language
        Of the names' meanings.
    """
    from guanxi.games.han import board as boards
    from guanxi.games.han import drawing
    from guanxi.terminal.voice import usual_language

    found = boards.load(file)
    target = out or Path(f"{boards.find(file).stem}.svg")
    target.write_text(drawing.svg(found, language or usual_language()), encoding="utf-8")
    print(f"{found.name} is drawn in {target}.")


@app.command
def games() -> None:
    """List the games.

    **Example**: `guanxi games`
    """
    from guanxi.terminal.voice import usual_language

    language = usual_language()
    for name in guanxi.game_names():
        game = guanxi.game(name)
        print(f"{name}  ({_span(game.seats)} players)")
        print(f"    {game.text.say(phrase('summary'), language)}")


@app.command
def match(
    game: str,
    /,
    *,
    bots: str = "greedy,random",
    games: int = 100,
    seed: str = "1",
    seats: int | None = None,
    pool: Annotated[bool, Flag] = False,
    option: Annotated[tuple[str, ...], Repeated] = (),
    test: str | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    resume: Path | None = None,
    json: Annotated[tuple[Path, ...] | None, Perhaps] = None,
    page: Path | None = None,
    logs: Path | None = None,
) -> None:
    """Let bots play against each other.

    Every deal is played once in each rotation of the seats. The interval behind a win rate holds the true one in
    95 of 100 matches. The same seed gives the same games.

    **Examples**

    `guanxi match hanamikoji --bots greedy,random --games 2000`

    `guanxi match han --seats 4 --bots greedy,random --test 0.25:0.35 --games 2000` for one greedy against three random

    `guanxi match haiduci --seats 4 --pool --bots greedy,random --resume match.jsonl --page match.html`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bots
        One bot for each seat, separated by commas. With more bots than seats they are a pool.
    games
        How many games, at each table; rounded up to whole deals.
    seed
        What all chance of the match comes from.
    seats
        How many seats; the last bot named takes those that are left.
    pool
        Let each bot play alone against copies of each other one, for a table of payoffs and ratings.
    option
        An option of the game as name=value; can be repeated.
    test
        LOW:HIGH, two shares: end as soon as it is clear that the first bot wins at most LOW, or at least HIGH.
    jobs
        How many processes; all processors are used if it is not given and there are games enough.
    ray
        The address of a Ray cluster that plays the games; local starts one here.
    resume
        A file that keeps each game as it is finished; if it is there, the match is gone on with.
    json
        A file for the result as JSON; without its name it is printed, and nothing else.
    page
        A file for the result as a web page with plots.
    logs
        A new or empty directory, into which the log of each game is written.
    """
    from guanxi.lab.arena import arena

    arena(
        guanxi.game(game),
        [name.strip() for name in bots.split(",")],
        games,
        seed=seed,
        seats=seats,
        pool=pool,
        options=_options(option),
        test=test,
        jobs=jobs,
        ray=ray,
        logs=logs,
        resume=resume,
        json=json,
        page=page,
    )


@app.command
def lab(
    game: str,
    /,
    *,
    bots: str = "greedy",
    games: int = 1000,
    players: int | None = None,
    seed: str = "1",
    option: Annotated[tuple[str, ...], Repeated] = (),
    compare: Annotated[tuple[str, ...], Repeated] = (),
    jobs: int | None = None,
    out: Path | None = None,
    dataset: Path | None = None,
) -> int:
    """Study a game: bots play it many times, and a page with plots tells what was found.

    Length, points and where they come from, who has an advantage, what is used and what it is worth, how close games
    are and when they are decided. Ctrl-C writes what there is. The same seed gives the same games.

    **Examples**

    `guanxi lab hanamikoji`

    `guanxi lab han --games 500 --compare players --compare variant --out han.html`

    `guanxi lab haiduci --players 4 --dataset games_of_haiduci`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bots
        Who plays, separated by commas; the last one takes the seats that are left.
    games
        How many games; of each variant, if there are several.
    players
        How many play; as many as the game is best with if it is not given.
    seed
        What all chance comes from.
    option
        An option of the game as name=value; can be repeated.
    compare
        Play variants too: name=value,value or a name alone for all its values (players is one); all for all there are.
    jobs
        How many processes; all processors are used if it is not given and there are games enough.
    out
        The file of the report; without it the game's name with -lab.html, in this folder.
    dataset
        A new or empty directory, into which the games, seats and decisions are written as CSV files.
    """
    from guanxi.lab.command import lab as study_game

    return study_game(
        guanxi.game(game),
        [name.strip() for name in bots.split(",")],
        games,
        seed=seed,
        players=players,
        options=_options(option),
        compare=compare,
        jobs=jobs,
        out=out or Path(f"{game}-lab.html"),
        dataset=dataset,
    )


@app.command
def replay(
    file: Path,
    /,
    *,
    to: int | None = None,
    seat: int | None = None,
    language: Language | None = None,
) -> None:
    """Tell a recorded game, event by event, with its result.

    A finished game is told with all that was hidden, an unfinished one as a spectator sees it.

    **Example**: `guanxi replay game.json --to 12 --language fr`

    Parameters
    ----------
    file
        The log of a game.
    to
        Stop after this entry of the log; 0 is the set-up.
    seat
        Tell only what this seat has seen; the first is 0.
    language
        en, fr or it; that of the system if it is not given.
    """
    from guanxi.lab.retell import retell
    from guanxi.terminal.seats import shown_name
    from guanxi.terminal.voice import usual_language

    log = _log(file)
    spoken = language or usual_language()
    names = [shown_name(name, number, spoken) for number, name in enumerate(log.seats)]
    try:
        for line in retell(log, spoken, names, to, seat):
            print(line.translate(HARMLESS))
    except BadLog as wrong:
        raise BadLog(f"{file}: {wrong}") from None


@app.command
def verify(file: Path, /) -> int:
    """Check a recorded game: that nothing was changed, chance was fair and every move legal.

    The exit code is 0 if all is well and 1 if something is not.

    **Example**: `guanxi verify game.json`

    Parameters
    ----------
    file
        The log of a game.
    """
    from guanxi.lab.verify import verify as verify_log

    marks = {True: "✓", False: "✗", None: "–"}
    checks = verify_log(_read(file))
    for check in checks:
        print(f"{marks[check.passed]} {check.name:<9} {check.says}".translate(HARMLESS))
    return int(any(check.passed is False for check in checks))


@app.command
def doctor() -> int:
    """Say how this installation is: what is compiled, what that is worth, what is missing.

    **Example**: `guanxi doctor`
    """
    from guanxi.doctor import examine
    from guanxi.folders import folder

    healthy = True
    for line, good in examine():
        print(line)
        healthy = healthy and good
    print(f"Games    are kept in {folder()}")
    return 0 if healthy else 1


def _options(given: Sequence[str]) -> dict[str, Any]:
    """The options of a game, each given as name=value."""
    import msgspec

    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise BadOption(f"An option is given as name=value, not as {text!r}.")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise BadLog(f"There is no file {file}.") from None
    except IsADirectoryError:
        raise BadLog(f"{file} is a directory; name the file of a game in it.") from None


def _log(file: Path) -> Log:
    document = _read(file)
    try:
        return guanxi.Log.from_json(document)
    except BadLog as wrong:
        raise BadLog(f"{file}: {wrong}") from None


def _span(counts: tuple[int, ...]) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
