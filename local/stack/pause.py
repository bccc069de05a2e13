"""Ctrl-Z in a terminal: what is in a session of its own would go on without us."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def pausing(hold: Callable[[], None]) -> Iterator[None]:
    """Holds before this process stops, however that is asked for by the terminal."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        hold()
        os.kill(os.getpid(), signal.SIGSTOP)

    before = signal.signal(signal.SIGTSTP, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)
