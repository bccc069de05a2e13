"""Takes upload signals from the FIFO queue, one batch of a goal at a time."""

from typing import Any

from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import wiring
from footy.clips.manifest import read_signal
from footy.telemetry import handler, warn
from footy.uploading import upload_batch

# a failed batch holds back the later ones of its goal, not those of other goals
processor = SqsFifoPartialProcessor(skip_group_on_error=True)


@handler
def handle(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Answers which messages have to be delivered again."""
    return process_partial_response(event=event, record_handler=_take, processor=processor, context=context)


def _take(record: SQSRecord) -> None:
    try:
        upload_batch(
            read_signal(record.body),
            events=wiring.events(),
            downloads=wiring.downloads(),
            work=wiring.work(),
            media=wiring.media(),
            clock=wiring.clock(),
            rules=wiring.rules(),
        )
    except Exception as failure:
        warn("batch_failed", message_id=record.message_id, error=type(failure).__name__, reason=str(failure))
        raise
