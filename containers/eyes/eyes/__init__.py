"""Looks at football on a CPU: reads scoreboards, and says with little confidence whether it is football."""
