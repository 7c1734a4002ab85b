"""The database: its schema, its migrations, and everything that is read from it or written to it."""
