"""Bans, made while the server runs, and the log of them."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.cli import main
from tests.server.builders import FRIEND, ME, OPEN, Player, ask, play_on, quick, started, two_people, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from guanxi.server.settings import Settings

pytestmark = pytest.mark.anyio


async def admin(settings: Settings, *arguments: str) -> int:
    return await asyncio.to_thread(main, ["admin", *arguments, "--db", str(settings.db)])


async def profile(player: Player) -> str:
    return str((await player.get("/api/me")).json()["profile"])


async def refusals(player: Player, table: str, other: dict[str, Any], link: str) -> set[tuple[int, str | None]]:
    """The answers to everything that a ban concerns."""
    new = {"game": "hanamikoji", "seats": [ME, FRIEND]}
    answers = [
        await player.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "Hello"}),
        await player.post(f"/api/tables/{table}/rematch", {"seat": 1}),
        await player.post(f"/api/tables/{table}/continue", {"seat": 1, "move": 0}),
        await player.post("/api/tables", new),
        await player.post("/api/match", {"game": "hanamikoji"}),
        await player.post(f"/api/tables/{other['table']}/seats", {"seat": 1}),
        await player.post("/api/join", {"token": link}),
    ]
    return {(answer.status_code, answer.json().get("error")) for answer in answers}


async def test_a_banned_person_cannot_sit_down_or_chat_until_the_ban_is_lifted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = quick(tmp_path)
    async with started(settings) as app:
        table, players = await two_people(app)
        alex, bo = players
        other, invited = await alex.create(ME, OPEN), await alex.create(ME, FRIEND)
        link = invited["links"]["1"].removeprefix("/join/")
        banned = await profile(bo)
        assert await admin(settings, "ban", banned, "--reason", "rude") == 0
        assert (await play_on(table, players))["over"]  # games that have begun go on
        assert await refusals(bo, table, other, link) == {(403, "banned")}
        await ask(alex, table, "chat", seat=0, text="Hello")
        assert await admin(settings, "bans") == 0
        assert await admin(settings, "lift", banned) == 0
        assert "banned" not in {error for _, error in await refusals(bo, table, other, link)}
        assert await admin(settings, "log") == 0
    said = capsys.readouterr().out
    assert f"  {banned}  Bo  rude\n1 ban.\n" in said
    assert f"  ban  {banned}  rude\n" in said
    assert f"  lift  {banned}\n2 actions.\n" in said


async def test_logging_in_takes_a_ban_along(tmp_path: Path) -> None:
    settings = quick(tmp_path)
    async with started(settings) as app:
        _, (alex, bo) = await two_people(app)
        account = {"name": "Alexandra", "password": "correct horse"}
        assert (await alex.post("/api/account", account)).status_code == 201
        assert await admin(settings, "ban", await profile(bo)) == 0
        assert (await bo.post("/api/account/enter", account)).status_code == 200
        answer = await bo.post("/api/tables", {"game": "hanamikoji", "seats": [ME, FRIEND]})
        assert (answer.status_code, answer.json()["error"]) == (403, "banned")


async def test_bans_that_cannot_be_are_refused_and_not_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = quick(tmp_path)
    async with started(settings) as app:
        alex = visitor(app)
        await alex.create(ME, FRIEND)
        known = await profile(alex)
        assert await admin(settings, "ban", "nobody") != 0
        assert await admin(settings, "lift", known) != 0
        assert await admin(settings, "ban", known) == 0
        assert await admin(settings, "ban", known) != 0
        assert await admin(settings, "log") == 0
    said = capsys.readouterr()
    assert "Nobody here has the profile 'nobody'." in said.err
    assert f"{known} is not banned." in said.err
    assert f"{known} is banned already." in said.err
    assert said.out.endswith("\n1 action.\n")


@pytest.mark.parametrize(
    ("schema", "advice"),
    [("0001_tables", "Restart its server"), ("9999_flying_cars", "of a newer Guanxi"), (None, "not a database of")],
)
async def test_commands_leave_a_database_of_another_version_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], schema: str | None, advice: str
) -> None:
    settings = quick(tmp_path)
    async with started(settings):
        pass
    with closing(sqlite3.connect(str(settings.db))) as database, database:
        database.execute("DELETE FROM alembic_version" if schema else "DROP TABLE alembic_version")
        if schema:
            database.execute("INSERT INTO alembic_version VALUES (?)", [schema])
    before = tmp_path.joinpath("tables.db").read_bytes()
    assert await admin(settings, "bans") == 2
    assert advice in capsys.readouterr().err
    assert tmp_path.joinpath("tables.db").read_bytes() == before


@pytest.mark.parametrize(
    ("db", "advice"),
    [
        ("letter.db", "cannot use its database: file is not a database. Choose another"),
        (".", "is not a file. Say with --db"),
        ("postgresql://nobody@127.0.0.1:1/none", "Connection refused. Choose another"),
        ("postgresql://nobody:secret@127.0.0.1:port/none", "an address like postgresql://"),
        ("mysql://nobody:secret@127.0.0.1/none", "an address like postgresql://"),
        ("games://nobody:secret@127.0.0.1/none", "an address like postgresql://"),
    ],
)
async def test_a_database_that_cannot_be_used_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], db: str, advice: str
) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("letter.db").write_text("a letter to my grandmother")
    assert await admin(quick(tmp_path, db=db), "reports") == 2
    said = capsys.readouterr().err
    assert advice in said
    assert "secret" not in said


async def test_without_the_driver_of_postgresql_a_command_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert await admin(quick(tmp_path, db="postgresql://club@db/guanxi"), "log") == 2
    assert 'pip install "guanxi[postgres]"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (("ban",), "PROFILE requires an argument"),
        (("close",), "TABLE requires an argument"),
        (("export", "nobody"), "FILE requires an argument"),
        (("frobnicate",), "Available commands: reports, ban"),
    ],
)
async def test_wrong_arguments_are_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], advice: str
) -> None:
    assert await admin(quick(tmp_path), *arguments) == 2
    assert advice in capsys.readouterr().err


async def test_commands_make_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await admin(quick(tmp_path), "bans") == 2
    assert "does not exist. Say with --db" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
