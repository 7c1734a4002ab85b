"""Clubs: their members, page, tables, rankings and invitations."""
