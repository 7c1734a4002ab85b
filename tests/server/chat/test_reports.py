"""Reported messages, as their host reads them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from guanxi.cli import main
from tests.server.builders import ask, quick, started, two_people

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def test_the_host_reads_reports_while_the_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = quick(tmp_path)
    async with started(settings) as app:
        table, (alex, bo) = await two_people(app)
        await ask(bo, table, "chat", seat=1, text="Cheater!")
        await ask(alex, table, "chat/report", number=1, reason="rude")
        profile = (await bo.get("/api/me")).json()["profile"]
        arguments = ["admin", "reports", "--db", str(settings.db)]
        assert await asyncio.to_thread(main, arguments) == 0
    said = capsys.readouterr().out
    assert f"table {table}, message 1\n  Bo ({profile}): Cheater!\n  reason: rude\n1 report.\n" in said


async def test_there_may_be_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with started(quick(tmp_path)):
        pass
    arguments = ["admin", "reports", "--db", str(tmp_path / "tables.db")]
    assert await asyncio.to_thread(main, arguments) == 0
    assert capsys.readouterr().out == "0 reports.\n"
