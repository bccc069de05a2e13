"""Atom feeds of the newest goals, by league or team."""

from datetime import timedelta
from http import HTTPStatus
from typing import Annotated

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.params import Path
from aws_lambda_powertools.event_handler.openapi.types import OpenAPIResponse
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.replies import MINUTE, problem_response
from footy.api.requests import MAX_ID, container_of
from footy.goals.adapters.mongo.page.matches import MatchFilter
from footy.goals.clips.takedown import is_taken_down
from footy.goals.model.documents import FixtureDocument
from footy.goals.page.feeds import feed
from footy.goals.page.matches import head_of, newest

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
ATOM_TYPE = "application/atom+xml"
ATOM = f"{ATOM_TYPE}; charset=utf-8"
FEED: dict[int, OpenAPIResponse] = {
    HTTPStatus.OK.value: {"description": "an Atom feed", "content": {ATOM_TYPE: {"schema": {"type": "string"}}}},
    HTTPStatus.NOT_MODIFIED.value: {"description": "not modified"},
    HTTPStatus.BAD_REQUEST.value: problem_response(HTTPStatus.BAD_REQUEST),
    HTTPStatus.UNAUTHORIZED.value: problem_response(HTTPStatus.UNAUTHORIZED),
    HTTPStatus.NOT_FOUND.value: problem_response(HTTPStatus.NOT_FOUND),
}


@router.get("/feeds/leagues/<league>", responses=FEED, tags=["feeds"])
def of_league(league: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Response[str]:
    """Return the newest goals of a league."""
    matches = container_of(router).matches.select(MatchFilter(league=league))
    title = head_of(matches[0]).league.name if matches else ""
    return _feed(title, f"/feeds/leagues/{league}", matches)


@router.get("/feeds/teams/<team>", responses=FEED, tags=["feeds"])
def of_team(team: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Response[str]:
    """Return the newest goals of a team's matches."""
    matches = container_of(router).matches.select(MatchFilter(team=team))
    headers = [head_of(document) for document in matches]
    names = (side.name for head in headers for side in (head.home, head.away) if side.id == team)
    return _feed(next(names, ""), f"/feeds/teams/{team}", matches)


def _feed(title: str, path: str, matches: list[FixtureDocument]) -> Response[str]:
    if not matches:
        raise NotFoundError
    container = container_of(router)
    now = container.clock.now()
    cards = newest(matches, now - timedelta(days=container.rules.retention_days), now, container.rules)
    taken_down = {event["_event_id"] for one in matches for event in one.get("events", []) if is_taken_down(event)}
    cards = [card for card in cards if card.goal.id not in taken_down]
    body = feed(f"Goals: {title}", path, container.settings.page_url, cards, now)
    return Response(HTTPStatus.OK.value, ATOM, body, headers={"Cache-Control": MINUTE})
