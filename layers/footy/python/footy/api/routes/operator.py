"""Operator console: status, open goals, the story of a goal, and past actions."""

from datetime import timedelta
from http import HTTPStatus

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.replies import json_reply, responses_for
from footy.api.requests import container_of
from footy.goals.adapters.mongo.page.matches import MatchFilter
from footy.goals.fixtures.lifecycle.tick import tick_counts
from footy.goals.model.ids import is_goal
from footy.goals.page.operator import (
    GoalStory,
    OperatorActions,
    QueueSizes,
    SystemStatus,
    UnfinishedGoalList,
    post_usage,
    story_of,
    unfinished_goals,
    validation_counts,
)

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
PRIVATE = "no-store"
DAY = timedelta(days=1)


@router.get("/api/v1/ops/status", responses=responses_for(SystemStatus), tags=["operators"])
def status() -> Response[str]:
    """Return deployment, ticks, quota, post costs, queues and vision outcomes."""
    container = container_of(router)
    now, last = container.clock.now(), container.leases.last_tick()
    today = now.date()
    with_open_goals = container.matches.with_open_goals()
    answer = SystemStatus(
        now=now,
        commit=container.settings.commit,
        last_tick=last,
        tick_age_seconds=max(0.0, (now - last).total_seconds()) if last else None,
        ticks=tick_counts(container.leases.tick_book(), now, container.rules),
        paused=container.operator_log.paused(),
        live=len(container.matches.select(MatchFilter(live=True))),
        open_goals=len(unfinished_goals(with_open_goals, now, container.rules)),
        requests=container.leases.quota(today),
        posts=post_usage(
            container.paid_posts.count(today, today),
            container.paid_posts.count(today.replace(day=1), today),
            container.rules,
        ),
        queues=QueueSizes(container.uploads.backlog(), container.dead_letters.count()),
        looked=validation_counts(container.matches.with_goals_since(now - DAY), now - DAY),
    )
    return json_reply(answer, keep=PRIVATE)


@router.get("/api/v1/ops/goals", responses=responses_for(UnfinishedGoalList), tags=["operators"])
def open_goals() -> Response[str]:
    """Return the goals that are not complete, with age and reason."""
    container = container_of(router)
    goals = unfinished_goals(container.matches.with_open_goals(), container.clock.now(), container.rules)
    return json_reply(UnfinishedGoalList(goals), keep=PRIVATE)


@router.get(
    "/api/v1/ops/goals/<event_id>", responses=responses_for(GoalStory, HTTPStatus.NOT_FOUND), tags=["operators"]
)
def story(event_id: str) -> Response[str]:
    """Return everything that was done for one goal."""
    container = container_of(router)
    entry = container.events.find_with_fixture(event_id) if is_goal(event_id) else None
    if entry is None:
        raise NotFoundError
    fixture, event = entry
    names = event["_telemetry"].get("executions", [])
    consoles = {name: container.executions.console(name) for name in names}
    return json_reply(story_of(fixture, event, consoles, container.rules), keep=PRIVATE)


@router.get("/api/v1/ops/actions", responses=responses_for(OperatorActions), tags=["operators"])
def actions() -> Response[str]:
    """Return what operators did, newest first."""
    return json_reply(OperatorActions(container_of(router).operator_log.actions()), keep=PRIVATE)
