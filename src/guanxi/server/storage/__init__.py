"""The database: engine, schema, migrations and transactions.  Each feature has its own queries."""
