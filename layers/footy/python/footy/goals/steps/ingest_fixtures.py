"""Fetches the fixtures of the coming days, once a day, or those that were asked for by hand."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import TypedDict

from footy.core.errors import AccessDenied, FootyError
from footy.core.telemetry import count, log_info, log_warning
from footy.goals.adapters.ingest_request import IngestRequest, read_ingest_request
from footy.goals.adapters.mongo.indexes import create_indexes
from footy.goals.capacity.calendar import windows
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.activation import UNWATCHED, new_fixture
from footy.goals.fixtures.lifecycle.status import collection_for
from footy.goals.fixtures.lifecycle.tracking import teams_of, tracked
from footy.goals.fixtures.rows import Body
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.teams import Team
from footy.goals.services.fixture_moves import reopen, report_unwatched

WINDOW_DAYS = 3
TOMORROW = 1
BY_HAND = "by hand"


class Input(TypedDict, total=False):
    """By hand: these fixtures, or those of that day, or nothing. By schedule: the moment that was scheduled."""

    fixture_ids: list[int]
    date: str
    scheduled: str


class Output(TypedDict):
    """How many fixtures there are, whose aliases will be needed, and whether the day's fixtures were in before."""

    fixtures: int
    teams: list[Team]
    done: bool


def ingest_fixtures(request: Input, container: GoalsContainer) -> Output:
    """Stores what is new where it belongs; answers the teams of everything that is still to be played.

    Teams of fixtures that were known are among them: an ingest that stopped before its answer loses none.
    The first ingest after a deployment finds the indexes missing.
    """
    asked = read_ingest_request(request)
    create_indexes(container.database)
    now = container.clock.now()
    if _is_done(asked, now, container):
        count("IngestsFinished")
        return {"fixtures": 0, "teams": [], "done": True}
    told, teams = 0, dict[int, Team]()
    for bodies in _asked_for(asked, now, container):
        _store(bodies, now, container)
        told += len(bodies)
        ahead = [body for body in bodies if collection_for(body.status) != "completed"]
        teams |= {team["id"]: team for body in ahead for team in teams_of(body, container.rules)}
    container.capacity.note_calendar(windows(container.capacity.kickoffs(), container.rules), now)
    if asked.daily:
        _look_again(now, container)
        container.leases.note_ingested(now.date(), asked.scheduled or BY_HAND)
        count("IngestsFinished")
    return {"fixtures": told, "teams": list(teams.values()), "done": False}


def _is_done(asked: IngestRequest, now: datetime, container: GoalsContainer) -> bool:
    """Whether another run has brought the day in; one that is tried again because its answer was lost has not."""
    if not asked.daily or asked.scheduled is None:
        return False
    return container.leases.ingested_by(now.date()) not in {None, asked.scheduled}


def _look_again(now: datetime, container: GoalsContainer) -> None:
    """What was archived in the last days may have been resumed, or was never over."""
    lately = container.completed.archived_since(now - timedelta(days=container.rules.reopening_days))
    if not lately:
        return
    try:
        answer = container.football.fixtures([fixture["_id"] for fixture in lately])
    except FootyError as failure:  # the day's own fixtures are stored, and the marks look again at the latest
        log_warning("archive_not_asked", reason=str(failure))
        return
    reopen(answer.bodies, container)


def _asked_for(asked: IngestRequest, now: datetime, container: GoalsContainer) -> Iterator[Sequence[Body]]:
    if asked.fixture_ids:  # asked for by name, they need not be tracked
        return iter([container.football.fixtures(asked.fixture_ids).bodies])
    if asked.date:
        return iter([_of_day(asked.date, container)])
    return _coming_days(now.date(), container)


def _coming_days(today: date, container: GoalsContainer) -> Iterator[Sequence[Body]]:
    """Three days, for every time zone; and when nothing is on tomorrow, the next day on which something is."""
    next_found = False
    for ahead in range(container.rules.lookahead_days + 1):
        if ahead >= WINDOW_DAYS and next_found:
            return
        try:
            bodies = _of_day(today + timedelta(days=ahead), container)
        except AccessDenied as refused:
            if ahead == 0:
                raise
            # smaller plans see only so far: what can be seen is enough for today
            log_warning("day_refused", ahead=ahead, reason=str(refused))
            return
        next_found = next_found or (ahead >= TOMORROW and bool(bodies))
        yield bodies


def _of_day(day: date, container: GoalsContainer) -> Sequence[Body]:
    return [body for body in container.football.of_day(day).bodies if tracked(body, container.rules)]


def _store(bodies: Sequence[Body], now: datetime, container: GoalsContainer) -> None:
    """What is known stays as it is; but an archived one whose day comes after all, or goes on, is opened again."""
    known = container.new_fixtures.known([body.id for body in bodies])
    routed: dict[CollectionName, list[FixtureDocument]] = defaultdict(list)
    for body in bodies:
        if body.id not in known:
            routed[collection_for(body.status)].append(new_fixture(body, now, container.rules))
    container.new_fixtures.insert(routed)
    reopen((body for body in bodies if body.id in known), container)
    log_info("fixtures_stored", known=len(known), **{place: len(documents) for place, documents in routed.items()})
    report_unwatched(new["_id"] for new in routed["completed"] if new.get("completed_because") == UNWATCHED)
