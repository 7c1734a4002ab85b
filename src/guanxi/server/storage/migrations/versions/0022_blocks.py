"""Blocked people, in place of muted ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022_blocks"
down_revision = "0021_digest"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("blocked", sa.String(64), primary_key=True, index=True),
        sa.Column("at", sa.String(32), nullable=True),
    )
    op.execute("INSERT INTO blocks (guest, blocked) SELECT guest, muted FROM mutes")
    op.drop_table("mutes")


def downgrade() -> None:
    op.create_table(
        "mutes",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("muted", sa.String(64), primary_key=True),
    )
    op.execute("INSERT INTO mutes (guest, muted) SELECT guest, blocked FROM blocks")
    op.drop_table("blocks")
