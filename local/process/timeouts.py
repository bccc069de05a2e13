"""Time limits of the local stack; only a failure takes that long.

An ended process is noticed at once, so a long limit costs nothing, and a short one fails on a busy machine.
"""

import time
from collections.abc import Callable
from typing import TypeVar

Fact = TypeVar("Fact")

START_SECONDS = 300.0
STOP_SECONDS = 60.0
# an emulator or database whose owner was killed still writes its state
LEAVING_SECONDS = 30.0


def wait_until(fact: Callable[[], Fact], seconds: float) -> Fact:
    """Return the fact as soon as it is true, or its last value when the time is over."""
    deadline = time.monotonic() + seconds
    while not (value := fact()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return value
