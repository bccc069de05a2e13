"""Pause on Ctrl-Z, which the processes of the stack would not notice."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def pause_on_suspend(pause: Callable[[], None]) -> Iterator[None]:
    """Call `pause` before the terminal suspends this process."""

    def suspend(_number: int, _frame: FrameType | None) -> None:
        pause()
        os.kill(os.getpid(), signal.SIGSTOP)

    before = signal.signal(signal.SIGTSTP, suspend)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)
