"""Rooms in which people watch a finished game together, with a chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035_rooms"
down_revision = "0034_delays"


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("moment", sa.Integer, nullable=True),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("leader", sa.Integer, nullable=False),
        sa.Column("alive", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_rooms_table_id"),
    )
    op.create_index("ix_rooms_alive", "rooms", ["alive"])
    op.create_table(
        "room_people",
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("room", "place", name="pk_room_people"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_room_people_room"),
    )
    op.create_index("ix_room_people_guest", "room_people", ["guest"])
    op.add_column("lines", sa.Column("room", sa.String(16), nullable=True))


def downgrade() -> None:
    op.execute(
        "DELETE FROM reports WHERE EXISTS (SELECT 1 FROM lines WHERE lines.table_id = reports.table_id "
        "AND lines.number = reports.number AND lines.room IS NOT NULL)"
    )
    op.execute("DELETE FROM lines WHERE room IS NOT NULL")
    op.drop_column("lines", "room")
    op.drop_table("room_people")
    op.drop_table("rooms")
