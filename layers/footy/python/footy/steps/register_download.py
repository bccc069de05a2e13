"""The first act of a download: known to its goal, and its order written down for the task."""

from typing import Literal, TypedDict

from footy.model.clips import Manifest
from footy.telemetry import say
from footy.world import World

Action = Literal["fetch", "empty", "gone"]
Input = Manifest


class Output(TypedDict):
    """What the download goes on with."""

    action: Action


def register_download(request: Input, world: World) -> Output:
    """Answers whether there is something to fetch, nothing, or no goal any more."""
    action = _register(request, world)
    say("download_registered", clips=len(request["clips"]), next=action)
    return {"action": action}


def _register(request: Input, world: World) -> Action:
    if not world.downloads.register(request["event_id"], request["download_id"]):
        return "gone"
    if not request["clips"]:
        return "empty"
    world.work.put_manifest(request)
    return "fetch"
