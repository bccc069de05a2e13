"""Clock port: every time of the system comes from `now()`, in UTC."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol


class Clock(Protocol):
    """Source of the current time."""

    def now(self) -> datetime: ...


class SystemClock:
    """Clock of the machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Pace:
    """Linear match time: at real second `real` it was `match`, and it runs `rate` times as fast until `until`."""

    real: float
    match: datetime
    rate: float
    # end of the keep-alive: match time pauses from then on
    until: float | None = None

    def at(self, real: float) -> datetime:
        running = real if self.until is None else min(real, self.until)
        return self.match + timedelta(seconds=(running - self.real) * self.rate)


class MatchClock:
    """Clock of a replay; its pace is in a small file, so that the replay can run faster or skip ahead."""

    def __init__(self, file: Path, real_time: Callable[[], float] = time.time) -> None:
        self._file = file
        self._real_time = real_time

    def pace(self) -> Pace:
        written = json.loads(self._file.read_text())
        match = datetime.fromisoformat(written["match"])
        return Pace(float(written["real"]), match, float(written["rate"]), written.get("until"))

    def now(self) -> datetime:
        return self.pace().at(self._real_time())

    def write(self, pace: Pace) -> None:
        """Replace the pace atomically."""
        line = json.dumps({**asdict(pace), "match": pace.match.isoformat()})
        draft = self._file.with_suffix(".draft")
        draft.write_text(line)
        draft.replace(self._file)
