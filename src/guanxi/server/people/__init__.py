"""People: guests, accounts, devices, profiles and ratings."""
