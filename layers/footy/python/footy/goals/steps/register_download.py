"""The first act of a download: known to its goal, and its order written down for the task."""

from datetime import datetime, timedelta
from typing import Literal, TypedDict

from footy.core.telemetry import log_info
from footy.core.text import iso
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.completion import opened_at
from footy.goals.model.clips import Manifest

Action = Literal["fetch", "empty", "gone"]
Input = Manifest


class Output(TypedDict):
    """What the download goes on with, and until when its clips are wanted."""

    action: Action
    until: str


def register_download(request: Input, container: GoalsContainer) -> Output:
    """Answers whether there is something to fetch, nothing, or no goal any more."""
    action = _register(request, container)
    log_info("download_registered", clips=len(request["clips"]), next=action)
    return {"action": action, "until": iso(_wanted_until(request["event_id"], container))}


def _register(request: Input, container: GoalsContainer) -> Action:
    if not container.downloads.register(request["event_id"], request["download_id"]):
        return "gone"
    if not request["clips"]:
        return "empty"
    container.work.put_manifest(request)
    return "fetch"


def _wanted_until(event_id: str, container: GoalsContainer) -> datetime:
    """Its goal's deadline, less what the last batch takes; a clip always gets a moment."""
    rules, event = container.rules, container.events.find(event_id)
    moment = container.clock.now() + timedelta(seconds=rules.last_batch_seconds)
    if event is None:
        return moment
    deadline = opened_at(event) + timedelta(minutes=rules.deadline_minutes)
    return max(moment, deadline - timedelta(seconds=rules.last_batch_seconds))
