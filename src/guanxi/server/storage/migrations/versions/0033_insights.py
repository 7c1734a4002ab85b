"""What finished games say about how each seat was played, and the openings of all public games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033_insights"
down_revision = "0032_questions"


def upgrade() -> None:
    op.create_table(
        "insights",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("order", sa.Integer, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("habits", sa.Text, nullable=False),
        sa.Column("feats", sa.Text, nullable=False),
        sa.Column("skill", sa.Float, nullable=True),
        sa.Column("luck", sa.Float, nullable=True),
    )
    op.create_table(
        "openings",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("line", sa.String(400), primary_key=True),
        sa.Column("step", sa.String(80), primary_key=True),
        sa.Column("by", sa.String(8), primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("openings")
    op.drop_table("insights")
