"""Heartbeats: work on a clip reports its progress, and a watchdog counts from the last report."""

from typing import Protocol


class Heartbeat(Protocol):
    """Report of progress; for `ahead` seconds none will follow."""

    def __call__(self, ahead: float = 0.0) -> None: ...


def no_heartbeat(ahead: float = 0.0) -> None:
    """Ignore the report: no watchdog is running."""
