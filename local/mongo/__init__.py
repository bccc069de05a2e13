"""The embedded MongoDB, or one that is already running."""
