"""The White Lotus: material, rules and scoring.  Every module here is compiled."""
