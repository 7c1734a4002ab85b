"""What hosts do about people: `guanxi admin`."""

from __future__ import annotations

import asyncio

from cyclopts import App

from guanxi.commands import HARMLESS

admin = App(name="admin", help="Look after the people of a server.", help_format="markdown")


@admin.command
def reports(*, db: str | None = None) -> None:
    """List the chat messages that players have reported, the newest last, also while the server runs.

    **Example**: `guanxi admin reports`

    Parameters
    ----------
    db
        Where games are stored: a file, or the URL of a database. By default a file in the user's data folder.
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
