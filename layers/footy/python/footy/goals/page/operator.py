"""Operator console: status of the system, unfinished goals, and the story of one goal."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from footy.goals.fixtures.lifecycle.completion import opened_at
from footy.goals.fixtures.lifecycle.tick import TickCounts
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.quota import Quota
from footy.goals.page.goals import goal_of
from footy.goals.page.matches import head_of
from footy.goals.page.schemas import GoalCard
from footy.goals.settings import Rules


@dataclass(frozen=True, slots=True)
class PostUsage:
    """Posts that were paid for, with the budget and the cost."""

    today: int
    today_limit: int
    month: int
    month_limit: int
    today_usd: float


@dataclass(frozen=True, slots=True)
class QueueSizes:
    """Waiting upload batches, and dead-lettered ones."""

    waiting: int
    set_aside: int


@dataclass(frozen=True, slots=True)
class ValidationCounts:
    """Clips of the last day with and without an answer of the vision model."""

    judged: int
    unchecked: int


@dataclass(frozen=True, slots=True)
class SystemStatus:
    """Status of the system, with the commit that is deployed."""

    now: datetime
    commit: str
    last_tick: datetime | None
    tick_age_seconds: float | None
    ticks: TickCounts
    paused: bool
    live: int
    open_goals: int
    requests: Quota | None
    posts: PostUsage
    queues: QueueSizes
    looked: ValidationCounts


@dataclass(frozen=True, slots=True)
class UnfinishedGoal:
    """Goal that is not complete, with its age and what it waits for."""

    card: GoalCard
    age_seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class UnfinishedGoalList:
    """Goals that are not complete, the oldest first."""

    goals: list[UnfinishedGoal]


@dataclass(frozen=True, slots=True)
class AttemptSummary:
    """Query of one search attempt, and its result."""

    n: int
    at: datetime
    query: str
    found: int
    chosen: int
    seconds: float
    skipped: dict[str, int]
    error: str | None


@dataclass(frozen=True, slots=True)
class DownloadSummary:
    """Download, with the outcomes of its clips."""

    id: str
    finished: bool
    outcomes: dict[str, int]


@dataclass(frozen=True, slots=True)
class ExecutionLink:
    """Execution of a search, with the address of its history."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class GoalStory:
    """Everything that was done for one goal."""

    card: GoalCard
    ticks: list[str]
    missed: list[str]
    aliases: list[str]
    moments: dict[str, datetime]
    completed_because: str | None
    asked: list[AttemptSummary]
    downloads: list[DownloadSummary]
    executions: list[ExecutionLink]


@dataclass(frozen=True, slots=True)
class OperatorAction:
    """Action of an operator, with its outcome."""

    who: str
    what: str
    about: str
    at: datetime
    outcome: str


@dataclass(frozen=True, slots=True)
class OperatorActions:
    """Latest actions, the newest first."""

    actions: list[OperatorAction]


def post_usage(today: int, month: int, rules: Rules) -> PostUsage:
    """Return the posts that were read, with the budget and today's cost."""
    usd = round(today * rules.post_usd, 2)
    return PostUsage(today, rules.posts_per_day, month, rules.posts_per_month, usd)


def unfinished_goals(documents: Iterable[FixtureDocument], now: datetime, rules: Rules) -> list[UnfinishedGoal]:
    """Return the goals that are not complete, the oldest first."""
    goals = [
        UnfinishedGoal(
            card_of(document, event, rules), (now - event["_first_seen"]).total_seconds(), _waits_for(event, rules)
        )
        for document in documents
        for event in document.get("events", [])
        if not event["_download_complete"]
    ]
    return sorted(goals, key=lambda one: -one.age_seconds)


def validation_counts(documents: Iterable[FixtureDocument], since: datetime) -> ValidationCounts:
    """Count the validated clips of goals that were first seen since then."""
    checked = unchecked = 0
    for document in documents:
        for event in document.get("events", []):
            for download in event["_telemetry"].get("downloads", []) if event["_first_seen"] >= since else []:
                unchecked += download["outcomes"].get("unchecked", 0)
                checked += sum(download["outcomes"].get(name, 0) for name in ANSWERED)
    return ValidationCounts(checked, unchecked)


ANSWERED = ("new", "better", "duplicate", "not_football", "filmed_screen", "wrong_minute", "other_goal", "waiting")


def card_of(document: FixtureDocument, event: EventDocument, rules: Rules) -> GoalCard:
    """Return a goal with its match."""
    return GoalCard(head_of(document), goal_of(document, event, rules))


def story_of(document: FixtureDocument, event: EventDocument, consoles: Mapping[str, str], rules: Rules) -> GoalStory:
    """Return everything that was done for a goal; `consoles` are the addresses of its executions by name."""
    telemetry, finished = event["_telemetry"], set(event["_finished_downloads"])
    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    for batch in telemetry.get("downloads", []):
        outcomes[batch["id"]].update(batch["outcomes"])
    return GoalStory(
        card=card_of(document, event, rules),
        ticks=list(event["_monitor_workflows"]),
        missed=list(event["_drop_workflows"]),
        aliases=list(event["_twitter_aliases"]),
        moments={
            name: moment
            for name, moment in {"first_seen": event["_first_seen"], **telemetry}.items()
            if isinstance(moment, datetime)
        },
        completed_because=telemetry.get("completed_because"),
        asked=_attempts(event),
        downloads=[DownloadSummary(one, one in finished, dict(outcomes[one])) for one in event["_download_workflows"]],
        executions=[ExecutionLink(name, consoles.get(name, "")) for name in telemetry.get("executions", [])],
    )


def _attempts(event: EventDocument) -> list[AttemptSummary]:
    telemetry = event["_telemetry"]
    successful = [
        AttemptSummary(
            one["n"], one["at"], one["query"], one["found"], one["chosen"], one["seconds"], one["skipped"], None
        )
        for one in telemetry.get("attempts", [])
    ]
    failed = [
        AttemptSummary(one["n"], one["at"], one["query"], 0, 0, one["seconds"], {}, one["error"])
        for one in telemetry.get("failed_searches", [])
    ]
    return sorted([*successful, *failed], key=lambda one: (one.at, one.n))


def _waits_for(event: EventDocument, rules: Rules) -> str:
    """Return what keeps a goal open, for people."""
    registered, finished = set(event["_download_workflows"]), set(event["_finished_downloads"])
    if not event["_monitor_complete"]:
        return "its search has not started"
    if len(registered) < rules.searches_per_goal:
        return f"searching since {opened_at(event):%H:%M}, {len(registered)} of {rules.searches_per_goal} downloads"
    missing = sorted(registered - finished)
    return f"{len(missing)} downloads are not finished: {', '.join(missing[:3])}" if missing else "its completion check"
