"""Campaigns: steps against bots of growing strength, which teach a game idea by idea."""
