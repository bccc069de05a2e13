"""Rate limit of a service, in match time."""

from datetime import datetime, timedelta


class Allowance:
    """Fixed number of requests per window; the first request after a window opens the next."""

    def __init__(self, limit: int, window: timedelta) -> None:
        self.limit = limit
        self.used = 0
        self._window = window
        self._opened: datetime | None = None

    def take(self, now: datetime) -> bool:
        """Count one request, and return whether it is within the limit."""
        if self._opened is None or not self._opened <= now < self.resets_at:
            self._opened, self.used = now, 0
        self.used += 1
        return self.used <= self.limit

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.used)

    @property
    def resets_at(self) -> datetime:
        if self._opened is None:
            raise RuntimeError("no window is open yet")
        return self._opened + self._window
