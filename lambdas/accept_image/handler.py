"""Lambda function of `accept_image`: messages of the uploads bucket."""

from typing import Any

from aws_lambda_powertools.utilities.batch import BatchProcessor, EventType, process_partial_response
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.images.container import ImagesContainer
from footy.images.steps.accept_image import Input, accept_image

container = ImagesContainer()
# one bad message must not bring back the others of its batch
processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)


@handler(accept_image)
def handle(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Return the messages that have to be delivered again."""
    return process_partial_response(event=event, record_handler=_take, processor=processor, context=context)


def _take(record: SQSRecord) -> None:
    message: Input = {"body": record.body}
    container.run(accept_image, message)
