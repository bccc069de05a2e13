"""The pipeline as a discrete-event model: how soon the first clip stands, and what is lost when many goals fall."""
