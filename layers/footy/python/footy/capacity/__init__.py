"""Rules: how many workers, and of what kind."""
