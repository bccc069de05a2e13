"""Use case of one poll: ask the API, decide goal by goal, write it down, say what to search for."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol, TypedDict

from footy.asking import ask
from footy.clock import Clock
from footy.errors import UpstreamUnavailable
from footy.fixtures.activation import facts_of, next_home
from footy.fixtures.answers import Answer
from footy.fixtures.api_football import ApiFootball
from footy.fixtures.decide import FixtureDecision, Start, decide
from footy.fixtures.news import News
from footy.fixtures.rows import Body
from footy.fixtures.starting import ExecutionStatus, execution_to_start, latest_execution, next_execution
from footy.fixtures.status import Home
from footy.fixtures.tick import moment_of
from footy.isolation import alone
from footy.monitor import Batch
from footy.settings import Rules
from footy.store.active import Active
from footy.store.documents import EventDocument, FixtureDocument
from footy.store.leases import Budget, Leases
from footy.store.live import Live
from footy.store.moves import Moves
from footy.store.staging import Staging
from footy.telemetry import count, say, warn

WRITE_ROUNDS = 5
ONWARD: tuple[Home, ...] = ("active", "completed")


class Goal(TypedDict):
    """A goal to be searched for, and the name of the execution that does."""

    event_id: str
    execution: str


class Executions(Protocol):
    """Tells what became of an execution."""

    def status(self, name: str) -> ExecutionStatus | None: ...


def poll_batch(
    tick: str,
    batch: Batch,
    *,
    api: ApiFootball,
    live: Live,
    active: Active,
    staging: Staging,
    moves: Moves,
    leases: Leases,
    executions: Executions,
    clock: Clock,
    rules: Rules,
) -> list[Goal]:
    """Polls fixtures that are watched, or looks whether waiting ones have to be."""
    answer = ask(api, batch["ids"], rules)
    say("polled", kind=batch["kind"], ids=[body.id for body in answer.bodies])
    if answer.quota:
        leases.note_budget(Budget(answer.quota.limit, answer.quota.remaining, clock.now()))
    if batch["kind"] == "staging":
        _call_up(tick, answer, staging, moves, now=clock.now(), rules=rules)
        return []
    live.write(answer.bodies, moment_of(tick))
    decisions = _write_down(tick, answer.bodies, active, clock.now(), rules)
    _postpone([decision.fixture_id for decision in decisions if decision.postponed], live, moves, clock.now())
    starts = [start for decision in decisions for start in decision.starts]
    doubtful = [event for decision in decisions for event in decision.doubtful]
    return [_goal(start) for start in (*starts, *_restarts(doubtful, active, executions))]


def _call_up(tick: str, answer: Answer, staging: Staging, moves: Moves, *, now: datetime, rules: Rules) -> None:
    """Notes what the API says of waiting fixtures, and sends on those that are about to begin, or are over."""
    interrupted = staging.with_goals([body.id for body in answer.bodies])
    homes = {body.id: next_home(body, now, rules, has_goals=body.id in interrupted) for body in answer.bodies}
    polled = {"_last_monitor": moment_of(tick)}
    # one that leaves stays due until it has: a crash before that is made good by the next tick
    told = {body.id: facts_of(body) | (polled if homes[body.id] == "staging" else {}) for body in answer.bodies}
    staging.note({**told, **dict.fromkeys(answer.missing, polled)}, moment_of(tick))
    for home in ONWARD:
        leaving = [fixture_id for fixture_id, goes_to in homes.items() if goes_to == home]
        if leaving:
            moved = moves.move(leaving, "staging", home, now)
            say("fixtures_moved", ids=sorted(moved), to=home)
            count(f"FixturesTo{home.capitalize()}", len(leaving))


def _postpone(ids: Sequence[int], live: Live, moves: Moves, now: datetime) -> None:
    """Back to staging, the goals with it."""
    if ids:
        moved = moves.move(ids, "active", "staging", now)
        live.forget(moved)
        say("fixtures_moved", ids=sorted(moved), to="staging")


def _write_down(
    tick: str, bodies: Iterable[Body], active: Active, now: datetime, rules: Rules
) -> list[FixtureDecision]:
    """Decides and writes until nothing is left to write: whoever wrote in between is taken into account."""
    waiting = {body.id: body for body in bodies}
    decisions: list[FixtureDecision] = []
    news: dict[int, tuple[News, ...]] = {}
    for _ in range(WRITE_ROUNDS):
        decisions = _decide(active.read(waiting), waiting, tick, now, rules)
        news |= {decision.fixture_id: decision.news for decision in decisions if decision.news}
        applied = active.apply(decision for decision in decisions if decision.writes)
        for fixture_id, reason in applied.broken.items():
            _failed(fixture_id, reason)
            waiting.pop(fixture_id, None)
        if applied.complete:
            break
    else:
        count("WriteConflicts")
        decisions = [decision for decision in decisions if not decision.writes]
    _tell(one for decision in decisions for one in news.get(decision.fixture_id, ()))
    return decisions


def _decide(
    documents: Iterable[FixtureDocument], bodies: Mapping[int, Body], tick: str, now: datetime, rules: Rules
) -> list[FixtureDecision]:
    """One decision per fixture that can be decided."""
    decided = (
        alone(
            document["_id"],
            partial(decide, document, bodies[document["_id"]], tick=tick, now=now, rules=rules),
            otherwise=None,
        )
        for document in documents
    )
    return [decision for decision in decided if decision]


def _tell(news: Iterable[News]) -> None:
    for one in news:
        say(one.action, event_id=one.event_id, **one.facts)


def _failed(fixture_id: int, reason: str) -> None:
    warn("fixture_failed", fixture_id=fixture_id, reason=reason)
    count("FixturesFailed")


def _restarts(doubtful: Iterable[EventDocument], active: Active, executions: Executions) -> list[Start]:
    """Searches that were meant to run and do not; the new names are written down before they are started."""
    again = [(event, name) for event in doubtful if (name := _to_start(event, executions))]
    anew = [Start(event["_event_id"], name) for event, name in again if name != latest_execution(event)]
    active.note_starts(anew)
    if anew:
        count("SearchesRestarted", len(anew))
    return [Start(event["_event_id"], name) for event, name in again]


def _to_start(event: EventDocument, executions: Executions) -> str | None:
    """The next tick looks again at what cannot be looked up now."""
    latest = latest_execution(event) or next_execution(event)
    try:
        return execution_to_start(event, latest, executions.status(latest))
    except UpstreamUnavailable as failure:
        warn("search_unknown", event_id=event["_event_id"], execution=latest, reason=str(failure))
        return None


def _goal(start: Start) -> Goal:
    return {"event_id": start.event_id, "execution": start.execution}
