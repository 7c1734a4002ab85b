"""Measure the speed of random games: Guanxi compiled, Guanxi plain, and other libraries, side by side in one run.

    make bench                     everything, takes some minutes
    python benchmarks/speed.py --slices 3 --markdown docs/speed.md

All contestants alternate in slices, so that other work on the machine affects them alike; the figure is the best slice,
in CPU time of one core.  The loops are the functions that docs/research.md shows, taken from that page; other libraries
run in the same functions where they have the same interface.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[float], tuple[int, int, float]]  # for some seconds: games, decisions, seconds used


RESEARCH = Path(__file__).parents[1] / "docs" / "research.md"
OURS = [("hanamikoji", 2), ("han", 4), ("white_lotus", 4), ("haiduci", 4)]

# What a loop asks for: only comparisons within a group are of like with like.
INSIDE = "Inside the library"
MOVES = "Legal moves and moves, from Python"
EVENTS = "Also typed moves, events and a log"
OBSERVED = "Observations and masks for learning, from Python"
BATCHED = "Observations and masks, many tables at once"
TABLES = 4096
STEPS = 10  # of a batch between two looks at the clock
SIMULATIONS = 200  # of OpenSpiel's search for one decision


def documented() -> dict[str, Any]:
    """The functions `play_…` that docs/research.md shows, by name."""
    found: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", RESEARCH.read_text(encoding="utf-8"), re.DOTALL):
        for node in ast.parse(block).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("play_"):
                exec(compile(ast.Module([node], []), RESEARCH.name, "exec"), found)
    return found


LOOPS = documented()


class Goal(NamedTuple):
    """The least that a contestant should reach, in decisions a second of one core."""

    about: str
    group: str
    library: str
    least: int
    games: tuple[str, ...] = ("hanamikoji",)


GOALS = (
    Goal("the loop over a position", MOVES, "Guanxi", 500_000),
    Goal("a table", EVENTS, "Guanxi", 50_000),
    Goal("PettingZoo, with observations and masks", OBSERVED, "Guanxi in PettingZoo", 40_000),
    Goal("OpenSpiel", MOVES, "Guanxi in OpenSpiel", 60_000),
    Goal("batches, a core's half of 2 million", BATCHED, "Guanxi, batch", 1_000_000),
    Goal(
        "batches of the other games, half of 500,000",
        BATCHED,
        "Guanxi, batch",
        250_000,
        ("han", "white_lotus", "haiduci"),
    ),
)
LONGEST_COPY = 0.5  # microseconds
LEAST_SIMULATIONS = 3_000  # a second, of OpenSpiel's search as docs/research.md shows it


@dataclass
class Contestant:
    """A contestant: the group, the library, the game, and a function that plays for some seconds."""

    group: str
    library: str
    game: str
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


def guanxi_positions(name: str, seats: int) -> Callable[[], int]:
    import guanxi
    from guanxi.engine.chance import words

    game, chance = guanxi.game(name), Random(1)
    options = game.check_options(seats, game.automatic)
    play_position = LOOPS["play_position"]

    def one_game() -> int:
        return int(play_position(game.begin(seats, options, words("speed", chance.getrandbits(32))), chance))

    return one_game


def guanxi_tables(name: str, seats: int) -> Callable[[], int]:
    import guanxi

    game, chance = guanxi.game(name), Random(1)
    play_table = LOOPS["play_table"]
    return lambda: int(play_table(game.table(seats, chance.getrandbits(32), **game.automatic), chance))


def guanxi_batch(name: str, seats: int) -> Callable[[], int]:
    """The documented loop over a batch; the processor time of all its threads counts."""
    import guanxi

    batch = guanxi.batch(name, TABLES, seats=seats, seed=1)
    play_batch = LOOPS["play_batch"]
    return lambda: int(play_batch(batch, STEPS))


def openspiel_vector(name: str) -> Callable[[], int]:
    """OpenSpiel's vector environment, in Python: one decision in each of many games."""
    from open_spiel.python import rl_environment, vector_env

    kind, chance = rl_environment.ObservationType.OBSERVATION, Random(1)
    envs = [rl_environment.Environment(name, observation_type=kind) for _ in range(64)]
    env = vector_env.SyncVectorEnv(envs)
    steps = env.reset()

    def one_step() -> int:
        nonlocal steps
        seen = [step.observations for step in steps]
        moves = [chance.choice(each["legal_actions"][each["current_player"]]) for each in seen]
        chosen = [rl_agent_output(move) for move in moves]
        steps, _, _, _ = env.step(chosen, reset_if_done=True)
        return len(envs)

    return one_step


def rl_agent_output(move: int) -> Any:
    """A move as OpenSpiel's agents give it."""
    from open_spiel.python.rl_agent import StepOutput

    return StepOutput(action=move, probs=[])


