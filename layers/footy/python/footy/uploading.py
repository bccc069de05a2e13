"""Use case of one upload batch: merged, copied, written down once, and cleared away."""

from functools import partial
from uuid import uuid4

from footy.clips.batch import Brought, brought
from footy.clips.dedup import Arrival, Merge, merge
from footy.clips.likeness import alike
from footy.clips.manifest import FetchedClip, UploadSignal, Verdict
from footy.clock import Clock
from footy.media import Media, Work, clip_key
from footy.searching import check_completion
from footy.settings import Rules
from footy.store.documents import EventDocument, FixtureDocument
from footy.store.downloads import Batch, Downloads
from footy.store.events import Events
from footy.telemetry import say

SHARE_ID_LENGTH = 12


def upload_batch(
    signal: UploadSignal, *, events: Events, downloads: Downloads, work: Work, media: Media, clock: Clock, rules: Rules
) -> None:
    """Object, then document, then removal: a crash between two of them leaves something to repeat, nothing lost."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    found = events.find_with_fixture(event_id)
    if found is None:
        say("goal_gone", event_id=event_id, download_id=download_id)
        _forget(event_id, events=events, media=media)
        work.delete(download_id)
        return
    fixture, event = found
    if download_id in event["_finished_downloads"]:
        _sweep(event_id, event, media=media)
    else:
        batch = brought(signal, work.result(download_id), work.manifest(download_id))
        merged = _merge(event_id, event, batch, media=media, rules=rules)
        _copy(merged, download_id, _labels(fixture, event), work=work, media=media)
        downloads.finish_batch(event, _written(download_id, merged, batch, clock))
        media.delete_keys(merged.removed_keys)
        say("batch_finished", event_id=event_id, download_id=download_id, placed=merged.outcomes)
    work.delete(download_id)
    check_completion(event_id, events=events, downloads=downloads, clock=clock, rules=rules)


def _merge(event_id: str, event: EventDocument, batch: Brought, *, media: Media, rules: Rules) -> Merge:
    arrivals = [_arrival(clip, verdict, clip_key(event_id, clip["md5"]), media) for clip, verdict in batch.accepted()]
    return merge(event["_s3_videos"], arrivals, match=partial(alike, rules=rules), mint=_share_id, rules=rules)


def _arrival(clip: FetchedClip, verdict: Verdict, key: str, media: Media) -> Arrival:
    return Arrival(clip, verdict, key, media.url(key))


def _copy(merged: Merge, download_id: str, labels: dict[str, str], *, work: Work, media: Media) -> None:
    for video in merged.published:
        media.publish(work.clip(download_id, video["md5"]), video["_s3_key"], labels)


def _written(download_id: str, merged: Merge, batch: Brought, clock: Clock) -> Batch:
    outcomes = batch.outcomes(merged.outcomes)
    return Batch(merged.videos, {"id": download_id, "outcomes": outcomes}, batch.released, clock.now())


def _forget(event_id: str, *, events: Events, media: Media) -> None:
    """A batch that was copying while its goal was dropped may have left objects."""
    if events.tombstone(event_id) is not None:
        media.delete_keys(media.keys(event_id))


def _sweep(event_id: str, event: EventDocument, *, media: Media) -> None:
    """A batch that was written but stopped before its removals left objects that no clip names any more."""
    named = {video["_s3_key"] for video in event["_s3_videos"]}
    media.delete_keys(key for key in media.keys(event_id) if key not in named)


def _labels(fixture: FixtureDocument, event: EventDocument) -> dict[str, str]:
    return {
        "player": event["player"].get("name") or "",
        "team": event["team"].get("name") or "",
        "event-id": event["_event_id"],
        "fixture-id": str(fixture["_id"]),
    }


def _share_id() -> str:
    return uuid4().hex[:SHARE_ID_LENGTH]
