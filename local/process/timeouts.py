"""How long the local stack waits for what it started; only a failure takes that long.

What died is noticed at once, so a long limit costs nothing, and a short one fails where a machine is only busy.
"""

import time
from collections.abc import Callable
from typing import TypeVar

Fact = TypeVar("Fact")

START_SECONDS = 300.0
STOP_SECONDS = 60.0
# One whose owner was killed a moment ago still writes what it holds.
LEAVING_SECONDS = 30.0


def eventually(look: Callable[[], Fact], seconds: float) -> Fact:
    """What there is to see as soon as there is something, or when the time is over."""
    deadline = time.monotonic() + seconds
    while not (fact := look()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return fact
