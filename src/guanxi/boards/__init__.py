"""Board files: boards, cards and leaders are found, checked, measured and drawn the same way in every game."""
