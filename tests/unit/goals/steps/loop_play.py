"""goal.asl.json and what follows from it in this process: the real use cases, on a clock of the test's own.

A play is told lap by lap what goes wrong. It answers for the machine (its variables, catches and waits), for the
download machine up to its signal, and for the monitor that starts a search again when it died.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from pymongo.database import Database

from footy.core.errors import AccessDenied, FootyError, RateLimited, UpstreamUnavailable
from footy.core.executions import ExecutionStatus
from footy.goals.adapters.mongo.goals.downloads import Downloads, FinishedBatch, Placement
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.container import GoalsContainer
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.teams import Team
from footy.goals.search.loop import LoopState
from footy.goals.search.posts import SearchAnswer, SearchQuery
from footy.goals.settings import Rules
from footy.goals.steps.check_completion import check_completion
from footy.goals.steps.open_search import open_search
from footy.goals.steps.search_clips import Output, search_clips
from tests.support.containers import container_of
from tests.support.searches import EVENT_ID, NOON, video

Search = Literal["finds", "finds nothing", "down", "refused", "rate limited", "dies before writing", "dies after"]
Start = Literal["starts", "fails", "starts unnoticed", "execution dies", "download dies"]
RULES = Rules()
TRIES = 3
UPLOAD_SECONDS = 45
DEADLINE = NOON + timedelta(minutes=RULES.deadline_minutes)


class FunctionTimedOut(Exception):
    """A function that ends without an answer."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happens in one lap; a redelivered answer is lost once, and the function asked again."""

    search: Search = "finds"
    start: Start = "starts"
    redelivered: bool = False
    registers_after: float = 1


@dataclass(slots=True)
class Play:
    """One goal's search, and all that the container does to it."""

    database: Database[FixtureDocument]
    troubles: Iterator[Trouble]
    moment: datetime = NOON
    charged: int = 0
    started: dict[str, datetime] = field(default_factory=dict)
    died: set[str] = field(default_factory=set)
    last: LoopState = field(default_factory=lambda: LoopState(0, 0))
    laps: int = 0
    executions: int = 0
    _trouble: Trouble = field(default_factory=Trouble)
    _registering: dict[str, datetime] = field(default_factory=dict)
    _finishing: dict[str, datetime] = field(default_factory=dict)

    video_filter = "has:videos"
    pays = True

    @property
    def container(self) -> GoalsContainer:
        return container_of(
            self.database, RULES, clock=self, search_provider=self, wikidata=self, download_executions=self
        )

    def now(self) -> datetime:
        return self.moment

    def names_of(self, _team: Team, *, seconds: float) -> None:
        """Wikidata, which knows nothing, in however many seconds."""
        assert seconds > 0

    def status(self, name: str) -> ExecutionStatus | None:
        """What became of a download."""
        if name in self.died:
            return "FAILED"
        return "RUNNING" if name in self.started else None

    def event(self) -> EventDocument:
        event = GoalEvents(self.database).find(EVENT_ID)
        assert event is not None
        return event

    def search(self, query: SearchQuery) -> SearchAnswer:
        """The provider."""
        self._pass(2)
        match self._trouble.search:
            case "down":
                raise UpstreamUnavailable("down")
            case "refused":
                raise AccessDenied("no")
            case "rate limited":
                raise RateLimited("patience", retry_after=150)
            case "dies before writing":
                raise FunctionTimedOut
        self.charged += 1
        found = () if self._trouble.search == "finds nothing" else (video(self.charged, posted_at=query.asked_at),)
        return SearchAnswer(found)

    def run(self) -> None:
        """From the first act to the last look, with as many executions as it takes, then the monitor's sweep."""
        while not self._execution() and self.executions < RULES.attempts_per_goal:
            self._pass(60 * RULES.silent_search_minutes)
        self._pass(60 * RULES.settle_minutes)
        self._look()
        self._pass(60 * RULES.deadline_minutes)

    def _execution(self) -> bool:
        """One execution of the machine; False when it was aborted."""
        self.executions += 1
        execution = f"goal-{EVENT_ID}-r{self.executions}"
        opened = open_search({"event_id": EVENT_ID, "execution": execution}, self.container)
        self.last = LoopState(opened["attempt"], opened["started"])
        while True:
            self.laps += 1
            self._trouble = next(self.troubles, Trouble())
            order = self._asked(self.last)
            if order is None:
                self.last = LoopState(self.last.attempt + 1, self.last.started)
                if self.last.attempt >= opened["attempts"]:
                    return True
                self._pass(opened["pace_seconds"])
                continue
            self.last = LoopState(order["attempt"], self.last.started)
            if order["outcome"] == "settle":
                return True
            if order["outcome"] == "found":
                if self._trouble.start == "execution dies":
                    return False
                self.last = self._start(order, self.last)
            self._pass(order["wait_seconds"])

    def _asked(self, last: LoopState) -> Output | None:
        """The answer of the function after the machine's retries; None when it is caught."""
        for _ in range(TRIES):
            try:
                order = self._ask(last)
                return self._ask(last) if self._trouble.redelivered else order
            except (UpstreamUnavailable, FunctionTimedOut):
                self._pass(5)
            except FootyError:
                return None
        return None

    def _ask(self, last: LoopState) -> Output:
        order = search_clips({"event_id": EVENT_ID, "attempt": last.attempt, "started": last.started}, self.container)
        if self._trouble.search == "dies after":
            raise FunctionTimedOut
        return order

    def _start(self, order: Output, last: LoopState) -> LoopState:
        if self._trouble.start == "fails":
            return last
        if self._trouble.start == "download dies" and order["download"] not in self.started:
            self.died.add(order["download"])
        elif order["download"] not in {*self.started, *self.died}:
            self.started[order["download"]] = self.moment
            self._registering[order["download"]] = self.moment + timedelta(seconds=self._trouble.registers_after)
        return last if self._trouble.start == "starts unnoticed" else LoopState(last.attempt, order["order"])

    def _pass(self, seconds: float) -> None:
        """Time passes, and the monitor sweeps at the deadline."""
        until = self.moment + timedelta(seconds=seconds)
        if self.moment < DEADLINE <= until:
            self._reach(DEADLINE)
            self._look()
        self._reach(until)

    def _reach(self, moment: datetime) -> None:
        """Downloads register and finish on the way."""
        self.moment = moment
        downloads = Downloads(GoalEvents(self.database))
        for download_id, at in list(self._registering.items()):
            if at <= self.moment:
                del self._registering[download_id]
                assert downloads.register(EVENT_ID, download_id)
                assert downloads.register(EVENT_ID, download_id)  # delivered twice
                self._finishing[download_id] = at + timedelta(seconds=UPLOAD_SECONDS)
        for download_id, at in list(self._finishing.items()):
            if at <= self.moment:
                del self._finishing[download_id]
                [read] = self.database["fixtures_active"].find({"events._event_id": EVENT_ID})
                batch = FinishedBatch({"id": download_id, "outcomes": {}}, [])
                downloads.finish_batch(read, EVENT_ID, Placement([], "", self.moment), batch)
                self._look()

    def _look(self) -> None:
        check_completion({"event_id": EVENT_ID}, self.container)
