"""The processes of a stack: who of them has ended, noticed at once."""

import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Protocol, Self

LOOK_SECONDS = 0.1


class Member(Protocol):
    """One process that a stack started."""

    @property
    def pid(self) -> int | None:
        """Its process while it runs."""

    @property
    def ending(self) -> str | None:
        """How it ended, when nobody stopped it."""

    def start(self) -> Any:
        """Starts it, also again: where it was before."""

    def stop(self) -> None:
        """Ends it."""


def ending_of(process: subprocess.Popen[bytes] | None) -> str | None:
    """How a process ended; None while it runs."""
    code = process.poll() if process else None
    if code is None:
        return None
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


class Watch:
    """Looks at all members many times a second, and raises the alarm when one of them has ended."""

    def __init__(self, members: Mapping[str, Member], alarm: Callable[[], None]) -> None:
        self._members = members
        self._alarm = alarm
        self._over = threading.Event()
        self._eyes = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._eyes.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._eyes.join()

    def ended(self) -> dict[str, str]:
        """Which members have ended, and how."""
        return ended_of(self._members)

    def _look(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            if self.ended():
                self._alarm()


def ended_of(members: Mapping[str, Member]) -> dict[str, str]:
    """Which of these have ended, and how."""
    endings = ((name, member.ending) for name, member in members.items())
    return {name: ending for name, ending in endings if ending}
