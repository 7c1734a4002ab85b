"""About this installation: `guanxi games` and `guanxi doctor`."""

from __future__ import annotations

import guanxi
from guanxi.engine.text import phrase


def games() -> None:
    """List the games.

    **Example**: `guanxi games`
    """
    from guanxi.terminal.voice import system_language

    language = system_language()
    for name in guanxi.game_names():
        game = guanxi.game(name)
        print(f"{name}  ({span(game.seats)} players)")
        print(f"    {game.text.say(phrase('summary'), language)}")


def doctor() -> int:
    """Check this installation: which modules are compiled, how fast it is, and which extras are missing.

    **Example**: `guanxi doctor`
    """
    from platformdirs import user_data_path

    from guanxi.doctor import examine

    healthy = True
    for line, good in examine():
        print(line)
        healthy = healthy and good
    print(f"Games    are saved in {user_data_path('guanxi', appauthor=False)}")
    return 0 if healthy else 1


def span(counts: tuple[int, ...]) -> str:
    """Format numbers of players: "2 to 5"."""
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
