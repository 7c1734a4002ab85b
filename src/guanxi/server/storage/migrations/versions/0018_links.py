"""Links that make another browser the same guest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018_links"
down_revision = "0017_owed"


def upgrade() -> None:
    op.create_table(
        "links",
        sa.Column("link", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_links_guest", "links", ["guest"])


def downgrade() -> None:
    op.drop_table("links")
