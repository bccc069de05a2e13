"""Working files of a batch: results of the workers, their faults, and frames for posters."""

from collections.abc import Sequence

from footy.core.aws.s3 import run_parallel
from footy.core.errors import MalformedMessage
from footy.core.telemetry import count, log_warning
from footy.goals.clips.batch import JudgedBatch, LostPosts, NoResult, Unusable, judged_batch, lost_posts
from footy.goals.clips.copies.hashes import readable
from footy.goals.container import GoalsContainer
from footy.goals.model.clips import POSTER_FRAME, ClipResult, FetchedClip, UploadSignal


def read_batch(signal: UploadSignal, posts: Sequence[str], container: GoalsContainer) -> JudgedBatch:
    """Return the clips with their verdicts; report those that were lost or are unusable."""
    event_id, download_id = signal["event_id"], signal["download_id"]
    results = dict(
        zip(posts, run_parallel(lambda post: _result(event_id, download_id, post, container), posts), strict=True)
    )
    _report_lost(event_id, download_id, lost_posts(signal, results))
    batch = judged_batch(signal, results)
    clips = [clip for clip, _ in batch.accepted()]
    checks = zip(clips, run_parallel(lambda clip: _fault(clip, download_id, container), clips), strict=True)
    faults = {clip["md5"]: fault for clip, fault in checks if fault}
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


def _report_lost(event_id: str, download_id: str, posts: LostPosts) -> None:
    if any(posts):
        log_warning("clips_not_validated", event_id=event_id, download_id=download_id, **posts._asdict())
        count("ClipsNotFetched", len(posts.unfetched))
        count("DecodersOutOfResources", len(posts.out_of_resources))
        count("ClipsNotValidated", len(posts.unchecked))


def _fault(clip: FetchedClip, download_id: str, container: GoalsContainer) -> Unusable | None:
    if not readable(clip["perceptual_hash"], clip["hash_version"], clip["hash_views"]):
        return "unreadable_hash"
    return container.work.fault(download_id, clip["md5"])


def posters_of(download_id: str, batch: JudgedBatch, container: GoalsContainer) -> dict[str, str]:
    """Return the posts that have a frame for the poster, by the MD5 of their clip."""
    clips = [clip for clip, _ in batch.accepted()]
    exists = run_parallel(lambda clip: container.work.has_frame(download_id, clip["tweet_id"], POSTER_FRAME), clips)
    return {clip["md5"]: clip["tweet_id"] for clip, has_frame in zip(clips, exists, strict=True) if has_frame}
