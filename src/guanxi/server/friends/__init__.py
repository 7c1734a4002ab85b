"""Friends: people whom a guest follows or blocks, who is here, and challenges."""
