"""Matches between bots, and what can be said of a game afterwards."""
