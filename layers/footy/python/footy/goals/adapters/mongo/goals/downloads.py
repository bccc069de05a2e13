"""The statements of one download: registered first, finished once; and the clips of a fixture that are judged anew."""

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
    """What a batch leaves behind in its goal; `released` posts may be found again by a later search.

    The batch of single `clips` comes before the one that finishes the download.
    """

    record: DownloadRecord
    released: Sequence[str]
    clips: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Placement:
    """The clips of a fixture's goals, the mark of what they were judged by, when, and what removed goals gave back."""

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
        """Notes that the download exists; False when its goal is gone."""
        return self._events.update(event_id, {"$addToSet": {"events.$._download_workflows": download_id}})

    def finish_batch(self, read: FixtureDocument, event_id: str, placed: Placement, batch: FinishedBatch) -> None:
        """Places the clips and finishes the batch in one write, if nobody placed any in between."""
        at = _positions(read)[event_id]
        finished = {
            "$addToSet": _noted(f"events.{at}", batch),
            "$push": {f"events.{at}._telemetry.downloads": batch.record},
            "$pull": {f"events.{at}._discovered_videos": {"tweet_id": {"$in": list(batch.released)}}},
        }
        self._write(read, event_id, placed, finished)

    def finish_removed(self, event_id: str, download_id: str, released: Sequence[str]) -> None:
        """Ends a download whose goal is gone: should it come back, nobody waits, and these posts may be found again."""
        change = {
            "$addToSet": {"_removed_events.$.goal._finished_downloads": download_id},
            "$pull": {"_removed_events.$.goal._discovered_videos": {"tweet_id": {"$in": list(released)}}},
        }
        if not self._events.update_removed(event_id, change):
            raise WriteConflict(f"{event_id} came back meanwhile, or is no longer kept")

    def place(self, read: FixtureDocument, event_id: str, placed: Placement) -> None:
        """Places the clips that were judged anew, if nobody placed any in between."""
        self._write(read, event_id, placed, {})

    def _write(self, read: FixtureDocument, event_id: str, placed: Placement, beside: Mapping[str, Any]) -> None:
        changes, guard = _changes(read, placed)
        change = {**beside, "$set": changes}
        if not self._events.update(event_id, change, fixture_guard=guard):
            raise WriteConflict(f"{event_id}: clips of its fixture were placed, or a goal changed, meanwhile")


def _noted(event: str, batch: FinishedBatch) -> dict[str, Any]:
    if batch.clips:
        return {f"{event}._finished_clips": {"$each": list(batch.clips)}}
    return {f"{event}._finished_downloads": batch.record["id"]}


def _changes(read: FixtureDocument, placed: Placement) -> tuple[dict[str, Any], dict[str, Any]]:
    """The clips that are other than those that were read, by position; the guard keeps the positions right."""
    positions = _positions(read)
    changes: dict[str, Any] = {**clips_moved(), "_clips_judged": placed.judged_by}
    guard: dict[str, Any] = {"_clips_written": read.get("_clips_written")}
    for shelf in placed.shelves:
        at = positions[shelf.event_id]
        event = read["events"][at]
        guard[f"events.{at}._event_id"] = shelf.event_id
        if list(shelf.videos) != event["_s3_videos"]:
            changes[f"events.{at}._s3_videos"] = list(shelf.videos)
        if list(shelf.waiting) != event.get("_waiting_videos", []):
            changes[f"events.{at}._waiting_videos"] = list(shelf.waiting)
        if shelf.videos and "first_clip_at" not in event["_telemetry"]:
            changes[f"events.{at}._telemetry.first_clip_at"] = placed.at
    for at, stone in enumerate(read.get("_removed_events", []) if placed.recalled else []):
        changes |= _given_back(at, stone, placed.recalled)
        guard[f"_removed_events.{at}._event_id"] = stone["_event_id"]
    return changes, guard


def _given_back(at: int, stone: Tombstone, keys: Collection[str]) -> dict[str, Any]:
    """What a removed goal still keeps; the links of what it gave back lead to where that is."""
    kept = [key for key in stone.get("objects", []) if key not in keys]
    if "goal" not in stone or kept == stone.get("objects"):
        return {}
    path, goal = f"_removed_events.{at}", stone["goal"]
    return {
        f"{path}.objects": kept,
        f"{path}.goal._s3_videos": [video for video in goal["_s3_videos"] if video["_s3_key"] not in keys],
        f"{path}.goal._waiting_videos": [
            video for video in goal.get("_waiting_videos", []) if video["_s3_key"] not in keys
        ],
    }


def _positions(read: FixtureDocument) -> dict[str, int]:
    return {event["_event_id"]: at for at, event in enumerate(read["events"])}
