"""Tournaments with their entrants and pairings, and the tables that belong to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029_tournaments"
down_revision = "0028_clubs"


def upgrade() -> None:
    op.add_column("tables", sa.Column("tournament", sa.String(16), nullable=True))
    op.add_column("tables", sa.Column("round", sa.Integer, nullable=True))
    op.add_column("tables", sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_tables_tournament", "tables", ["tournament"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("organiser", sa.String(64), nullable=False),
        sa.Column("club", sa.String(16), nullable=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("format", sa.String(8), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=True),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("best_of", sa.Integer, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("absent", sa.String(8), nullable=False),
        sa.Column("duplicate", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("pause", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=True),
        sa.Column("starts", sa.BigInteger, nullable=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("resumes", sa.BigInteger, nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    for column in ("organiser", "club", "state"):
        op.create_index(f"ix_tournaments_{column}", "tournaments", [column])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(64), nullable=True),
        sa.Column("name", sa.String(24), nullable=True),
        sa.Column("bot", sa.String(64), nullable=True),
        sa.Column("character", sa.Integer, nullable=True),
        sa.Column("playing", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=True),
    )
    op.create_index("ix_entrants_guest", "entrants", ["guest"])
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(16), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(16), nullable=True),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.Text, nullable=True),
        sa.UniqueConstraint("table_id", name="uq_pairings_table_id"),
    )


def downgrade() -> None:
    op.drop_table("pairings")
    op.drop_table("entrants")
    op.drop_table("tournaments")
    op.drop_index("ix_tables_tournament", "tables")
    for column in ("sealed", "round", "tournament"):
        op.drop_column("tables", column)
