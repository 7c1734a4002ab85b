"""Bots at live tables, and the processes they think in."""
