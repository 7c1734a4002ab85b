"""The live stream of a table."""
