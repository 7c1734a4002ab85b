"""People who follow others, and whether they show when they are here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023_follows"
down_revision = "0022_blocks"


def upgrade() -> None:
    op.create_table(
        "follows",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("followed", sa.String(64), primary_key=True, index=True),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.add_column("guests", sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("guests", "shown")
    op.drop_table("follows")
