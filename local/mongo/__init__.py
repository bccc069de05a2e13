"""The embedded MongoDB, or the one that is already there."""
