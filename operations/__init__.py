"""What an operator runs by hand; docs/operations.md says when."""
