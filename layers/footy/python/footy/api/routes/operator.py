"""What an operator is told: how the system fares, which goals are not done, one goal's story, who did what."""

from datetime import timedelta
from http import HTTPStatus

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.replies import documented, told
from footy.api.requests import container_of
from footy.goals.adapters.mongo.page.matches import Wanted
from footy.goals.fixtures.lifecycle.tick import tick_counts
from footy.goals.model.ids import is_goal
from footy.goals.page.operator import (
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
    container = container_of(router)
    now, last = container.clock.now(), container.leases.last_tick()
    today = now.date()
    waiting = container.matches.with_open_goals()
    answer = Status(
        now=now,
        commit=container.settings.commit,
        last_tick=last,
        tick_age_seconds=max(0.0, (now - last).total_seconds()) if last else None,
        ticks=tick_counts(container.leases.tick_book(), now),
        paused=container.desk.paused(),
        live=len(container.matches.wanted(Wanted(live=True))),
        open_goals=len(open_goals_of(waiting, now, container.rules)),
        requests=requests_of(container.leases.quota(today)),
        posts=posts_of(
            container.paid_posts.count(today, today),
            container.paid_posts.count(today.replace(day=1), today),
            container.rules,
        ),
        queues=Queues(container.uploads.waiting(), container.dead_letters.count()),
        looked=looked_at(container.matches.with_goals_since(now - DAY), now - DAY),
    )
    return told(answer, keep=PRIVATE)


@router.get("/api/v1/ops/goals", responses=documented(OpenGoals), tags=["operators"])
def open_goals() -> Response[str]:
    """Goals that are not complete, with age and reason."""
    container = container_of(router)
    goals = open_goals_of(container.matches.with_open_goals(), container.clock.now(), container.rules)
    return told(OpenGoals(goals), keep=PRIVATE)


@router.get("/api/v1/ops/goals/<event_id>", responses=documented(Story, HTTPStatus.NOT_FOUND), tags=["operators"])
def story(event_id: str) -> Response[str]:
    """All that was done for one goal."""
    container = container_of(router)
    found = container.events.find_with_fixture(event_id) if is_goal(event_id) else None
    if found is None:
        raise NotFoundError
    fixture, event = found
    names = event["_telemetry"].get("executions", [])
    consoles = {name: container.executions.console(name) for name in names}
    return told(story_of(fixture, event, consoles, container.rules), keep=PRIVATE)


@router.get("/api/v1/ops/actions", responses=documented(Actions), tags=["operators"])
def actions() -> Response[str]:
    """What operators did, the newest first."""
    return told(Actions(container_of(router).desk.actions()), keep=PRIVATE)
