"""Tables that were closed before the game began."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_closed"
down_revision = "0004_review"


def upgrade() -> None:
    op.add_column("tables", sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("tables", "closed")
