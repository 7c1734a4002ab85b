"""Measure the speed of random games: Guanxi compiled, Guanxi plain, and other libraries, side by side in one run.

    make bench                     everything, takes some minutes
    python benchmarks/speed.py --slices 3 --markdown docs/speed.md

All contestants alternate in slices, so that other work on the machine affects them alike; the figure is the best slice,
in CPU time of one core.  "Inside" means that the loop over decisions runs inside the library, "driven" that it is
ordinary Python, which asks for the legal moves and makes one of them, as in a bot.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[float], tuple[int, int, float]]  # for some seconds: games, decisions, seconds used


@dataclass
class Contestant:
    """A contestant: the library, the game, and a function that plays for some seconds."""

    library: str
    game: str
    loop: str
    play: Play
    rate: float = 0.0  # decisions a second, in the best slice
    games: float = 0.0

    def take_slice(self, seconds: float) -> None:
        """Play for some seconds and keep the figures if they are the best yet."""
        games, decisions, used = self.play(seconds)
        if decisions / used > self.rate:
            self.rate = decisions / used
            self.games = games / used


def timed(one_game: Callable[[], int], batch: int = 1) -> Play:
    """Play whole games until the time is over."""

    def play(seconds: float) -> tuple[int, int, float]:
        games = decisions = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            for _ in range(batch):
                decisions += one_game()
            games += batch
        return games, decisions, time.process_time() - start

    return play


def guanxi_inside(name: str, seats: int) -> Callable[[], int]:
    import guanxi
    from guanxi.engine.core.position import Moves, playout

    game = guanxi.game(name)
    options = game.check_options(seats, game.automatic)
    start = game.blank(seats, options)
    position, moves, random = start.copy(), Moves(), Random(1)

    def one_game() -> int:
        position.copy_from(start)
        position.reseed(1, 2, 3, random.getrandbits(32))
        game.set_up(position, seats, options)
        return playout(position, moves)

    return one_game


def guanxi_driven(name: str, seats: int) -> Callable[[], int]:
    import guanxi
    from guanxi.engine.core.position import Moves, first_owing

    game = guanxi.game(name)
    options = game.check_options(seats, game.automatic)
    start = game.blank(seats, options)
    position, moves, random = start.copy(), Moves(), Random(1)

    def one_game() -> int:
        position.copy_from(start)
        position.reseed(1, 2, 3, random.getrandbits(32))
        game.set_up(position, seats, options)
        decisions = 0
        while position.owing:
            seat = first_owing(position)
            count = moves.fill(position, seat)
            position.play(seat, moves[int(random.random() * count)])
            decisions += 1
        return decisions

    return one_game


def openspiel(name: str) -> Callable[[], int]:
    """Chance nodes count as decisions: they are listed and played in the same way, and it favours the library."""
    import pyspiel

    game, random = pyspiel.load_game(name), Random(1)

    def one_game() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            decisions += 1
        return decisions

    return one_game


def rlcard(name: str) -> Callable[[], int]:
    import rlcard

    env, random = rlcard.make(name, config={"seed": 1}), Random(1)

    def one_game() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(random.random() * len(actions))])
            decisions += 1
        return decisions

    return one_game


def pettingzoo(name: str) -> Callable[[], int]:
    from importlib import import_module

    env, random = import_module(f"pettingzoo.classic.{name}").env(), Random(1)

    def one_game() -> int:
        env.reset(seed=random.getrandbits(31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            env.step(int(actions[int(random.random() * len(actions))]))
            decisions += 1
        return decisions

    return one_game


class PlainWorker:
    """The same games from the plain sources, in a process of its own that waits between its slices."""

    def __init__(self, name: str, seats: int, loop: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", name, str(seats), loop],
            env={**os.environ, "GUANXI_PLAIN": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, seconds: float) -> tuple[int, int, float]:
        assert self.process.stdin
        assert self.process.stdout
        print(seconds, file=self.process.stdin, flush=True)
        games, decisions, used = self.process.stdout.readline().split()
        return int(games), int(decisions), float(used)


LOOPS = {"inside": guanxi_inside, "driven": guanxi_driven}


def work(name: str, seats: int, loop: str) -> None:
    """Serve slices on standard input and output: what the plain worker does."""
    play = timed(LOOPS[loop](name, seats))
    for line in sys.stdin:
        print(*play(float(line)), flush=True)


def contestants() -> list[Contestant]:
    """All contestants."""
    ours = [("hanamikoji", 2), ("han", 4), ("white_lotus", 4), ("haiduci", 4)]
    found = []
    for name, seats in ours:
        for loop, maker in LOOPS.items():
            found.append(Contestant("Guanxi", name, loop, timed(maker(name, seats), 20)))
            found.append(Contestant("Guanxi, plain Python", name, loop, PlainWorker(name, seats, loop).play))
    for name in ("tic_tac_toe", "connect_four", "leduc_poker", "liars_dice", "gin_rummy"):
        found.append(Contestant("OpenSpiel (C++)", name, "driven", timed(openspiel(name))))
    for name in ("leduc-holdem", "limit-holdem", "uno"):
        found.append(Contestant("RLCard", name, "driven", timed(rlcard(name))))
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4"):
        found.append(Contestant("PettingZoo", name, "driven", timed(pettingzoo(name))))
    return found


def once(command: list[str], **environment: str) -> float:
    """The best wall-clock milliseconds of a few runs of a command."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, check=True, env={**os.environ, **environment})
        best = min(best, time.perf_counter() - start)
    return best * 1000


def import_time() -> float:
    """The time that `import guanxi` adds to the start of Python, in milliseconds."""
    return once([sys.executable, "-c", "import guanxi"]) - once([sys.executable, "-c", "pass"])


def report(found: list[Contestant]) -> str:
    """The table and a few more figures as Markdown."""
    base = next(c.rate for c in found if c.library == "Guanxi" and c.loop == "driven")
    lines = [
        "| library | game | loop | games/s | decisions/s | Guanxi driven is faster by |",
        "|---|---|---|---:|---:|---:|",
    ]
    for c in found:
        ratio = f"{base / c.rate:.1f} ×" if c.loop == "driven" else ""
        lines.append(f"| {c.library} | {c.game} | {c.loop} | {c.games:,.0f} | {c.rate:,.0f} | {ratio} |")
    plain = [c for c in found if c.loop == "inside" and "plain" in c.library]
    quick = {c.game: c.rate for c in found if c.loop == "inside" and "plain" not in c.library}
    lines += [
        "",
        "- Compiled against plain, inside: " + ", ".join(f"{c.game} {quick[c.game] / c.rate:.0f} ×" for c in plain),
        "- One game in plain Python: " + ", ".join(f"{c.game} {1000 / c.games:.2f} ms" for c in plain),
        f"- `import guanxi`: {import_time():.0f} ms",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=8, help="slices per contestant")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds per slice")
    parser.add_argument("--markdown", type=Path, help="replace everything below the line of dashes in this file")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        name, seats, loop = arguments.worker
        work(name, int(seats), loop)
        return
    found = contestants()
    for number in range(arguments.slices):
        for contestant in found:
            now = f"slice {number + 1} of {arguments.slices}: {contestant.library}, {contestant.game}"
            print(f"\r{now:<70}", end="", file=sys.stderr)
            contestant.take_slice(arguments.seconds)
    print(f"\r{'':<70}\r", end="", file=sys.stderr)
    text = report(found)
    print(text)
    if arguments.markdown:
        head, mark, _ = arguments.markdown.read_text(encoding="utf-8").partition("\n---\n")
        arguments.markdown.write_text(head + mark + "\n" + text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
