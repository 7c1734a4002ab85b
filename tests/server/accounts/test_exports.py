"""A person's data, exported by the host while the server runs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from guanxi.cli import main
from guanxi.server.accounts.exports import sections
from guanxi.server.storage.schema import SCHEMA
from tests.server.builders import ask, play_on, quick, started, two_people

pytestmark = pytest.mark.anyio


@pytest.mark.databases
async def test_an_export_has_what_is_stored_about_a_person_and_no_secret(tmp_path: Path, db: str) -> None:
    file = tmp_path / "alex.json"
    async with started(quick(tmp_path, db=db)) as app:
        table, players = await two_people(app)
        alex, bo = players
        account = {"name": "Alexandra", "password": "correct horse"}
        assert (await alex.post("/api/account", account)).status_code == 201
        await ask(alex, table, "chat", seat=0, text="Hello")
        await ask(bo, table, "chat", seat=1, text="Not hers")
        await play_on(table, players)
        profile = (await alex.get("/api/me")).json()["profile"]
        assert await asyncio.to_thread(main, ["admin", "export", profile, str(file), "--db", db]) == 0
    said = file.read_text(encoding="utf-8")
    found = json.loads(said)
    assert (found["guest"][0]["name"], found["guest"][0]["account"]) == ("Alex", "Alexandra")
    assert [one["id"] for one in found["tables"]] == [table]
    assert [(one["table_id"], one["seat"], one["name"]) for one in found["seats"]] == [(table, 0, "Alex")]
    assert [one["table_id"] for one in found["results"]] == [table]
    assert [one["game"] for one in found["ratings"]] == ["hanamikoji"]
    assert [one["text"] for one in found["messages"]] == ["Hello"]
    assert len(found["devices"]) == 1
    assert "argon2" not in said
    assert "token" not in said
    assert "Bo" not in said
    assert "Not hers" not in said


def test_an_export_looks_into_every_table_with_people() -> None:
    names = {"guest", "player", "creator", "organiser", "profile"}
    people = {table.name for table in SCHEMA.sorted_tables if names & set(table.c.keys())}
    exported = {str(table) for query in sections("somebody").values() for table in query.columns_clause_froms}
    # A ban is the host's note, one-time links let somebody in, and a wish to be deleted is fulfilled within seconds.
    assert people - exported == {"bans", "links", "deletions"}


async def test_an_unknown_person_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nobody.json"
    async with started(quick(tmp_path)):
        pass
    arguments = ["admin", "export", "nobody", str(file), "--db", str(tmp_path / "tables.db")]
    assert await asyncio.to_thread(main, arguments) != 0
    assert "Nobody here has the profile 'nobody'." in capsys.readouterr().err
    assert not file.exists()


async def test_no_file_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with started(quick(tmp_path)):
        pass
    database = tmp_path / "tables.db"
    before = database.read_bytes()
    arguments = ["admin", "export", "nobody", str(database), "--db", str(database)]
    assert await asyncio.to_thread(main, arguments) != 0
    assert "exists already. Choose the name of a new file." in capsys.readouterr().err
    assert database.read_bytes() == before
