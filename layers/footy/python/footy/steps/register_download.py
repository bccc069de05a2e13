"""The first act of a download: known to its goal, and its order written down for the task."""

from datetime import datetime, timedelta
from typing import Literal, TypedDict

from footy.fixtures.completion import opened_at
from footy.model.clips import Manifest
from footy.model.text import iso
from footy.telemetry import say
from footy.world import World

Action = Literal["fetch", "empty", "gone"]
Input = Manifest


class Output(TypedDict):
    """What the download goes on with, and until when its clips are wanted."""

    action: Action
    until: str


def register_download(request: Input, world: World) -> Output:
    """Answers whether there is something to fetch, nothing, or no goal any more."""
    action = _register(request, world)
    say("download_registered", clips=len(request["clips"]), next=action)
    return {"action": action, "until": iso(_wanted_until(request["event_id"], world))}


def _register(request: Input, world: World) -> Action:
    if not world.downloads.register(request["event_id"], request["download_id"]):
        return "gone"
    if not request["clips"]:
        return "empty"
    world.work.put_manifest(request)
    return "fetch"


def _wanted_until(event_id: str, world: World) -> datetime:
    """Its goal's deadline, less what the last batch takes; a clip always gets a moment."""
    rules, event = world.rules, world.events.find(event_id)
    moment = world.clock.now() + timedelta(seconds=rules.last_batch_seconds)
    if event is None:
        return moment
    deadline = opened_at(event) + timedelta(minutes=rules.deadline_minutes)
    return max(moment, deadline - timedelta(seconds=rules.last_batch_seconds))
