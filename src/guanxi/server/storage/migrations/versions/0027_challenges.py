"""Challenges: tables with a seat that is kept for one person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027_challenges"
down_revision = "0026_puzzles"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(64), nullable=False, index=True),
        sa.Column("rival", sa.String(64), nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("declined", sa.String(8), nullable=True),
    )


def downgrade() -> None:
    op.drop_table("challenges")
