"""Puzzles: one a day and a store of them, with ratings."""
