"""Tables: the path of a move, what everybody sees of a table, and the live stream."""
