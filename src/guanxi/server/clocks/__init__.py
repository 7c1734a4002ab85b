"""Time: clocks, absences, and players who have left."""
