"""Steps of campaigns at tables, and the stars that people have earned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036_campaigns"
down_revision = "0035_rooms"


def upgrade() -> None:
    op.add_column("tables", sa.Column("campaign", sa.String(32), nullable=True))
    op.create_table(
        "campaign_stars",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("step", sa.String(32), primary_key=True),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("campaign_stars")
    op.drop_column("tables", "campaign")
