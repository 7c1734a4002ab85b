"""Measure how long a person waits for a novice while bots of another level are asked for at many other tables.

The server runs in a process of its own.  First one person plays alone, then beside many tables, each made by another
guest, at which bots of a slow level play among themselves.  The two are measured side by side, so that other work on
the machine counts in both.  The time is from a person's move to the bot's answer in the person's stream,
without the pause that every bot makes so that people can follow.

    python benchmarks/bots.py [--tables 1000] [--bot master] [--against novice] [--moves 30]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table
from server import Follower, Line, in_groups, percentile, server

from guanxi.server.settings import Settings

PAUSE = Settings().bot_delay


async def ask_for_bot(port: int, bot: str) -> None:
    """Make a table at which only bots play: as soon as one has moved, another owes a move."""
    line = await Line(port).open()
    seats = [{"kind": "bot", "bot": bot}] * 2
    await line.ask("POST", "/api/tables", {"game": "hanamikoji", "seats": seats, "options": {"rounds": 30}})
    line.writer.close()


async def answers(port: int, bot: str, moves: int) -> list[float]:
    """The seconds in which a bot answers a person, game after game."""
    taken: list[float] = []
    while len(taken) < moves:
        line, watching = await Line(port).open(), await Line(port).open()
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        created = await line.ask("POST", "/api/tables", {"game": "hanamikoji", "seats": seats, "options": {"first": 0}})
        table, token, follower = created["table"], created["tokens"]["0"], Follower(watching)
        follower.ask(table, token)
        await follower.begin()
        while not follower.over and len(taken) < moves:
            length = follower.length
            if follower.to_move == [0]:
                body = {"seat": 0, "move": follower.legal[0], "length": length, "id": f"{length}"}
                await line.ask_raw("POST", f"/api/tables/{table}/moves", body, token)
                await follower.reach(length + 1)
            else:
                begun = time.perf_counter()
                await follower.reach(length + 1)
                taken.append(time.perf_counter() - begun - PAUSE)
        line.writer.close()
        watching.writer.close()
    return taken


async def main() -> None:
    """Measure without and with the crowd."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--against", default="novice")
    parser.add_argument("--moves", type=int, default=30)
    wanted = parser.parse_args()
    shown = Table(f"{wanted.against} answers", "p50", "p90", "longest")
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder), 100_000) as (_, port):
            await answers(port, wanted.against, 2)  # starts the workers
            for beside in (0, wanted.tables):
                await in_groups([ask_for_bot(port, wanted.bot) for _ in range(beside)])
                taken = await answers(port, wanted.against, wanted.moves)
                row = [percentile(taken, part) for part in (0.5, 0.9, 0.9999)]
                shown.add_row(f"beside {beside} tables of {wanted.bot}", *row)
    Console().print(shown)


if __name__ == "__main__":
    asyncio.run(main())
