"""What anybody who may look can ask: days, matches, goals, names, coverage, and what has changed."""

from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus
from typing import Annotated, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.params import Header, Path, Query
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.adapters.mongo.matches import Wanted
from footy.api.replies import EVENTS, MINUTE, SECOND, documented, told
from footy.api.requests import MATCH, world_of
from footy.model.ids import fixture_of as fixture_named
from footy.model.ids import is_goal
from footy.page.answers import Dates, DayCoverage, Events, Fixture, Fixtures, Found, GoalCard, Health
from footy.page.fixtures import day_coverage, days_of, fixture_of, fixtures_of, head_of, newest
from footy.page.goals import removed_goal
from footy.page.search import LEAST_LETTERS, fits, leagues, players, teams
from footy.page.stream import beginning_told, changes_told, cursor_at, since_of

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
LATE = timedelta(minutes=3)
LONGEST_QUERY = 60


@router.get("/api/v1/health", responses=documented(Health), tags=["page"])
def health() -> Response[str]:
    """Whether ticks still come; asked without a password."""
    world = world_of(router)
    now, last = world.clock.now(), world.leases.last_tick()
    state = "ok" if last and now - last <= LATE else "late"
    live = len(world.matches.wanted(Wanted(live=True)))
    page = "open" if world.settings.page == "open" else "closed"
    return told(Health(state, now, last, live, page, world.settings.contact), keep=SECOND)  # type: ignore[arg-type]


@router.get("/api/v1/dates", responses=documented(Dates), tags=["page"])
def dates() -> Response[str]:
    """The days that have matches."""
    world = world_of(router)
    return told(Dates(world.clock.now().date(), days_of(world.matches.names())), keep=MINUTE)


@router.get("/api/v1/fixtures", responses=documented(Fixtures), tags=["page"])
def fixtures(
    day: Annotated[date | None, Query(alias="date")] = None,
    league: Annotated[int | None, Query(ge=0, le=MATCH)] = None,
    team: Annotated[int | None, Query(ge=0, le=MATCH)] = None,
    live: Annotated[Literal["true", "false"], Query()] = "false",
) -> Response[str]:
    """Matches with their goals: of a day by UTC, of a league, of a team, or those being played; else today's."""
    world = world_of(router)
    if day is None and league is None and team is None and live == "false":
        day = world.clock.now().date()
    found = world.matches.wanted(Wanted(day=day, league=league, team=team, live=live == "true"))
    return told(Fixtures(fixtures_of(found, world.clock.now(), world.rules)))


@router.get("/api/v1/fixtures/<fixture_id>", responses=documented(Fixture, HTTPStatus.NOT_FOUND), tags=["page"])
def fixture(fixture_id: Annotated[int, Path(ge=1, le=MATCH)]) -> Response[str]:
    """One match with its goals."""
    world = world_of(router)
    document = world.matches.find(fixture_id)
    if document is None:
        raise NotFoundError
    return told(fixture_of(document, world.clock.now(), world.rules))


@router.get("/api/v1/events", responses=documented(Events), tags=["page"])
def events(since: Annotated[datetime | None, Query()] = None) -> Response[str]:
    """The newest goals of all matches, the newest first: of the last day, or since a moment."""
    world = world_of(router)
    now = world.clock.now()
    earliest = now - timedelta(days=world.rules.retention_days)
    moment = now - timedelta(hours=world.rules.newest_hours) if since is None else _in_utc(since)
    moment = min(max(moment, earliest), now)
    cards = newest(world.matches.with_goals_since(moment), moment, now, world.rules)
    return told(Events(cards))


@router.get("/api/v1/events/<event_id>", responses=documented(GoalCard, HTTPStatus.NOT_FOUND), tags=["page"])
def event(event_id: str) -> Response[str]:
    """One goal with its match, under any id that it ever had."""
    card = card_of(event_id) if is_goal(event_id) else None
    if card is None:
        raise NotFoundError
    return told(card)


def card_of(event_id: str) -> GoalCard | None:
    """The goal of that id, followed through corrections of its scorer, also when it was taken back."""
    world = world_of(router)
    fixture_id = fixture_named(event_id)
    document = world.matches.find(fixture_id) if fixture_id <= MATCH else None
    if document is None:
        return None
    stones = {stone["_event_id"]: stone for stone in document.get("_removed_events", [])}
    for _ in range(len(stones)):
        if event_id in stones and "redirect_to" in stones[event_id]:
            event_id = stones[event_id]["redirect_to"]
    head, now = head_of(document), world.clock.now()
    goals = {goal.id: goal for goal in fixture_of(document, now, world.rules).goals}
    stone = stones.get(event_id)
    goal = goals.get(event_id) or (removed_goal(document, stone, world.rules) if stone else None)
    return GoalCard(head, goal) if goal else None


@router.get("/api/v1/search", responses=documented(Found), tags=["page"])
def search(
    q: Annotated[str, Query(min_length=LEAST_LETTERS, max_length=LONGEST_QUERY)],
) -> Response[str]:
    """Players, teams and leagues by two letters or more, accents or not, with the goals of these players."""
    world = world_of(router)
    known = world.matches.names()
    names, now = players(q, known), world.clock.now()
    earliest = now - timedelta(days=world.rules.retention_days)
    scored = world.matches.of_players(names) if names else []
    cards = [card for card in newest(scored, earliest, now, world.rules) if fits(q, card.goal.scorer or "")]
    return told(Found(names, teams(q, known), leagues(q, known), cards), keep="public, max-age=10")


@router.get("/api/v1/coverage", responses=documented(DayCoverage), tags=["page"])
def coverage(day: Annotated[date | None, Query(alias="date")] = None) -> Response[str]:
    """How many of a day's goals can be watched."""
    world = world_of(router)
    asked = day or world.clock.now().date()
    return told(day_coverage(asked, world.matches.wanted(Wanted(day=asked))), keep="public, max-age=10")


@router.get(
    "/api/v1/stream",
    responses={200: {"description": "server-sent events: hello, invalidate, nothing or reload"}},
    tags=["page"],
)
def stream(
    last_event_id: Annotated[str | None, Header(alias="last-event-id", max_length=200)] = None,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Response[str]:
    """What changed since then, complete at once; EventSource comes back by itself with the id it was given.

    Whoever listens first and reads after the `hello` misses nothing.
    """
    world, carried = world_of(router), last_event_id or cursor
    now = world.machine_clock.now()
    onward, since = cursor_at(now, world.rules), since_of(carried, now, world.rules)
    if since is None:
        body = beginning_told(onward, world.rules, anew=bool(carried))
    else:
        body = changes_told(world.matches.changed_since(since), onward, world.rules)
    return Response(HTTPStatus.OK.value, EVENTS, body, headers={"Cache-Control": SECOND})


def _in_utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
