"""Guests, their names, results and ratings."""
