"""Watch over the processes of a stack: an end is noticed at once."""

import threading
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Protocol, Self

POLL_SECONDS = 0.1


class Member(Protocol):
    """One process of a stack."""

    @property
    def pid(self) -> int | None:
        """Process id while it runs."""

    @property
    def exit_reason(self) -> str | None:
        """Signal or exit code of a process that ended without `stop`."""

    def start(self) -> Any:
        """Start it, or start it again at the same address."""

    def stop(self) -> None:
        """End it."""


class MemberWatch:
    """Thread that calls `on_exit` while a member has ended."""

    def __init__(self, members: Mapping[str, Member], on_exit: Callable[[], None]) -> None:
        self._members = members
        self._on_exit = on_exit
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()

    def ended(self) -> dict[str, str]:
        """Return the members that ended, with their exit reasons."""
        return ended_members(self._members)

    def _watch(self) -> None:
        while not self._over.wait(POLL_SECONDS):
            if self.ended():
                self._on_exit()


def ended_members(members: Mapping[str, Member]) -> dict[str, str]:
    """Return the members that ended, with their exit reasons."""
    reasons = ((name, member.exit_reason) for name, member in members.items())
    return {name: reason for name, reason in reasons if reason}
