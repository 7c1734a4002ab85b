"""A usual clock for each game of a club, in place of one for all."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0038_club_clocks"
down_revision = "0037_awaiting_index"

ALL = ("haiduci", "han", "hanamikoji", "white_lotus")  # the games of a club that names none
CLUBS = sa.table("clubs", *(sa.column(name, sa.Text) for name in ("id", "games", "time", "clocks")))


def upgrade() -> None:
    op.add_column("clubs", sa.Column("clocks", sa.Text, nullable=False, server_default="{}"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(CLUBS).where(CLUBS.c.time.is_not(None))).all():
        clocks = dict.fromkeys(json.loads(row.games) or ALL, json.loads(row.time))
        connection.execute(sa.update(CLUBS).where(CLUBS.c.id == row.id).values(clocks=json.dumps(clocks)))
    op.drop_column("clubs", "time")


def downgrade() -> None:
    op.add_column("clubs", sa.Column("time", sa.Text, nullable=True))
    connection = op.get_bind()
    for row in connection.execute(sa.select(CLUBS)).all():
        first = next(iter(json.loads(row.clocks).values()), None)
        if first:
            connection.execute(sa.update(CLUBS).where(CLUBS.c.id == row.id).values(time=json.dumps(first)))
    op.drop_column("clubs", "clocks")
