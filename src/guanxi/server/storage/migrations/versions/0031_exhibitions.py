"""Tables that are boards of an exhibition."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031_exhibitions"
down_revision = "0030_deletions"


def upgrade() -> None:
    op.add_column("tables", sa.Column("exhibition", sa.String(16), nullable=True))
    op.add_column("tables", sa.Column("board", sa.Integer, nullable=True))
    op.create_index("ix_tables_exhibition", "tables", ["exhibition"])


def downgrade() -> None:
    op.drop_index("ix_tables_exhibition", "tables")
    op.drop_column("tables", "board")
    op.drop_column("tables", "exhibition")
