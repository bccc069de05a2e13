"""Simulated upstream services of a replay: each answers in the format of the real one, with its failures."""
