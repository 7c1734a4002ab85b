"""Seats of a table as they are stored, and their colours."""
