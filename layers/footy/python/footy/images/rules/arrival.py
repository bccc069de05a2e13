"""What an event of the bucket does to the row of its image: the newest upload wins, whatever order they come in."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from footy.images.ids import image_event_of, image_workflow_of
from footy.images.model import ImageDocument, RemovedImage
from footy.images.rules.identity import Place

Row = ImageDocument | RemovedImage


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketEvent:
    """An object was written or removed; its `sequencer` sorts (see `identity.in_order`)."""

    kind: Literal["written", "removed"]
    key: str
    sequencer: str
    at: datetime
    e_tag: str = ""
    version_id: str | None = None
    # one version was removed for good, instead of a mark being put over all of them
    for_good: bool = False


@dataclass(frozen=True, slots=True)
class Replace:
    """This document takes the place of the row."""

    document: Row


@dataclass(frozen=True, slots=True)
class Renew:
    """The same bytes were uploaded again: the row goes on as it is, for a newer event."""

    sequencer: str
    version_id: str | None
    uploaded_at: datetime


@dataclass(frozen=True, slots=True)
class Known:
    """The row is of this very event."""


@dataclass(frozen=True, slots=True)
class Overtaken:
    """A later event was here first, or the event is about another version: nothing changes."""


Decision = Replace | Renew | Known | Overtaken


def is_removed(row: Row) -> bool:
    """Whether only the trace of an image is left."""
    return "removedAt" in row


def current(row: Row | None) -> ImageDocument | None:
    """The image, if there is one."""
    return None if row is None or is_removed(row) else row  # type: ignore[return-value]  # told apart by their keys


def decide(event: BucketEvent, place: Place, row: Row | None, now: datetime) -> Decision:
    """What becomes of the row."""
    if row is not None and event.sequencer < row["sequencer"]:
        return Overtaken()
    if event.kind == "removed":
        return _removal(event, place, row, now)
    return _writing(event, place, row, now)


def _writing(event: BucketEvent, place: Place, row: Row | None, now: datetime) -> Decision:
    image = current(row)
    if row is not None and event.sequencer == row["sequencer"]:
        return Known() if image else Overtaken()
    event_id = image_event_of(event.key, event.e_tag)
    if image and image["eventId"] == event_id and image["status"] != "failed":
        return Renew(event.sequencer, event.version_id, event.at)
    workflow_id = image_workflow_of(event_id)
    return Replace(
        {
            "_id": event.key,
            "name": place.name,
            "eventId": event_id,
            "workflowId": workflow_id,
            "status": "queued",
            "classificationLabel": None,
            "classificationScore": None,
            "error": None,
            "createdAt": image["createdAt"] if image else now,
            "updatedAt": now,
            "completedAt": None,
            "organizationId": place.organization_id,
            "eTag": event.e_tag,
            "versionId": event.version_id,
            "sequencer": event.sequencer,
            "uploadedAt": event.at,
            "execution": workflow_id,
            "restarts": row["restarts"] if row else 0,
            "tries": 0,
            "classificationTop": [],
            "model": None,
            "look": None,
            "discards": _discards(row),
        }
    )


def _removal(event: BucketEvent, place: Place, row: Row | None, now: datetime) -> Decision:
    image = current(row)
    if row is not None and event.sequencer == row["sequencer"]:
        return Overtaken()
    if event.for_good and (image is None or event.version_id not in {None, image["versionId"]}):
        return Overtaken()
    return Replace(
        {
            "_id": event.key,
            "organizationId": place.organization_id,
            "name": place.name,
            "sequencer": event.sequencer,
            "restarts": row["restarts"] if row else 0,
            "removedAt": now,
            "discards": _discards(row),
        }
    )


def _discards(row: Row | None) -> list[str]:
    """The thumbnails that nobody is shown any more, those that the row before had still to delete among them."""
    image = current(row)
    own = [image["look"]["thumbnail"]] if image and image["look"] else []
    return [*(row.get("discards", []) if row else []), *own]
