"""What an answer is worth: whether a goal that it does not list is missed."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.stateful.pitch import Answer

PATIENCE = timedelta(minutes=10)
NEVER = (0, 0)


@dataclass
class Trust:
    """Nobody knows what a tick that was disturbed wrote: what may be, and what must be, are told apart."""

    least: tuple[int, int] = NEVER
    most: tuple[int, int] = NEVER
    behind_from: datetime | None = None
    surely_behind_from: datetime | None = None
    absent_from: dict[str, datetime] = field(default_factory=dict)
    surely_absent_from: dict[str, datetime] = field(default_factory=dict)

    def begin_anew(self) -> None:
        """The fixture was elsewhere: how far it was is forgotten."""
        self.least = self.most = NEVER
        self.behind_from = self.surely_behind_from = None

    def attempt(self, answer: Answer, now: datetime, absent: set[str]) -> None:
        """A tick was given this answer."""
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
        """A tick came through with it; to be asked about it first."""
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
        """Whether it may have been taken for what holds now."""
        return answer.mark >= self.least or _waited(self.behind_from, now)

    def must_be_current(self, answer: Answer, now: datetime) -> bool:
        return answer.mark >= self.most or _waited(self.surely_behind_from, now)

    def may_miss(self, tag: str, answer: Answer, now: datetime) -> bool:
        """Whether its silence about this goal may have been held against the goal."""
        believed = not answer.contradicts_itself or _waited(self.absent_from.get(tag), now)
        return answer.score is not None and believed and self.may_be_current(answer, now)

    def must_miss(self, tag: str, answer: Answer, now: datetime) -> bool:
        believed = not answer.contradicts_itself or _waited(self.surely_absent_from.get(tag), now)
        return answer.score is not None and believed and self.must_be_current(answer, now)


def _waited(since: datetime | None, now: datetime) -> bool:
    return since is not None and now - since >= PATIENCE
