"""Poll of one batch of a tick: ask the API, decide goal by goal, write the decisions, list the searches to start."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TypedDict

from footy.core.errors import UpstreamUnavailable
from footy.core.telemetry import count, isolate_failure, log_info, log_warning, record_share
from footy.goals.adapters.football.api_football_bodies import PollAnswer
from footy.goals.adapters.messages import review_message, takedown_message
from footy.goals.clips.assignment.goal_clips import review_due
from footy.goals.clips.takedown import takedown_due
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.decide import FixtureDecision, decide
from footy.goals.fixtures.goal.announcements import Announcement
from footy.goals.fixtures.goal.starting import (
    About,
    Start,
    execution_to_start,
    latest_execution,
    next_execution,
    start_of,
)
from footy.goals.fixtures.lifecycle.activation import ended_unwatched, facts_of, next_collection
from footy.goals.fixtures.lifecycle.tick import Batch
from footy.goals.fixtures.rows import Body
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.ids import fixture_of, moment_of
from footy.goals.services.fixture_moves import reopen, report_unwatched
from footy.goals.settings import Rules

WRITE_ROUNDS = 5
ONWARD: tuple[CollectionName, ...] = ("active", "completed")


class Input(TypedDict):
    """Id of the tick, and the fixtures to poll."""

    tick: str
    batch: Batch


class DueSearch(TypedDict):
    """Search to start: the goal, the name of the execution, and facts for people."""

    event_id: str
    execution: str
    about: About


class Output(TypedDict):
    """Number of fixtures in the answer, and the searches to start."""

    polled: int
    goals: list[DueSearch]


def poll_batch(request: Input, container: GoalsContainer) -> Output:
    """Poll the fixtures of a batch; only active ones can need a search."""
    tick, batch = request["tick"], request["batch"]
    answer = container.football.fixtures(batch["ids"])
    log_info("polled", kind=batch["kind"], ids=[body.id for body in answer.bodies])
    if answer.quota:
        container.leases.note_quota(answer.quota, container.clock.now())
        if (remaining := answer.quota.share) is not None:
            record_share("RequestsUsed", 1 - remaining)
    return {
        "polled": len(answer.bodies),
        "goals": [_due_search(start) for start in _apply(tick, batch, answer, container)],
    }


def _apply(tick: str, batch: Batch, answer: PollAnswer, container: GoalsContainer) -> list[Start]:
    if batch["kind"] == "staging":
        _activate(tick, answer, container)
        return []
    if batch["kind"] == "completed":
        reopen(answer.bodies, container)
        polled = {body.id for body in answer.bodies} | answer.missing  # without those of a failed request
        container.completed.note_polled(polled, moment_of(tick))
        return []
    container.live.write(answer.bodies, moment_of(tick))
    decisions = _write(tick, answer.bodies, container)
    _postpone([decision.fixture_id for decision in decisions if decision.postponed], container)
    _request_takedowns(decisions, container)
    _request_reviews(decisions, container)
    starts = [start for decision in decisions for start in decision.starts]
    doubtful = [event for decision in decisions for event in decision.doubtful]
    return [*starts, *_restarts(doubtful, container)]


def _activate(tick: str, answer: PollAnswer, container: GoalsContainer) -> None:
    """Note the answer about fixtures in staging, and move those that begin soon or are over (F8, F9)."""
    now = container.clock.now()
    interrupted = container.staging.with_goals([body.id for body in answer.bodies])
    targets = {
        body.id: next_collection(body, now, container.rules, has_goals=body.id in interrupted) for body in answer.bodies
    }
    polled = {"_last_monitor": moment_of(tick)}
    # a fixture that moves stays due until it has moved, so that the next tick repeats a move that crashed
    facts = {body.id: facts_of(body) | (polled if targets[body.id] == "staging" else {}) for body in answer.bodies}
    container.staging.note({**facts, **dict.fromkeys(answer.missing, polled)}, moment_of(tick))
    for target in ONWARD:
        ids = [fixture_id for fixture_id, collection in targets.items() if collection == target]
        if ids:
            moved = container.moves.move(ids, "staging", target, now)
            log_info("fixtures_moved", ids=sorted(moved), to=target)
            count(f"FixturesTo{target.capitalize()}", len(ids))
    ended = (body.id for body in answer.bodies if targets[body.id] == "completed")
    report_unwatched(fixture_id for fixture_id in ended if ended_unwatched(facts[fixture_id]))


def _postpone(ids: Sequence[int], container: GoalsContainer) -> None:
    """Move postponed fixtures back to staging, with their goals (F3)."""
    if ids:
        moved = container.moves.move(ids, "active", "staging", container.clock.now())
        container.live.forget(moved)
        log_info("fixtures_moved", ids=sorted(moved), to="staging")


def _write(tick: str, bodies: Iterable[Body], container: GoalsContainer) -> list[FixtureDecision]:
    """Decide and write until nothing remains to be written, because others write the same fixtures."""
    now, open_bodies = container.clock.now(), {body.id: body for body in bodies}
    decisions: list[FixtureDecision] = []
    announcements: dict[int, tuple[Announcement, ...]] = {}
    for _ in range(WRITE_ROUNDS):
        decisions = _decide(container.active.read(open_bodies), open_bodies, tick, now, container.rules)
        announcements |= {one.fixture_id: one.announcements for one in decisions if one.announcements}
        applied = container.active.apply(decision for decision in decisions if decision.writes)
        for fixture_id, reason in applied.broken.items():
            _report_failure(fixture_id, reason)
            open_bodies.pop(fixture_id, None)
        if applied.complete:
            break
    else:
        count("WriteConflicts")
        decisions = [decision for decision in decisions if not decision.writes]
    for decision in decisions:
        for one in announcements.get(decision.fixture_id, ()):
            log_info(one.action, event_id=one.event_id, **one.facts)
    return decisions


def _decide(
    documents: Iterable[FixtureDocument], bodies: Mapping[int, Body], tick: str, now: datetime, rules: Rules
) -> list[FixtureDecision]:
    decisions = (
        isolate_failure(
            document["_id"],
            partial(decide, document, bodies[document["_id"]], tick=tick, now=now, rules=rules),
            otherwise=None,
        )
        for document in documents
    )
    return [decision for decision in decisions if decision]


def _report_failure(fixture_id: int, reason: str) -> None:
    log_warning("fixture_failed", fixture_id=fixture_id, reason=reason)
    count("FixturesFailed")


def _restarts(doubtful: Iterable[EventDocument], container: GoalsContainer) -> list[Start]:
    """Return the searches to start again (S6); note their names before they are started."""
    due: list[tuple[EventDocument, str]] = []
    for event in doubtful:
        check = partial(_execution_to_start, event, container)
        if name := isolate_failure(fixture_of(event["_event_id"]), check, otherwise=None):
            due.append((event, name))
    starts = [start_of(event, name) for event, name in due]
    # the back-off counts from the last start, also of one that is repeated
    container.active.note_starts(starts, container.clock.now())
    if restarts := sum(name != latest_execution(event) for event, name in due):
        count("SearchesRestarted", restarts)
    return starts


def _execution_to_start(event: EventDocument, container: GoalsContainer) -> str | None:
    latest = latest_execution(event) or next_execution(event)
    try:
        status = container.executions.status(latest)
        return execution_to_start(event, latest, status, container.clock.now(), container.rules)
    except UpstreamUnavailable as failure:  # the next tick asks again
        log_warning("search_unknown", event_id=event["_event_id"], execution=latest, reason=str(failure))
        return None


def _request_takedowns(decisions: Iterable[FixtureDecision], container: GoalsContainer) -> None:
    """Request that objects follow goals that were removed or came back; the next tick repeats a request (G11, G12)."""
    for decision in decisions:
        if not isolate_failure(decision.fixture_id, partial(_moves_objects, decision), otherwise=False):
            continue
        try:
            container.takedowns.send(takedown_message([decision.fixture_id]))
        except UpstreamUnavailable as failure:
            log_warning("takedown_not_requested", fixture_id=decision.fixture_id, reason=str(failure))


def _moves_objects(decision: FixtureDecision) -> bool:
    return bool(decision.returned) or (decision.after is not None and takedown_due(decision.after))


def _request_reviews(decisions: Iterable[FixtureDecision], container: GoalsContainer) -> None:
    """Request reviews of clips whose goals changed (D23); the next tick repeats a request that failed."""
    for decision in decisions:
        if decision.after is None:
            continue
        review = isolate_failure(decision.fixture_id, partial(review_due, decision.after), otherwise=None)
        if review is None:
            continue
        try:
            container.uploads.send(review_message(review))
            log_info("review_requested", event_id=review.event_id)
        except UpstreamUnavailable as failure:
            log_warning("review_not_requested", event_id=review.event_id, reason=str(failure))


def _due_search(start: Start) -> DueSearch:
    log_info("search_due", event_id=start.event_id, execution=start.execution, **start.about)
    return {"event_id": start.event_id, "execution": start.execution, "about": start.about}
