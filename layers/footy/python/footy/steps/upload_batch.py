"""Takes one message of the upload queue: its batch merged, copied, written down once, and cleared away."""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from functools import partial
from typing import Literal, TypedDict

from footy.adapters.messages import is_review, read_signal
from footy.adapters.mongo.downloads import FinishedBatch, Placed
from footy.adapters.s3 import side_by_side
from footy.adapters.sqs import Letter
from footy.clips.batch import JudgedBatch, Lost, NoResult, Unusable, judged_batch, lost_in, still_to_place
from footy.clips.dedup import arrived
from footy.clips.fixture_clips import first_id, keys_kept, keys_of, labels_of, review_due, settled_clips
from footy.clips.hashes import readable
from footy.clips.match_facts import facts_of_match
from footy.clips.settling import Settled
from footy.errors import MalformedMessage, WriteConflict
from footy.fixtures.completion import past_deadline
from footy.model.clips import POSTER_FRAME, ClipResult, FetchedClip, UploadSignal
from footy.model.documents import DownloadRecord, EventDocument, FixtureDocument, Video
from footy.model.ids import batch_of
from footy.model.keys import clip_key, poster_beside
from footy.steps.check_completion import check_completion
from footy.telemetry import about, count, say, warn
from footy.world import World

ROUNDS = 8


class Input(TypedDict):
    """A message of the queue; `receives` counts how often it was delivered, with this time."""

    body: str
    group: str
    deduplication_id: str
    receives: int


Output = Literal["finished", "again", "goal_removed", "goal_unknown", "set_aside"]


def upload_batch(request: Input, world: World) -> Output:
    """What comes back is counted as received with all that waits behind it: at its last try it must not."""
    try:
        with about("upload_batch", {"event_id": request["group"]}):
            return world.run(_take, request)  # in here: at the last try, too, a refusal is first met with new secrets
    except Exception as failure:
        reason = f"{type(failure).__name__}: {failure}"
        warn("batch_failed", event_id=request["group"], message_id=request["deduplication_id"], reason=reason)
        if request["receives"] < world.settings.upload_tries and not isinstance(failure, MalformedMessage):
            raise
        world.dead_letters.set_aside(Letter(request["body"], request["group"], request["deduplication_id"]), reason)
        count("BatchesSetAside")
        return "set_aside"


def _take(request: Input, world: World) -> Output:
    body, group = request["body"], request["group"]
    return _review(group, world) if is_review(body, group) else _upload(read_signal(body, group), world)


def _upload(signal: UploadSignal, world: World) -> Output:
    """Object, then document, then removal: a crash between two of them leaves something to repeat, nothing lost."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    say("batch_taken", event_id=event_id, download_id=download_id, posts=signal["posts"], last=signal["last"])
    outcome = _in_rounds(event_id, partial(_merge_into_goal, signal, set()), world)
    if signal["last"]:
        world.work.delete(download_id)
        check_completion({"event_id": event_id}, world)
    say("batch_ended", event_id=event_id, download_id=download_id, outcome=outcome)
    return outcome


def _review(event_id: str, world: World) -> Output:
    """Nothing is fetched again: what was read is kept with each clip."""
    outcome = _in_rounds(event_id, partial(_judge_anew, event_id), world)
    say("clips_judged_anew", event_id=event_id, outcome=outcome)
    return outcome


def _judge_anew(event_id: str, world: World) -> Output:
    found = world.events.find_with_hashes(event_id)
    if found is None:  # the next tick asks again, by another goal
        return "goal_removed"
    fixture, event = found
    settled = _settled(fixture, event, [], world)
    world.downloads.place(fixture, event["_event_id"], _placed(fixture, settled, world))
    world.media.delete_keys(sorted(keys_of(fixture) - {video["_s3_key"] for video in settled.clips}))
    return "finished"


def _in_rounds(event_id: str, work: Callable[[World], Output], world: World) -> Output:
    """A batch whose goal was written meanwhile is merged anew at once: its message would be hidden for minutes."""
    for _ in range(ROUNDS - 1):
        try:
            return work(world)
        except WriteConflict as conflict:
            say("batch_merged_anew", event_id=event_id, reason=str(conflict))
    return work(world)


def _merge_into_goal(signal: UploadSignal, copied: set[str], world: World) -> Output:
    """What was copied in a round before need not be copied again."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    found = world.events.find_with_keys(event_id)
    posts = still_to_place(signal, found[1]) if found else None
    if found is None or posts is None:
        return _already(signal, found, world)
    batch = _judged(signal, posts, world)
    if batch.accepted() or review_due(found[0]):  # only then clips are compared
        found = world.events.find_with_hashes(event_id)
    if found is None or still_to_place(signal, found[1]) != posts:
        return _already(signal, found, world)
    fixture, event = found
    pictured = _pictured(download_id, batch, world)
    settled = _settled(fixture, event, _arrivals(event_id, event, batch, pictured, world), world)
    before, after = keys_of(fixture), {video["_s3_key"] for video in settled.clips}
    new = [video for video in settled.clips if video["_s3_key"] not in {*before, *settled.recalled, *copied}]
    labels = labels_of(fixture, event)

    def publish(video: Video) -> None:
        world.media.publish(world.work.clip(download_id, video["md5"]), video["_s3_key"], labels)
        if post := pictured.get(video["md5"]):
            world.media.publish_poster(world.work.picture(download_id, post, POSTER_FRAME), video["_s3_key"])
        copied.add(video["_s3_key"])

    side_by_side(publish, new)
    finished = _finished(signal, settled, batch)
    world.downloads.finish_batch(fixture, event["_event_id"], _placed(fixture, settled, world), finished)
    world.media.delete_keys(sorted(before - after))
    if signal["last"]:
        _clear(event_id, after | keys_kept(fixture), world)
    for placement, clips in settled.outcomes.items():
        count(f"ClipsPlaced{placement.title().replace('_', '')}", clips)
    say("batch_finished", event_id=event_id, download_id=download_id, placed=settled.outcomes)
    return "finished"


