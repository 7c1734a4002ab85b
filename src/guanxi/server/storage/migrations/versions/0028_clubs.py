"""Clubs, their members, and the club that a table belongs to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028_clubs"
down_revision = "0027_challenges"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=True),
        sa.Column("games", sa.Text, nullable=False),
        sa.Column("time", sa.Text, nullable=True),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("issue", sa.Integer, nullable=False),
        sa.Column("link", sa.String(64), nullable=True, unique=True),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("club_id", sa.String(16), sa.ForeignKey("clubs.id"), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True, index=True),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("since", sa.String(32), nullable=False),
    )
    op.add_column("tables", sa.Column("club", sa.String(16), nullable=True))
    op.create_index("ix_tables_club", "tables", ["club"])


def downgrade() -> None:
    op.drop_index("ix_tables_club", "tables")
    op.drop_column("tables", "club")
    op.drop_table("members")
    op.drop_table("clubs")
