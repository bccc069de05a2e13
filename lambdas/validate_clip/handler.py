"""Has the vision model look at one clip."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import wiring
from footy.clips.manifest import Verdict
from footy.downloading import validate_clip
from footy.telemetry import handler


class Asked(TypedDict):
    """Which clip of which download."""

    event_id: str
    download_id: str
    clip: str


@handler
def handle(event: Asked, context: LambdaContext) -> Verdict:
    """Answers whether the clip is football, not off a screen, and of the goal's minute."""
    return validate_clip(
        event["event_id"],
        event["download_id"],
        event["clip"],
        events=wiring.events(),
        work=wiring.work(),
        vision=wiring.vision(),
        rules=wiring.rules(),
    )
