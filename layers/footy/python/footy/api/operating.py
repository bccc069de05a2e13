"""What an operator is told: how the system fares, which goals are not done, one goal's story, who did what."""

from datetime import timedelta
from http import HTTPStatus

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.adapters.mongo.matches import Wanted
from footy.api.replies import documented, told
from footy.api.requests import world_of
from footy.fixtures.tick import ticks_of
from footy.model.ids import is_goal
from footy.page.desk import (
    Actions,
    OpenGoals,
    Queues,
    Status,
    Story,
    looked_at,
    open_goals_of,
    posts_of,
    requests_of,
    story_of,
)

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
PRIVATE = "no-store"
DAY = timedelta(days=1)


@router.get("/api/v1/ops/status", responses=documented(Status), tags=["operators"])
def status() -> Response[str]:
    """What is deployed, the last ticks, the API's quota, posts and their cost, queues, what the vision model said."""
    world = world_of(router)
    now, last = world.clock.now(), world.leases.last_tick()
    today = now.date()
    waiting = world.matches.with_open_goals()
    answer = Status(
        now=now,
        commit=world.settings.commit,
        last_tick=last,
        tick_age_seconds=max(0.0, (now - last).total_seconds()) if last else None,
        ticks=ticks_of(world.leases.tick_book(), now),
        paused=world.desk.paused(),
        live=len(world.matches.wanted(Wanted(live=True))),
        open_goals=len(open_goals_of(waiting, now, world.rules)),
        requests=requests_of(world.leases.quota(today)),
        posts=posts_of(
            world.paid_posts.count(today, today), world.paid_posts.count(today.replace(day=1), today), world.rules
        ),
        queues=Queues(world.uploads.waiting(), world.dead_letters.count()),
        looked=looked_at(world.matches.with_goals_since(now - DAY), now - DAY),
    )
    return told(answer, keep=PRIVATE)


@router.get("/api/v1/ops/goals", responses=documented(OpenGoals), tags=["operators"])
def open_goals() -> Response[str]:
    """Goals that are not complete, with age and reason."""
    world = world_of(router)
    goals = open_goals_of(world.matches.with_open_goals(), world.clock.now(), world.rules)
    return told(OpenGoals(goals), keep=PRIVATE)


@router.get("/api/v1/ops/goals/<event_id>", responses=documented(Story, HTTPStatus.NOT_FOUND), tags=["operators"])
def story(event_id: str) -> Response[str]:
    """All that was done for one goal."""
    world = world_of(router)
    found = world.events.find_with_fixture(event_id) if is_goal(event_id) else None
    if found is None:
        raise NotFoundError
    fixture, event = found
    names = event["_telemetry"].get("executions", [])
    consoles = {name: world.executions.console(name) for name in names}
    return told(story_of(fixture, event, consoles, world.rules), keep=PRIVATE)


@router.get("/api/v1/ops/actions", responses=documented(Actions), tags=["operators"])
def actions() -> Response[str]:
    """What operators did, the newest first."""
    return told(Actions(world_of(router).desk.actions()), keep=PRIVATE)
