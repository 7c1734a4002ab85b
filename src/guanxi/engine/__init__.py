"""The parts that every game shares: positions, moves, sealed choices, chance, logs, replay.  Knows no game."""
