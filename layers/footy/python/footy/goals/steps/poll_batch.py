"""Polls some fixtures of a tick: asks the API, decides goal by goal, writes it down, says what to search for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TypedDict

from footy.core.errors import UpstreamUnavailable
from footy.core.telemetry import count, isolate_failure, log_info, log_warning, record_share
from footy.goals.adapters.football.api_football_bodies import PollAnswer
from footy.goals.adapters.messages import review_message
from footy.goals.clips.assignment.goal_clips import Review, review_due
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
from footy.goals.model.quota import Quota
from footy.goals.services.fixture_moves import reopen, report_unwatched
from footy.goals.settings import Rules

WRITE_ROUNDS = 5
ONWARD: tuple[CollectionName, ...] = ("active", "completed")


class Input(TypedDict):
    """Which tick, and which fixtures."""

    tick: str
    batch: Batch


class DueSearch(TypedDict):
    """A goal to be searched for, and the name of the execution that does, with what it is about for people."""

    event_id: str
    execution: str
    about: About


class Output(TypedDict):
    """How many fixtures the API told of, and the searches to start."""

    polled: int
    goals: list[DueSearch]


def poll_batch(request: Input, container: GoalsContainer) -> Output:
    """Polls fixtures that are watched, or looks whether waiting ones have to be."""
    tick, batch = request["tick"], request["batch"]
    answer = container.football.fixtures(batch["ids"])
    log_info("polled", kind=batch["kind"], ids=[body.id for body in answer.bodies])
    if answer.quota:
        container.leases.note_quota(answer.quota, container.clock.now())
        _say_used(answer.quota)
    return {"polled": len(answer.bodies), "goals": [_goal(start) for start in _follow(tick, batch, answer, container)]}


def _say_used(quota: Quota) -> None:
    if (left := quota.share) is not None:
        record_share("RequestsUsed", 1 - left)


def _follow(tick: str, batch: Batch, answer: PollAnswer, container: GoalsContainer) -> list[Start]:
    """What follows from an answer; only of fixtures that are watched, searches do."""
    if batch["kind"] == "staging":
        _call_up(tick, answer, container)
        return []
    if batch["kind"] == "completed":
        reopen(answer.bodies, container)
        told_of = {body.id for body in answer.bodies} | answer.missing  # a question that failed told of nobody
        container.completed.note_polled(told_of, moment_of(tick))
        return []
    container.live.write(answer.bodies, moment_of(tick))
    decisions = _write_down(tick, answer.bodies, container)
    _postpone([decision.fixture_id for decision in decisions if decision.postponed], container)
    _ask_for_reviews(_reviews(decisions), container)
    starts = [start for decision in decisions for start in decision.starts]
    doubtful = [event for decision in decisions for event in decision.doubtful]
    return [*starts, *_restarts(doubtful, container)]


def _call_up(tick: str, answer: PollAnswer, container: GoalsContainer) -> None:
    """Notes what the API says of waiting fixtures, and sends on those that are about to begin, or are over."""
    now = container.clock.now()
    interrupted = container.staging.with_goals([body.id for body in answer.bodies])
    places = {
        body.id: next_collection(body, now, container.rules, has_goals=body.id in interrupted) for body in answer.bodies
    }
    polled = {"_last_monitor": moment_of(tick)}
    # one that leaves stays due until it has: a crash before that is made good by the next tick
    facts = {body.id: facts_of(body) | (polled if places[body.id] == "staging" else {}) for body in answer.bodies}
    container.staging.note({**facts, **dict.fromkeys(answer.missing, polled)}, moment_of(tick))
    for place in ONWARD:
        leaving = [fixture_id for fixture_id, goes_to in places.items() if goes_to == place]
        if leaving:
            moved = container.moves.move(leaving, "staging", place, now)
            log_info("fixtures_moved", ids=sorted(moved), to=place)
            count(f"FixturesTo{place.capitalize()}", len(leaving))
    report_unwatched(
        body.id for body in answer.bodies if places[body.id] == "completed" and ended_unwatched(facts[body.id])
    )


def _postpone(ids: Sequence[int], container: GoalsContainer) -> None:
    """Back to staging, the goals with it."""
    if ids:
        moved = container.moves.move(ids, "active", "staging", container.clock.now())
        container.live.forget(moved)
        log_info("fixtures_moved", ids=sorted(moved), to="staging")


def _write_down(tick: str, bodies: Iterable[Body], container: GoalsContainer) -> list[FixtureDecision]:
    """Decides and writes until nothing is left to write: whoever wrote in between is taken into account."""
    now, waiting = container.clock.now(), {body.id: body for body in bodies}
    decisions: list[FixtureDecision] = []
    announced: dict[int, tuple[Announcement, ...]] = {}
    for _ in range(WRITE_ROUNDS):
        decisions = _decide(container.active.read(waiting), waiting, tick, now, container.rules)
        announced |= {one.fixture_id: one.announcements for one in decisions if one.announcements}
        applied = container.active.apply(decision for decision in decisions if decision.writes)
        for fixture_id, reason in applied.broken.items():
            _failed(fixture_id, reason)
            waiting.pop(fixture_id, None)
        if applied.complete:
            break
    else:
        count("WriteConflicts")
        decisions = [decision for decision in decisions if not decision.writes]
    _announce(one for decision in decisions for one in announced.get(decision.fixture_id, ()))
    return decisions


def _decide(
    documents: Iterable[FixtureDocument], bodies: Mapping[int, Body], tick: str, now: datetime, rules: Rules
) -> list[FixtureDecision]:
    """One decision per fixture that can be decided."""
    decided = (
        isolate_failure(
            document["_id"],
            partial(decide, document, bodies[document["_id"]], tick=tick, now=now, rules=rules),
            otherwise=None,
        )
        for document in documents
    )
    return [decision for decision in decided if decision]


def _announce(announcements: Iterable[Announcement]) -> None:
    for one in announcements:
        log_info(one.action, event_id=one.event_id, **one.facts)


def _failed(fixture_id: int, reason: str) -> None:
    log_warning("fixture_failed", fixture_id=fixture_id, reason=reason)
    count("FixturesFailed")


def _restarts(doubtful: Iterable[EventDocument], container: GoalsContainer) -> list[Start]:
    """Searches that were meant to run and do not; the new names are written down before they are started."""
    asked = [(event, partial(_to_start, event, container)) for event in doubtful]
    looks = ((event, isolate_failure(fixture_of(event["_event_id"]), look, otherwise=None)) for event, look in asked)
    again = [(event, name) for event, name in looks if name]
    starts = [start_of(event, name) for event, name in again]
    container.active.note_starts(
        starts, container.clock.now()
    )  # a pause counts from the last start, also one tried again
    if anew := sum(name != latest_execution(event) for event, name in again):
        count("SearchesRestarted", anew)
    return starts


def _to_start(event: EventDocument, container: GoalsContainer) -> str | None:
    """The next tick looks again at what cannot be looked up now."""
    latest = latest_execution(event) or next_execution(event)
    try:
        status = container.executions.status(latest)
        return execution_to_start(event, latest, status, container.clock.now(), container.rules)
    except UpstreamUnavailable as failure:
        log_warning("search_unknown", event_id=event["_event_id"], execution=latest, reason=str(failure))
        return None


def _reviews(decisions: Iterable[FixtureDecision]) -> Iterator[Review]:
    """Yield the reviews of clips that became due by the written decisions (D23)."""
    for decision in decisions:
        if (document := decision.after) is not None:
            review = isolate_failure(decision.fixture_id, partial(review_due, document), otherwise=None)
            if review:
                yield review


def _ask_for_reviews(reviews: Iterable[Review], container: GoalsContainer) -> None:
    """What cannot be asked for now is asked for by the next tick: nothing is judged by it yet."""
    for review in reviews:
        try:
            container.uploads.send(review_message(review))
            log_info("review_asked_for", event_id=review.event_id)
        except UpstreamUnavailable as failure:
            log_warning("review_not_asked_for", event_id=review.event_id, reason=str(failure))


def _goal(start: Start) -> DueSearch:
    log_info("search_due", event_id=start.event_id, execution=start.execution, **start.about)
    return {"event_id": start.event_id, "execution": start.execution, "about": start.about}
