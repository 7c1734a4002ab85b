"""The shelf of games, rulebooks and tutorials."""
