"""The match clock and the waits of the machines: they run together, slow down together and stand together."""

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from http.client import HTTPException

from footy.core.clock import MatchClock, Pace

# how long the clock runs without whoever leads it: no match goes on below a lid that is shut
LED_SECONDS = 3.0
# so slow that no wait of the machines comes to its end while the clock stands
STANDING = 1e-9
# what has ended may be the emulator itself, also in the middle of its answer
UNHEARD = (OSError, HTTPException, ValueError)


@dataclass(slots=True)
class Tempo:
    """How fast the match is; whoever sees that something has ended holds it, from any thread."""

    clock: MatchClock
    rate: float
    scale_waits: Callable[[float], None]
    real_time: Callable[[], float] = time.time
    # real life does not wait for us
    holds: bool = True
    _pace: float = field(init=False)
    _held: bool = field(init=False, default=False)
    _until: float = field(init=False, default=math.inf)
    _hand: threading.RLock = field(init=False, default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._pace = self.rate

    @property
    def pace(self) -> float:
        """Match seconds per second, when nothing holds the clock."""
        return self._pace

    @property
    def held(self) -> bool:
        """Whether the clock stands."""
        return self._held

    def begin(self, at: datetime, pace: float) -> None:
        """Sets the clock going from that moment."""
        with self._hand:
            self._held = False
            self._change(pace, at)

    def lead(self, slowest: float) -> None:
        """Lets the clock run for some seconds more; one that stood meanwhile goes on from there, and slowly."""
        with self._hand:
            if self._held or not self.holds:
                return
            until, now = self._until, self.real_time()
            if now > until:
                self._change(slowest, self.clock.now())
            elif until - now < LED_SECONDS / 2:
                self._write(self.clock.now())

    def change(self, pace: float) -> None:
        """Goes on at another pace, now or as soon as nothing holds the clock."""
        with self._hand:
            self._change(pace, self.clock.now())

    def skip_to(self, moment: datetime | None) -> None:
        """Goes on from a later moment; without one it is written down where the clock is."""
        with self._hand:
            if not self._held:
                self._write(moment or self.clock.now())

    def hold(self) -> None:
        """Stands still, and the machines with it."""
        with self._hand:
            if self._held or not self.holds:
                return
            self.clock.write(Pace(self.real_time(), self.clock.now(), 0.0))
            self._held = True
            with suppress(*UNHEARD):
                self.scale_waits(1 / STANDING)

    def release(self, pace: float) -> None:
        """Goes on from where it stood."""
        with self._hand:
            if self._held:
                self._held = False
                self._change(pace, self.clock.now())

    def _change(self, pace: float, at: datetime) -> None:
        self._pace = pace
        if not self._held:
            self._write(at)
            self.scale_waits(1 / pace)

    def _write(self, at: datetime) -> None:
        now = self.real_time()
        self._until = now + LED_SECONDS
        # real life needs nobody to lead it
        self.clock.write(Pace(now, at, self._pace, self._until if self.holds else None))
