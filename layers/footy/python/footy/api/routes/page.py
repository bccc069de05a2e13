"""Routes of the page: days, matches, goals, names, coverage and the change stream."""

from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus
from typing import Annotated, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.params import Header, Path, Query
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.replies import EVENTS, MINUTE, SECOND, json_reply, responses_for
from footy.api.requests import MAX_ID, container_of
from footy.goals.adapters.mongo.page.matches import MatchFilter
from footy.goals.model.ids import fixture_of as fixture_named
from footy.goals.model.ids import is_goal
from footy.goals.page.goals import removed_goal
from footy.goals.page.matches import day_coverage, days_of, fixture_of, fixtures_of, head_of, newest
from footy.goals.page.schemas import (
    DayCoverage,
    GoalCard,
    Health,
    MatchDays,
    MatchList,
    MatchView,
    NewestGoals,
    SearchResults,
)
from footy.goals.page.search import LEAST_LETTERS, leagues, matches_name, players, teams
from footy.goals.page.stream import change_event, cursor_at, first_event, since_of

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
LATE = timedelta(minutes=3)
LONGEST_QUERY = 60


@router.get("/api/v1/health", responses=responses_for(Health), tags=["page"])
def health() -> Response[str]:
    """Return whether ticks run; needs no password."""
    container = container_of(router)
    now, last = container.clock.now(), container.leases.last_tick()
    state = "ok" if last and now - last <= LATE else "late"
    live = len(container.matches.select(MatchFilter(live=True)))
    page = "open" if container.settings.page == "open" else "closed"
    return json_reply(Health(state, now, last, live, page, container.settings.contact), keep=SECOND)  # type: ignore[arg-type]


@router.get("/api/v1/dates", responses=responses_for(MatchDays), tags=["page"])
def dates() -> Response[str]:
    """Return the days that have matches."""
    container = container_of(router)
    return json_reply(MatchDays(container.clock.now().date(), days_of(container.matches.names())), keep=MINUTE)


@router.get("/api/v1/fixtures", responses=responses_for(MatchList), tags=["page"])
def fixtures(
    day: Annotated[date | None, Query(alias="date")] = None,
    league: Annotated[int | None, Query(ge=0, le=MAX_ID)] = None,
    team: Annotated[int | None, Query(ge=0, le=MAX_ID)] = None,
    live: Annotated[Literal["true", "false"], Query()] = "false",
) -> Response[str]:
    """Return matches with their goals: of a UTC day, a league, a team, or live; today's by default."""
    container = container_of(router)
    if day is None and league is None and team is None and live == "false":
        day = container.clock.now().date()
    matches = container.matches.select(MatchFilter(day=day, league=league, team=team, live=live == "true"))
    return json_reply(MatchList(fixtures_of(matches, container.clock.now(), container.rules)))


@router.get("/api/v1/fixtures/<fixture_id>", responses=responses_for(MatchView, HTTPStatus.NOT_FOUND), tags=["page"])
def fixture(fixture_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Response[str]:
    """Return one match with its goals."""
    container = container_of(router)
    document = container.matches.find(fixture_id)
    if document is None:
        raise NotFoundError
    return json_reply(fixture_of(document, container.clock.now(), container.rules))


@router.get("/api/v1/events", responses=responses_for(NewestGoals), tags=["page"])
def events(since: Annotated[datetime | None, Query()] = None) -> Response[str]:
    """Return the newest goals of all matches: of the last day, or since a moment."""
    container = container_of(router)
    now = container.clock.now()
    earliest = now - timedelta(days=container.rules.retention_days)
    moment = now - timedelta(hours=container.rules.newest_hours) if since is None else _in_utc(since)
    moment = min(max(moment, earliest), now)
    cards = newest(container.matches.with_goals_since(moment), moment, now, container.rules)
    return json_reply(NewestGoals(cards))


@router.get("/api/v1/events/<event_id>", responses=responses_for(GoalCard, HTTPStatus.NOT_FOUND), tags=["page"])
def event(event_id: str) -> Response[str]:
    """Return one goal with its match, by any id that it ever had."""
    card = card_of(event_id) if is_goal(event_id) else None
    if card is None:
        raise NotFoundError
    return json_reply(card)


def card_of(event_id: str) -> GoalCard | None:
    """Return the goal with this id, following scorer corrections; removed goals too."""
    container = container_of(router)
    fixture_id = fixture_named(event_id)
    document = container.matches.find(fixture_id) if fixture_id <= MAX_ID else None
    if document is None:
        return None
    tombstones = {tombstone["_event_id"]: tombstone for tombstone in document.get("_removed_events", [])}
    for _ in range(len(tombstones)):
        if event_id in tombstones and "redirect_to" in tombstones[event_id]:
            event_id = tombstones[event_id]["redirect_to"]
    head, now = head_of(document), container.clock.now()
    goals = {goal.id: goal for goal in fixture_of(document, now, container.rules).goals}
    tombstone = tombstones.get(event_id)
    goal = goals.get(event_id) or (removed_goal(document, tombstone, container.rules) if tombstone else None)
    return GoalCard(head, goal) if goal else None


@router.get("/api/v1/search", responses=responses_for(SearchResults), tags=["page"])
def search(
    q: Annotated[str, Query(min_length=LEAST_LETTERS, max_length=LONGEST_QUERY)],
) -> Response[str]:
    """Find players, teams and leagues by two letters or more, and the goals of these players."""
    container = container_of(router)
    fixtures = container.matches.names()
    names, now = players(q, fixtures), container.clock.now()
    earliest = now - timedelta(days=container.rules.retention_days)
    scored = container.matches.of_players(names) if names else []
    cards = [card for card in newest(scored, earliest, now, container.rules) if matches_name(q, card.goal.scorer or "")]
    return json_reply(SearchResults(names, teams(q, fixtures), leagues(q, fixtures), cards), keep="public, max-age=10")


@router.get("/api/v1/coverage", responses=responses_for(DayCoverage), tags=["page"])
def coverage(day: Annotated[date | None, Query(alias="date")] = None) -> Response[str]:
    """Return the share of a day's goals that have a verified clip (W4)."""
    container = container_of(router)
    shown_day = day or container.clock.now().date()
    return json_reply(
        day_coverage(shown_day, container.matches.select(MatchFilter(day=shown_day))), keep="public, max-age=10"
    )


@router.get(
    "/api/v1/stream",
    responses={200: {"description": "server-sent events: hello, invalidate, nothing or reload"}},
    tags=["page"],
)
def stream(
    last_event_id: Annotated[str | None, Header(alias="last-event-id", max_length=200)] = None,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Response[str]:
    """Return the changes since the cursor at once; EventSource reconnects with the last id.

    A client that reads the page after `hello` misses no change.
    """
    container, carried = container_of(router), last_event_id or cursor
    now = container.machine_clock.now()
    onward, since = cursor_at(now, container.rules), since_of(carried, now, container.rules)
    if since is None:
        body = first_event(onward, container.rules, reload=bool(carried))
    else:
        body = change_event(container.matches.changed_since(since), onward, container.rules)
    return Response(HTTPStatus.OK.value, EVENTS, body, headers={"Cache-Control": SECOND})


def _in_utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
