"""Upload of one batch, or a review of the clips of a fixture: one message of the FIFO queue (U1 to U5)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Literal, TypedDict

from footy.core.aws.s3 import run_parallel
from footy.core.aws.sqs import FifoMessage
from footy.core.errors import MalformedMessage, WriteConflict
from footy.core.telemetry import count, log_context, log_info, log_warning
from footy.goals.adapters.messages import is_review, read_signal, takedown_message
from footy.goals.adapters.mongo.goals.downloads import FinishedBatch, Placement
from footy.goals.clips.assignment.assign import Assigned
from footy.goals.clips.assignment.goal_clips import (
    assign_clips,
    first_id,
    keys_of,
    labels_of,
    removed_keys,
    review_due,
)
from footy.goals.clips.assignment.match_facts import facts_of_match
from footy.goals.clips.batch import JudgedBatch, posts_to_place
from footy.goals.clips.copies.dedup import new_video
from footy.goals.clips.takedown import place_of, takedown_due
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.completion import past_deadline
from footy.goals.model.clips import POSTER_FRAME, UploadSignal
from footy.goals.model.documents import DownloadRecord, EventDocument, FixtureDocument, Video
from footy.goals.model.ids import batch_of, fixture_of
from footy.goals.model.keys import clip_key, poster_key_of
from footy.goals.services.batch_files import posters_of, read_batch
from footy.goals.services.goal_completion import close_goal

ROUNDS = 8


class Input(TypedDict):
    """Message of the upload queue, and how often it was received, this time included."""

    body: str
    group: str
    deduplication_id: str
    receives: int


Output = Literal["finished", "again", "goal_removed", "goal_unknown", "set_aside"]


def upload_batch(request: Input, container: GoalsContainer) -> Output:
    """Process a message; move it to the DLQ ourselves on the last receive.

    A FIFO redelivery also counts for every later message of its group.
    """
    try:
        with log_context("upload_batch", {"event_id": request["group"]}):
            # run inside the try: new secrets come before the last receive is spent
            return container.run(_process, request)
    except Exception as failure:
        reason = f"{type(failure).__name__}: {failure}"
        log_warning("batch_failed", event_id=request["group"], message_id=request["deduplication_id"], reason=reason)
        if request["receives"] < container.settings.upload_tries and not isinstance(failure, MalformedMessage):
            raise
        message = FifoMessage(request["body"], request["group"], request["deduplication_id"])
        container.dead_letters.add(message, reason)
        count("BatchesDeadLettered")
        return "set_aside"


def _process(request: Input, container: GoalsContainer) -> Output:
    body, group = request["body"], request["group"]
    return _review(group, container) if is_review(body, group) else _upload(read_signal(body, group), container)


def _upload(signal: UploadSignal, container: GoalsContainer) -> Output:
    """Write objects, then the document, then delete: a crash between two of them loses nothing."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    log_info("batch_taken", event_id=event_id, download_id=download_id, posts=signal["posts"], last=signal["last"])
    outcome = _retry_conflicts(event_id, partial(_merge, signal, set()), container)
    if signal["last"]:
        container.work.delete(download_id)
        close_goal(event_id, container)
    log_info("batch_ended", event_id=event_id, download_id=download_id, outcome=outcome)
    return outcome


def _review(event_id: str, container: GoalsContainer) -> Output:
    """Assign the clips of a fixture again by their stored readings (D23)."""
    outcome = _retry_conflicts(event_id, partial(_reassign, event_id), container)
    log_info("clips_reviewed", event_id=event_id, outcome=outcome)
    return outcome


def _reassign(event_id: str, container: GoalsContainer) -> Output:
    goal = container.events.find_with_hashes(event_id)
    if goal is None:  # the next tick requests the review by another goal
        return "goal_removed"
    fixture, event = goal
    assigned = _assign(fixture, event, [], container)
    container.downloads.place(fixture, event["_event_id"], _placement(fixture, assigned, container))
    _request_takedown(event_id, assigned, container)
    container.media.delete_keys(sorted(keys_of(fixture) - {video["_s3_key"] for video in assigned.clips}))
    return "finished"


def _retry_conflicts(event_id: str, work: Callable[[GoalsContainer], Output], container: GoalsContainer) -> Output:
    """Repeat at once after a write conflict: the queue would hide the message for minutes."""
    for _ in range(ROUNDS - 1):
        try:
            return work(container)
        except WriteConflict as conflict:
            log_info("batch_merged_again", event_id=event_id, reason=str(conflict))
    return work(container)