def openspiel(name: str) -> Callable[[], int]:
    """Any game of OpenSpiel, our own too."""
    import pyspiel

    if name.startswith("guanxi_"):
        import guanxi.bridges.openspiel  # noqa: F401 - registers the games
    game, chance = pyspiel.load_game(name), Random(1)
    play_state = LOOPS["play_state"]
    return lambda: int(play_state(game.new_initial_state(), chance))


def openspiel_environment(name: str) -> Callable[[], int]:
    """OpenSpiel's environment for reinforcement learning, in Python."""
    import numpy as np
    from open_spiel.python import rl_environment

    kind, chance = rl_environment.ObservationType.OBSERVATION, Random(1)
    sampler = rl_environment.ChanceEventSampler(seed=np.random.RandomState(1).randint(1000))
    env = rl_environment.Environment(name, observation_type=kind, chance_event_sampler=sampler)

    def one_game() -> int:
        step = env.reset()
        decisions = 0
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([chance.choice(step.observations["legal_actions"][player])])
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
    """Any environment of PettingZoo: one of its classic games, or one of ours with its number of seats."""
    from importlib import import_module

    game, _, seats = name.partition(" ")
    if seats:
        from guanxi.bridges import pettingzoo as bridge

        env = bridge.env(game, int(seats))
    else:
        env = import_module(f"pettingzoo.classic.{game}").env()
    chance = Random(1)
    play_environment = LOOPS["play_environment"]

    def one_game() -> int:
        env.reset(seed=chance.getrandbits(31))
        return int(play_environment(env, chance))

    return one_game


