"""The command line, `guanxi`.  The commands themselves are in `commands/`."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

from cyclopts import App, CycloptsError

import guanxi
from guanxi.commands import (
    HARMLESS,
    admin,
    campaign,
    databases,
    datasets,
    installation,
    logs,
    matches,
    openings,
    puzzles,
    review,
    rules,
    tables,
)
from guanxi.engine.errors import GuanxiError

if TYPE_CHECKING:
    from collections.abc import Sequence

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
for command in (
    tables.play,
    tables.serve,
    tables.work,
    installation.games,
    rules.rules,
    matches.match,
    matches.lab,
    matches.train,
    matches.exploit,
    datasets.dataset,
    puzzles.puzzles,
    openings.openings,
    campaign.campaign,
    logs.replay,
    review.review,
    logs.verify,
    databases.backup,
    databases.restore,
    installation.doctor,
):
    app.command(command)
app.command(admin.admin)
# Imported lazily: its help lists the files of all games.
app.command(
    "guanxi.commands.boards:board", help="Check or show the files that a game is played with: boards, cards, leaders."
)
app.register_install_completion_command(help="Complete commands and options in this shell with the Tab key.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns 0 for success, 1 for a failed check, 2 for a wrong argument."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Replace characters that the terminal cannot show instead of failing.
            stream.reconfigure(errors="replace")
    try:
        code = app(sys.argv[1:] if arguments is None else arguments, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except (GuanxiError, CycloptsError) as error:
        return _print_error(str(error))
    except BrokenPipeError:
        # The reader is gone (`| head`): keep Python from reporting an error when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _print_error(f"{error.filename}: {error.strerror}." if error.filename else f"{error}.")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code if isinstance(code, int) else 0


def _print_error(text: str) -> int:
    """Print an error, line by line."""
    for line in text.splitlines():
        print(f"guanxi: {line}".translate(HARMLESS), file=sys.stderr)
    return 2
