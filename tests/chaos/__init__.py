"""Matches during which processes of the local stack are killed, and an independent look at what is left."""
