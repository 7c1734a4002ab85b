"""Boards that people have made: checked by their games, stored by their content, played at tables."""
