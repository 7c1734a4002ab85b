"""Banned people, and the log of what the host has done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019_bans"
down_revision = "0018_links"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("profile", sa.String(16), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "actions",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("about", sa.String(80), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("actions")
    op.drop_table("bans")
