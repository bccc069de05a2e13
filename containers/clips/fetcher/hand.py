"""One clip in a worker's hands: it is fetched, waits for the lane, is looked through in it, and is put away."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType


@dataclass(slots=True)
class Hand:
    """Enters the lane for its clip, and knows since when that goes no further; what only waits is behind another."""

    lane: threading.BoundedSemaphore
    now: Callable[[], float]
    _since: float | None = field(init=False)

    def __post_init__(self) -> None:
        self.go_on()

    def __enter__(self) -> None:
        self._since = None
        self.lane.acquire()
        self.go_on()

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.lane.release()
        self.go_on()

    def go_on(self) -> None:
        """Something has come to its end, and the next thing begins."""
        self._since = self.now()

    def hangs(self, seconds: float) -> bool:
        """Whether nothing has come to its end for longer than that."""
        since = self._since
        return since is not None and self.now() - since > seconds
