"""Ingest of the fixtures of the coming days, or of those in a manual request (F4, F5)."""

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
BY_HAND = "by hand"


class Input(TypedDict, total=False):
    """Manual request: ids, a date, or nothing; scheduled request: the scheduled time."""

    fixture_ids: list[int]
    date: str
    scheduled: str


class Output(TypedDict):
    """Number of fixtures, teams whose aliases are needed, and whether an earlier run did the day."""

    fixtures: int
    teams: list[Team]
    done: bool


def ingest_fixtures(request: Input, container: GoalsContainer) -> Output:
    """Store new fixtures, and return the teams of all that are still to be played.

    Teams of known fixtures are included, so that a run that crashed before its answer loses none.
    """
    ingest = read_ingest_request(request)
    # the first ingest after a deployment creates the indexes
    create_indexes(container.database)
    now = container.clock.now()
    if _is_done(ingest, now, container):
        count("IngestsFinished")
        return {"fixtures": 0, "teams": [], "done": True}
    fixtures, teams = 0, dict[int, Team]()
    for bodies in _requested(ingest, now, container):
        _store(bodies, now, container)
        fixtures += len(bodies)
        ahead = [body for body in bodies if collection_for(body.status) != "completed"]
        teams |= {team["id"]: team for body in ahead for team in teams_of(body, container.rules)}
    container.capacity.note_calendar(windows(container.capacity.kickoffs(), container.rules), now)
    if ingest.daily:
        _reopen_archived(now, container)
        container.leases.note_ingested(now.date(), ingest.scheduled or BY_HAND)
        count("IngestsFinished")
    return {"fixtures": fixtures, "teams": list(teams.values()), "done": False}


def _is_done(ingest: IngestRequest, now: datetime, container: GoalsContainer) -> bool:
    """Check whether another run did the day; a retry of the same run does it again, because its answer was lost."""
    if not ingest.daily or ingest.scheduled is None:
        return False
    return container.leases.ingested_by(now.date()) not in {None, ingest.scheduled}


def _reopen_archived(now: datetime, container: GoalsContainer) -> None:
    """Ask again about recently archived fixtures (F26)."""
    archived = container.completed.archived_since(now - timedelta(days=container.rules.reopening_days))
    if not archived:
        return
    try:
        answer = container.football.fixtures([fixture["_id"] for fixture in archived])
    except FootyError as failure:  # the fixtures of the day are stored, and the next marks ask again
        log_warning("archive_not_asked", reason=str(failure))
        return
    reopen(answer.bodies, container)


def _requested(ingest: IngestRequest, now: datetime, container: GoalsContainer) -> Iterator[Sequence[Body]]:
    if ingest.fixture_ids:  # fixtures that are requested by id need not be tracked
        return iter([container.football.fixtures(ingest.fixture_ids).bodies])
    if ingest.date:
        return iter([_of_day(ingest.date, container)])
    return _coming_days(now.date(), container)


def _coming_days(today: date, container: GoalsContainer) -> Iterator[Sequence[Body]]:
    """Yield the window, then look ahead to the next day with fixtures if tomorrow and the day after are empty."""
    found_next = False
    for ahead in range(container.rules.lookahead_days + 1):
        if ahead >= WINDOW_DAYS and found_next:
            return
        try:
            bodies = _of_day(today + timedelta(days=ahead), container)
        except AccessDenied as refused:
            if ahead == 0:
                raise
            # smaller API plans refuse later days
            log_warning("day_refused", ahead=ahead, reason=str(refused))
            return
        found_next = found_next or (ahead > 0 and bool(bodies))
        yield bodies


def _of_day(day: date, container: GoalsContainer) -> Sequence[Body]:
    return [body for body in container.football.of_day(day).bodies if tracked(body, container.rules)]


def _store(bodies: Sequence[Body], now: datetime, container: GoalsContainer) -> None:
    """Insert new fixtures; leave the others unchanged, but reopen archived ones that are played after all."""
    stored = container.new_fixtures.existing([body.id for body in bodies])
    routed: dict[CollectionName, list[FixtureDocument]] = defaultdict(list)
    for body in bodies:
        if body.id not in stored:
            routed[collection_for(body.status)].append(new_fixture(body, now, container.rules))
    container.new_fixtures.insert(routed)
    reopen((body for body in bodies if body.id in stored), container)
    log_info("fixtures_stored", known=len(stored), **{name: len(documents) for name, documents in routed.items()})
    report_unwatched(one["_id"] for one in routed["completed"] if one.get("completed_because") == UNWATCHED)
