"""The first act of a download: known to its goal, and its order written down for the task."""

from typing import Literal, TypedDict

from footy.model.clips import Manifest
from footy.world import World

Input = Manifest


class Output(TypedDict):
    """What the download goes on with."""

    action: Literal["fetch", "empty", "gone"]


def register_download(request: Input, world: World) -> Output:
    """Answers whether there is something to fetch, nothing, or no goal any more."""
    if not world.downloads.register(request["event_id"], request["download_id"]):
        return {"action": "gone"}
    if not request["clips"]:
        return {"action": "empty"}
    world.work.put_manifest(request)
    return {"action": "fetch"}
