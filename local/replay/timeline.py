"""The two clocks of a match: what the broadcast shows, and what time it is in the world."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

PERIODS = (("1H", "First Half"), ("2H", "Second Half"), ("ET", "Extra Time"), ("ET", "Extra Time"))
USUAL_LENGTHS = (45.0, 45.0, 15.0, 15.0)
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
class Minute:
    """A minute as the API counts it: the one being played, and how far into added time."""

    elapsed: int
    extra: int | None = None

    @classmethod
    def read(cls, text: str) -> "Minute":
        found = _MINUTE.fullmatch(text)
        if not found or int(found[1]) == 0:
            raise ValueError(f"{text!r} is not a minute")
        return cls(int(found[1]), int(found[2]) if found[2] else None)


@dataclass(frozen=True, slots=True)
class Reading:
    """A broadcast clock: seconds played in all, and the minute at which the period's clock stands still."""

    seconds: int
    stops_at: int

    def later(self, seconds: float) -> "Reading":
        return Reading(max(0, int(self.seconds + seconds)), self.stops_at)


@dataclass(frozen=True, slots=True)
class Status:
    """A match's state in the API's words."""

    short: str
    long: str
    elapsed: int | None
    extra: int | None = None


@dataclass(frozen=True, slots=True)
class Period:
    """One stretch of play."""

    short: str
    long: str
    first: int
    last: int
    starts_at: datetime
    ends_at: datetime

    @property
    def added(self) -> int:
        """Whole minutes played beyond the period's length, as the board at the touchline shows them."""
        return int((self.ends_at - self.starts_at).total_seconds() // 60) - (self.last - self.first)

    def status(self, at: datetime) -> Status:
        minute = self.first + int((at - self.starts_at).total_seconds() // 60) + 1
        over = minute - self.last
        return Status(self.short, self.long, min(minute, self.last), over if over > 0 else None)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where every minute of a match lies in the world's time."""

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

    def status(self, at: datetime) -> Status:
        """The status as the API gives it at a moment."""
        if at < self.starts_at:
            return Status("NS", LONG_NAMES["NS"], None)
        if at >= self.ends_at:
            return Status(self.final, LONG_NAMES[self.final], self.periods[-1].last)
        if self.kicks_at and at >= self.kicks_at:
            return Status("P", LONG_NAMES["P"], self.periods[-1].last)
        begun = [period for period in self.periods if period.starts_at <= at]
        if at < begun[-1].ends_at:
            return begun[-1].status(at)
        pause = "HT" if len(begun) == 1 else "BT"
        return Status(pause, LONG_NAMES[pause], begun[-1].last)

    def reading(self, text: str) -> Reading:
        """A clock as written in a replay: `22:40`, or `45+6:12` for the seventh minute of added time."""
        found = _CLOCK.fullmatch(text)
        if not found:
            raise ValueError(f"{text!r} is not a clock")
        minutes = int(found[1])
        if found[2]:
            return Reading((minutes + int(found[2])) * 60 + int(found[3]), minutes)
        stops = [period.last for period in self.periods if minutes < period.last]
        return Reading(minutes * 60 + int(found[3]), stops[0] if stops else self.periods[-1].last)

    def usual_reading(self, minute: Minute) -> Reading:
        """The middle of an API minute: 23 is played while the clock shows 22."""
        played = minute.elapsed + (minute.extra or 0) - 1
        stops = [period.last for period in self.periods if minute.elapsed <= period.last]
        if not stops:
            raise ValueError(f"minute {minute.elapsed} is after the end")
        return Reading(played * 60 + 30, minute.elapsed if minute.extra else stops[0])

    def clock_at(self, at: datetime) -> Reading:
        """What the broadcast shows at a moment of play."""
        period = next(period for period in reversed(self.periods) if period.starts_at <= at)
        return Reading(int(period.first * 60 + (at - period.starts_at).total_seconds()), period.last)

    def when(self, reading: Reading) -> datetime:
        """The moment at which the broadcast shows this clock."""
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
    """A timeline from the minutes of its parts; one more break than usual comes before the kicks."""
    if len(added) not in (2, 4):
        raise ValueError("added must give two or four periods")
    if len(breaks) != len(added) - (0 if kicks else 1):
        raise ValueError("breaks must lie between the periods, and one before the kicks")
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
