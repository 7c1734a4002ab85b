"""Measure batches side by side: Guanxi's, pgx's and EnvPool's, random play with observations on one processor.

    python -m venv other && other/bin/pip install pgx envpool gymnasium
    python benchmarks/batches.py --other other/bin/python --markdown docs/speed.md

pgx and EnvPool need an environment of their own.  Every contestant is a process that waits between its slices; they
alternate, and the figure is the best slice in processor time, all threads of the process included.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = 1024
STEPS = 10  # between two looks at the clock
BEGIN, END = "<!-- batches -->\n", "<!-- end of batches -->\n"
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


class Contestant(NamedTuple):
    """A library, one of its games, and what a step of it is."""

    library: str
    game: str
    about: str


CONTESTANTS = [
    Contestant("guanxi", "hanamikoji", "2 players, hidden cards, observations and masks"),
    Contestant("guanxi", "han", "2 players, hidden cards, observations and masks"),
    Contestant("guanxi", "white_lotus", "3 players, sealed choices, observations and masks"),
    Contestant("guanxi", "haiduci", "4 players, hidden cards, observations and masks"),
    Contestant("pgx", "tic_tac_toe", "2 players, observations and masks"),
    Contestant("pgx", "connect_four", "2 players, observations and masks"),
    Contestant("pgx", "leduc_holdem", "2 players, hidden cards, observations and masks"),
    Contestant("pgx", "backgammon", "2 players, dice, observations and masks"),
    Contestant("envpool", "CartPole-v1", "1 player, observations of 4 numbers, no masks"),
    Contestant("envpool", "MountainCar-v0", "1 player, observations of 2 numbers, no masks"),
]


def guanxi_steps(game: str) -> Callable[[], None]:
    """The documented loop, in one thread."""
    import guanxi

    batch = guanxi.batch(game, TABLES, seed=1, threads=1)

    def steps() -> None:
        for _ in range(STEPS):
            batch.step(batch.random_moves)

    return steps


def pgx_steps(game: str) -> Callable[[], None]:
    """A step and the choice of random legal moves in one compiled function; finished games are followed by new ones."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)
    play = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def step(key, state):  # type: ignore[no-untyped-def]
        key, choice, luck = jax.random.split(key, 3)
        moves = jax.random.categorical(choice, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return key, play(state, moves, jax.random.split(luck, TABLES))

    key = jax.random.PRNGKey(1)
    now = step(key, jax.jit(jax.vmap(env.init))(jax.random.split(key, TABLES)))
    jax.block_until_ready(now)

    def steps() -> None:
        nonlocal now
        for _ in range(STEPS):
            now = step(*now)
        jax.block_until_ready(now)

    return steps


def envpool_steps(game: str) -> Callable[[], None]:
    """EnvPool's synchronous loop with random actions, in one thread."""
    import envpool
    import numpy as np

    env = envpool.make(game, env_type="gymnasium", num_envs=TABLES, num_threads=1)
    env.reset()
    chance = np.random.default_rng(1)

    def steps() -> None:
        for _ in range(STEPS):
            env.step(chance.integers(env.action_space.n, size=TABLES))

    return steps


MAKERS = {"guanxi": guanxi_steps, "pgx": pgx_steps, "envpool": envpool_steps}


def work(library: str, game: str) -> None:
    """Serve slices on standard input and output: decisions a second of processor time."""
    steps = MAKERS[library](game)
    steps()
    for line in sys.stdin:
        decisions, start = 0, time.process_time()
        while time.process_time() - start < float(line):
            steps()
            decisions += STEPS * TABLES
        print(decisions / (time.process_time() - start), flush=True)


class Worker:
    """A contestant in a process of its own."""

    def __init__(self, one: Contestant, other: str) -> None:
        self.one = one
        self.rate = 0.0
        python = sys.executable if one.library == "guanxi" else other
        self.process = subprocess.Popen(
            [python, __file__, "--worker", one.library, one.game],
            env={**os.environ, **ONE_THREAD},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def take_slice(self, seconds: float) -> None:
        """Play for some seconds and keep the figure if it is the best yet."""
        assert self.process.stdin
        assert self.process.stdout
        print(seconds, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self.one.library} cannot play {self.one.game}: see the error above.")
        self.rate = max(self.rate, float(answer))


def report(workers: list[Worker]) -> str:
    """The table as Markdown."""
    base = workers[0].rate
    return "\n".join(
        [
            "| library | game | what a step is | decisions/s | Guanxi's Hanamikoji is faster by |",
            "|---|---|---|---:|---:|",
            *(
                f"| {one.library} | {one.game} | {one.about} | {rate:,.0f} | {base / rate:.1f} × |"
                for one, rate in ((worker.one, worker.rate) for worker in workers)
            ),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", default=sys.executable, help="the Python that has pgx and EnvPool")
    parser.add_argument("--slices", type=int, default=5, help="slices per contestant")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds per slice")
    parser.add_argument("--markdown", type=Path, help="replace the table in this file")
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work(*arguments.worker)
        return
    workers = [Worker(one, arguments.other) for one in CONTESTANTS]
    for _ in range(arguments.slices):
        for worker in workers:
            worker.take_slice(arguments.seconds)
    text = report(workers)
    print(text)
    if arguments.markdown:
        page = arguments.markdown.read_text(encoding="utf-8")
        head, rest = page.split(BEGIN)
        arguments.markdown.write_text(f"{head}{BEGIN}\n{text}\n\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
