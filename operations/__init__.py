"""Commands of an operator; see docs/operator."""
