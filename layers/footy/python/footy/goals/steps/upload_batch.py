"""Takes one message of the upload queue: its batch merged, copied, written down once, and cleared away."""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from functools import partial
from typing import Literal, TypedDict

from footy.core.aws.s3 import run_parallel
from footy.core.aws.sqs import FifoMessage
from footy.core.errors import MalformedMessage, WriteConflict
from footy.core.telemetry import count, log_context, log_info, log_warning
from footy.goals.adapters.messages import is_review, read_signal
from footy.goals.adapters.mongo.goals.downloads import FinishedBatch, Placement
from footy.goals.clips.assignment.assign import Assigned
from footy.goals.clips.assignment.goal_clips import (
    assign_clips,
    first_id,
    keys_of,
    labels_of,
    retained_keys,
    review_due,
)
from footy.goals.clips.assignment.match_facts import facts_of_match
from footy.goals.clips.batch import JudgedBatch, LostPosts, NoResult, Unusable, judged_batch, lost_posts, posts_to_place
from footy.goals.clips.copies.dedup import new_video
from footy.goals.clips.copies.hashes import readable
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.completion import past_deadline
from footy.goals.model.clips import POSTER_FRAME, ClipResult, FetchedClip, UploadSignal
from footy.goals.model.documents import DownloadRecord, EventDocument, FixtureDocument, Video
from footy.goals.model.ids import batch_of
from footy.goals.model.keys import clip_key, poster_key_of
from footy.goals.services.goal_completion import close_goal

ROUNDS = 8


class Input(TypedDict):
    """A message of the queue; `receives` counts how often it was delivered, with this time."""

    body: str
    group: str
    deduplication_id: str
    receives: int


Output = Literal["finished", "again", "goal_removed", "goal_unknown", "set_aside"]


def upload_batch(request: Input, container: GoalsContainer) -> Output:
    """What comes back is counted as received with all that waits behind it: at its last try it must not."""
    try:
        with log_context("upload_batch", {"event_id": request["group"]}):
            return container.run(
                _take, request
            )  # in here: at the last try, too, a refusal is first met with new secrets
    except Exception as failure:
        reason = f"{type(failure).__name__}: {failure}"
        log_warning("batch_failed", event_id=request["group"], message_id=request["deduplication_id"], reason=reason)
        if request["receives"] < container.settings.upload_tries and not isinstance(failure, MalformedMessage):
            raise
        container.dead_letters.add(FifoMessage(request["body"], request["group"], request["deduplication_id"]), reason)
        count("BatchesSetAside")
        return "set_aside"


def _take(request: Input, container: GoalsContainer) -> Output:
    body, group = request["body"], request["group"]
    return _review(group, container) if is_review(body, group) else _upload(read_signal(body, group), container)


