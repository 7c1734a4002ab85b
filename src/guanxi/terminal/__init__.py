"""Play in a terminal: a board drawn in text, moves typed line by line."""
