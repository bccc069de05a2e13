"""Registers a download with its goal and writes down what it is to fetch."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.clips.manifest import Manifest
from footy.downloading import Registered, register_download
from footy.telemetry import handler


class Answer(TypedDict):
    """What the download goes on with."""

    action: Registered


@handler
def handle(event: Manifest, context: LambdaContext) -> Answer:
    """Answers whether there is something to fetch, nothing, or no goal any more."""
    return {"action": register_download(event, downloads=stores.downloads(), work=wiring.work())}
