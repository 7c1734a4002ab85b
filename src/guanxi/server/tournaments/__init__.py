"""Tournaments: made by anybody, joined by link, and run by the server."""
