"""Polls some fixtures of a tick: asks the API, decides goal by goal, writes it down, says what to search for."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TypedDict

from footy.adapters.api_football_bodies import PollAnswer
from footy.adapters.messages import review_letter
from footy.clips.fixture_clips import Review
from footy.errors import UpstreamUnavailable
from footy.fixtures.activation import facts_of, next_place, unwatched
from footy.fixtures.announcements import Announcement
from footy.fixtures.decide import FixtureDecision, decide
from footy.fixtures.reopening import reopens_to
from footy.fixtures.rows import Body
from footy.fixtures.starting import About, Start, execution_to_start, latest_execution, next_execution, start_of
from footy.model.documents import EventDocument, FixtureDocument
from footy.model.ids import fixture_of, moment_of
from footy.model.places import Place
from footy.model.quota import Quota
from footy.settings import Rules
from footy.steps.plan_tick import Batch
from footy.telemetry import contained, count, say, share, warn
from footy.world import World

WRITE_ROUNDS = 5
ONWARD: tuple[Place, ...] = ("active", "completed")


class Input(TypedDict):
    """Which tick, and which fixtures."""

    tick: str
    batch: Batch


class Goal(TypedDict):
    """A goal to be searched for, and the name of the execution that does, with what it is about for people."""

    event_id: str
    execution: str
    about: About


class Output(TypedDict):
    """How many fixtures the API told of, and the searches to start."""

    polled: int
    goals: list[Goal]


def poll_batch(request: Input, world: World) -> Output:
    """Polls fixtures that are watched, or looks whether waiting ones have to be."""
    tick, batch = request["tick"], request["batch"]
    answer = world.football.fixtures(batch["ids"])
    say("polled", kind=batch["kind"], ids=[body.id for body in answer.bodies])
    if answer.quota:
        world.leases.note_quota(answer.quota, world.clock.now())
        _say_used(answer.quota)
    return {"polled": len(answer.bodies), "goals": [_goal(start) for start in _follow(tick, batch, answer, world)]}


def _say_used(quota: Quota) -> None:
    if (left := quota.share) is not None:
        share("RequestsUsed", 1 - left)


def _follow(tick: str, batch: Batch, answer: PollAnswer, world: World) -> list[Start]:
    """What follows from an answer; only of fixtures that are watched, searches do."""
    if batch["kind"] == "staging":
        _call_up(tick, answer, world)
        return []
    if batch["kind"] == "completed":
        reopen(answer.bodies, world)
        told_of = {body.id for body in answer.bodies} | answer.missing  # a question that failed told of nobody
        world.completed.note_polled(told_of, moment_of(tick))
        return []
    world.live.write(answer.bodies, moment_of(tick))
    decisions = _write_down(tick, answer.bodies, world)
    _postpone([decision.fixture_id for decision in decisions if decision.postponed], world)
    _ask_for_reviews([decision.review for decision in decisions if decision.review], world)
    starts = [start for decision in decisions for start in decision.starts]
    doubtful = [event for decision in decisions for event in decision.doubtful]
    return [*starts, *_restarts(doubtful, world)]


def _call_up(tick: str, answer: PollAnswer, world: World) -> None:
    """Notes what the API says of waiting fixtures, and sends on those that are about to begin, or are over."""
    now = world.clock.now()
    interrupted = world.staging.with_goals([body.id for body in answer.bodies])
    places = {body.id: next_place(body, now, world.rules, has_goals=body.id in interrupted) for body in answer.bodies}
    polled = {"_last_monitor": moment_of(tick)}
    # one that leaves stays due until it has: a crash before that is made good by the next tick
    facts = {body.id: facts_of(body) | (polled if places[body.id] == "staging" else {}) for body in answer.bodies}
    world.staging.note({**facts, **dict.fromkeys(answer.missing, polled)}, moment_of(tick))
    for place in ONWARD:
        leaving = [fixture_id for fixture_id, goes_to in places.items() if goes_to == place]
        if leaving:
            moved = world.moves.move(leaving, "staging", place, now)
            say("fixtures_moved", ids=sorted(moved), to=place)
            count(f"FixturesTo{place.capitalize()}", len(leaving))
    say_unwatched(body.id for body in answer.bodies if places[body.id] == "completed" and unwatched(facts[body.id]))


def say_unwatched(ids: Iterable[int]) -> None:
    """Fixtures that were over before anybody watched them are archived without their goals: that is told."""
    if missed := sorted(ids):
        warn("fixtures_unwatched", ids=missed)
        count("FixturesUnwatched", len(missed))


def reopen(bodies: Iterable[Body], world: World) -> None:
    """Archived fixtures that the API calls live, or not begun, go where they belong; their goals go with them."""
    told = {body.id: body for body in bodies}
    back: dict[Place, list[int]] = defaultdict(list)
    for archived in world.completed.results(told):
        if place := reopens_to(archived, told[archived["_id"]]):
            back[place].append(archived["_id"])
    for place, ids in back.items():
        moved = world.moves.move(ids, "completed", place, world.clock.now())
        warn("fixtures_reopened", ids=sorted(moved), to=place)
        count("FixturesReopened", len(moved))


def _postpone(ids: Sequence[int], world: World) -> None:
    """Back to staging, the goals with it."""
    if ids:
        moved = world.moves.move(ids, "active", "staging", world.clock.now())
        world.live.forget(moved)
        say("fixtures_moved", ids=sorted(moved), to="staging")


def _write_down(tick: str, bodies: Iterable[Body], world: World) -> list[FixtureDecision]:
    """Decides and writes until nothing is left to write: whoever wrote in between is taken into account."""
    now, waiting = world.clock.now(), {body.id: body for body in bodies}
    decisions: list[FixtureDecision] = []
    announced: dict[int, tuple[Announcement, ...]] = {}
    for _ in range(WRITE_ROUNDS):
        decisions = _decide(world.active.read(waiting), waiting, tick, now, world.rules)
        announced |= {one.fixture_id: one.announcements for one in decisions if one.announcements}
        applied = world.active.apply(decision for decision in decisions if decision.writes)
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
        contained(
            document["_id"],
            partial(decide, document, bodies[document["_id"]], tick=tick, now=now, rules=rules),
            otherwise=None,
        )
        for document in documents
    )
    return [decision for decision in decided if decision]


def _announce(announcements: Iterable[Announcement]) -> None:
    for one in announcements:
        say(one.action, event_id=one.event_id, **one.facts)


def _failed(fixture_id: int, reason: str) -> None:
    warn("fixture_failed", fixture_id=fixture_id, reason=reason)
    count("FixturesFailed")


def _restarts(doubtful: Iterable[EventDocument], world: World) -> list[Start]:
    """Searches that were meant to run and do not; the new names are written down before they are started."""
    asked = [(event, partial(_to_start, event, world)) for event in doubtful]
    looks = ((event, contained(fixture_of(event["_event_id"]), look, otherwise=None)) for event, look in asked)
    again = [(event, name) for event, name in looks if name]
    starts = [start_of(event, name) for event, name in again]
    world.active.note_starts(starts, world.clock.now())  # a pause counts from the last start, also one tried again
    if anew := sum(name != latest_execution(event) for event, name in again):
        count("SearchesRestarted", anew)
    return starts


def _to_start(event: EventDocument, world: World) -> str | None:
    """The next tick looks again at what cannot be looked up now."""
    latest = latest_execution(event) or next_execution(event)
    try:
        status = world.executions.status(latest)
        return execution_to_start(event, latest, status, world.clock.now(), world.rules)
    except UpstreamUnavailable as failure:
        warn("search_unknown", event_id=event["_event_id"], execution=latest, reason=str(failure))
        return None


def _ask_for_reviews(reviews: Iterable[Review], world: World) -> None:
    """What cannot be asked for now is asked for by the next tick: nothing is judged by it yet."""
    for review in reviews:
        try:
            world.uploads.send(review_letter(review))
            say("review_asked_for", event_id=review.event_id)
        except UpstreamUnavailable as failure:
            warn("review_not_asked_for", event_id=review.event_id, reason=str(failure))


def _goal(start: Start) -> Goal:
    say("search_due", event_id=start.event_id, execution=start.execution, **start.about)
    return {"event_id": start.event_id, "execution": start.execution, "about": start.about}
