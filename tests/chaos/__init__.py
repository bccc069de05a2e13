"""Fault injection: kill processes of the local stack during a match, then check that nothing is lost."""
