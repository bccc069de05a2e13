"""Lambda function of `upload_batch`: messages of the FIFO queue."""

from typing import Any

from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.upload_batch import Input, upload_batch

container = GoalsContainer()
# a failed batch holds back the later ones of its goal, not those of other goals
processor = SqsFifoPartialProcessor(skip_group_on_error=True)


@handler(upload_batch)
def handle(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Return the messages that have to be delivered again."""
    return process_partial_response(event=event, record_handler=_take, processor=processor, context=context)


def _take(record: SQSRecord) -> None:
    attributes = record.attributes
    message: Input = {
        "body": record.body,
        "group": attributes.message_group_id or "",
        "deduplication_id": attributes.message_deduplication_id or record.message_id,
        "receives": int(attributes.approximate_receive_count),
    }
    container.run(upload_batch, message)