def _upload(signal: UploadSignal, container: GoalsContainer) -> Output:
    """Object, then document, then removal: a crash between two of them leaves something to repeat, nothing lost."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    log_info("batch_taken", event_id=event_id, download_id=download_id, posts=signal["posts"], last=signal["last"])
    outcome = _in_rounds(event_id, partial(_merge_into_goal, signal, set()), container)
    if signal["last"]:
        container.work.delete(download_id)
        close_goal(event_id, container)
    log_info("batch_ended", event_id=event_id, download_id=download_id, outcome=outcome)
    return outcome


def _review(event_id: str, container: GoalsContainer) -> Output:
    """Nothing is fetched again: what was read is kept with each clip."""
    outcome = _in_rounds(event_id, partial(_judge_anew, event_id), container)
    log_info("clips_judged_anew", event_id=event_id, outcome=outcome)
    return outcome


def _judge_anew(event_id: str, container: GoalsContainer) -> Output:
    found = container.events.find_with_hashes(event_id)
    if found is None:  # the next tick asks again, by another goal
        return "goal_removed"
    fixture, event = found
    settled = _settled(fixture, event, [], container)
    container.downloads.place(fixture, event["_event_id"], _placed(fixture, settled, container))
    container.media.delete_keys(sorted(keys_of(fixture) - {video["_s3_key"] for video in settled.clips}))
    return "finished"


def _in_rounds(event_id: str, work: Callable[[GoalsContainer], Output], container: GoalsContainer) -> Output:
    """A batch whose goal was written meanwhile is merged anew at once: its message would be hidden for minutes."""
    for _ in range(ROUNDS - 1):
        try:
            return work(container)
        except WriteConflict as conflict:
            log_info("batch_merged_anew", event_id=event_id, reason=str(conflict))
    return work(container)


def _merge_into_goal(signal: UploadSignal, copied: set[str], container: GoalsContainer) -> Output:
    """What was copied in a round before need not be copied again."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    found = container.events.find_with_keys(event_id)
    posts = posts_to_place(signal, found[1]) if found else None
    if found is None or posts is None:
        return _already(signal, found, container)
    batch = _judged(signal, posts, container)
    if batch.accepted() or review_due(found[0]):  # only then clips are compared
        found = container.events.find_with_hashes(event_id)
    if found is None or posts_to_place(signal, found[1]) != posts:
        return _already(signal, found, container)
    fixture, event = found
    pictured = _pictured(download_id, batch, container)
    settled = _settled(fixture, event, _arrivals(event_id, event, batch, pictured, container), container)
    before, after = keys_of(fixture), {video["_s3_key"] for video in settled.clips}
    new = [video for video in settled.clips if video["_s3_key"] not in {*before, *settled.recalled, *copied}]
    labels = labels_of(fixture, event)

    def publish(video: Video) -> None:
        container.media.publish(container.work.clip(download_id, video["md5"]), video["_s3_key"], labels)
        if post := pictured.get(video["md5"]):
            container.media.publish_poster(container.work.picture(download_id, post, POSTER_FRAME), video["_s3_key"])
        copied.add(video["_s3_key"])

    run_parallel(publish, new)
    finished = _finished(signal, settled, batch)
    container.downloads.finish_batch(fixture, event["_event_id"], _placed(fixture, settled, container), finished)
    container.media.delete_keys(sorted(before - after))
    if signal["last"]:
        _clear(event_id, after | retained_keys(fixture), container)
    for placement, clips in settled.outcomes.items():
        count(f"ClipsPlaced{placement.title().replace('_', '')}", clips)
    log_info("batch_finished", event_id=event_id, download_id=download_id, placed=settled.outcomes)
    return "finished"


def _already(
    signal: UploadSignal, found: tuple[FixtureDocument, EventDocument] | None, container: GoalsContainer
) -> Output:
    """Nothing is left to do, but to clear away what a delivery before this one may have left."""
    if found is None:
        return _without_goal(signal, container)
    _clear(signal["event_id"], keys_of(found[0]) | retained_keys(found[0]), container)
    return "again"


