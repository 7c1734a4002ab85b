"""Hints, and reviews of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_review"
down_revision = "0003_people"


def upgrade() -> None:
    op.add_column("tables", sa.Column("hinted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("decisions", sa.Text, nullable=False),
        sa.Column("review", sa.Text, nullable=True),
    )
    op.create_index("ix_reviews_state", "reviews", ["state"])


def downgrade() -> None:
    op.drop_table("reviews")
    op.drop_column("tables", "hinted")
