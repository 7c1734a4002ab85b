"""The example bots take a seat by its link over HTTP and play to the end; no client can start a program."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import guanxi
from tests.server.builders import BOT, FRIEND, TIME_LIMIT, Player, quick
from tests.server.network import Listening, listening

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio
EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
PYTHON = (sys.executable, "http_bot.py")
NODE = ("node", "http_bot.mjs")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")


@pytest.fixture
async def here(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Listening]:
    async with listening(quick(tmp_path)) as here:
        yield here


async def run(example: tuple[str, str], address: str) -> str:
    """The output of an example."""
    runner, file = example
    program = await asyncio.create_subprocess_exec(
        runner, EXAMPLES / file, address, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(TIME_LIMIT):
            said, complained = await program.communicate()
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()
    assert program.returncode == 0, complained.decode()
    return said.decode()


@pytest.mark.parametrize("example", [PYTHON, pytest.param(NODE, marks=needs_node)], ids=["Python", "JavaScript"])
async def test_an_example_plays_a_whole_game(here: Listening, example: tuple[str, str]) -> None:
    alex = here.visitor()
    created = await alex.create(FRIEND, BOT, options={"rounds": 3})
    said = await run(example, here.address + created["links"]["0"])
    log = await alex.get(f"/api/tables/{created['table']}/log")
    *_, last = guanxi.replay(log.content)
    assert last.names == ("First", "random")
    assert last.result
    assert said.strip() == ("won" if 0 in last.result.winners else "lost")


@needs_node
async def test_the_examples_play_each_other_with_sealed_choices(here: Listening) -> None:
    alex = here.visitor()
    created = await alex.create(FRIEND, FRIEND, BOT, game="white_lotus")
    links = [here.address + created["links"][seat] for seat in ("0", "1")]
    said = await asyncio.gather(run(PYTHON, links[0]), run(NODE, links[1]))
    result = (await alex.state(created["table"]))["result"]
    assert [word.strip() for word in said] == ["won" if seat in result["winners"] else "lost" for seat in (0, 1)]


@pytest.mark.parametrize("name", ["program:touch harm", "program", "twin:greedy", "openspiel:1000"])
async def test_a_guest_cannot_start_a_program(alex: Player, name: str) -> None:
    wanted = {"game": "hanamikoji", "seats": [{"kind": "me"}, {"kind": "bot", "bot": name}]}
    answer = await alex.post("/api/tables", wanted)
    assert answer.status_code == 422
    assert answer.json()["error"] == "unknown-bot"
