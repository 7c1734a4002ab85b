"""Simultaneous exhibitions: one person plays at several tables at once, against bots or against people."""
