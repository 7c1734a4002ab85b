"""Many tables of one game in machine code: a module for each game, derived by `native.py` when Guanxi is compiled."""
