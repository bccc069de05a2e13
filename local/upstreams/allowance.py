"""How many requests a service still grants within a window of match time."""

from datetime import datetime, timedelta


class Allowance:
    """So many requests per window; the first request after a window opens the next."""

    def __init__(self, limit: int, window: timedelta) -> None:
        self.limit = limit
        self._window = window
        self._opened: datetime | None = None
        self._used = 0

    def take(self, now: datetime) -> bool:
        """Counts one request; false when there was none left."""
        if self._opened is None or not self._opened <= now < self.resets_at:
            self._opened, self._used = now, 0
        self._used += 1
        return self._used <= self.limit

    @property
    def used(self) -> int:
        return self._used

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self._used)

    @property
    def resets_at(self) -> datetime:
        if self._opened is None:
            raise RuntimeError("no window is open yet")
        return self._opened + self._window
