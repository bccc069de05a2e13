"""Progress of one clip job: its heartbeats, the duration of its step, and its turn at the decoder."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType


@dataclass(slots=True)
class DecoderSlot:
    """Limit of clips decoded at a time; a waiting job counts as alive while the jobs inside are."""

    semaphore: threading.BoundedSemaphore
    last_heartbeat: float = 0.0


@dataclass(slots=True)
class RunningJob:
    """A job that enters the decoder slot, with its last heartbeat and the start of its current step."""

    slot: DecoderSlot
    now: Callable[[], float]
    _heartbeat: float = field(init=False)
    _since: float | None = field(init=False)
    _inside: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.next_step()

    def __enter__(self) -> None:
        self._since = None
        self.slot.semaphore.acquire()
        self._inside = True
        self.next_step()

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.next_step()
        self._inside = False
        self.slot.semaphore.release()

    def next_step(self) -> None:
        """Begin the next step."""
        self.heartbeat()
        self._since = self.now()

    def heartbeat(self, ahead: float = 0.0) -> None:
        """Record progress; an intended wait ends `ahead` seconds from now."""
        self._heartbeat = self.now() + ahead
        if self._inside:
            self.slot.last_heartbeat = self._heartbeat

    @property
    def last_heartbeat(self) -> float:
        """Return the last progress; a job that waits for the decoder slot counts the slot's progress too."""
        return self._heartbeat if self._since is not None else max(self._heartbeat, self.slot.last_heartbeat)

    def hangs(self, silent: float, longest: float) -> bool:
        """Return whether the last heartbeat is older than `silent`, or the current step longer than `longest`."""
        now, since = self.now(), self._since
        return now - self.last_heartbeat > silent or (since is not None and now - since > longest)
