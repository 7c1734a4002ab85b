"""The basis of the rules and the search of every game.  Every module here is compiled."""
