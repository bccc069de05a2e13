"""Takes one message of the bucket of uploads: the row of each image written, and its classification started."""

from typing import Literal, TypedDict

from footy.core.errors import WriteConflict
from footy.core.telemetry import count, log_info, log_warning
from footy.images.adapters.bucket_events import read_bucket_events
from footy.images.adapters.executions import Order
from footy.images.container import ImagesContainer
from footy.images.keys import thumbnail_key
from footy.images.model import ImageDocument
from footy.images.rules.arrival import BucketEvent, Known, Overtaken, Renew, Replace, Row, current, decide
from footy.images.rules.identity import Place, place_of
from footy.images.rules.transitions import failed, given_up, is_finished, started_again

ROUNDS = 8
GIVEN_UP = "the classification was started again several times and ended each time without a result"


class Input(TypedDict):
    """A message of the queue."""

    body: str


Outcome = Literal["at_work", "finished", "given_up", "removed", "overtaken", "unplaced"]
Output = list[Outcome]


def accept_image(request: Input, container: ImagesContainer) -> Output:
    """Returns when the rows are written and what became of their executions is known; only then the message may go."""
    return [_accept(event, container) for event in read_bucket_events(request["body"])]


def start(image: ImageDocument, container: ImagesContainer) -> Outcome:
    """Has a version classified: by the execution that its row names, or by the next one when that has ended."""
    order: Order = {"key": image["_id"], "event_id": image["eventId"], "version_id": image["versionId"]}
    if container.classifications.start(image["execution"], order) == "at_work":
        return "at_work"
    row = current(container.images.find(image["_id"]))
    if row is None or row["eventId"] != image["eventId"] or row["execution"] != image["execution"]:
        raise WriteConflict(f"{image['_id']} changed while its classification was started")
    if is_finished(row):
        return "finished"
    return _start_again(row, container)


def _start_again(image: ImageDocument, container: ImagesContainer) -> Outcome:
    """Its execution ended and left nothing for this row: it was stopped, or it worked for an earlier upload."""
    now = container.clock.now()
    if given_up(image, container.rules):
        mine = image["_id"], image["eventId"], image["execution"]
        if not (container.images.run(*mine, now) and container.images.finish(*mine, failed(GIVEN_UP, None, now))):
            raise WriteConflict(f"{image['_id']} changed while it was given up")
        count("ImagesGivenUp")
        return "given_up"
    restart = started_again(image, "by_itself", now)
    if not container.images.restart(image, restart):
        raise WriteConflict(f"{image['_id']} changed while it was started again")
    container.thumbnails.delete(thumbnail_key(image["organizationId"], image["execution"]))
    log_info("image_started_again", key=image["_id"], execution=restart["execution"])
    again: ImageDocument = {**image, **restart}
    return start(again, container)


def _accept(event: BucketEvent, container: ImagesContainer) -> Outcome:
    place = place_of(event.key)
    if place is None:
        log_warning("image_unplaced", key=event.key)
        count("ImagesUnplaced")
        return "unplaced"
    for _ in range(ROUNDS - 1):
        try:
            return _settle(event, place, container)
        except WriteConflict as conflict:
            log_info("image_accepted_anew", key=event.key, reason=str(conflict))
    return _settle(event, place, container)


def _settle(event: BucketEvent, place: Place, container: ImagesContainer) -> Outcome:
    """One look at the row, one decision, one guarded write."""
    now, row = container.clock.now(), container.images.find(event.key)
    match decide(event, place, row, now):
        case Overtaken():
            _clear(row, container)
            return "overtaken"
        case Replace(document):
            document = _named(document, row, container)
            if not container.images.put(document, row):
                raise WriteConflict(f"{event.key} was written by somebody else")
            _clear(document, container)
            image = current(document)
        case Renew() as renewal:
            image = _renewed(row, renewal, container)
        case Known():
            _clear(row, container)
            image = current(row)
    return _onward(image, container)


def _onward(image: ImageDocument | None, container: ImagesContainer) -> Outcome:
    if image is None:
        return "removed"
    return "finished" if is_finished(image) else start(image, container)


def _renewed(row: Row | None, renewal: Renew, container: ImagesContainer) -> ImageDocument:
    """The same bytes again: what is known of them holds, and what is under way goes on."""
    image = current(row)
    if image is None or not container.images.renew(image, renewal, container.clock.now()):
        raise WriteConflict("the image was written by somebody else")
    return {**image, "sequencer": renewal.sequencer, "versionId": renewal.version_id}


def _named(document: Row, row: Row | None, container: ImagesContainer) -> Row:
    """The document with an execution that works for it alone: one that is known may have said its last word already."""
    image, before = current(document), current(row)
    if image is None or row is None:
        return document
    again = before is not None and before["eventId"] == image["eventId"]
    if not (again or container.classifications.knows(image["workflowId"])):
        return document
    anew: ImageDocument = {**image, **started_again(image, "by_hand", container.clock.now())}
    return anew


def _clear(row: Row | None, container: ImagesContainer) -> None:
    """The thumbnails of what is no longer shown, whose names the row keeps until then; who works takes away its own."""
    if row and (discards := row.get("discards")):
        for thumbnail in discards:
            container.thumbnails.delete(thumbnail)
        container.images.cleared(row["_id"], row["sequencer"])