class PlainWorker:
    """The same games from the plain sources, in a process of its own that waits between its slices."""

    def __init__(self, name: str, seats: int, group: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", name, str(seats), group],
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


GUANXI = {INSIDE: guanxi_inside, MOVES: guanxi_positions, EVENTS: guanxi_tables}


def work(name: str, seats: int, group: str) -> None:
    """Serve slices on standard input and output: what the plain worker does."""
    play = timed(GUANXI[group](name, seats))
    for line in sys.stdin:
        print(*play(float(line)), flush=True)


def contestants() -> list[Contestant]:
    """All contestants."""
    found = []
    for group, maker in GUANXI.items():
        for name, seats in OURS:
            found.append(Contestant(group, "Guanxi", name, timed(maker(name, seats), 20)))
            if group != EVENTS:
                worker = PlainWorker(name, seats, group)
                found.append(Contestant(group, "Guanxi, plain Python", name, worker.play))
    found.append(Contestant(MOVES, "Guanxi in OpenSpiel", "hanamikoji", timed(openspiel("guanxi_hanamikoji"))))
    for name in ("tic_tac_toe", "connect_four", "leduc_poker", "liars_dice", "hearts", "gin_rummy"):
        found.append(Contestant(MOVES, "OpenSpiel (C++)", name, timed(openspiel(name))))
    for name, seats in OURS:
        play = timed(pettingzoo(f"{name} {seats}"))
        found.append(Contestant(OBSERVED, "Guanxi in PettingZoo", name, play))
    for name, seats in OURS:
        found.append(Contestant(BATCHED, "Guanxi, batch", name, timed(guanxi_batch(name, seats))))
    one = timed(guanxi_positions(*OURS[0]), 20)
    found.append(Contestant(BATCHED, "Guanxi, one position, no observations", OURS[0][0], one))
    alone = timed(pettingzoo(f"{OURS[0][0]} {OURS[0][1]}"))
    found.append(Contestant(BATCHED, "Guanxi, one table in PettingZoo", OURS[0][0], alone))
    for name in ("tic_tac_toe", "connect_four", "leduc_poker", "gin_rummy"):
        play = timed(openspiel_vector(name))
        found.append(Contestant(BATCHED, "OpenSpiel (C++), vector_env", name, play))
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4"):
        found.append(Contestant(OBSERVED, "PettingZoo", name, timed(pettingzoo(name))))
    for name in ("leduc-holdem", "limit-holdem", "uno"):
        found.append(Contestant(OBSERVED, "RLCard", name, timed(rlcard(name))))
    for name in ("tic_tac_toe", "connect_four", "leduc_poker", "gin_rummy"):
        found.append(Contestant(OBSERVED, "OpenSpiel (C++), rl_environment", name, timed(openspiel_environment(name))))
    return found


def once(command: list[str], **environment: str) -> float:
    """The least processor time of a few runs of a command, in milliseconds."""
    best = float("inf")
    for _ in range(5):
        before = os.times()
        subprocess.run(command, check=True, env={**os.environ, **environment})
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        best = min(best, used)
    return best * 1000


def import_time() -> float:
    """The processor time that `import guanxi` adds to the start of Python, in milliseconds."""
    return once([sys.executable, "-c", "import guanxi"]) - once([sys.executable, "-c", "pass"])


def report(found: list[Contestant]) -> str:
    """The goals, a table for each group and a few more figures as Markdown."""
    copies = {name: copy_time(name, seats) for name, seats in OURS}
    searched = search_speed(own=True)
    lines = goals(found, max(copies.values()), searched)
    for group in (INSIDE, MOVES, EVENTS, OBSERVED):
        these = [c for c in found if c.group == group]
        base = these[0].rate  # Hanamikoji, compiled
        lines += [
            f"## {group}",
            "",
            "| library | game | games/s | decisions/s | Guanxi's Hanamikoji is faster by |",
            "|---|---|---:|---:|---:|",
            *(f"| {c.library} | {c.game} | {c.games:,.0f} | {c.rate:,.0f} | {base / c.rate:.1f} × |" for c in these),
            "",
        ]
    lines += batched([c for c in found if c.group == BATCHED])
    plain = [c for c in found if c.group == INSIDE and "plain" in c.library]
    quick = {c.game: c.rate for c in found if c.group == INSIDE and "plain" not in c.library}
    lines += [
        "- Compiled against plain, inside: " + ", ".join(f"{c.game} {quick[c.game] / c.rate:.0f} ×" for c in plain),
        "- One game in plain Python: " + ", ".join(f"{c.game} {1000 / c.games:.2f} ms" for c in plain),
        "- `position.copy()`: " + ", ".join(f"{name} {micros:.2f} µs" for name, micros in copies.items()),
        f"- OpenSpiel's search in Python at the first decision of Hanamikoji: {searched:,.0f} simulations/s with "
        f"`RandomPlayouts`, {search_speed(own=False):,.0f} with OpenSpiel's `RandomRolloutEvaluator`",
        f"- `import guanxi`: {import_time():.0f} ms",
    ]
    return "\n".join(lines)


def goals(found: list[Contestant], copy: float, searched: float) -> list[str]:
    """The table of goals, each with the slowest game that it is about."""
    rows = []
    for goal in GOALS:
        rates = [c.rate for c in found if (c.group, c.library) == (goal.group, goal.library) and c.game in goal.games]
        rows.append((goal.about, f"≥ {goal.least:,} decisions/s", f"{min(rates):,.0f}", min(rates) >= goal.least))
    rows.append(("`position.copy()`, any game", f"≤ {LONGEST_COPY} µs", f"{copy:.2f} µs", copy <= LONGEST_COPY))
    least = f"≥ {LEAST_SIMULATIONS:,} simulations/s"
    rows.append(("OpenSpiel's search", least, f"{searched:,.0f}", searched >= LEAST_SIMULATIONS))
    return [
        "## Goals",
        "",
        "| one core; Hanamikoji, if nothing else is said | goal | measured | |",
        "|---|---|---:|---|",
        *(f"| {about} | {goal} | {now} | {'reached' if held else '**missed**'} |" for about, goal, now, held in rows),
        "",
    ]


def search_speed(own: bool) -> float:
    """Simulations a second of OpenSpiel's search, as docs/research.md shows it, in the best of a few decisions."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    import guanxi.bridges.openspiel  # noqa: F401 - registers the games
    from guanxi.bridges.playouts import RandomPlayouts

    state, chance = pyspiel.load_game("guanxi_hanamikoji(rounds=10)").new_initial_state(), Random(1)
    while state.is_chance_node():
        state.apply_action(chance.randrange(256))
    evaluator = RandomPlayouts(seed=1) if own else RandomRolloutEvaluator(1, np.random.RandomState(1))
    search = ISMCTSBot(state.get_game(), evaluator, uct_c=1.4, max_simulations=SIMULATIONS)
    best = float("inf")
    for _ in range(10):
        start = time.process_time()
        search.step(state)
        best = min(best, time.process_time() - start)
    return SIMULATIONS / best


def batched(found: list[Contestant]) -> list[str]:
    """The table of batches; most games do not end within a slice."""
    base = found[0].rate
    return [
        f"## {BATCHED}",
        "",
        "| library | game | decisions/s | Guanxi's Hanamikoji is faster by |",
        "|---|---|---:|---:|",
        *(f"| {c.library} | {c.game} | {c.rate:,.0f} | {base / c.rate:.1f} × |" for c in found),
        "",
    ]


def copy_time(name: str, seats: int) -> float:
    """The best time of `position.copy()` in microseconds."""
    import guanxi

    game = guanxi.game(name)
    position = game.begin(seats, game.check_options(seats, game.automatic), (1, 2, 3, 4))
    best = float("inf")
    for _ in range(20):
        start = time.process_time()
        for _ in range(10_000):
            position.copy()
        best = min(best, time.process_time() - start)
    return best / 10_000 * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=8, help="slices per contestant")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds per slice")
    parser.add_argument("--markdown", type=Path, help="replace everything below the line of dashes in this file")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        name, seats, group = arguments.worker
        work(name, int(seats), group)
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
