"""Adapter of downloads: registration, finished batches, and the assignment of clips to goals."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from footy.core.errors import WriteConflict
from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import clips_moved
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.clips.assignment.assign import GoalClips
from footy.goals.model.documents import DownloadRecord, FixtureDocument, Tombstone


@dataclass(frozen=True, slots=True)
class FinishedBatch:
    """Result of a batch; later searches may choose `released` posts again.

    A batch with `clips` comes before the one that finishes the download.
    """

    record: DownloadRecord
    released: Sequence[str]
    clips: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Placement:
    """New assignment of a fixture's clips, the revision it was decided on, and objects recalled from removed goals."""

    shelves: Iterable[GoalClips]
    judged_by: str
    at: datetime
    recalled: Sequence[str] = ()


@translate_errors
class Downloads:
    """Guarded writes of downloads into their goals."""

    def __init__(self, events: GoalEvents) -> None:
        self._events = events

    def register(self, event_id: str, download_id: str) -> bool:
        """Register the download; return False when its goal is gone."""
        return self._events.update(event_id, {"$addToSet": {"events.$._download_workflows": download_id}})

    def finish_batch(self, read: FixtureDocument, event_id: str, placement: Placement, batch: FinishedBatch) -> None:
        """Write clips and batch at once, unless clips were written in between."""
        at = _positions(read)[event_id]
        finished = {
            "$addToSet": _noted(f"events.{at}", batch),
            "$push": {f"events.{at}._telemetry.downloads": batch.record},
            "$pull": {f"events.{at}._discovered_videos": {"tweet_id": {"$in": list(batch.released)}}},
        }
        self._write(read, event_id, placement, finished)

    def finish_removed(self, event_id: str, download_id: str, released: Sequence[str]) -> None:
        """Finish a download whose goal was removed; should the goal return, its posts can be found again."""
        change = {
            "$addToSet": {"_removed_events.$.goal._finished_downloads": download_id},
            "$pull": {"_removed_events.$.goal._discovered_videos": {"tweet_id": {"$in": list(released)}}},
        }
        if not self._events.update_removed(event_id, change):
            raise WriteConflict(f"{event_id} returned in the meantime, or its tombstone has expired")

    def place(self, read: FixtureDocument, event_id: str, placement: Placement) -> None:
        """Write reassigned clips, unless clips were written in between."""
        self._write(read, event_id, placement, {})

    def _write(self, read: FixtureDocument, event_id: str, placement: Placement, update: Mapping[str, Any]) -> None:
        changes, guard = _changes(read, placement)
        change = {**update, "$set": changes}
        if not self._events.update(event_id, change, fixture_guard=guard):
            raise WriteConflict(f"{event_id}: clips or goals of its fixture have changed")


def _noted(event: str, batch: FinishedBatch) -> dict[str, Any]:
    if batch.clips:
        return {f"{event}._finished_clips": {"$each": list(batch.clips)}}
    return {f"{event}._finished_downloads": batch.record["id"]}


def _changes(read: FixtureDocument, placement: Placement) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the changed clips by position, and the guard of these positions."""
    positions = _positions(read)
    changes: dict[str, Any] = {**clips_moved(), "_clips_judged": placement.judged_by}
    guard: dict[str, Any] = {"_clips_written": read.get("_clips_written")}
    for shelf in placement.shelves:
        at = positions[shelf.event_id]
        event = read["events"][at]
        guard[f"events.{at}._event_id"] = shelf.event_id
        if list(shelf.videos) != event["_s3_videos"]:
            changes[f"events.{at}._s3_videos"] = list(shelf.videos)
        if list(shelf.waiting_clips) != event.get("_waiting_videos", []):
            changes[f"events.{at}._waiting_videos"] = list(shelf.waiting_clips)
        if shelf.videos and "first_clip_at" not in event["_telemetry"]:
            changes[f"events.{at}._telemetry.first_clip_at"] = placement.at
    for at, tombstone in enumerate(read.get("_removed_events", []) if placement.recalled else []):
        changes |= _given_back(at, tombstone, placement.recalled)
        guard[f"_removed_events.{at}._event_id"] = tombstone["_event_id"]
    return changes, guard


def _given_back(at: int, tombstone: Tombstone, keys: Collection[str]) -> dict[str, Any]:
    """Return what a removed goal keeps after clips were recalled from it."""
    objects = [key for key in tombstone.get("objects", []) if key not in keys]
    if "goal" not in tombstone or objects == tombstone.get("objects"):
        return {}
    path, goal = f"_removed_events.{at}", tombstone["goal"]
    return {
        f"{path}.objects": objects,
        f"{path}.goal._s3_videos": [video for video in goal["_s3_videos"] if video["_s3_key"] not in keys],
        f"{path}.goal._waiting_videos": [
            video for video in goal.get("_waiting_videos", []) if video["_s3_key"] not in keys
        ],
    }


def _positions(read: FixtureDocument) -> dict[str, int]:
    return {event["_event_id"]: at for at, event in enumerate(read["events"])}
