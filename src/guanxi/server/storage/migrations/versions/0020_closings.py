"""Tables that the host wants closed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020_closings"
down_revision = "0019_bans"


def upgrade() -> None:
    op.create_table("closings", sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True))


def downgrade() -> None:
    op.drop_table("closings")
