"""Browsers and accounts: who a client is, device links and passwords."""
