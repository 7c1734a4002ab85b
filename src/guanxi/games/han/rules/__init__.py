"""Han: material, rules and scoring.  Every module here is compiled."""
