"""Seats: who sits where, invitations, the lobby and quick matches."""
