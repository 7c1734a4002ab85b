"""Learning on the server: the shelf of games, rules to read, tutorials."""
