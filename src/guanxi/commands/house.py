"""What is here: `guanxi games` and `guanxi doctor`."""

from __future__ import annotations

import guanxi
from guanxi.engine.text import phrase


def games() -> None:
    """List the games.

    **Example**: `guanxi games`
    """
    from guanxi.terminal.voice import usual_language

    language = usual_language()
    for name in guanxi.game_names():
        game = guanxi.game(name)
        print(f"{name}  ({span(game.seats)} players)")
        print(f"    {game.text.say(phrase('summary'), language)}")


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


def span(counts: tuple[int, ...]) -> str:
    """Numbers of players, to read."""
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