def _already(signal: UploadSignal, found: tuple[FixtureDocument, EventDocument] | None, world: World) -> Output:
    """Nothing is left to do, but to clear away what a delivery before this one may have left."""
    if found is None:
        return _without_goal(signal, world)
    _clear(signal["event_id"], keys_of(found[0]) | keys_kept(found[0]), world)
    return "again"


def _judged(signal: UploadSignal, posts: Sequence[str], world: World) -> JudgedBatch:
    """What the download left that can be published; whatever cannot is counted under its reason."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    left = side_by_side(lambda post: _result(event_id, download_id, post, world), posts)
    results = dict(zip(posts, left, strict=True))
    _tell(event_id, download_id, lost_in(signal, results))
    batch = judged_batch(signal, results)
    clips = [clip for clip, _ in batch.accepted()]
    found = side_by_side(lambda clip: _fault(clip, download_id, world), clips)
    faults = {clip["md5"]: fault for clip, fault in zip(clips, found, strict=True) if fault}
    if faults:
        warn("clips_unusable", event_id=event_id, download_id=download_id, clips=faults)
        count("ClipsUnusable", len(faults))
    return batch.without(faults)


def _result(event_id: str, download_id: str, post: str, world: World) -> ClipResult | NoResult:
    try:
        return world.work.result(download_id, post) or "fetch_failed"
    except MalformedMessage as malformed:
        warn("malformed_result", event_id=event_id, download_id=download_id, post=post, reason=str(malformed))
        return "malformed_result"


def _tell(event_id: str, download_id: str, lost: Lost) -> None:
    if any(lost):
        warn("clips_nobody_saw", event_id=event_id, download_id=download_id, **lost._asdict())
        count("ClipsUnfetched", len(lost.unfetched))
        count("DecodersStarved", len(lost.starved))
        count("ClipsUnchecked", len(lost.unchecked))


def _fault(clip: FetchedClip, download_id: str, world: World) -> Unusable | None:
    if not readable(clip["perceptual_hash"], clip["hash_version"], clip["hash_views"]):
        return "unreadable_hash"
    return world.work.fault(download_id, clip["md5"])


def _pictured(download_id: str, batch: JudgedBatch, world: World) -> dict[str, str]:
    """The posts whose frames there are, by MD5: the frame in the middle stands beside the clip as its poster."""
    clips = [clip for clip, _ in batch.accepted()]
    there = side_by_side(lambda clip: world.work.has_frame(download_id, clip["tweet_id"], POSTER_FRAME), clips)
    return {clip["md5"]: clip["tweet_id"] for clip, found in zip(clips, there, strict=True) if found}


def _arrivals(
    event_id: str, event: EventDocument, batch: JudgedBatch, pictured: Collection[str], world: World
) -> list[Video]:
    """The clips that may be published, named after the id they were found under: a retried batch finds its own."""
    found_at, arrivals = first_id(event), list[Video]()
    for clip, verdict in batch.accepted():
        key = clip_key(event_id, clip["md5"])
        poster = poster_beside(key) if clip["md5"] in pictured else None
        url = world.media.url(key)
        arrivals.append(arrived(clip, verdict, found_at=found_at, key=key, url=url, poster_key=poster))
    return arrivals


def _settled(fixture: FixtureDocument, event: EventDocument, arrivals: Sequence[Video], world: World) -> Settled:
    now, rules = world.clock.now(), world.rules
    late = [goal["_event_id"] for goal in fixture["events"] if past_deadline(goal, now, rules)]
    return settled_clips(fixture, rules, found_at=event["_event_id"], closed=late, arrivals=arrivals)


def _placed(fixture: FixtureDocument, settled: Settled, world: World) -> Placed:
    return Placed(settled.shelves.values(), facts_of_match(fixture).mark, world.clock.now(), settled.recalled)


def _finished(signal: UploadSignal, settled: Settled, batch: JudgedBatch) -> FinishedBatch:
    record: DownloadRecord = {"id": signal["download_id"], "outcomes": batch.outcomes(settled.outcomes)}
    if settled.likenesses:
        record["likenesses"] = settled.likenesses
    clips = () if signal["last"] else tuple(batch_of(signal["download_id"], post) for post in signal["posts"])
    return FinishedBatch(record, batch.released, clips)


def _without_goal(signal: UploadSignal, world: World) -> Output:
    """What was copied while the goal was dropped is nobody's: the night clears it away."""
    stone = world.events.tombstone(signal["event_id"])
    if stone is None:
        warn("goal_unknown", event_id=signal["event_id"])
        count("UploadsWithoutGoal")
        return "goal_unknown"
    if signal["last"] and "goal" in stone and (left := still_to_place(signal, stone["goal"])) is not None:
        world.downloads.finish_removed(stone["_event_id"], signal["download_id"], left)
    return "goal_removed"


def _clear(event_id: str, named: Collection[str], world: World) -> None:
    """Removes what deliveries that crashed left under this id.

    Only what has been lying there for longer than any delivery lasts: one that overlaps with this one, because its
    message was hidden for too short a time, may still be about to name what it copied.
    """
    age = timedelta(minutes=world.rules.orphan_minutes)
    orphans = [key for page in world.media.settled(age, event_id) for key in page if key not in named]
    if orphans:
        world.media.delete_keys(orphans)
        warn("orphans_removed", event_id=event_id, objects=orphans)
        count("OrphansRemoved", len(orphans))
