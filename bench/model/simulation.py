"""Small discrete-event simulation: processes are generators that wait for seconds, resources or events."""

import heapq
import random
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import count

Process = Generator["float | Place | Word", None, None]


@dataclass(slots=True, eq=False)
class Place:
    """Resource with a capacity and a queue."""

    name: str
    size: float
    taken: float = 0.0
    peak: float = 0.0
    waited: float = 0.0
    longest: float = 0.0
    line: deque[tuple[Process, float]] = field(default_factory=deque)

    @property
    def free(self) -> bool:
        return self.taken + 1 <= self.size

    def enter(self) -> None:
        self.taken += 1
        self.peak = max(self.peak, self.taken)


@dataclass(slots=True, eq=False)
class Word:
    """Event that happens once and resumes its waiters."""

    said: bool = False
    waiting: list[Process] = field(default_factory=list)


class Simulation:
    """Clock and schedule."""

    def __init__(self, seed: int) -> None:
        self.now = 0.0
        self.dice = random.Random(seed)
        self._order = count()
        self._due: list[tuple[float, int, Process]] = []

    def start(self, process: Process, at: float = 0.0) -> None:
        """Start a process after a delay."""
        heapq.heappush(self._due, (self.now + at, next(self._order), process))

    def run(self, until: float) -> None:
        """Run until the schedule is empty or the time is over."""
        while self._due and self._due[0][0] <= until:
            self.now, _, process = heapq.heappop(self._due)
            self._go_on(process)

    def leave(self, place: Place) -> None:
        """Release a unit to the next in the queue."""
        place.taken -= 1
        self._admit(place)

    def resize(self, place: Place, size: float) -> None:
        """Change the capacity; current users keep their units."""
        place.size = size
        self._admit(place)

    def say(self, word: Word) -> None:
        """Resume all waiters."""
        word.said = True
        for process in word.waiting:
            self.start(process)
        word.waiting.clear()

    def _admit(self, place: Place) -> None:
        while place.line and place.free:
            process, since = place.line.popleft()
            place.waited += self.now - since
            place.longest = max(place.longest, self.now - since)
            place.enter()
            self.start(process)

    def _go_on(self, process: Process) -> None:
        for asked in process:
            if isinstance(asked, Place):
                if asked.free and not asked.line:
                    asked.enter()
                    continue
                asked.line.append((process, self.now))
            elif isinstance(asked, Word):
                if asked.said:
                    continue
                asked.waiting.append(process)
            else:
                self.start(process, asked)
            return
