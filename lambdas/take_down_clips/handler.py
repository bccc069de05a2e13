"""Lambda function of `take_down_clips`: messages of the takedown queue."""

from typing import Any

from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.take_down_clips import Input, take_down_clips

container = GoalsContainer()
# a failed message holds back the later ones of its fixture, not those of other fixtures
processor = SqsFifoPartialProcessor(skip_group_on_error=True)


@handler(take_down_clips)
def handle(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Return the messages that have to be delivered again."""
    return process_partial_response(event=event, record_handler=_take, processor=processor, context=context)


def _take(record: SQSRecord) -> None:
    message: Input = {"body": record.body, "message_id": record.message_id}
    container.run(take_down_clips, message)
