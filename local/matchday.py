"""Plays a match day against the match clock: starts the ticks and the daily ingest, skips what is quiet.

Time is compressed, work is not. Where the machine cannot keep up, the clock yields: posts are looked for within three
minutes of the match, and a goal is closed after thirty, so work that lags behind would lose what real time finds.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from footy.clock import MatchClock, Pace
from footy.model.text import iso

MINUTE = timedelta(minutes=1)
LEAD = timedelta(minutes=1)
WORTH_SKIPPING = timedelta(minutes=3)
BREATH = 0.05
HEED_EVERY = 0.5
SLOWER, FASTER = 0.25, 1.5
SLOWEST = 2.0


@dataclass(slots=True)
class MatchDay:
    """Drives one local stack through time; `moments` are when something happens upstream."""

    clock: MatchClock
    rate: float
    moments: Sequence[datetime]
    start_tick: Callable[[str], None]
    start_ingest: Callable[[str], None]
    is_quiet: Callable[[], bool]
    keeps_up: Callable[[float], bool]
    scale_waits: Callable[[float], None]
    real_time: Callable[[], float] = time.time
    rest: Callable[[float], None] = time.sleep
    _pace: float = field(init=False)
    _heeded: float = field(init=False, default=0.0)
    _last_minute: datetime = field(init=False)
    _last_day: str = field(init=False, default="")

    def begin(self, at: datetime) -> None:
        """Sets the clock going from that moment."""
        self._last_minute = at - MINUTE
        self._pace = self.rate
        self.clock.write(Pace(self.real_time(), at, self.rate))

    def resume(self) -> None:
        """Goes on from the last moment that was written down; the time the stack was down does not pass."""
        self.begin(self.clock.pace().match)

    def step(self) -> None:
        """What is due now; called again and again until the day is over."""
        self._heed()
        now = self.clock.now()
        minute = now.replace(second=0, microsecond=0)
        if (day := now.date().isoformat()) != self._last_day:
            self._last_day = day
            self.start_ingest(day)
        if minute > self._last_minute:
            self._last_minute = minute
            self.start_tick(iso(minute))
            self._move_on(now)
        self.rest(BREATH)

    def _heed(self) -> None:
        """Slows time down while work lags behind it, and the waits of the machines with it; real time never is."""
        if self.rate <= SLOWEST or self.real_time() - self._heeded < HEED_EVERY:
            return
        self._heeded = self.real_time()
        pace = min(self.rate, self._pace * FASTER) if self.keeps_up(self._pace) else max(SLOWEST, self._pace * SLOWER)
        if pace != self._pace:
            self._pace = pace
            self.clock.write(Pace(self.real_time(), self.clock.now(), pace))
            self.scale_waits(1 / pace)

    def _move_on(self, now: datetime) -> None:
        """Skips to just before the next moment when nothing is going on, else writes down where the clock is."""
        upcoming = bisect_right(self.moments, now)
        following = self.moments[upcoming] - LEAD if upcoming < len(self.moments) else now
        skips = following - now > WORTH_SKIPPING and self.is_quiet()
        self.clock.write(Pace(self.real_time(), following if skips else self.clock.now(), self._pace))
