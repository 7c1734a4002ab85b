"""`guanxi admin`: commands with which a host looks after people.  All may be used while the server runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from guanxi.commands import HARMLESS

Stored = Annotated[
    str | None,
    Parameter(
        help=(
            "Where games are stored: a file, or the URL of a database. By default what `GUANXI_DB` names, or else a "
            "file in the user's data folder."
        )
    ),
]

admin = App(name="admin", help="Look after the people of a server.", help_format="markdown")


@admin.command
def reports(*, db: Stored = None) -> None:
    """List the chat messages that players have reported, the newest last, also while the server runs.

    **Example**: `guanxi admin reports`
    """
    from guanxi.server.chat.reports import read_reports
    from guanxi.server.settings import database_url

    found = asyncio.run(read_reports(database_url(db)))
    for report in found:
        print(f"{report.at}  table {report.table}, message {report.number}".translate(HARMLESS))
        print(f"  {report.author or 'a guest'} ({report.profile}): {report.text}".translate(HARMLESS))
        if report.reason:
            print(f"  reason: {report.reason}".translate(HARMLESS))
    print(f"{len(found)} report{'' if len(found) == 1 else 's'}.")


@admin.command
def ban(profile: str, /, *, reason: str = "", db: Stored = None) -> None:
    """Keep a person from sitting down and from chatting, at once; they may finish their games.

    **Example**: `guanxi admin ban 4d0c1f6a9b27 --reason "insults"`

    Parameters
    ----------
    profile
        The person: the end of the address of their page, also shown by `guanxi admin reports`.
    reason
        Why, for the log; players do not see it.
    """
    from guanxi.server.people.bans import ban_person
    from guanxi.server.settings import database_url

    asyncio.run(ban_person(database_url(db), profile, reason))
    print(f"{profile} is banned.")


@admin.command
def lift(profile: str, /, *, reason: str = "", db: Stored = None) -> None:
    """Lift the ban of a person.

    **Example**: `guanxi admin lift 4d0c1f6a9b27`

    Parameters
    ----------
    profile
        The person, as `guanxi admin bans` shows them.
    reason
        Why, for the log.
    """
    from guanxi.server.people.bans import lift_ban
    from guanxi.server.settings import database_url

    asyncio.run(lift_ban(database_url(db), profile, reason))
    print(f"{profile} is no longer banned.")


@admin.command
def bans(*, db: Stored = None) -> None:
    """List the people who are banned, the newest last.

    **Example**: `guanxi admin bans`
    """
    from guanxi.server.people.bans import read_bans
    from guanxi.server.settings import database_url

    found = asyncio.run(read_bans(database_url(db)))
    for one in found:
        print(f"{one.at}  {one.profile}  {one.name or 'a guest'}  {one.reason}".translate(HARMLESS).rstrip())
    print(f"{len(found)} ban{'' if len(found) == 1 else 's'}.")


@admin.command
def export(profile: str, file: Path, /, *, db: Stored = None) -> None:
    """Write a person's data into a JSON file, for them; passwords and keys are left out.

    **Example**: `guanxi admin export 4d0c1f6a9b27 person.json`

    Parameters
    ----------
    profile
        The person: the end of the address of their page.
    file
        The new file.
    """
    import msgspec

    from guanxi.engine.errors import BadOption
    from guanxi.server.accounts.exports import export_person
    from guanxi.server.settings import database_url

    if file.exists():
        raise BadOption(f"{file} exists already. Choose the name of a new file.")
    found = asyncio.run(export_person(database_url(db), profile))
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    print(f"The data of {profile} are in {file}.")


@admin.command
def delete(profile: str, /, *, reason: str = "", db: Stored = None) -> None:
    """Delete a person and their data; games with others stay, with an unknown player.

    The server does it within seconds if it runs, and otherwise when it starts. It cannot be undone.

    **Example**: `guanxi admin delete 4d0c1f6a9b27 --reason "asked by mail"`

    Parameters
    ----------
    profile
        The person: the end of the address of their page.
    reason
        Why, for the log, which does not say whom; name nobody.
    """
    from guanxi.server.accounts.deletions import want_deleted
    from guanxi.server.settings import database_url

    asyncio.run(want_deleted(database_url(db), profile, reason))
    print("The server deletes this person within seconds, or when it starts.")


@admin.command
def close(table: str, /, *, reason: str = "", db: Stored = None) -> None:
    """End the game at a table without a loser; a table that still waits for players disappears.

    The server does it within seconds if it runs, and otherwise when it starts.

    **Example**: `guanxi admin close k3v9q2mt`

    Parameters
    ----------
    table
        The end of the address of the table's page.
    reason
        Why, for the log; players do not see it.
    """
    from guanxi.server.absences.closings import want_closed
    from guanxi.server.settings import database_url

    asyncio.run(want_closed(database_url(db), table, reason))
    print(f"The server closes table {table} within seconds, or when it starts.")


@admin.command
def log(*, db: Stored = None) -> None:
    """List what the host has done with these commands, the newest last.

    **Example**: `guanxi admin log`
    """
    from guanxi.server.people.actions import read_actions
    from guanxi.server.settings import database_url

    found = asyncio.run(read_actions(database_url(db)))
    for one in found:
        print(f"{one.at}  {one.action}  {one.about}  {one.reason}".translate(HARMLESS).rstrip())
    print(f"{len(found)} action{'' if len(found) == 1 else 's'}.")
