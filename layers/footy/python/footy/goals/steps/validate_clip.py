"""Validation of one clip with the vision model (D7, D8)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypedDict

from footy.core.errors import RateLimited, TransientError
from footy.core.telemetry import count, log_context, log_info, log_warning
from footy.goals.adapters.messages import read_clip_job, signal_message
from footy.goals.adapters.storage.work import Frame
from footy.goals.clips.batch import is_publishable
from footy.goals.clips.reading.timers import without_timer
from footy.goals.clips.reading.validation import Expected, ask_frames, judge_clip, unchecked
from footy.goals.clips.reading.vision_result import VisionResult, frames_read
from footy.goals.container import GoalsContainer
from footy.goals.model.clips import ClipJob, UploadSignal, Verdict

LONGEST_PAUSE = 30


class Input(TypedDict):
    """Message of the validation queue, and how often it was received, this time included."""

    body: str
    receipt: str
    receives: int


Output = Literal["judged", "not_fetched", "unchecked", "waits"]


def validate_clip(request: Input, container: GoalsContainer) -> Output:
    """Validate a clip, queue its upload if it may be published, and complete the task of its download."""
    job = read_clip_job(request["body"])
    with log_context("validate_clip", {"event_id": job["event_id"], "download_id": job["download_id"]}):
        return _validate(job, request, container)


def _validate(job: ClipJob, request: Input, container: GoalsContainer) -> Output:
    try:
        # run inside the try: a refusal that remains with new secrets is handled like any other failure
        verdict = container.run(_verdict, job)
    except TransientError as failure:
        if container.clock.now() < datetime.fromisoformat(job["until"]):
            return _postpone(request, job, failure, container)
        verdict = _give_up(job, failure)
    except Exception as failure:  # noqa: BLE001 - a bug must not hold up the download
        verdict = _give_up(job, failure)
    if verdict and is_publishable(verdict):
        _queue_upload(job, verdict, container)
    if not container.task_callbacks.succeed(job["token"], verdict):
        log_info("task_token_expired", clip=job["clip"]["tweet_id"])
    if verdict is None:
        return "not_fetched"
    return "unchecked" if verdict["outcome"] == "unchecked" else "judged"


def _verdict(job: ClipJob, container: GoalsContainer) -> Verdict | None:
    """Return the verdict on the clip, or None if it was not fetched."""
    download_id, clip = job["download_id"], job["clip"]["tweet_id"]
    if not container.work.has_frames(download_id, clip):
        return None
    event = container.events.find(job["event_id"])
    if event is None:  # the goal was removed
        return unchecked(clip)
    time = event["time"]
    expected = Expected(time["elapsed"], time["extra"], container.rules.minute_tolerance)
    frames: list[Frame] = []

    def ask(shares: Sequence[int]) -> list[VisionResult]:
        images = [container.work.frame(download_id, clip, percent) for percent in shares]
        frames.extend(images)
        return container.vision.read_frames([image.jpeg for image in images])

    results = without_timer(ask_frames(ask), [frame.second for frame in frames])
    verdict: Verdict = {**judge_clip(clip, results, expected), "frames_read": frames_read(results)}
    log_info("clip_judged", clip=clip, outcome=verdict["outcome"], status=verdict["status"], minute=verdict["minute"])
    return verdict


def _postpone(request: Input, job: ClipJob, failure: TransientError, container: GoalsContainer) -> Output:
    """Return the message to the queue with a growing pause: the model is busy or down."""
    retry_after = failure.retry_after if isinstance(failure, RateLimited) else 0.0
    pause = min(LONGEST_PAUSE, max(2 ** request["receives"], int(retry_after)))
    reason = f"{type(failure).__name__}: {failure}"
    log_warning("validation_postponed", clip=job["clip"]["tweet_id"], seconds=pause, reason=reason)
    count("ValidationsPostponed")
    container.validation_jobs.hide(request["receipt"], pause)
    return "waits"


def _give_up(job: ClipJob, failure: Exception) -> Verdict:
    """Return the verdict of a clip that is not published; the last batch releases it for a later attempt."""
    log_warning("clip_unchecked", clip=job["clip"]["tweet_id"], reason=f"{type(failure).__name__}: {failure}")
    return unchecked(job["clip"]["tweet_id"])


def _queue_upload(job: ClipJob, verdict: Verdict, container: GoalsContainer) -> None:
    signal: UploadSignal = {
        "event_id": job["event_id"],
        "download_id": job["download_id"],
        "verdicts": [verdict],
        "posts": [job["clip"]["tweet_id"]],
        "last": False,
    }
    container.uploads.send(signal_message(signal))
