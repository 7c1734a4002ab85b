"""Live tables: moves, undo, plans, states and replays."""
