"""Effect of a bucket event on the row of its image: the newest upload wins, in any order of arrival (I9)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from footy.images.keys import image_event_of, image_workflow_of
from footy.images.model import ImageDocument, RemovedImage
from footy.images.rules.identity import ImageKey

Row = ImageDocument | RemovedImage


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketEvent:
    """An object was written or removed; `sequencer` is sortable (see `identity.sortable_sequencer`)."""

    kind: Literal["written", "removed"]
    key: str
    sequencer: str
    at: datetime
    e_tag: str = ""
    version_id: str | None = None
    # one version was deleted permanently, without a delete marker
    permanent: bool = False


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace the row with this document."""

    document: Row


@dataclass(frozen=True, slots=True)
class SameBytes:
    """Keep result and execution: the same bytes were uploaded again."""

    sequencer: str
    version_id: str | None
    uploaded_at: datetime


@dataclass(frozen=True, slots=True)
class SameEvent:
    """Change nothing: the row was written by this event."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """Change nothing: a later event came first, or the event is about another version."""


Decision = Replace | SameBytes | SameEvent | Outdated


def is_removed(row: Row) -> bool:
    """Return whether the row is the trace of a deleted image."""
    return "removedAt" in row


def current(row: Row | None) -> ImageDocument | None:
    """Return the image, or None for no row and for a trace."""
    return None if row is None or is_removed(row) else row  # type: ignore[return-value]  # is_removed distinguishes them


def decide(event: BucketEvent, key: ImageKey, row: Row | None, now: datetime) -> Decision:
    """Decide the effect of an event on the row."""
    if row is not None and event.sequencer < row["sequencer"]:
        return Outdated()
    if event.kind == "removed":
        return _removal(event, key, row, now)
    return _writing(event, key, row, now)


def _writing(event: BucketEvent, key: ImageKey, row: Row | None, now: datetime) -> Decision:
    image = current(row)
    if row is not None and event.sequencer == row["sequencer"]:
        return SameEvent() if image else Outdated()
    event_id = image_event_of(event.key, event.e_tag)
    if image and image["eventId"] == event_id and image["status"] != "failed":
        return SameBytes(event.sequencer, event.version_id, event.at)
    workflow_id = image_workflow_of(event_id)
    return Replace(
        {
            "_id": event.key,
            "name": key.name,
            "eventId": event_id,
            "workflowId": workflow_id,
            "status": "queued",
            "classificationLabel": None,
            "classificationScore": None,
            "error": None,
            "createdAt": image["createdAt"] if image else now,
            "updatedAt": now,
            "completedAt": None,
            "organizationId": key.organization_id,
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


def _removal(event: BucketEvent, key: ImageKey, row: Row | None, now: datetime) -> Decision:
    image = current(row)
    if row is not None and event.sequencer == row["sequencer"]:
        return Outdated()
    if event.permanent and (image is None or event.version_id not in {None, image["versionId"]}):
        return Outdated()
    return Replace(
        {
            "_id": event.key,
            "organizationId": key.organization_id,
            "name": key.name,
            "sequencer": event.sequencer,
            "restarts": row["restarts"] if row else 0,
            "removedAt": now,
            "discards": _discards(row),
        }
    )


def _discards(row: Row | None) -> list[str]:
    """Return the thumbnails to delete, including those that the previous row still lists."""
    image = current(row)
    own = [image["look"]["thumbnail"]] if image and image["look"] else []
    return [*(row.get("discards", []) if row else []), *own]
