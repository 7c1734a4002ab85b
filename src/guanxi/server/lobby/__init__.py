"""New tables, seats, invitations and the lists of tables to join."""
