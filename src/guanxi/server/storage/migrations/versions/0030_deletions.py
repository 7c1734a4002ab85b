"""People who are deleted, and the browsers that were theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030_deletions"
down_revision = "0029_tournaments"


def upgrade() -> None:
    op.create_table(
        "deletions",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("pseudonym", sa.String(64), nullable=False),
    )
    op.create_table("gone", sa.Column("browser", sa.String(64), primary_key=True))


def downgrade() -> None:
    op.drop_table("gone")
    op.drop_table("deletions")
