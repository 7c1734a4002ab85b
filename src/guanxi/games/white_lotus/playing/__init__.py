"""The White Lotus: what bots know about playing it well.  Every module here is compiled."""
