"""Has the vision model look at one clip, sends off what may be published, and answers who waits for the verdict."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypedDict

from footy.core.errors import RateLimited, TransientError
from footy.core.telemetry import count, log_context, log_info, log_warning
from footy.goals.adapters.messages import read_validation_job, signal_message
from footy.goals.adapters.storage.work import Frame
from footy.goals.clips.batch import is_publishable
from footy.goals.clips.reading.record import frames_read
from footy.goals.clips.reading.timers import without_timer
from footy.goals.clips.reading.validation import Expected, ask_frames, judge_clip, unchecked
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.container import GoalsContainer
from footy.goals.model.clips import ValidationJob, Verdict

LONGEST_PAUSE = 30


class Input(TypedDict):
    """A message of the looks queue; `receives` counts how often it was delivered, with this time."""

    body: str
    receipt: str
    receives: int


Output = Literal["judged", "not_fetched", "unchecked", "waits"]


def validate_clip(request: Input, container: GoalsContainer) -> Output:
    """Whether it is football, not off a screen, and of the goal's minute. A model that is busy is waited for."""
    order = read_validation_job(request["body"])
    with log_context("validate_clip", {"event_id": order["event_id"], "download_id": order["download_id"]}):
        return _judge(order, request, container)


def _judge(order: ValidationJob, request: Input, container: GoalsContainer) -> Output:
    try:
        verdict = container.run(_verdict, order)  # in here, because a refusal that stays one is answered like any other
    except TransientError as failure:
        if container.clock.now() < datetime.fromisoformat(order["until"]):
            return _wait(request, order, failure, container)
        verdict = _given_up(order, failure)
    except Exception as failure:  # noqa: BLE001 - a fault of the program must not hold up the download
        verdict = _given_up(order, failure)
    if verdict and is_publishable(verdict):
        _publish(order, verdict, container)
    if not container.task_callbacks.succeed(order["token"], verdict):
        log_info("nobody_waits", clip=order["tweet_id"])
    if verdict is None:
        return "not_fetched"
    return "unchecked" if verdict["outcome"] == "unchecked" else "judged"


def _verdict(order: ValidationJob, container: GoalsContainer) -> Verdict | None:
    """None when nothing of it was fetched."""
    download_id, clip = order["download_id"], order["tweet_id"]
    if not container.work.has_frames(download_id, clip):
        return None
    event = container.events.find(order["event_id"])
    if event is None:  # a goal that is gone needs no answer
        return unchecked(clip)
    time = event["time"]
    expected = Expected(time["elapsed"], time["extra"], container.rules.minute_tolerance)
    frames: list[Frame] = []

    def see(shares: Sequence[int]) -> list[VisionResult]:
        shown = [container.work.frame(download_id, clip, percent) for percent in shares]
        frames.extend(shown)
        return container.vision.read_frames([frame.jpeg for frame in shown])

    looks = without_timer(ask_frames(see), [frame.second for frame in frames])
    verdict: Verdict = {**judge_clip(clip, looks, expected), "frames_read": frames_read(looks)}
    log_info("clip_judged", clip=clip, outcome=verdict["outcome"], status=verdict["status"], minute=verdict["minute"])
    return verdict


def _wait(request: Input, order: ValidationJob, failure: TransientError, container: GoalsContainer) -> Output:
    """The message comes back after a pause, longer each time; nothing of the clip is lost by that."""
    asked = failure.retry_after if isinstance(failure, RateLimited) else 0.0
    pause = min(LONGEST_PAUSE, max(2 ** request["receives"], int(asked)))
    log_warning("look_postponed", clip=order["tweet_id"], seconds=pause, reason=f"{type(failure).__name__}: {failure}")
    count("LooksPostponed")
    container.validation_jobs.hide(request["receipt"], pause)
    return "waits"


def _given_up(order: ValidationJob, failure: Exception) -> Verdict:
    """Without a verdict it is not published; the last batch of its download releases it for another try."""
    reason = f"{type(failure).__name__}: {failure}"
    log_warning("clip_unchecked", clip=order["tweet_id"], reason=reason)
    return unchecked(order["tweet_id"])


def _publish(order: ValidationJob, verdict: Verdict, container: GoalsContainer) -> None:
    """At once, and not with the other clips of its attempt."""
    letter = signal_message(
        {
            "event_id": order["event_id"],
            "download_id": order["download_id"],
            "verdicts": [verdict],
            "posts": [order["tweet_id"]],
            "last": False,
        }
    )
    container.uploads.send(letter)
