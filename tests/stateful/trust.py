"""Trust in an answer: whether a goal that it does not list counts as missed (F18 to F21)."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.stateful.pitch import Answer

PATIENCE = timedelta(minutes=10)
NEVER = (0, 0)


@dataclass
class Trust:
    """Bounds of what a disturbed tick wrote: what may be, and what must be."""

    least: tuple[int, int] = NEVER
    most: tuple[int, int] = NEVER
    behind_from: datetime | None = None
    surely_behind_from: datetime | None = None
    absent_from: dict[str, datetime] = field(default_factory=dict)
    surely_absent_from: dict[str, datetime] = field(default_factory=dict)

    def begin_anew(self) -> None:
        """Forget the high-water mark: the fixture left active."""
        self.least = self.most = NEVER
        self.behind_from = self.surely_behind_from = None

    def attempt(self, answer: Answer, now: datetime, absent: set[str]) -> None:
        """Note an answer."""
        if answer.mark < self.most:
            self.behind_from = self.behind_from or now
        if answer.mark >= self.least:
            self.surely_behind_from = None
        for tag in answer.tags:
            self.surely_absent_from.pop(tag, None)
        if self.may_be_current(answer, now):
            for tag in absent:
                self.absent_from.setdefault(tag, now)
        self.most = max(self.most, answer.mark)

    def surely(self, answer: Answer, now: datetime, absent: set[str]) -> None:
        """Note a complete tick with this answer."""
        current, surely_current = self.may_be_current(answer, now), self.must_be_current(answer, now)
        for tag in answer.tags:
            self.absent_from.pop(tag, None)
        if surely_current:
            for tag in absent:
                self.surely_absent_from.setdefault(tag, now)
            self.least = self.most = answer.mark
            self.behind_from = self.surely_behind_from = None
        elif current:
            self.least = min(self.least, answer.mark)
        else:
            self.surely_behind_from = self.surely_behind_from or now

    def may_be_current(self, answer: Answer, now: datetime) -> bool:
        """Return whether the answer may have been accepted."""
        return answer.mark >= self.least or _waited(self.behind_from, now)

    def must_be_current(self, answer: Answer, now: datetime) -> bool:
        return answer.mark >= self.most or _waited(self.surely_behind_from, now)

    def may_miss(self, tag: str, answer: Answer, now: datetime) -> bool:
        """Return whether the absence of this goal may have counted as a miss."""
        believed = not answer.contradicts_itself or _waited(self.absent_from.get(tag), now)
        return answer.score is not None and believed and self.may_be_current(answer, now)

    def must_miss(self, tag: str, answer: Answer, now: datetime) -> bool:
        believed = not answer.contradicts_itself or _waited(self.surely_absent_from.get(tag), now)
        return answer.score is not None and believed and self.must_be_current(answer, now)


def _waited(since: datetime | None, now: datetime) -> bool:
    return since is not None and now - since >= PATIENCE
