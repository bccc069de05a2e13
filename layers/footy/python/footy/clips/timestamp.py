"""Whether a clip shows its goal's minute."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from footy.clips.clock import Reading

Status = Literal["verified", "unverified", "rejected"]


@dataclass(frozen=True, slots=True)
class Timestamp:
    """What the clocks in a clip prove about it."""

    status: Status
    minute: int | None

    @property
    def verified(self) -> bool:
        return self.status == "verified"


def judge(readings: Iterable[Reading], elapsed: int | None, extra: int | None, *, tolerance: int) -> Timestamp:
    """Any clock that fits verifies; rejected only when clocks could be read and all of them are wrong."""
    seen = list(readings)
    first = seen[0].minute if seen else None
    if elapsed is None or not seen:
        return Timestamp("unverified", first)
    telling = [reading.minute for reading in seen if not (reading.frozen and extra)]
    for minute in telling:
        shown = _fitting(minute, elapsed, extra or 0, tolerance)
        if shown is not None:
            return Timestamp("verified", shown)
    # a clock frozen at the end of a period hides the minute, it does not contradict it
    return Timestamp("rejected" if len(telling) == len(seen) else "unverified", first)


def _fitting(minute: int, elapsed: int, extra: int, tolerance: int) -> int | None:
    """The minute that fits; in stoppage time also one whose leading digits were lost ("02:36" for "92:36")."""
    candidates = (minute, elapsed + minute) if extra else (minute,)
    return next((shown for shown in candidates if abs(shown - (elapsed + extra)) <= tolerance), None)
