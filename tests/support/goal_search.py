"""Search of one goal on a real database, with its own provider and clock."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from pymongo.database import Database

from footy.core.errors import FootyError
from footy.core.executions import ExecutionStatus
from footy.goals.adapters.mongo.aliases import Aliases
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.container import GoalsContainer
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.teams import Team
from footy.goals.search.candidates import KnownTeam
from footy.goals.search.posts import FoundVideo, SearchAnswer, SearchProvider, SearchQuery
from footy.goals.settings import Rules
from footy.goals.steps import check_completion, open_search, search_clips
from tests.support.containers import container_of
from tests.support.searches import EVENT_ID, FIXTURE, NOON, fixture, goal

EXECUTION = f"goal-{EVENT_ID}"


@dataclass(slots=True)
class Hands:
    """A clock that the test moves."""

    moment: datetime = NOON

    def now(self) -> datetime:
        return self.moment


@dataclass(slots=True)
class Posts:
    """A provider that finds what the test gives it, or fails as the test says."""

    clock: Hands
    videos: list[FoundVideo] = field(default_factory=list)
    failure: FootyError | None = None
    skipped: dict[str, int] = field(default_factory=dict)
    paid: int = 0
    seconds: float = 2.0
    meanwhile: Callable[[], object] = lambda: None
    queries: list[SearchQuery] = field(default_factory=list)

    @property
    def pays(self) -> bool:
        return True

    @property
    def video_filter(self) -> str:
        return "has:videos -is:retweet"

    def search(self, query: SearchQuery) -> SearchAnswer:
        self.queries.append(query)
        self.clock.moment += timedelta(seconds=self.seconds)
        self.meanwhile()
        if self.failure:
            raise self.failure
        return SearchAnswer(tuple(self.videos), self.skipped, paid=self.paid)


@dataclass(slots=True)
class Executions:
    """Status of downloads by name; others were never started."""

    statuses: dict[str, ExecutionStatus] = field(default_factory=dict)
    failure: FootyError | None = None

    def status(self, name: str) -> ExecutionStatus | None:
        if self.failure:
            raise self.failure
        return self.statuses.get(name)


@dataclass(slots=True)
class Search:
    """One goal's search with everything it stands on."""

    database: Database[FixtureDocument]
    clock: Hands = field(default_factory=Hands)
    posts: Posts = field(init=False)
    provider: SearchProvider = field(init=False)
    rules: Rules = field(default_factory=Rules)
    resolved: KnownTeam | FootyError | None = None
    teams: list[Team] = field(default_factory=list)
    downloads: Executions = field(default_factory=Executions)

    def __post_init__(self) -> None:
        self.provider = self.posts = Posts(self.clock)

    def put(self, **changes: Any) -> None:
        self.database["fixtures_active"].replace_one({"_id": FIXTURE}, fixture(goal(**changes)), upsert=True)

    def goal(self) -> EventDocument:
        event = self.events.find(EVENT_ID)
        assert event is not None
        return event

    def drop(self) -> None:
        self.database["fixtures_active"].update_one({"_id": FIXTURE}, {"$set": {"events": []}})

    @property
    def events(self) -> GoalEvents:
        return GoalEvents(self.database)

    @property
    def aliases(self) -> Aliases:
        return Aliases(self.database, fallback_lasts=timedelta(days=1))

    @property
    def container(self) -> GoalsContainer:
        return container_of(
            self.database,
            self.rules,
            clock=self.clock,
            search_provider=self.provider,
            wikidata=self,
            aliases=self.aliases,
            download_executions=self.downloads,
        )

    def open(self, execution: str = EXECUTION) -> open_search.Output:
        return open_search.open_search({"event_id": EVENT_ID, "execution": execution}, self.container)

    def attempt(self, number: int, started: int | None = None) -> search_clips.Output:
        """Run the attempt of that number; earlier downloads are started unless `started` says otherwise."""
        before = number - 1
        request: search_clips.Input = {
            "event_id": EVENT_ID,
            "attempt": before,
            "started": before if started is None else started,
        }
        return search_clips.search_clips(request, self.container)

    def complete(self) -> check_completion.Output:
        return check_completion.check_completion({"event_id": EVENT_ID}, self.container)

    def names_of(self, team: Team, *, seconds: float) -> KnownTeam | None:
        """Answer for Wikidata."""
        assert seconds > 0
        self.teams.append(team)
        if isinstance(self.resolved, FootyError):
            raise self.resolved
        return self.resolved
