"""Summary columns: lists of tables are answered from them, without replaying a log.

Tables of before have no summary (`to_move` is null) until they are opened for the first time.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007_summary"
down_revision = "0006_incidents"


def upgrade() -> None:
    op.add_column("tables", sa.Column("moves", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("to_move", sa.String(32), nullable=True))
    op.add_column("tables", sa.Column("winners", sa.String(32), nullable=True))


def downgrade() -> None:
    for name in ("winners", "to_move", "moves"):
        op.drop_column("tables", name)
