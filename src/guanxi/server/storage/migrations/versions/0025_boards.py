"""Boards that people have made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025_boards"
down_revision = "0024_choices"


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_index("ix_boards_guest", "boards", ["guest"])


def downgrade() -> None:
    op.drop_table("boards")
