"""Bots at live tables, and the processes in which they think."""
