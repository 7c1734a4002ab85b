"""Learning a game: its rules to read and search, and a tutorial at a real table."""
