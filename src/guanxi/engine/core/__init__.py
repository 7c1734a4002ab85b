"""What rules and search of every game are built on.  Every module here is compiled."""
