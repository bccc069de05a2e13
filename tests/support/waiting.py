"""Waiting for facts: the limit is so long that only a failure reaches it, even on a busy machine."""

import time
from collections.abc import Callable
from typing import TypeVar

FAILED_SECONDS = 600.0
PAUSE = 0.02
QUICK = 0.002  # scale of the waits of state machines on the emulator

T = TypeVar("T")


def eventually(look: Callable[[], T | None], what: str = "what was waited for", seconds: float = FAILED_SECONDS) -> T:
    """Wait for the first true answer and return it."""
    deadline = time.monotonic() + seconds
    while not (fact := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not happen within {seconds:.0f} s")
        time.sleep(PAUSE)
    return fact


def while_it_advances(look: Callable[[], T | None], progress: Callable[[], object], what: str) -> T:
    """Wait for the first true answer; give up when there is no progress for too long."""
    reached, deadline = progress(), time.monotonic() + FAILED_SECONDS
    while not (fact := look()):
        if (further := progress()) != reached:
            reached, deadline = further, time.monotonic() + FAILED_SECONDS
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: nothing went forward for {FAILED_SECONDS:.0f} s after {reached}")
        time.sleep(PAUSE)
    return fact
