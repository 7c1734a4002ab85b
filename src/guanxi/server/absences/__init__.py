"""Players whose time runs out, who leave or are away; changes of the time control."""
