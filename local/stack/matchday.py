"""Plays a match day against the match clock: starts the ticks and the daily ingest, skips what is quiet.

Images are of no match: those that were left alone are looked for every five real minutes, and first of all.

Time is compressed, work is not. Where the machine cannot keep up, the clock yields: posts are looked for within three
minutes of the match, and a goal is closed after thirty, so work that lags behind would lose what real time finds.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from footy.core.text import iso
from local.stack.replay_clock import Tempo

MINUTE = timedelta(minutes=1)
LEAD = timedelta(minutes=1)
WORTH_SKIPPING = timedelta(minutes=3)
BREATH = 0.05
HEED_EVERY = 0.5
MEND_EVERY = 300.0
SLOWER, FASTER = 0.25, 1.5
SLOWEST = 2.0


@dataclass(slots=True)
class MatchDay:
    """Drives one local stack through time; `moments` are when something happens upstream."""

    tempo: Tempo
    moments: Sequence[datetime]
    start_tick: Callable[[str], None]
    start_ingest: Callable[[str], None]
    mend_images: Callable[[], None]
    is_quiet: Callable[[], bool]
    keeps_up: Callable[[float], bool]
    is_warm: Callable[[datetime], bool]
    rest: Callable[[float], None] = time.sleep
    _heeded: float = field(init=False, default=0.0)
    _warm: bool = field(init=False, default=False)
    _began: datetime = field(init=False)
    _last_minute: datetime = field(init=False)
    _last_ingest: str = field(init=False, default="")
    _mended: float | None = field(init=False, default=None)

    def begin(self, at: datetime) -> None:
        """Sets the clock going from that moment: slowly, for the first calls of functions take their time."""
        self._began, self._last_minute = at, at - MINUTE
        self._warm = False
        self.tempo.begin(at, self._slowest)

    def resume(self) -> None:
        """Goes on from the last moment that was written down; the time the stack was down does not pass."""
        self.begin(self.tempo.clock.pace().match)

    def go_on(self) -> None:
        """Lets the clock run again that was held, slowly until the work has caught up."""
        self.tempo.release(self._slowest)

    def step(self) -> None:
        """What is due now; called again and again until the day is over."""
        self.tempo.lead(self._slowest)
        self._heed()
        self._mend()
        now = self.tempo.clock.now()
        minute = now.replace(second=0, microsecond=0)
        # noted once it is done: what failed is due again
        if (due := self._ingest_due(now)) != self._last_ingest:
            self.start_ingest(due)
            self._last_ingest = due
        if minute > self._last_minute:
            self.start_tick(iso(minute))
            self._last_minute = minute
            self._move_on(now)
        self.rest(BREATH)

    @property
    def _slowest(self) -> float:
        return min(SLOWEST, self.tempo.rate)

    def _ingest_due(self, now: datetime) -> str:
        """Every day; in real life every hour, as in an account: one may have failed, and the others end at once."""
        return now.date().isoformat() if self.tempo.holds else iso(now.replace(minute=0, second=0, microsecond=0))

    def _mend(self) -> None:
        real = self.tempo.real_time()
        if self._mended is None or real - self._mended >= MEND_EVERY:
            self.mend_images()
            self._mended = real

    def _heed(self) -> None:
        """Slows time down while work lags behind it, and the waits of the machines with it; real time never is."""
        tempo = self.tempo
        if tempo.rate <= SLOWEST or tempo.real_time() - self._heeded < HEED_EVERY:
            return
        self._heeded = tempo.real_time()
        self._warm = self._warm or self.is_warm(self._began)
        if not self._warm:
            return
        pace = tempo.pace
        pace = min(tempo.rate, pace * FASTER) if self.keeps_up(pace) else max(SLOWEST, pace * SLOWER)
        if pace != tempo.pace:
            tempo.change(pace)

    def _move_on(self, now: datetime) -> None:
        """Skips to just before the next moment when nothing is going on, else writes down where the clock is."""
        upcoming = bisect_right(self.moments, now)
        following = self.moments[upcoming] - LEAD if upcoming < len(self.moments) else now
        skips = following - now > WORTH_SKIPPING and self.is_quiet()
        self.tempo.skip_to(following if skips else None)
