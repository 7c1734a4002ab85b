"""The digest of a table's position, with which newer code must agree when it replays the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021_digest"
down_revision = "0020_closings"


def upgrade() -> None:
    op.add_column("tables", sa.Column("digest", sa.String(32), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "digest")
