"""Lines broken on purpose, to see which of them no test notices."""
