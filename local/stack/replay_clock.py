"""Replay clock: the match clock and the emulator's Wait states run, slow down and pause together."""

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from http.client import HTTPException

from footy.core.clock import MatchClock, Pace

# the clock pauses this long after the last keep-alive, so that no match is played while a laptop sleeps
KEEP_ALIVE_SECONDS = 3.0
# so slow that no Wait state ends during a pause
PAUSED_PACE = 1e-9
# the emulator itself may have ended, also in the middle of its answer
NO_ANSWER = (OSError, HTTPException, ValueError)


@dataclass(slots=True)
class ReplayClock:
    """Clock of one replay; any thread may pause it."""

    clock: MatchClock
    rate: float
    scale_waits: Callable[[float], None]
    real_time: Callable[[], float] = time.time
    # real matches do not wait
    can_pause: bool = True
    _pace: float = field(init=False)
    _paused: bool = field(init=False, default=False)
    _until: float = field(init=False, default=math.inf)
    _lock: threading.RLock = field(init=False, default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._pace = self.rate

    @property
    def pace(self) -> float:
        """Match seconds per second, while the clock is not paused."""
        return self._pace

    @property
    def paused(self) -> bool:
        """Return whether the clock is paused."""
        return self._paused

    def start(self, at: datetime, pace: float) -> None:
        """Run from that moment."""
        with self._lock:
            self._paused = False
            self._set(pace, at)

    def keep_alive(self, slowest: float) -> None:
        """Let the clock run for some seconds more; after a gap, continue slowly where it stopped."""
        with self._lock:
            if self._paused or not self.can_pause:
                return
            until, now = self._until, self.real_time()
            if now > until:
                self._set(slowest, self.clock.now())
            elif until - now < KEEP_ALIVE_SECONDS / 2:
                self._write(self.clock.now())

    def set_pace(self, pace: float) -> None:
        """Change the pace, now or at the end of a pause."""
        with self._lock:
            self._set(pace, self.clock.now())

    def skip_to(self, moment: datetime | None) -> None:
        """Continue from a later moment; without one, write down the current moment."""
        with self._lock:
            if not self._paused:
                self._write(moment or self.clock.now())

    def pause(self) -> None:
        """Stop the clock and the Wait states."""
        with self._lock:
            if self._paused or not self.can_pause:
                return
            self.clock.write(Pace(self.real_time(), self.clock.now(), 0.0))
            self._paused = True
            with suppress(*NO_ANSWER):
                self.scale_waits(1 / PAUSED_PACE)

    def resume(self, pace: float) -> None:
        """End a pause."""
        with self._lock:
            if self._paused:
                self._paused = False
                self._set(pace, self.clock.now())

    def _set(self, pace: float, at: datetime) -> None:
        self._pace = pace
        if not self._paused:
            self._write(at)
            self.scale_waits(1 / pace)

    def _write(self, at: datetime) -> None:
        now = self.real_time()
        self._until = now + KEEP_ALIVE_SECONDS
        self.clock.write(Pace(now, at, self._pace, self._until if self.can_pause else None))
