"""Browsers that have logged in to an account before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013_known"
down_revision = "0012_alive"


def upgrade() -> None:
    op.create_table(
        "known",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
    )
    op.execute("INSERT INTO known (device, guest) SELECT device, guest FROM devices")


def downgrade() -> None:
    op.drop_table("known")
