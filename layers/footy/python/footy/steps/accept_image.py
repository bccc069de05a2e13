"""Takes one message of the bucket of uploads: the row of each image written, and its classification started."""

from typing import Literal, TypedDict

from footy.adapters.bucket_events import read_bucket_events
from footy.adapters.classifications import Order
from footy.errors import WriteConflict
from footy.images.arrival import BucketEvent, Known, Overtaken, Renew, Replace, Row, current, decide
from footy.images.course import failed, given_up, is_finished, started_again
from footy.images.identity import Place, place_of
from footy.model.images import ImageDocument
from footy.model.keys import thumbnail_key
from footy.telemetry import count, say, warn
from footy.world import World

ROUNDS = 8
GIVEN_UP = "the classification was started again several times and ended each time without a result"


class Input(TypedDict):
    """A message of the queue."""

    body: str


Outcome = Literal["at_work", "finished", "given_up", "removed", "overtaken", "unplaced"]
Output = list[Outcome]


def accept_image(request: Input, world: World) -> Output:
    """Returns when the rows are written and what became of their executions is known; only then the message may go."""
    return [_accept(event, world) for event in read_bucket_events(request["body"])]


def start(image: ImageDocument, world: World) -> Outcome:
    """Has a version classified: by the execution that its row names, or by the next one when that has ended."""
    order: Order = {"key": image["_id"], "event_id": image["eventId"], "version_id": image["versionId"]}
    if world.classifications.start(image["execution"], order) == "at_work":
        return "at_work"
    row = current(world.images.find(image["_id"]))
    if row is None or row["eventId"] != image["eventId"] or row["execution"] != image["execution"]:
        raise WriteConflict(f"{image['_id']} changed while its classification was started")
    if is_finished(row):
        return "finished"
    return _start_again(row, world)


def _start_again(image: ImageDocument, world: World) -> Outcome:
    """Its execution ended and left nothing for this row: it was stopped, or it worked for an earlier upload."""
    now = world.clock.now()
    if given_up(image, world.rules):
        mine = image["_id"], image["eventId"], image["execution"]
        if not (world.images.run(*mine, now) and world.images.finish(*mine, failed(GIVEN_UP, None, now))):
            raise WriteConflict(f"{image['_id']} changed while it was given up")
        count("ImagesGivenUp")
        return "given_up"
    restart = started_again(image, "by_itself", now)
    if not world.images.restart(image, restart):
        raise WriteConflict(f"{image['_id']} changed while it was started again")
    world.thumbnails.delete(thumbnail_key(image["organizationId"], image["execution"]))
    say("image_started_again", key=image["_id"], execution=restart["execution"])
    again: ImageDocument = {**image, **restart}
    return start(again, world)


def _accept(event: BucketEvent, world: World) -> Outcome:
    place = place_of(event.key)
    if place is None:
        warn("image_unplaced", key=event.key)
        count("ImagesUnplaced")
        return "unplaced"
    for _ in range(ROUNDS - 1):
        try:
            return _settle(event, place, world)
        except WriteConflict as conflict:
            say("image_accepted_anew", key=event.key, reason=str(conflict))
    return _settle(event, place, world)


def _settle(event: BucketEvent, place: Place, world: World) -> Outcome:
    """One look at the row, one decision, one guarded write."""
    now, row = world.clock.now(), world.images.find(event.key)
    match decide(event, place, row, now):
        case Overtaken():
            _clear(row, world)
            return "overtaken"
        case Replace(document):
            document = _named(document, row, world)
            if not world.images.put(document, row):
                raise WriteConflict(f"{event.key} was written by somebody else")
            _clear(document, world)
            image = current(document)
        case Renew() as renewal:
            image = _renewed(row, renewal, world)
        case Known():
            _clear(row, world)
            image = current(row)
    return _onward(image, world)


def _onward(image: ImageDocument | None, world: World) -> Outcome:
    if image is None:
        return "removed"
    return "finished" if is_finished(image) else start(image, world)


def _renewed(row: Row | None, renewal: Renew, world: World) -> ImageDocument:
    """The same bytes again: what is known of them holds, and what is under way goes on."""
    image = current(row)
    if image is None or not world.images.renew(image, renewal, world.clock.now()):
        raise WriteConflict("the image was written by somebody else")
    return {**image, "sequencer": renewal.sequencer, "versionId": renewal.version_id}


def _named(document: Row, row: Row | None, world: World) -> Row:
    """The document with an execution that works for it alone: one that is known may have said its last word already."""
    image, before = current(document), current(row)
    if image is None or row is None:
        return document
    again = before is not None and before["eventId"] == image["eventId"]
    if not (again or world.classifications.knows(image["workflowId"])):
        return document
    anew: ImageDocument = {**image, **started_again(image, "by_hand", world.clock.now())}
    return anew


def _clear(row: Row | None, world: World) -> None:
    """The thumbnails of what is no longer shown, whose names the row keeps until then; who works takes away its own."""
    if row and (discards := row.get("discards")):
        for thumbnail in discards:
            world.thumbnails.delete(thumbnail)
        world.images.cleared(row["_id"], row["sequencer"])
