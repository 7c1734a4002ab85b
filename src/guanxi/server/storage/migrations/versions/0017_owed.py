"""Tables at which the server owes a move, and leases of the processes that make it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017_owed"
down_revision = "0016_versions"

# A seat is one digit of `to_move`.
OWED = """
UPDATE tables SET owed = 0 WHERE NOT over AND EXISTS (
    SELECT 1 FROM seats WHERE table_id = tables.id AND (
        bot = 'tutorial'
        OR (kind = 'bot' OR absent IS NOT NULL OR plan IS NOT NULL)
        AND (to_move IS NULL OR to_move LIKE '%' || seat || '%')
    )
)
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("owed", sa.BigInteger, nullable=True))
    op.create_index("ix_tables_owed", "tables", ["owed"])
    op.execute(OWED)
    op.create_table(
        "leases",
        sa.Column("work", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("leases")
    op.drop_index("ix_tables_owed", "tables")
    op.drop_column("tables", "owed")
