"""Questions for hints that other processes answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032_questions"
down_revision = "0031_exhibitions"


def upgrade() -> None:
    op.create_table(
        "questions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("answer", sa.Text, nullable=True),
    )


def downgrade() -> None:
    op.drop_table("questions")
