"""Browsers get a new cookie when they log in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014_browsers"
down_revision = "0013_known"


def upgrade() -> None:
    op.add_column("devices", sa.Column("home", sa.String(64), nullable=True))
    op.add_column("devices", sa.Column("replaced", sa.BigInteger, nullable=True))


def downgrade() -> None:
    op.drop_column("devices", "replaced")
    op.drop_column("devices", "home")
