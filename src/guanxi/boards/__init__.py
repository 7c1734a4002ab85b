"""Boards, cards and leaders as files: found, checked, measured and drawn the same way in every game."""
