"""How long the local stack waits for what it started; only a failure takes that long.

What died is noticed at once, so a long limit costs nothing, and a short one fails where a machine is only busy.
"""

START_SECONDS = 300.0
STOP_SECONDS = 60.0
# One whose owner was killed a moment ago still writes what it holds.
LEAVING_SECONDS = 30.0
