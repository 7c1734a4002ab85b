"""What spectators of a running game see: some moves later, and hands that are history."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034_delays"
down_revision = "0033_insights"


def upgrade() -> None:
    op.add_column("tables", sa.Column("delay", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("opened", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("tables", "opened")
    op.drop_column("tables", "delay")
