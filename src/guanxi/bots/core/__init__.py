"""Tree search, endgames and learned evaluations for any game.  Every module here is compiled."""
