"""The match clock and the waits of the machines: they run together, slow down together and stand together."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from footy.clock import MatchClock, Pace

# so slow that no wait of the machines comes to its end while the clock stands
STANDING = 1e-9


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
            with suppress(OSError):  # what has ended may be the emulator itself
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
        self.clock.write(Pace(self.real_time(), at, self._pace))
