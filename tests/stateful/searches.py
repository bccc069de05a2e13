"""The searches of a match: begun by the monitor, opened, dying or succeeding as chance has it."""

from dataclasses import dataclass, field
from datetime import datetime

from footy.adapters.mongo.events import Events
from footy.adapters.mongo.searches import Searches
from footy.fixtures.starting import ExecutionStatus
from footy.model.documents import FixtureDocument
from footy.steps.poll_batch import Goal
from tests.stateful.referee import STABLE, Referee


@dataclass
class Search:
    """One execution."""

    event_id: str
    tag: str
    status: ExecutionStatus = "RUNNING"
    opened: bool = False


@dataclass
class Control:
    """All executions by name; it is also the port through which the monitor asks what became of one."""

    referee: Referee
    by_name: dict[str, Search] = field(default_factory=dict)

    def status(self, name: str) -> ExecutionStatus | None:
        found = self.by_name.get(name)
        return found.status if found else None

    def start(self, goals: list[Goal], fixture: FixtureDocument) -> None:
        """What the state machine does: a name that was ever used begins nothing."""
        for goal in goals:
            tag = tag_of(goal["event_id"], fixture)
            if goal["execution"] not in self.by_name and tag:
                self._begin(goal, tag)

    def _begin(self, goal: Goal, tag: str) -> None:
        assert len(self.referee.sights[tag]) >= STABLE, f"{tag} is searched for before it is stable"
        assert all(search.status == "FAILED" for search in self.of(tag)), f"{tag} is searched for twice"
        self.by_name[goal["execution"]] = Search(goal["event_id"], tag)

    def of(self, tag: str) -> list[Search]:
        return [search for search in self.by_name.values() if search.tag == tag]

    def running(self, *, opened: bool) -> list[str]:
        found = self.by_name.items()
        return [name for name, search in found if search.status == "RUNNING" and search.opened is opened]

    def in_hand(self, tag: str) -> bool:
        """Somebody searches, has searched, or was at it and died: the last is noticed by its silence."""
        return any(search.opened or search.status == "RUNNING" for search in self.of(tag))

    def died_at_work(self, tag: str) -> bool:
        return self.in_hand(tag) and all(search.status == "FAILED" for search in self.of(tag))

    def open(self, name: str, events: Events, now: datetime) -> None:
        search = self.by_name[name]
        Searches(events).open(search.event_id, execution=name, at=now)
        search.opened = True

    def succeed(self, name: str, events: Events) -> None:
        search = self.by_name[name]
        events.update(search.event_id, {"$set": {"events.$._download_complete": True}})
        search.status = "SUCCEEDED"

    def check_starts(self, goals: list[Goal], fixture: FixtureDocument, told: frozenset[str]) -> None:
        """Whoever is stable and has no search gets one with this very tick."""
        asked = {tag_of(goal["event_id"], fixture) for goal in goals}
        stable = {tag for tag in told if len(self.referee.sure_sights[tag]) >= STABLE}
        waiting = {tag for tag in stable - asked if not self.in_hand(tag)}
        assert not waiting, f"stable, and nobody searches: {waiting}"

    def check_opened(self, fixture: FixtureDocument) -> None:
        """Only a search says of itself that it is open."""
        claimed = {event["comments"] for event in fixture["events"] if event["_monitor_complete"]}
        opened = {search.tag for search in self.by_name.values() if search.opened}
        assert claimed <= opened, f"called open by nobody: {claimed - opened}"


def tag_of(event_id: str, fixture: FixtureDocument) -> str | None:
    """Which goal an id means now, corrections of its scorer followed."""
    onward = {grave["_event_id"]: grave.get("redirect_to") for grave in fixture.get("_removed_events", [])}
    while (current := onward.get(event_id)) is not None:
        event_id = current
    return next((event["comments"] for event in fixture["events"] if event["_event_id"] == event_id), None)
