"""Rooms in which people watch a finished game together."""