def _judged(signal: UploadSignal, posts: Sequence[str], container: GoalsContainer) -> JudgedBatch:
    """What the download left that can be published; whatever cannot is counted under its reason."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    left = run_parallel(lambda post: _result(event_id, download_id, post, container), posts)
    results = dict(zip(posts, left, strict=True))
    _tell(event_id, download_id, lost_posts(signal, results))
    batch = judged_batch(signal, results)
    clips = [clip for clip, _ in batch.accepted()]
    found = run_parallel(lambda clip: _fault(clip, download_id, container), clips)
    faults = {clip["md5"]: fault for clip, fault in zip(clips, found, strict=True) if fault}
    if faults:
        log_warning("clips_unusable", event_id=event_id, download_id=download_id, clips=faults)
        count("ClipsUnusable", len(faults))
    return batch.without(faults)


def _result(event_id: str, download_id: str, post: str, container: GoalsContainer) -> ClipResult | NoResult:
    try:
        return container.work.result(download_id, post) or "fetch_failed"
    except MalformedMessage as malformed:
        log_warning("malformed_result", event_id=event_id, download_id=download_id, post=post, reason=str(malformed))
        return "malformed_result"


def _tell(event_id: str, download_id: str, lost: LostPosts) -> None:
    if any(lost):
        log_warning("clips_nobody_saw", event_id=event_id, download_id=download_id, **lost._asdict())
        count("ClipsUnfetched", len(lost.unfetched))
        count("DecodersStarved", len(lost.starved))
        count("ClipsUnchecked", len(lost.unchecked))


def _fault(clip: FetchedClip, download_id: str, container: GoalsContainer) -> Unusable | None:
    if not readable(clip["perceptual_hash"], clip["hash_version"], clip["hash_views"]):
        return "unreadable_hash"
    return container.work.fault(download_id, clip["md5"])


def _pictured(download_id: str, batch: JudgedBatch, container: GoalsContainer) -> dict[str, str]:
    """The posts whose frames there are, by MD5: the frame in the middle stands beside the clip as its poster."""
    clips = [clip for clip, _ in batch.accepted()]
    there = run_parallel(lambda clip: container.work.has_frame(download_id, clip["tweet_id"], POSTER_FRAME), clips)
    return {clip["md5"]: clip["tweet_id"] for clip, found in zip(clips, there, strict=True) if found}


def _arrivals(
    event_id: str, event: EventDocument, batch: JudgedBatch, pictured: Collection[str], container: GoalsContainer
) -> list[Video]:
    """The clips that may be published, named after the id they were found under: a retried batch finds its own."""
    found_at, arrivals = first_id(event), list[Video]()
    for clip, verdict in batch.accepted():
        key = clip_key(event_id, clip["md5"])
        poster = poster_key_of(key) if clip["md5"] in pictured else None
        url = container.media.url(key)
        arrivals.append(new_video(clip, verdict, found_at=found_at, key=key, url=url, poster_key=poster))
    return arrivals


def _settled(
    fixture: FixtureDocument, event: EventDocument, arrivals: Sequence[Video], container: GoalsContainer
) -> Assigned:
    now, rules = container.clock.now(), container.rules
    late = [goal["_event_id"] for goal in fixture["events"] if past_deadline(goal, now, rules)]
    return assign_clips(fixture, rules, found_at=event["_event_id"], closed=late, arrivals=arrivals)


def _placed(fixture: FixtureDocument, settled: Assigned, container: GoalsContainer) -> Placement:
    return Placement(settled.shelves.values(), facts_of_match(fixture).mark, container.clock.now(), settled.recalled)


def _finished(signal: UploadSignal, settled: Assigned, batch: JudgedBatch) -> FinishedBatch:
    record: DownloadRecord = {"id": signal["download_id"], "outcomes": batch.outcomes(settled.outcomes)}
    if settled.likenesses:
        record["likenesses"] = settled.likenesses
    clips = () if signal["last"] else tuple(batch_of(signal["download_id"], post) for post in signal["posts"])
    return FinishedBatch(record, batch.released, clips)


def _without_goal(signal: UploadSignal, container: GoalsContainer) -> Output:
    """What was copied while the goal was dropped is nobody's: the night clears it away."""
    stone = container.events.tombstone(signal["event_id"])
    if stone is None:
        log_warning("goal_unknown", event_id=signal["event_id"])
        count("UploadsWithoutGoal")
        return "goal_unknown"
    if signal["last"] and "goal" in stone and (left := posts_to_place(signal, stone["goal"])) is not None:
        container.downloads.finish_removed(stone["_event_id"], signal["download_id"], left)
    return "goal_removed"


def _clear(event_id: str, named: Collection[str], container: GoalsContainer) -> None:
    """Removes what deliveries that crashed left under this id.

    Only what has been lying there for longer than any delivery lasts: one that overlaps with this one, because its
    message was hidden for too short a time, may still be about to name what it copied.
    """
    age = timedelta(minutes=container.rules.orphan_minutes)
    orphans = [key for page in container.media.old_keys(age, event_id) for key in page if key not in named]
    if orphans:
        container.media.delete_keys(orphans)
        log_warning("orphans_removed", event_id=event_id, objects=orphans)
        count("OrphansRemoved", len(orphans))
