"""Lambda function of `validate_clip`: messages of the validation queue."""

from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.validate_clip import Input, validate_clip

container = GoalsContainer()


@handler(validate_clip)
def handle(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Return the messages that stay in the queue."""
    return {"batchItemFailures": [{"itemIdentifier": one["messageId"]} for one in event["Records"] if _waits(one)]}


def _waits(record: dict[str, Any]) -> bool:
    receives = int(record["attributes"]["ApproximateReceiveCount"])
    look: Input = {"body": record["body"], "receipt": record["receiptHandle"], "receives": receives}
    return container.run(validate_clip, look) == "waits"
