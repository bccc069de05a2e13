"""Takes clips from the queue of those that are to be looked at, one at a time."""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.validate_clip import Input, validate_clip
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(validate_clip)
def handle(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Answers which messages stay in the queue."""
    return {"batchItemFailures": [{"itemIdentifier": one["messageId"]} for one in event["Records"] if _waits(one)]}


def _waits(record: dict[str, Any]) -> bool:
    receives = int(record["attributes"]["ApproximateReceiveCount"])
    look: Input = {"body": record["body"], "receipt": record["receiptHandle"], "receives": receives}
    return world.run(validate_clip, look) == "waits"
