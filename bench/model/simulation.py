"""A small discrete-event simulation: processes are generators that wait for seconds, for a place, or for a word."""

import heapq
import random
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import count

Process = Generator["float | Place | Word", None, None]


@dataclass(slots=True, eq=False)
class Place:
    """So many can be in it at a time; the others wait in a line."""

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
    """Something that happens once; whoever waits for it goes on then."""

    said: bool = False
    waiting: list[Process] = field(default_factory=list)


class Simulation:
    """The clock, and what is to happen next."""

    def __init__(self, seed: int) -> None:
        self.now = 0.0
        self.dice = random.Random(seed)
        self._order = count()
        self._due: list[tuple[float, int, Process]] = []

    def start(self, process: Process, at: float = 0.0) -> None:
        """From that many seconds on."""
        heapq.heappush(self._due, (self.now + at, next(self._order), process))

    def run(self, until: float) -> None:
        """Until nothing is to happen any more, or the time is over."""
        while self._due and self._due[0][0] <= until:
            self.now, _, process = heapq.heappop(self._due)
            self._go_on(process)

    def leave(self, place: Place) -> None:
        """Makes room for the next in line."""
        place.taken -= 1
        self._admit(place)

    def resize(self, place: Place, size: float) -> None:
        """More places, or fewer: nobody is thrown out."""
        place.size = size
        self._admit(place)

    def say(self, word: Word) -> None:
        """Tells all who wait for it."""
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
