"""When the server was last alive, so that clocks do not run while it is down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012_alive"
down_revision = "0011_awaiting"


def upgrade() -> None:
    op.create_table("alive", sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False))


def downgrade() -> None:
    op.drop_table("alive")
