"""Load long tables that are not in memory, with and without their snapshots; times are CPU times of this process.

python benchmarks/loading.py [--entries 700] [--times 20]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
import time
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table
from sqlalchemy import delete

import guanxi
from guanxi.server.app import make_app
from guanxi.server.garbage import RARELY
from guanxi.server.parts import Parts
from guanxi.server.seats.seats import SeatRow
from guanxi.server.settings import Settings
from guanxi.server.storage.schema import SNAPSHOTS
from guanxi.server.tables import undo
from guanxi.server.tables.records import new_header
from guanxi.server.tables.registry import Tables

SEATS = {"hanamikoji": 2, "han": 4, "white_lotus": 5, "haiduci": 6}


async def play(tables: Tables, game: str, entries: int, now: int) -> tuple[str, int]:
    """Play random moves, at most so many; returns the table and the length of its log."""
    random, header = Random(1), new_header(guanxi.game(game), {}, False, now)
    header.seed = "1"
    seats = [SeatRow(seat, "person", False, True, f"P{seat}", guest=f"{seat}") for seat in range(SEATS[game])]
    async with tables.created(header, seats) as table:
        while not table.over and table.length < entries:
            seat = table.to_move[0]
            move = random.choice(table.table.legal_numbers(seat))
            await tables.append(table, seat, f"{table.length}", lambda engine, s=seat, m=move: engine.play(s, m))
            undo.prepare(table)  # as with every state that is shown
        return header.id, table.length


async def loading(parts: Parts, table: str, times: int) -> float:
    """Milliseconds of CPU for bringing a table into memory; the shortest of some."""
    taken = []
    for _ in range(times):
        parts.tables._recent.clear()
        parts.tables._places.clear()
        begun = time.process_time()
        async with parts.tables.opened(table):
            taken.append(time.process_time() - begun)
    return min(taken) * 1000


async def main() -> None:
    """Play, load, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=700, help="the longest log")
    parser.add_argument("--times", type=int, default=20, help="how often each is loaded")
    gc.freeze()
    gc.set_threshold(*RARELY)  # as on a server
    wanted, shown = parser.parse_args(), Table("game", "entries", "with its snapshot", "from its log alone")
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Settings(db=str(Path(folder) / "tables.db"), limited=False))
        async with app.router.lifespan_context(app):
            parts: Parts = app.state.parts
            for game in SEATS:
                table, length = await play(parts.tables, game, wanted.entries, parts.now())
                quick = await loading(parts, table, wanted.times)
                async with parts.database.writing() as connection:
                    await connection.execute(delete(SNAPSHOTS))
                slow = await loading(parts, table, wanted.times)
                shown.add_row(game, f"{length}", f"{quick:.1f} ms", f"{slow:.1f} ms")
    Console().print(shown)


if __name__ == "__main__":
    asyncio.run(main())
