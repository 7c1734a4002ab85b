"""Tournaments: who meets whom in each round, who sits where, points and standings.

Everything here is computed from the games played so far and a seed.  No network, no clock, no game.
"""
