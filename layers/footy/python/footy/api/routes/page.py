"""What anybody who may look can ask: days, matches, goals, names, coverage, and what has changed."""

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
    """Whether ticks still come; asked without a password."""
    container = container_of(router)
    now, last = container.clock.now(), container.leases.last_tick()
    state = "ok" if last and now - last <= LATE else "late"
    live = len(container.matches.select(MatchFilter(live=True)))
    page = "open" if container.settings.page == "open" else "closed"
    return json_reply(Health(state, now, last, live, page, container.settings.contact), keep=SECOND)  # type: ignore[arg-type]


@router.get("/api/v1/dates", responses=responses_for(MatchDays), tags=["page"])
def dates() -> Response[str]:
    """The days that have matches."""
    container = container_of(router)
    return json_reply(MatchDays(container.clock.now().date(), days_of(container.matches.names())), keep=MINUTE)


@router.get("/api/v1/fixtures", responses=responses_for(MatchList), tags=["page"])
def fixtures(
    day: Annotated[date | None, Query(alias="date")] = None,
    league: Annotated[int | None, Query(ge=0, le=MAX_ID)] = None,
    team: Annotated[int | None, Query(ge=0, le=MAX_ID)] = None,
    live: Annotated[Literal["true", "false"], Query()] = "false",
) -> Response[str]:
    """Matches with their goals: of a day by UTC, of a league, of a team, or those being played; else today's."""
    container = container_of(router)
    if day is None and league is None and team is None and live == "false":
        day = container.clock.now().date()
    found = container.matches.select(MatchFilter(day=day, league=league, team=team, live=live == "true"))
    return json_reply(MatchList(fixtures_of(found, container.clock.now(), container.rules)))


@router.get("/api/v1/fixtures/<fixture_id>", responses=responses_for(MatchView, HTTPStatus.NOT_FOUND), tags=["page"])
def fixture(fixture_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Response[str]:
    """One match with its goals."""
    container = container_of(router)
    document = container.matches.find(fixture_id)
    if document is None:
        raise NotFoundError
    return json_reply(fixture_of(document, container.clock.now(), container.rules))


@router.get("/api/v1/events", responses=responses_for(NewestGoals), tags=["page"])
def events(since: Annotated[datetime | None, Query()] = None) -> Response[str]:
    """The newest goals of all matches, the newest first: of the last day, or since a moment."""
    container = container_of(router)
    now = container.clock.now()
    earliest = now - timedelta(days=container.rules.retention_days)
    moment = now - timedelta(hours=container.rules.newest_hours) if since is None else _in_utc(since)
    moment = min(max(moment, earliest), now)
    cards = newest(container.matches.with_goals_since(moment), moment, now, container.rules)
    return json_reply(NewestGoals(cards))


@router.get("/api/v1/events/<event_id>", responses=responses_for(GoalCard, HTTPStatus.NOT_FOUND), tags=["page"])
def event(event_id: str) -> Response[str]:
    """One goal with its match, under any id that it ever had."""
    card = card_of(event_id) if is_goal(event_id) else None
    if card is None:
        raise NotFoundError
    return json_reply(card)


def card_of(event_id: str) -> GoalCard | None:
    """The goal of that id, followed through corrections of its scorer, also when it was taken back."""
    container = container_of(router)
    fixture_id = fixture_named(event_id)
    document = container.matches.find(fixture_id) if fixture_id <= MAX_ID else None
    if document is None:
        return None
    stones = {stone["_event_id"]: stone for stone in document.get("_removed_events", [])}
    for _ in range(len(stones)):
        if event_id in stones and "redirect_to" in stones[event_id]:
            event_id = stones[event_id]["redirect_to"]
    head, now = head_of(document), container.clock.now()
    goals = {goal.id: goal for goal in fixture_of(document, now, container.rules).goals}
    stone = stones.get(event_id)
    goal = goals.get(event_id) or (removed_goal(document, stone, container.rules) if stone else None)
    return GoalCard(head, goal) if goal else None


@router.get("/api/v1/search", responses=responses_for(SearchResults), tags=["page"])
def search(
    q: Annotated[str, Query(min_length=LEAST_LETTERS, max_length=LONGEST_QUERY)],
) -> Response[str]:
    """Players, teams and leagues by two letters or more, accents or not, with the goals of these players."""
    container = container_of(router)
    known = container.matches.names()
    names, now = players(q, known), container.clock.now()
    earliest = now - timedelta(days=container.rules.retention_days)
    scored = container.matches.of_players(names) if names else []
    cards = [card for card in newest(scored, earliest, now, container.rules) if matches_name(q, card.goal.scorer or "")]
    return json_reply(SearchResults(names, teams(q, known), leagues(q, known), cards), keep="public, max-age=10")


@router.get("/api/v1/coverage", responses=responses_for(DayCoverage), tags=["page"])
def coverage(day: Annotated[date | None, Query(alias="date")] = None) -> Response[str]:
    """How many of a day's goals can be watched."""
    container = container_of(router)
    asked = day or container.clock.now().date()
    return json_reply(day_coverage(asked, container.matches.select(MatchFilter(day=asked))), keep="public, max-age=10")


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
    container, carried = container_of(router), last_event_id or cursor
    now = container.machine_clock.now()
    onward, since = cursor_at(now, container.rules), since_of(carried, now, container.rules)
    if since is None:
        body = first_event(onward, container.rules, anew=bool(carried))
    else:
        body = change_event(container.matches.changed_since(since), onward, container.rules)
    return Response(HTTPStatus.OK.value, EVENTS, body, headers={"Cache-Control": SECOND})


def _in_utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
