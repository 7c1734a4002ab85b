"""Notices that it is a player's turn, by e-mail, webhook and web push."""
