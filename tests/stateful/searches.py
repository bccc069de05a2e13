"""Searches of a match: started by the monitor, opened, failing or succeeding at random (S6, F28)."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from footy.core.executions import ExecutionStatus
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.mongo.goals.searches import Searches
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.steps.poll_batch import DueSearch
from tests.stateful.referee import STABLE, Referee

Life = tuple[str, int]
TICK = timedelta(seconds=30)


@dataclass
class Search:
    """Execution of a search; a goal that returns gets a new one."""

    event_id: str
    tag: str
    life: Life
    begun: datetime
    status: ExecutionStatus = "RUNNING"
    opened: bool = False


@dataclass
class Control:
    """Executions by name; also the port by which the monitor asks for their status."""

    referee: Referee
    by_name: dict[str, Search] = field(default_factory=dict)

    def status(self, name: str) -> ExecutionStatus | None:

        search = self.by_name.get(name)
        return search.status if search else None

    def start(self, goals: list[DueSearch], fixture: FixtureDocument, now: datetime) -> None:
        """Start an execution as Step Functions does: a used name starts nothing."""
        for goal in goals:
            event = event_of(goal["event_id"], fixture)
            if goal["execution"] not in self.by_name and event:
                self._begin(goal, event, fixture, now)

    def _begin(self, goal: DueSearch, event: EventDocument, fixture: FixtureDocument, now: datetime) -> None:
        tag, life = event["comments"] or "", life_of(event, fixture)
        earlier = self.of(tag)

        # a search continues when the kind of its goal changes
        stable = len(self.referee.sights[tag]) >= STABLE or any(search.opened for search in earlier)
        assert stable, f"{tag} is searched for before it is stable"

        # a search of a removed goal stops at its next step
        running = [one for one in earlier if one.status == "RUNNING" and event_of(one.event_id, fixture) == event]
        assert not running, f"{tag} is searched for twice"
        done = [search for search in earlier if search.life == life and search.status == "SUCCEEDED" and search.opened]
        assert not done, f"{tag} was searched for, and is again"
        tries = [search for search in earlier if search.life[0] == life[0]]
        waits = timedelta(minutes=2 ** (len(tries) - 1)) if tries else timedelta()

        # of two concurrent ticks one stores the start, and the other one starts it a tick later
        paused = not tries or now - tries[-1].begun >= waits - TICK
        assert paused, f"{tag} is searched for again without a pause"
        self.by_name[goal["execution"]] = Search(goal["event_id"], tag, life, now)

    def of(self, tag: str) -> list[Search]:
        return [search for search in self.by_name.values() if search.tag == tag]

    def running(self, *, opened: bool) -> list[str]:

        return [name for name, search in self.by_name.items() if search.status == "RUNNING" and search.opened is opened]

    def in_hand(self, tag: str, life: Life, now: datetime) -> bool:
        """Return whether a search runs, has ended, or died unnoticed."""
        if any(search.status == "RUNNING" or (search.opened and search.life == life) for search in self.of(tag)):
            return True
        tries = self.of(tag)
        return bool(tries) and now - tries[-1].begun < timedelta(minutes=2 ** len(tries))

    def viable(self, tag: str, life: Life) -> list[Search]:
        """Return the searches that succeeded or still may."""
        return [
            search for search in self.of(tag) if search.life == life and search.opened and search.status != "FAILED"
        ]

    def of_former_lives(self, fixture: FixtureDocument) -> list[str]:
        """Return the searches whose goal was removed meanwhile."""
        lives = {life_of(event, fixture) for event in fixture["events"]}
        running = [*self.running(opened=True), *self.running(opened=False)]
        return [name for name in running if self.by_name[name].life not in lives]

    def longest_pause(self) -> timedelta:
        """Return the longest back-off that is pending (F28)."""
        tries = Counter(search.tag for search in self.by_name.values())
        return timedelta(minutes=2 ** max(tries.values(), default=0))

    def open(self, name: str, events: GoalEvents, now: datetime, fixture: FixtureDocument) -> None:
        """Return the current goal of a search."""
        search = self.by_name[name]
        if event := event_of(search.event_id, fixture):
            search.life = life_of(event, fixture)
        Searches(events).open(search.event_id, execution=name, at=now)
        search.opened = True

    def succeed(self, name: str, events: GoalEvents, fixture: FixtureDocument) -> None:
        """Check that a search of a removed goal completes nothing."""
        search = self.by_name[name]
        event = event_of(search.event_id, fixture)
        if event and life_of(event, fixture) == search.life:
            events.update(search.event_id, {"$set": {"events.$._download_complete": True}})
        search.status = "SUCCEEDED"

    def check_starts(
        self, goals: list[DueSearch], fixture: FixtureDocument, reported: frozenset[str], now: datetime
    ) -> None:
        """Check that a stable goal without a search gets one in this tick, or after its back-off (G8)."""
        requested = {event["comments"] for goal in goals if (event := event_of(goal["event_id"], fixture))}
        stable = {tag for tag in reported if len(self.referee.sure_sights[tag]) >= STABLE}
        open_goals = [event for event in fixture["events"] if not event["_download_complete"]]
        missing = {
            tag
            for event in open_goals
            if (tag := event["comments"] or "") in stable - requested
            and not self.in_hand(tag, life_of(event, fixture), now)
        }
        assert not missing, f"stable without a search: {missing}"

    def check_opened(self, fixture: FixtureDocument) -> None:
        """Check that only searches set `_monitor_complete` (G8)."""
        claimed = {event["comments"] for event in fixture["events"] if event["_monitor_complete"]}
        opened = {search.tag for search in self.by_name.values() if search.opened}
        assert claimed <= opened, f"open without a search: {claimed - opened}"


def event_of(event_id: str, fixture: FixtureDocument) -> EventDocument | None:
    """Follow the corrections of an id to the current goal (G14)."""
    onward = {grave["_event_id"]: grave.get("redirect_to") for grave in fixture.get("_removed_events", [])}
    while (current := onward.get(event_id)) is not None:
        event_id = current
    return next((event for event in fixture["events"] if event["_event_id"] == event_id), None)


def life_of(event: EventDocument, fixture: FixtureDocument) -> Life:
    """Return the first id of a goal and the number of its returns."""
    graves = {grave["_event_id"]: grave["why"] for grave in fixture.get("_removed_events", [])}
    given_again = [old for old in event["_previous_ids"] if graves.get(old) == "returned"]
    return next(iter(event["_previous_ids"]), event["_event_id"]), len(given_again)
