"""Takes upload signals from the FIFO queue, one batch of a goal at a time."""

from typing import Any

from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response
from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.clips.manifest import read_signal
from footy.dead_letters import Letter
from footy.errors import MalformedMessage
from footy.telemetry import count, handler, warn
from footy.uploading import upload_batch

# a failed batch holds back the later ones of its goal, not those of other goals
processor = SqsFifoPartialProcessor(skip_group_on_error=True)


@handler
def handle(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """Answers which messages have to be delivered again."""
    return process_partial_response(event=event, record_handler=_take, processor=processor, context=context)


def _take(record: SQSRecord) -> None:
    """What comes back is counted as received with all that waits behind it: at its last try it must not."""
    try:
        _upload(record)
    except Exception as failure:
        why = f"{type(failure).__name__}: {failure}"
        warn("batch_failed", message_id=record.message_id, reason=why)
        last_try = int(record.attributes.approximate_receive_count) >= wiring.upload_tries()
        if not last_try and not isinstance(failure, MalformedMessage):
            raise
        wiring.dead_letters().set_aside(_letter(record), why)
        count("BatchesSetAside")


def _upload(record: SQSRecord) -> None:
    upload_batch(
        read_signal(record.body, record.attributes.message_group_id or ""),
        events=stores.events(),
        downloads=stores.downloads(),
        work=wiring.work(),
        media=wiring.media(),
        match=wiring.alike,
        clock=wiring.clock(),
        rules=wiring.rules(),
    )


def _letter(record: SQSRecord) -> Letter:
    told = record.attributes
    return Letter(record.body, told.message_group_id or "", told.message_deduplication_id or record.message_id)
