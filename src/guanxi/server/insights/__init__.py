"""Insights: what a person's finished games say about their play, the openings of all games, and feats."""
