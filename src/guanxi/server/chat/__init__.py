"""The table chat."""
