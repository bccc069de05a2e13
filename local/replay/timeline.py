"""Timeline of a match: conversion between the clock of the broadcast and real time."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

PERIODS = (("1H", "First Half"), ("2H", "Second Half"), ("ET", "Extra Time"), ("ET", "Extra Time"))
DEFAULT_LENGTHS = (45.0, 45.0, 15.0, 15.0)
LONG_NAMES = {
    "TBD": "Time To Be Defined",
    "NS": "Not Started",
    "HT": "Halftime",
    "BT": "Break Time",
    "P": "Penalty In Progress",
    "FT": "Match Finished",
    "AET": "Match Finished",
    "PEN": "Match Finished",
    "SUSP": "Match Suspended",
    "INT": "Match Interrupted",
    "PST": "Match Postponed",
    "CANC": "Match Cancelled",
    "ABD": "Match Abandoned",
    "AWD": "Technical Loss",
    "WO": "WalkOver",
    "LIVE": "In Progress",
}
_MINUTE = re.compile(r"(\d{1,3})(?:\+(\d{1,2}))?")
_CLOCK = re.compile(r"(\d{1,3})(?:\+(\d{1,2}))?:([0-5]\d)")


@dataclass(frozen=True, slots=True)
class MatchMinute:
    """Minute as the API counts: the one being played, and the minute of added time."""

    elapsed: int
    extra: int | None = None

    @classmethod
    def read(cls, text: str) -> "MatchMinute":
        match = _MINUTE.fullmatch(text)
        if not match or int(match[1]) == 0:
            raise ValueError(f"{text!r} is not a minute")
        return cls(int(match[1]), int(match[2]) if match[2] else None)


@dataclass(frozen=True, slots=True)
class BroadcastClock:
    """Clock of a broadcast: seconds played in all, and the minute at which the period's clock stops."""

    seconds: int
    stops_at: int

    def later(self, seconds: float) -> "BroadcastClock":
        return BroadcastClock(max(0, int(self.seconds + seconds)), self.stops_at)


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """Status of a match in the API's terms."""

    short: str
    long: str
    elapsed: int | None
    extra: int | None = None


@dataclass(frozen=True, slots=True)
class Period:
    """Period of a match."""

    short: str
    long: str
    first: int
    last: int
    starts_at: datetime
    ends_at: datetime

    @property
    def added(self) -> int:
        """Whole minutes of added time."""
        return int((self.ends_at - self.starts_at).total_seconds() // 60) - (self.last - self.first)

    def status(self, at: datetime) -> MatchStatus:
        minute = self.first + int((at - self.starts_at).total_seconds() // 60) + 1
        over = minute - self.last
        return MatchStatus(self.short, self.long, min(minute, self.last), over if over > 0 else None)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Real time of every minute of a match."""

    periods: tuple[Period, ...]
    kicks_at: datetime | None
    ends_at: datetime

    @property
    def starts_at(self) -> datetime:
        return self.periods[0].starts_at

    @property
    def final(self) -> str:
        if self.kicks_at:
            return "PEN"
        return "AET" if len(self.periods) > 2 else "FT"  # noqa: PLR2004 - two halves, and then more

    def status(self, at: datetime) -> MatchStatus:
        """Return the status of the API at a moment."""
        if at < self.starts_at:
            return MatchStatus("NS", LONG_NAMES["NS"], None)
        if at >= self.ends_at:
            return MatchStatus(self.final, LONG_NAMES[self.final], self.periods[-1].last)
        if self.kicks_at and at >= self.kicks_at:
            return MatchStatus("P", LONG_NAMES["P"], self.periods[-1].last)
        begun = [period for period in self.periods if period.starts_at <= at]
        if at < begun[-1].ends_at:
            return begun[-1].status(at)
        pause = "HT" if len(begun) == 1 else "BT"
        return MatchStatus(pause, LONG_NAMES[pause], begun[-1].last)

    def read_clock(self, text: str) -> BroadcastClock:
        """Parse a clock like `22:40`, or `45+6:12` for the seventh minute of added time."""
        match = _CLOCK.fullmatch(text)
        if not match:
            raise ValueError(f"{text!r} is not a clock")
        minutes = int(match[1])
        if match[2]:
            return BroadcastClock((minutes + int(match[2])) * 60 + int(match[3]), minutes)
        stops = [period.last for period in self.periods if minutes < period.last]
        return BroadcastClock(minutes * 60 + int(match[3]), stops[0] if stops else self.periods[-1].last)

    def middle_of(self, minute: MatchMinute) -> BroadcastClock:
        """Return the middle of an API minute: 23 is played while the clock shows 22."""
        played = minute.elapsed + (minute.extra or 0) - 1
        stops = [period.last for period in self.periods if minute.elapsed <= period.last]
        if not stops:
            raise ValueError(f"minute {minute.elapsed} is after the end")
        return BroadcastClock(played * 60 + 30, minute.elapsed if minute.extra else stops[0])

    def clock_at(self, at: datetime) -> BroadcastClock:
        """Return the clock of the broadcast at a moment."""
        period = next(period for period in reversed(self.periods) if period.starts_at <= at)
        return BroadcastClock(int(period.first * 60 + (at - period.starts_at).total_seconds()), period.last)

    def when(self, reading: BroadcastClock) -> datetime:
        """Return the moment when the broadcast shows this clock."""
        period = next((period for period in self.periods if period.last == reading.stops_at), None)
        if period is None:
            raise ValueError(f"no period ends at minute {reading.stops_at}")
        return period.starts_at + timedelta(seconds=reading.seconds - period.first * 60)


def lay_out(
    kick_off: datetime,
    *,
    lengths: tuple[float, ...],
    added: tuple[float, ...],
    breaks: tuple[float, ...],
    kicks: float,
) -> Timeline:
    """Build a timeline from the minutes of its parts; a break comes before the kicks, too."""
    if len(added) not in (2, 4):
        raise ValueError("added must give two or four periods")
    if len(breaks) != len(added) - (0 if kicks else 1):
        raise ValueError("breaks must be between the periods, and one before the kicks")
    if len(lengths) < len(added):
        raise ValueError("lengths must give every period")
    periods: list[Period] = []
    starts_at, first = kick_off, 0
    for (short, long), length, over, pause in zip(PERIODS, lengths, added, (*breaks, 0.0), strict=False):
        ends_at = starts_at + timedelta(minutes=length + over)
        periods.append(Period(short, long, first, first + int(length), starts_at, ends_at))
        starts_at, first = ends_at + timedelta(minutes=pause), first + int(length)
    kicks_at = starts_at if kicks else None
    return Timeline(tuple(periods), kicks_at, starts_at + timedelta(minutes=kicks) if kicks else periods[-1].ends_at)
