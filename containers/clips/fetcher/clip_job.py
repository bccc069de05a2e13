"""One clip in a worker's hands: it is fetched, waits for the lane, is looked through in it, and is put away."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType


@dataclass(slots=True)
class Lane:
    """Where so many clips at a time are looked through; what waits for it lives as long as those in it do."""

    places: threading.BoundedSemaphore
    last_sign: float = 0.0


@dataclass(slots=True)
class Hand:
    """Enters the lane for its clip, and knows when it last got somewhere, and since when it is at the same thing."""

    lane: Lane
    now: Callable[[], float]
    _sign: float = field(init=False)
    _since: float | None = field(init=False)
    _inside: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.go_on()

    def __enter__(self) -> None:
        self._since = None
        self.lane.places.acquire()
        self._inside = True
        self.go_on()

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.go_on()
        self._inside = False
        self.lane.places.release()

    def go_on(self) -> None:
        """Something has come to its end, and the next thing begins."""
        self.sign()
        self._since = self.now()

    def sign(self, ahead: float = 0.0) -> None:
        """It got somewhere; what it waits for on purpose is over so many seconds from now."""
        self._sign = self.now() + ahead
        if self._inside:
            self.lane.last_sign = self._sign

    @property
    def last_sign(self) -> float:
        """When it last got somewhere; what only waits for the lane is behind another."""
        return self._sign if self._since is not None else max(self._sign, self.lane.last_sign)

    def hangs(self, silent: float, longest: float) -> bool:
        """Whether it gave no sign for longer than the one, or is at the same thing for longer than the other."""
        now, since = self.now(), self._since
        return now - self.last_sign > silent or (since is not None and now - since > longest)
