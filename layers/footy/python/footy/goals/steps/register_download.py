"""First step of a download: register it with its goal and write its manifest (D1)."""

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
    """Next action of the download, and the deadline of its clips."""

    action: Action
    until: str


def register_download(request: Input, container: GoalsContainer) -> Output:
    """Register a download, and return whether there are clips to fetch."""
    action = _register(request, container)
    log_info("download_registered", clips=len(request["clips"]), next=action)
    return {"action": action, "until": iso(_deadline(request["event_id"], container))}


def _register(request: Input, container: GoalsContainer) -> Action:
    if not container.downloads.register(request["event_id"], request["download_id"]):
        return "gone"
    if not request["clips"]:
        return "empty"
    container.work.put_manifest(request)
    return "fetch"


def _deadline(event_id: str, container: GoalsContainer) -> datetime:
    """Return the goal's deadline less the time of the last batch, and at least a moment from now."""
    rules, event = container.rules, container.events.find(event_id)
    earliest = container.clock.now() + timedelta(seconds=rules.last_batch_seconds)
    if event is None:
        return earliest
    deadline = opened_at(event) + timedelta(minutes=rules.deadline_minutes)
    return max(earliest, deadline - timedelta(seconds=rules.last_batch_seconds))
