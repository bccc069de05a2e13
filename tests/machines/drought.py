"""Worker pool without Spot capacity and with little on-demand capacity."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fetcher.worker import Worker
from footy.goals.capacity.capacity_type import WorkerService

SAFE, SPARE = "safe", "spare"


@dataclass(slots=True)
class Drought:
    """Two services: Spot starts nothing, on demand starts real workers up to `room`."""

    room: int
    worker: Callable[[], Worker]
    held: dict[str, int] = field(default_factory=lambda: {SAFE: 0, SPARE: 0})
    most: dict[str, int] = field(default_factory=lambda: {SAFE: 0, SPARE: 0})
    at_work: list[tuple[Worker, threading.Thread]] = field(default_factory=list)
    services: tuple[str, str] = (SAFE, SPARE)
    _one: threading.Lock = field(default_factory=threading.Lock)

    def standing(self) -> Mapping[str, WorkerService]:
        """Return the desired and the running workers."""
        return {SAFE: WorkerService(self.held[SAFE], len(self.at_work)), SPARE: WorkerService(self.held[SPARE], 0)}

    def hold(self, service: str, workers: int) -> None:
        """Start workers up to `room`; surplus workers drain."""
        with self._one:
            self.held[service] = workers
            self.most[service] = max(self.most[service], workers)
            places = min(self.held[SAFE], self.room)
            while len(self.at_work) < places:
                self._start()
            while len(self.at_work) > places:
                leaving, thread = self.at_work.pop()
                leaving.shutdown.set()
                thread.join()

    def _start(self) -> None:
        worker = self.worker()
        thread = threading.Thread(target=worker.run, daemon=True)
        thread.start()
        self.at_work.append((worker, thread))
