"""How long tests wait: for facts, with a limit that only a failure reaches, so that a busy machine is no failure."""

import time
from collections.abc import Callable
from typing import TypeVar

FAILED_SECONDS = 600.0
PAUSE = 0.02
QUICK = 0.002  # waits of the emulator's machines, scaled until nobody notices them

T = TypeVar("T")


def eventually(look: Callable[[], T | None], what: str = "what was waited for", seconds: float = FAILED_SECONDS) -> T:
    """The first answer that is something."""
    deadline = time.monotonic() + seconds
    while not (fact := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not happen within {seconds:.0f} s")
        time.sleep(PAUSE)
    return fact


def while_it_advances(look: Callable[[], T | None], progress: Callable[[], object], what: str) -> T:
    """The first answer that is something, however long it takes: given up when nothing has gone forward for so long."""
    reached, deadline = progress(), time.monotonic() + FAILED_SECONDS
    while not (fact := look()):
        if (further := progress()) != reached:
            reached, deadline = further, time.monotonic() + FAILED_SECONDS
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: nothing went forward for {FAILED_SECONDS:.0f} s after {reached}")
        time.sleep(PAUSE)
    return fact
