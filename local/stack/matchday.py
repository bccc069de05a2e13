"""Schedule of a match day on the replay clock: start the ticks and the daily ingest, skip quiet stretches.

Images belong to no match: the repair of interrupted ones runs every five real minutes.

Time is compressed, work is not. Where the machine cannot keep up, the clock slows down: a post is searched for within
three minutes of the match and a goal closes after thirty, so late work would lose what real time finds.
"""

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from footy.core.text import iso
from local.stack.replay_clock import ReplayClock

MINUTE = timedelta(minutes=1)
SKIP_MARGIN = timedelta(minutes=1)
WORTH_SKIPPING = timedelta(minutes=3)
STEP_SECONDS = 0.05
BACKLOG_SECONDS = 0.5
REPAIR_SECONDS = 300.0
SLOWER, FASTER = 0.25, 1.5
SLOWEST = 2.0


@dataclass(slots=True)
class MatchDay:
    """Scheduler of one local stack; `moments` are the times of upstream events."""

    clock: ReplayClock
    moments: Sequence[datetime]
    start_tick: Callable[[str], None]
    start_ingest: Callable[[str], None]
    mend_images: Callable[[], None]
    is_quiet: Callable[[], bool]
    keeps_up: Callable[[float], bool]
    is_warm: Callable[[datetime], bool]
    sleep: Callable[[float], None] = time.sleep
    _backlog_read: float = field(init=False, default=0.0)
    _warm: bool = field(init=False, default=False)
    _started: datetime = field(init=False)
    _last_minute: datetime = field(init=False)
    _last_ingest: str = field(init=False, default="")
    _repaired: float | None = field(init=False, default=None)

    def start(self, at: datetime) -> None:
        """Run the clock from that moment: slowly, because first calls of functions are slow."""
        self._started, self._last_minute = at, at - MINUTE
        self._warm = False
        self.clock.start(at, self._slowest)

    def resume(self) -> None:
        """Continue at the last stored moment, however long the stack was down."""
        self.start(self.clock.clock.pace().match)

    def end_pause(self) -> None:
        """Let a paused clock run: slowly, until the backlog is gone."""
        self.clock.resume(self._slowest)

    def step(self) -> None:
        """Do what is due now; called in a loop until the day is over."""
        self.clock.keep_alive(self._slowest)
        self._adjust_pace()
        self._repair_images()
        now = self.clock.clock.now()
        minute = now.replace(second=0, microsecond=0)
        # noted afterwards: a failed start is due again
        if (due := self._ingest_due(now)) != self._last_ingest:
            self.start_ingest(due)
            self._last_ingest = due
        if minute > self._last_minute:
            self.start_tick(iso(minute))
            self._last_minute = minute
            self._skip_quiet(now)
        self.sleep(STEP_SECONDS)

    @property
    def _slowest(self) -> float:
        return min(SLOWEST, self.clock.rate)

    def _ingest_due(self, now: datetime) -> str:
        """Return the day of a replay; of real matches the hour, because an ingest may have failed."""
        return now.date().isoformat() if self.clock.can_pause else iso(now.replace(minute=0, second=0, microsecond=0))

    def _repair_images(self) -> None:
        real = self.clock.real_time()
        if self._repaired is None or real - self._repaired >= REPAIR_SECONDS:
            self.mend_images()
            self._repaired = real

    def _adjust_pace(self) -> None:
        """Slow down while there is a backlog, then speed up again; never below real time."""
        clock = self.clock
        if clock.rate <= SLOWEST or clock.real_time() - self._backlog_read < BACKLOG_SECONDS:
            return
        self._backlog_read = clock.real_time()
        self._warm = self._warm or self.is_warm(self._started)
        if not self._warm:
            return
        pace = clock.pace
        pace = min(clock.rate, pace * FASTER) if self.keeps_up(pace) else max(SLOWEST, pace * SLOWER)
        if pace != clock.pace:
            clock.set_pace(pace)

    def _skip_quiet(self, now: datetime) -> None:
        """Skip to just before the next moment of a quiet stretch, else write down the time."""
        upcoming = bisect_right(self.moments, now)
        following = self.moments[upcoming] - SKIP_MARGIN if upcoming < len(self.moments) else now
        skips = following - now > WORTH_SKIPPING and self.is_quiet()
        self.clock.skip_to(following if skips else None)
