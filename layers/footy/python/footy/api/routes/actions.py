"""Operator actions: each is idempotent and logged with its operator."""

from datetime import date
from hashlib import sha256
from http import HTTPStatus
from typing import Annotated

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError, ServiceError
from aws_lambda_powertools.event_handler.openapi.params import Body
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api.replies import json_reply, responses_for
from footy.api.requests import MAX_ID, container_of
from footy.core.telemetry import log_info
from footy.goals.adapters.ingest_request import read_ingest_request
from footy.goals.adapters.messages import takedown_message
from footy.goals.clips.sharing import fixture_shared
from footy.goals.fixtures.goal.starting import next_execution, start_of
from footy.goals.model.ids import download_again, goal_of, is_goal
from footy.goals.page.operator import OperatorAction

router = APIGatewayHttpRouter()  # type: ignore[no-untyped-call]
PRIVATE = "no-store"
FIXTURES_AT_ONCE = 100
DONE = responses_for(OperatorAction, HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)


@router.post("/api/v1/ops/goals/<event_id>/search", responses=DONE, tags=["operators"])
def search_again(event_id: str) -> Response[str]:
    """Start another search for a goal that has searches left, with a new deadline."""
    container = container_of(router)
    event = container.events.find(event_id) if is_goal(event_id) else None
    if event is None:
        raise NotFoundError
    if len(set(event["_download_workflows"])) >= container.rules.searches_per_goal:
        raise _conflict(f"all {container.rules.searches_per_goal} searches of this goal are finished")
    name = next_execution(event)
    start = start_of(event, name)
    if not container.searches.begin_again(event, execution=name, at=container.clock.now()):
        raise _conflict("the goal has changed: reload and try again")
    container.executions.start(name, {**start.about, "event_id": start.event_id})
    return _done("search again", event_id, f"started {name}")


@router.post("/api/v1/ops/downloads/<download_id>/retry", responses=DONE, tags=["operators"])
def retry_download(download_id: str) -> Response[str]:
    """Restart a download whose batch was never finished."""
    container = container_of(router)
    event_id = goal_of(download_id)
    event = container.events.find(event_id) if event_id else None
    if event is None or download_id not in event["_download_workflows"]:
        raise NotFoundError
    if download_id in event["_finished_downloads"]:
        raise _conflict("this download is finished")
    manifest = container.work.manifest(download_id)
    if manifest is None:
        raise _conflict("its list of posts has expired: search again instead")
    name = download_again(download_id, int(container.machine_clock.now().timestamp()) // 60)
    started = container.download_executions.start(name, manifest)
    return _done("retry download", download_id, f"started {name}" if started else "was started a moment ago")


@router.post("/api/v1/ops/redrive", responses=DONE, tags=["operators"])
def redrive() -> Response[str]:
    """Send dead-lettered batches to the upload queue again; uploads are idempotent."""
    container = container_of(router)
    sent = container.dead_letters.redrive(container.uploads)
    return _done("redrive", "dead letters", f"{sent} sent again")


@router.post("/api/v1/ops/clips/<share_id>/hide", responses=DONE, tags=["operators"])
def hide(share_id: str) -> Response[str]:
    """Hide a clip from the page, together with copies that arrive later."""
    container = container_of(router)
    who = str(router.context["operator"])
    if fixture_shared(share_id) is None or not container.hidden_clips.hide(
        share_id, {"by": who, "at": container.clock.now()}
    ):
        raise NotFoundError
    _move_objects(share_id)
    return _done("hide clip", share_id, "hidden; its files are out of reach within a minute")


@router.post("/api/v1/ops/clips/<share_id>/show", responses=DONE, tags=["operators"])
def show(share_id: str) -> Response[str]:
    """Show a hidden clip again."""
    if fixture_shared(share_id) is None or not container_of(router).hidden_clips.show(share_id):
        raise NotFoundError
    _move_objects(share_id)
    return _done("show clip", share_id, "shown")


@router.post("/api/v1/ops/ingest", responses=DONE, tags=["operators"])
def ingest(
    day: Annotated[date | None, Body(alias="date", embed=True)] = None,
    fixture_ids: Annotated[
        list[Annotated[int, Body(ge=1, le=MAX_ID)]] | None, Body(embed=True, max_length=FIXTURES_AT_ONCE)
    ] = None,
) -> Response[str]:
    """Ingest the fixtures of a day, or some by their ids."""
    container = container_of(router)
    body = {"date": day.isoformat() if day else None, "fixture_ids": fixture_ids}
    payload = {name: value for name, value in body.items() if value is not None}
    if read_ingest_request(payload).daily:
        raise ServiceError(HTTPStatus.BAD_REQUEST, "`date` or `fixture_ids` is required")
    subject = str(day) if day else ",".join(map(str, fixture_ids or []))
    minute = int(container.machine_clock.now().timestamp()) // 60
    started = container.ingest_executions.start(f"by-hand-{minute}-{sha256(subject.encode()).hexdigest()[:8]}", payload)
    return _done("ingest", subject, "started" if started else "was started a moment ago")


@router.post("/api/v1/ops/pause", responses=DONE, tags=["operators"])
def pause() -> Response[str]:
    """Pause the monitor: no new ticks; running searches continue."""
    container = container_of(router)
    container.operator_log.pause(str(router.context["operator"]), container.clock.now())
    return _done("pause", "monitor", "ticks rest")


@router.post("/api/v1/ops/resume", responses=DONE, tags=["operators"])
def resume() -> Response[str]:
    """Resume the monitor."""
    container = container_of(router)
    container.operator_log.resume(str(router.context["operator"]), container.clock.now())
    return _done("resume", "monitor", "ticks go on")


def _move_objects(share_id: str) -> None:
    """Request that the objects of the clip's fixture follow its document; hiding again repeats the request."""
    if fixture_id := fixture_shared(share_id):
        container_of(router).takedowns.send(takedown_message([fixture_id]))


def _done(what: str, about: str, outcome: str) -> Response[str]:
    container, who = container_of(router), str(router.context["operator"])
    action = OperatorAction(who, what, about, container.clock.now(), outcome)
    container.operator_log.note(action)
    log_info("operator_acted", who=who, what=what, about=about, outcome=outcome)
    return json_reply(action, keep=PRIVATE)


def _conflict(why: str) -> ServiceError:
    return ServiceError(HTTPStatus.CONFLICT, why)
