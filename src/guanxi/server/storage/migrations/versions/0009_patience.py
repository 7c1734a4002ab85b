"""Presence, absent players at untimed tables, and games that end without a loser.

Running tables without a clock get the usual time from now on before they end by themselves.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0009_patience"
down_revision = "0008_rematches"

USUAL = 60 * 24  # hours
HOUR = 3600 * 1000  # milliseconds


def upgrade() -> None:
    op.add_column("tables", sa.Column("patience", sa.Integer, nullable=False, server_default="72"))
    op.add_column("tables", sa.Column("idle", sa.Integer, nullable=False, server_default=str(USUAL)))
    op.add_column("tables", sa.Column("motion", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("ended", sa.String(8), nullable=True))
    op.add_column("tables", sa.Column("ends", sa.BigInteger, nullable=True))
    op.create_index("ix_tables_ends", "tables", ["ends"])
    op.add_column("seats", sa.Column("seen", sa.BigInteger, nullable=True))
    op.add_column("seats", sa.Column("nudged", sa.BigInteger, nullable=True))
    tables = sa.table("tables", sa.column("over"), sa.column("closed"), sa.column("time"), sa.column("ends"))
    living = ~tables.c.over & ~tables.c.closed & tables.c.time.is_(None)
    op.execute(tables.update().where(living).values(ends=round(time.time() * 1000) + USUAL * HOUR))


def downgrade() -> None:
    for name in ("nudged", "seen"):
        op.drop_column("seats", name)
    op.drop_index("ix_tables_ends", "tables")
    for name in ("ends", "ended", "motion", "idle", "patience"):
        op.drop_column("tables", name)
