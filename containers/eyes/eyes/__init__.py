"""Looks at football on a CPU: reads scoreboards, and says with little confidence whether it is football."""

import os

# the library of the networks reports to its maker about every model, unless it is told before it is loaded
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
