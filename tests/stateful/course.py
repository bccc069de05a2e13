"""Base of a random match: kick-off, complete ticks, and the checks after each."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from hypothesis.stateful import RuleBasedStateMachine

from footy.goals.model.collections import CollectionName
from tests.stateful.ground import Api, Ground
from tests.stateful.pitch import Answer, Happening, Pitch
from tests.stateful.referee import STABLE, Referee
from tests.stateful.searches import TICK, Control
from tests.stateful.trust import PATIENCE
from tests.support.api_football import entry
from tests.support.match import at, tick

PERIODS = {"2H": 3, "ET": 4, "FT": 6}


class Course(RuleBasedStateMachine):
    """Parts of every match; the rules of `Match` decide what happens."""

    ground: ClassVar[Ground]
    fixture_id: int

    def begin(self) -> None:
        self.fixture_id = self.ground.kick_off()
        self.pitch = Pitch()
        self.referee = Referee(self.pitch)
        self.control = Control(self.referee)
        self.n, self.status, self.leader = 0, "2H", False

    # time

    def _now(self) -> datetime:
        return at(self.n)

    def _next_tick(self, after: timedelta = TICK) -> None:
        self.n += after // TICK
        self._list_what_must_be()

    def _list_what_must_be(self) -> None:
        """List again every goal that would be missed too often: it flickers."""
        for goal in self.pitch.standing():
            goal.listed |= self.referee.must_be_listed(goal, tick(self.n))

    # answers of the API

    def _answer(self) -> Answer:
        return self.pitch.answer(self.n // 2, PERIODS[self.status])

    def _entry(self, answer: Answer, seed: int = 0, status: str | None = None) -> dict[str, Any]:
        winner = True if self.leader else None
        score = answer.score or (None, None)
        rows, status = answer.shuffled(seed), status or self.status
        return entry(self.fixture_id, status, rows, winner=winner, elapsed=answer.elapsed, goals=score)

    # ticks

    def _poll(self, of: str, api: Api) -> list[Any]:
        return self.ground.poll(of, self.fixture_id, api, self.control, self._now())

    def _settle(self, after: timedelta = TICK) -> None:
        self._next_tick(after)
        self._sure_poll(0)

    def _settle_for_good(self) -> None:
        """Let so much time pass that the current answer is believed (F21)."""
        self._settle()
        if self.referee.trust.surely_behind_from:
            self._settle(PATIENCE)
        for _ in range(STABLE):
            self._settle()

    def _sure_poll(self, seed: int, *, start_fails: bool = False, answer: Answer | None = None) -> None:
        """Run a complete tick; the starts it requests may still be lost."""
        answer, this, now = answer or self._answer(), tick(self.n), self._now()
        self.referee.attempt(this, answer, now)
        starts = self._poll(this, Api([self._entry(answer, seed)]))
        self.referee.surely(this, answer, now)
        fixture = self._check()
        self.referee.check_after_sure_tick(fixture, answer)
        self.control.check_starts(starts, fixture, answer.named, now)
        if not start_fails:
            self.control.start(starts, fixture, now)

    def _last_tick(self) -> CollectionName:
        """Run a tick to its end and return the collection of the fixture."""
        if self._home() == "active":
            self._settle()
            self.ground.finish(tick(self.n), self._now())
        return self._home()

    # checks

    def _home(self) -> CollectionName:
        return self.ground.home(self.fixture_id)

    def _check(self) -> Any:
        fixture = self.ground.fixture(self.fixture_id)
        self.referee.check_fixture(fixture)
        self.control.check_opened(fixture)
        return fixture

    def _doubts(self) -> set[tuple[str, str]]:
        """Return every miss that counts against a goal."""
        events = self.ground.fixture(self.fixture_id)["events"]
        return {(event["_event_id"], missed) for event in events for missed in event["_drop_workflows"]}

    def _pick(self, pick: int) -> Happening | None:
        standing = list(self.pitch.standing())
        return standing[-1 - pick % len(standing)] if standing else None

    @staticmethod
    def _of(names: list[str], pick: int) -> str:
        return names[pick % len(names)]

    def _open(self, name: str) -> None:
        self.control.open(name, self.ground.events, self._now(), self.ground.fixture(self.fixture_id))

    def _succeed(self, name: str) -> None:
        self.control.succeed(name, self.ground.events, self.ground.fixture(self.fixture_id))
