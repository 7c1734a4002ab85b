"""A PostgreSQL server for tests, from the system's package, and a fresh database for each of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from pwd import getpwall, getpwnam
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine

from guanxi.server.settings import database_url
from guanxi.server.storage import migrations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PACKAGES = Path("/usr/lib/postgresql")  # where Debian puts each version
NOT_INSTALLED = "there is no PostgreSQL here: its tests need the package `postgresql`"
NO_DRIVER = 'the tests of PostgreSQL need its driver: pip install "guanxi[postgres]"'
USER = "guanxi"
# Waits until the tests end, however they do.
CLEAN_UP = 'read -r _; "$0/pg_ctl" stop -m immediate -D "$1/data"; rm -rf "$1"'
TEMPLATE = "template_of_tests"  # a database with the newest schema
EMPTY = "template1"  # the template of an empty database
SAFE = ("max_connections=200", "listen_addresses=")
# Tests kill servers of games and restart this one, but nobody pulls its plug.
QUICK = (*SAFE, "fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Postgres:
    """A running server.  It listens at a socket in its own folder, so that any number can run side by side."""

    def __init__(self, programs: Path, folder: Path, settings: Sequence[str]) -> None:
        self._programs = programs
        self._folder = folder
        self._names = (f"test_{number}" for number in count())
        self._as = as_owner()
        if self._as:
            shutil.chown(folder, owner())
        self._run("initdb", "-D", self._data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, _, value in (one.partition("=") for one in settings))
        self.start()
        self._command("CREATE DATABASE {}", TEMPLATE)
        engine = create_engine(database_url(self.url(TEMPLATE)))
        with engine.begin() as connection:
            migrations.upgrade(connection)
        engine.dispose()

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://{USER}@/{name}?host={self._folder}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._run("pg_ctl", "start", "-w", "-D", self._data, "-o", f"-k {self._folder}", "-l", self._log)

    def stop(self, mode: str = "fast") -> None:
        """Stop the server; its connections are cut off.  With the mode `immediate` it crashes."""
        self._run("pg_ctl", "stop", "-w", "-m", mode, "-D", self._data)

    @contextmanager
    def database(self, template: str = TEMPLATE) -> Iterator[str]:
        """The address of a new database, which is removed at the end."""
        name = next(self._names)
        self._command("CREATE DATABASE {} TEMPLATE {}", name, template)
        try:
            yield self.url(name)
        finally:
            self._command("DROP DATABASE {} WITH (FORCE)", name)

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    @property
    def _log(self) -> str:
        return str(self._folder / "log")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        # Not a pipe: the server keeps its end open for as long as it runs.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, cwd=self._folder, check=False, **self._as
            )
            said.seek(0)
            assert done.returncode == 0, said.read().decode()

    def _command(self, text: str, *names: str) -> None:
        import psycopg
        from psycopg import sql

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL(text).format(*map(sql.Identifier, names)))


def owner() -> str:
    """The system's user that runs the server if the tests run as root."""
    return "postgres" if any(user.pw_name == "postgres" for user in getpwall()) else "nobody"


def programs() -> Path | None:
    """The folder with the newest version's programs; None if PostgreSQL is not installed."""
    packaged = sorted(PACKAGES.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = packaged[-1] if packaged else shutil.which("initdb")
    return Path(found).resolve().parent if found else None


@contextmanager
def started_postgres(folder_of_programs: Path, settings: Sequence[str] = QUICK) -> Iterator[Postgres]:
    """A server that is stopped and removed at the end, also if this process is killed."""
    folder = Path(tempfile.mkdtemp(prefix="guanxi-postgres-"))
    command = ("sh", "-c", CLEAN_UP, str(folder_of_programs), str(folder))
    # Nobody else holds the other end of its input.
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, cwd="/", **as_owner()) as cleaner:
        try:
            server = Postgres(folder_of_programs, folder, settings)
            try:
                yield server
            finally:
                server.stop()
        finally:
            cleaner.kill()
            shutil.rmtree(folder)


def as_owner() -> dict[str, Any]:
    """How a program is started as the user that runs the server: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    return {"user": owner(), "group": getpwnam(owner()).pw_gid, "extra_groups": []}
