"""Backups of a database file, made while a server runs, and restoring them."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import httpx
import pytest

from guanxi.cli import main
from guanxi.server.storage.files import locked
from tests.server.builders import ME, Player
from tests.server.network import process

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def new_tables(path: Path, count: int, then: list[str] | None = None) -> None:
    """Let a server make some tables; run a command while it still runs."""
    async with process(path) as (_, address), httpx.AsyncClient(base_url=address) as client:
        for _ in range(count):
            await Player(client).create(ME, {"kind": "here"})
        assert then is None or main(then) == 0


def tables(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("SELECT count(*) FROM tables").fetchone()[0])


async def test_a_backup_of_a_running_server_is_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, backup = tmp_path / "tables.db", tmp_path / "thursday.db"
    await new_tables(db, 2, then=["backup", str(backup), "--db", str(db)])
    await new_tables(db, 1)
    assert (tables(db), tables(backup)) == (3, 2)
    assert main(["restore", str(backup), "--db", str(db)]) == 0
    assert (tables(db), tables(tmp_path / "tables.db.before-1")) == (2, 3)
    await new_tables(db, 1)  # the restored file serves on
    assert tables(db) == 3
    said = capsys.readouterr().out
    assert f"Backed up 2 tables to {backup}." in said
    assert f"The database that was there before is {tmp_path / 'tables.db.before-1'}." in said


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main([str(argument) for argument in arguments]) == 2
    return capsys.readouterr().err


def test_backups_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "there.db"
    there.write_bytes(b"")
    assert "does not exist" in refused(capsys, "backup", tmp_path / "new.db", "--db", tmp_path / "none.db")
    assert "exists already" in refused(capsys, "backup", there, "--db", there)
    assert "pg_dump" in refused(capsys, "backup", tmp_path / "new.db", "--db", "postgresql://club@db/guanxi")


def test_files_that_cannot_be_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = tmp_path / "letter.db"
    letter.write_text("a letter to my grandmother, and much more than a hundred bytes of it" * 9)
    assert "is not a database of Guanxi" in refused(capsys, "restore", letter, "--db", tmp_path / "tables.db")
    assert "does not exist" in refused(capsys, "restore", tmp_path / "none.db", "--db", tmp_path / "tables.db")
    assert not (tmp_path / "tables.db").exists()


async def test_nothing_is_restored_under_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "tables.db"
    await new_tables(db, 1, then=["backup", str(tmp_path / "one.db"), "--db", str(db)])
    with locked(db):
        assert "Another Guanxi server uses" in refused(capsys, "restore", tmp_path / "one.db", "--db", db)
    assert tables(db) == 1


def test_a_lock_that_is_given_up_a_little_later_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = ExitStack()
    killed.enter_context(locked(tmp_path / "tables.db"))
    monkeypatch.setattr("guanxi.server.storage.files.sleep", lambda _: killed.close())
    with locked(tmp_path / "tables.db"):
        pass
