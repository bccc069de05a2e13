"""Use case of one upload batch: merged, copied, written down once, and cleared away."""

from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import Literal

from footy.clips.batch import Brought, Unusable, brought, brought_nothing
from footy.clips.dedup import Arrival, Matcher, Merge, merge
from footy.clips.hashes import readable
from footy.clips.manifest import FetchedClip, UploadSignal, Verdict
from footy.clips.sharing import new_share_id
from footy.clock import Clock
from footy.errors import MalformedMessage, WriteConflict
from footy.media import Media, Work, clip_key
from footy.searching import check_completion
from footy.settings import Rules
from footy.store.documents import DownloadRecord, EventDocument, FixtureDocument, Video
from footy.store.downloads import Batch, Downloads
from footy.store.events import Events
from footy.telemetry import count, say, warn

Uploaded = Literal["finished", "again", "goal_removed", "goal_unknown"]
ROUNDS = 3


def upload_batch(
    signal: UploadSignal,
    *,
    events: Events,
    downloads: Downloads,
    work: Work,
    media: Media,
    match: Matcher,
    clock: Clock,
    rules: Rules,
) -> Uploaded:
    """Object, then document, then removal: a crash between two of them leaves something to repeat, nothing lost."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    say("batch_taken", event_id=event_id, download_id=download_id)
    batch = partial(_batch, signal, events=events, downloads=downloads, work=work, media=media, match=match)
    outcome = _in_rounds(partial(batch, clock=clock, rules=rules))
    work.delete(download_id)
    check_completion(event_id, events=events, downloads=downloads, clock=clock, rules=rules)
    say("batch_ended", event_id=event_id, download_id=download_id, outcome=outcome)
    return outcome


def _in_rounds(batch: "partial[Uploaded]") -> Uploaded:
    """A batch whose goal was written meanwhile is merged anew at once: its message would be hidden for minutes."""
    for _ in range(ROUNDS - 1):
        try:
            return batch()
        except WriteConflict as conflict:
            say("batch_merged_anew", reason=str(conflict))
    return batch()


def _batch(
    signal: UploadSignal,
    *,
    events: Events,
    downloads: Downloads,
    work: Work,
    media: Media,
    match: Matcher,
    clock: Clock,
    rules: Rules,
) -> Uploaded:
    event_id, download_id = signal["event_id"], signal["download_id"]
    found = events.find_with_fixture(event_id)
    if found is None:
        return _without_goal(event_id, events=events, media=media)
    fixture, event = found
    if download_id in event["_finished_downloads"]:
        _clear(event_id, event["_s3_videos"], media=media, rules=rules)
        return "again"
    batch = _brought(signal, work)
    arrivals = [_arrival(clip, verdict, clip_key(event_id, clip["md5"]), media) for clip, verdict in batch.accepted()]
    mint = partial(new_share_id, fixture["_id"])
    merged = merge(event["_s3_videos"], arrivals, match=match, mint=mint, rules=rules)
    _copy(merged, download_id, _labels(fixture, event), work=work, media=media)
    downloads.finish_batch(event, _written(download_id, merged, batch, clock))
    media.delete_keys(merged.removed_keys)
    _clear(event_id, merged.videos, media=media, rules=rules)
    say("batch_finished", event_id=event_id, download_id=download_id, placed=merged.outcomes)
    return "finished"


def _brought(signal: UploadSignal, work: Work) -> Brought:
    """What the download left that can be published; whatever cannot is counted under its reason."""
    download_id = signal["download_id"]
    try:
        result = work.result(download_id)
    except MalformedMessage as malformed:
        warn("malformed_result", download_id=download_id, reason=str(malformed))
        return brought_nothing(work.manifest(download_id), "malformed_result")
    if result is None:
        return brought_nothing(work.manifest(download_id), "fetch_failed")
    batch = brought(signal, result)
    faults = {clip["md5"]: fault for clip, _ in batch.accepted() if (fault := _fault(clip, download_id, work))}
    if faults:
        warn("clips_unusable", download_id=download_id, clips=faults)
        count("ClipsUnusable", len(faults))
    return batch.without(faults)


def _fault(clip: FetchedClip, download_id: str, work: Work) -> Unusable | None:
    if not readable(clip["perceptual_hash"], clip["hash_version"], clip["hash_views"]):
        return "unreadable_hash"
    return work.fault(download_id, clip["md5"])


def _arrival(clip: FetchedClip, verdict: Verdict, key: str, media: Media) -> Arrival:
    return Arrival(clip, verdict, key, media.url(key))


def _copy(merged: Merge, download_id: str, labels: dict[str, str], *, work: Work, media: Media) -> None:
    for video in merged.published:
        media.publish(work.clip(download_id, video["md5"]), video["_s3_key"], labels)


def _written(download_id: str, merged: Merge, batch: Brought, clock: Clock) -> Batch:
    record: DownloadRecord = {"id": download_id, "outcomes": batch.outcomes(merged.outcomes)}
    if merged.likenesses:
        record["likenesses"] = merged.likenesses
    return Batch(merged.videos, record, batch.released, clock.now())


def _without_goal(event_id: str, *, events: Events, media: Media) -> Uploaded:
    """A batch that was copying while its goal was dropped may have left objects."""
    if events.tombstone(event_id) is None:
        warn("goal_unknown", event_id=event_id)
        count("UploadsWithoutGoal")
        return "goal_unknown"
    media.delete_keys(media.keys(event_id))
    return "goal_removed"


def _clear(event_id: str, videos: Iterable[Video], *, media: Media, rules: Rules) -> None:
    """Removes what deliveries that crashed left under this id.

    Only what has been lying there for longer than any delivery lasts: one that overlaps with this one, because its
    message was hidden for too short a time, may still be about to name what it copied.
    """
    named = {video["_s3_key"] for video in videos}
    age = timedelta(minutes=rules.orphan_minutes)
    orphans = [key for page in media.settled(age, event_id) for key in page if key not in named]
    if orphans:
        media.delete_keys(orphans)
        warn("orphans_removed", event_id=event_id, objects=orphans)
        count("OrphansRemoved", len(orphans))


def _labels(fixture: FixtureDocument, event: EventDocument) -> dict[str, str]:
    return {
        "player": event["player"].get("name") or "",
        "team": event["team"].get("name") or "",
        "event-id": event["_event_id"],
        "fixture-id": str(fixture["_id"]),
    }
