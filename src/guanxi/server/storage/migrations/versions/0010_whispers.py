"""Private chat lines, and phrases with parameters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010_whispers"
down_revision = "0009_patience"


def upgrade() -> None:
    op.add_column("lines", sa.Column("params", sa.Text, nullable=True))
    op.add_column("lines", sa.Column("to", sa.Integer, nullable=True))
    op.add_column("lines", sa.Column("recipient", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    for name in ("recipient", "to", "params"):
        op.drop_column("lines", name)