def _merge(signal: UploadSignal, copied: set[str], container: GoalsContainer) -> Output:
    """Merge a batch into its goal; `copied` are the objects that earlier rounds have written."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    goal = container.events.find_with_keys(event_id)
    posts = posts_to_place(signal, goal[1]) if goal else None
    if goal is None or posts is None:
        return _finish_without_clips(signal, goal, container)
    batch = read_batch(signal, posts, container)
    if batch.accepted() or review_due(goal[0]):  # hashes are read only when clips are compared
        goal = container.events.find_with_hashes(event_id)
    if goal is None or posts_to_place(signal, goal[1]) != posts:
        return _finish_without_clips(signal, goal, container)
    fixture, event = goal
    posters = posters_of(download_id, batch, container)
    assigned = _assign(fixture, event, _new_videos(event_id, event, batch, posters, container), container)
    before, after = keys_of(fixture), {video["_s3_key"] for video in assigned.clips}
    new = [video for video in assigned.clips if video["_s3_key"] not in {*before, *assigned.recalled, *copied}]
    _publish(new, download_id, posters, labels_of(fixture, event), copied=copied, container=container)
    finished = _finished_batch(signal, assigned, batch)
    container.downloads.finish_batch(fixture, event["_event_id"], _placement(fixture, assigned, container), finished)
    _request_takedown(event_id, assigned, container)
    container.media.delete_keys(sorted(before - after))
    if signal["last"]:
        _delete_orphans(event_id, after | removed_keys(fixture), container)
    for placement, clips in assigned.outcomes.items():
        count(f"ClipsAssigned{placement.title().replace('_', '')}", clips)
    log_info("batch_finished", event_id=event_id, download_id=download_id, placed=assigned.outcomes)
    return "finished"


def _request_takedown(event_id: str, assigned: Assigned, container: GoalsContainer) -> None:
    """Request that objects follow clips that became hidden with a copy, or were recalled from a removed goal (U11)."""
    if assigned.recalled or any("hidden" in video for video in assigned.clips):
        container.takedowns.send(takedown_message([fixture_of(event_id)]))


def _publish(
    videos: Sequence[Video],
    download_id: str,
    posters: Mapping[str, str],
    labels: Mapping[str, str],
    *,
    copied: set[str],
    container: GoalsContainer,
) -> None:
    """Copy clips and posters to the media bucket, hidden ones out of reach, and note the keys as copied."""

    def copy(video: Video) -> None:
        key, place = video["_s3_key"], place_of(video)
        container.media.publish(container.work.clip(download_id, video["md5"]), key, labels, place)
        if post := posters.get(video["md5"]):
            container.media.publish_poster(container.work.picture(download_id, post, POSTER_FRAME), key, place)
        copied.add(video["_s3_key"])

    run_parallel(copy, videos)


def _finish_without_clips(
    signal: UploadSignal, goal: tuple[FixtureDocument, EventDocument] | None, container: GoalsContainer
) -> Output:
    """Finish a batch whose goal was removed, or that an earlier delivery has finished."""
    if goal is None:
        return _finish_without_goal(signal, container)
    if takedown_due(goal[0]):
        container.takedowns.send(takedown_message([goal[0]["_id"]]))
    _delete_orphans(signal["event_id"], keys_of(goal[0]) | removed_keys(goal[0]), container)
    return "again"


def _new_videos(
    event_id: str, event: EventDocument, batch: JudgedBatch, posters: Collection[str], container: GoalsContainer
) -> list[Video]:
    """Return the clips that may be published; keys use the id of the message, so that a retry finds its objects."""
    found_at, videos = first_id(event), list[Video]()
    for clip, verdict in batch.accepted():
        key = clip_key(event_id, clip["md5"], container.naming_secret)
        poster = poster_key_of(key) if clip["md5"] in posters else None
        url = container.media.url(key)
        videos.append(new_video(clip, verdict, found_at=found_at, key=key, url=url, poster_key=poster))
    return videos


def _assign(
    fixture: FixtureDocument, event: EventDocument, arrivals: Sequence[Video], container: GoalsContainer
) -> Assigned:
    now, rules = container.clock.now(), container.rules
    closed = [goal["_event_id"] for goal in fixture["events"] if past_deadline(goal, now, rules)]
    return assign_clips(fixture, rules, found_at=event["_event_id"], closed=closed, arrivals=arrivals)


def _placement(fixture: FixtureDocument, assigned: Assigned, container: GoalsContainer) -> Placement:
    return Placement(assigned.goals.values(), facts_of_match(fixture).mark, container.clock.now(), assigned.recalled)


def _finished_batch(signal: UploadSignal, assigned: Assigned, batch: JudgedBatch) -> FinishedBatch:
    record: DownloadRecord = {"id": signal["download_id"], "outcomes": batch.outcomes(assigned.outcomes)}
    if assigned.similarities:
        record["likenesses"] = assigned.similarities
    clips = () if signal["last"] else tuple(batch_of(signal["download_id"], post) for post in signal["posts"])
    return FinishedBatch(record, batch.released, clips)


def _finish_without_goal(signal: UploadSignal, container: GoalsContainer) -> Output:
    """Note the end of a removed goal's download; the nightly sweep deletes its objects."""
    tombstone = container.events.tombstone(signal["event_id"])
    if tombstone is None:
        log_warning("goal_unknown", event_id=signal["event_id"])
        count("UploadsWithoutGoal")
        return "goal_unknown"
    if signal["last"] and "goal" in tombstone and (posts := posts_to_place(signal, tombstone["goal"])) is not None:
        container.downloads.finish_removed(tombstone["_event_id"], signal["download_id"], posts)
    return "goal_removed"


def _delete_orphans(event_id: str, named: Collection[str], container: GoalsContainer) -> None:
    """Delete objects of crashed deliveries under this id.

    Young objects stay: an overlapping delivery may still name them.
    """
    age = timedelta(minutes=container.rules.orphan_minutes)
    orphans = [key for page in container.media.old_keys(age, event_id) for key in page if key not in named]
    if orphans:
        container.media.delete_keys(orphans)
        log_warning("orphans_removed", event_id=event_id, objects=orphans)
        count("OrphansRemoved", len(orphans))
