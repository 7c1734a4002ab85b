"""Since when a live game waits for its players to come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011_awaiting"
down_revision = "0010_whispers"


def upgrade() -> None:
    op.add_column("tables", sa.Column("awaiting", sa.BigInteger, nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "awaiting")
