"""Alembic's environment: migrations run on the connection that the server has opened."""

from __future__ import annotations

from alembic import context

from guanxi.server.storage.schema import SCHEMA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SCHEMA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
