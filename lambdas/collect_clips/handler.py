"""Names the clips that a fetch task left to be looked at."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import wiring
from footy.downloading import collect_clips
from footy.telemetry import handler


class Asked(TypedDict):
    """Which download."""

    event_id: str
    download_id: str


class Answer(TypedDict):
    """The MD5 of each clip."""

    clips: list[str]


@handler
def handle(event: Asked, context: LambdaContext) -> Answer:
    """Reads the result of the task."""
    return {"clips": collect_clips(event["download_id"], work=wiring.work())}
