"""Players who left and came back, as the log of a table tells it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006_incidents"
down_revision = "0005_closed"


def upgrade() -> None:
    op.add_column("tables", sa.Column("incidents", sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("tables", "incidents")
