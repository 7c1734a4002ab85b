"""Notices that it is somebody's turn: by e-mail, webhook and web push."""
