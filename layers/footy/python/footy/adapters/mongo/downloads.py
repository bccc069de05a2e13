"""The statements of one download: registered first, finished once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from footy.adapters.mongo.events import Events
from footy.adapters.mongo.failures import translates_failures
from footy.errors import WriteConflict
from footy.model.documents import DownloadRecord, EventDocument, Video


@dataclass(frozen=True, slots=True)
class FinishedBatch:
    """What one download leaves behind in its goal; `released` posts may be found again by a later search."""

    videos: list[Video]
    record: DownloadRecord
    released: Sequence[str]
    at: datetime


@translates_failures
class Downloads:
    """Guarded writes of downloads into their goals."""

    def __init__(self, events: Events) -> None:
        self._events = events

    def register(self, event_id: str, download_id: str) -> bool:
        """Notes that the download exists; False when its goal is gone."""
        return self._events.update(event_id, {"$addToSet": {"events.$._download_workflows": download_id}})

    def finish_batch(self, read: EventDocument, batch: FinishedBatch) -> None:
        """Replaces the goal's clips and finishes the download in one write, if no other batch came between."""
        record = batch.record
        changes: dict[str, Any] = {"events.$._s3_videos": batch.videos}
        if batch.videos and "first_clip_at" not in read["_telemetry"]:
            changes["events.$._telemetry.first_clip_at"] = batch.at
        written = self._events.update(
            read["_event_id"],
            {
                "$set": changes,
                "$addToSet": {"events.$._finished_downloads": record["id"]},
                "$push": {"events.$._telemetry.downloads": record},
                "$pull": {"events.$._discovered_videos": {"tweet_id": {"$in": list(batch.released)}}},
            },
            guard={"_finished_downloads": read["_finished_downloads"]},
        )
        if not written:
            raise WriteConflict(f"{read['_event_id']} changed while {record['id']} was merged")
