"""Matches between bots, studies of a game, and training by self-play."""
