"""Accept one message of the uploads bucket: write the row of each image and start its classification."""

from typing import Literal, TypedDict

from footy.core.errors import WriteConflict
from footy.core.telemetry import count, log_info, log_warning
from footy.images.adapters.bucket_events import read_bucket_events
from footy.images.container import ImagesContainer
from footy.images.model import ImageDocument
from footy.images.rules.arrival import BucketEvent, Outdated, Replace, Row, SameBytes, SameEvent, current, decide
from footy.images.rules.identity import ImageKey, parse_image_key
from footy.images.rules.transitions import is_finished, started_again
from footy.images.services import StartOutcome, start_classification

ROUNDS = 8


class Input(TypedDict):
    """A message of the queue."""

    body: str


Outcome = StartOutcome | Literal["removed", "outdated", "foreign_key"]
Output = list[Outcome]


def accept_image(request: Input, container: ImagesContainer) -> Output:
    """Return once all rows are written and the start of each execution is known; only then delete the message (I8)."""
    return [_accept(event, container) for event in read_bucket_events(request["body"])]


def _accept(event: BucketEvent, container: ImagesContainer) -> Outcome:
    key = parse_image_key(event.key)
    if key is None:
        log_warning("image_unplaced", key=event.key)
        count("ImagesOutsideOrganization")
        return "foreign_key"
    for _ in range(ROUNDS - 1):
        try:
            return _write(event, key, container)
        except WriteConflict as conflict:
            log_info("image_accepted_again", key=event.key, reason=str(conflict))
    return _write(event, key, container)


def _write(event: BucketEvent, key: ImageKey, container: ImagesContainer) -> Outcome:
    """Read the row once, decide once, write once with a guard."""
    now, row = container.clock.now(), container.images.find(event.key)
    match decide(event, key, row, now):
        case Outdated():
            _delete_discards(row, container)
            return "outdated"
        case Replace(document):
            document = _with_unused_execution(document, row, container)
            if not container.images.put(document, row):
                raise WriteConflict(f"{event.key} changed while it was accepted")
            _delete_discards(document, container)
            image = current(document)
        case SameBytes() as upload:
            image = _renewed(row, upload, container)
        case SameEvent():
            _delete_discards(row, container)
            image = current(row)
    if image is None:
        return "removed"
    return "finished" if is_finished(image) else start_classification(image, container)


def _renewed(row: Row | None, upload: SameBytes, container: ImagesContainer) -> ImageDocument:
    """Keep result and execution of a version that was uploaded again."""
    image = current(row)
    if image is None or not container.images.renew(image, upload, container.clock.now()):
        raise WriteConflict("the image changed while it was accepted")
    return {**image, "sequencer": upload.sequencer, "versionId": upload.version_id}


def _with_unused_execution(document: Row, row: Row | None, container: ImagesContainer) -> Row:
    """Name a new execution where the document's has been used before: it may have ended already."""
    image, before = current(document), current(row)
    if image is None or row is None:
        return document
    same_version = before is not None and before["eventId"] == image["eventId"]
    if not (same_version or container.classifications.knows(image["workflowId"])):
        return document
    again: ImageDocument = {**image, **started_again(image, "manual", container.clock.now())}
    return again


def _delete_discards(row: Row | None, container: ImagesContainer) -> None:
    """Delete the thumbnails of versions that the row has replaced."""
    if row and (discards := row.get("discards")):
        for thumbnail in discards:
            container.thumbnails.delete(thumbnail)
        container.images.cleared(row["_id"], row["sequencer"])
