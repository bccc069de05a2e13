"""What an operator runs by hand; docs/operator/runbook.md says when."""
