"""Clock that stands still."""

from datetime import datetime


class Stopped:
    """Clock that always returns the same time."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now
