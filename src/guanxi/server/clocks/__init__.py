"""Clocks: time controls and running time, as data and arithmetic."""
