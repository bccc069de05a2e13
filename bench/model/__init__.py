"""Discrete-event model of the pipeline: delay of the first clip, and losses when many goals fall at once."""
