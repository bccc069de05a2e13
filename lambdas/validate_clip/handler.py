"""Has the vision model look at one clip."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.clips.manifest import Verdict
from footy.downloading import validate_clip
from footy.telemetry import handler


class Asked(TypedDict):
    """Which of the clips that a download was to fetch."""

    event_id: str
    download_id: str
    source_url: str


@handler
def handle(event: Asked, context: LambdaContext) -> Verdict | None:
    """Whether the clip is football, not off a screen, and of the goal's minute; None where nothing was fetched."""
    return validate_clip(
        event["event_id"],
        event["download_id"],
        event["source_url"],
        events=stores.events(),
        work=wiring.work(),
        vision=wiring.vision(),
        rules=wiring.rules(),
    )
