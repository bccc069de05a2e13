"""Queue messages between the parts of a download, validated because their writers open foreign files."""

import json
from collections.abc import Sequence
from typing import Annotated, TypeVar, cast
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from footy.core.aws.sqs import FifoMessage
from footy.core.errors import MalformedMessage
from footy.goals.clips.assignment.goal_clips import Review
from footy.goals.model.clips import ClipJob, ClipResult, Outcome, TimestampStatus, UploadSignal
from footy.goals.model.ids import batch_of, goal_of, is_goal

Md5 = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Positive = Annotated[int, Field(gt=0)]

Message = TypeVar("Message", bound=BaseModel)
LONGEST_ID = 128  # SQS limit of a deduplication id


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True)


class _Views(_Strict):
    bars: str = ""
    border: str = ""
    crop: str = ""
    mirror: str = ""


class _Clip(_Strict):
    md5: Md5
    source_url: str
    tweet_id: str
    file_size: Positive
    duration: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    width: Positive
    height: Positive
    bitrate: int
    perceptual_hash: str
    hash_version: str
    hash_views: _Views
    copies: Positive
    posts: list[str] = Field(default_factory=list)


class _Result(_Strict):
    tweet_id: str
    clip: _Clip | None
    outcome: str


class _Post(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")
    tweet_id: str


class _ClipJob(_Strict):
    token: str
    event_id: str
    download_id: str
    clip: _Post
    until: str


class _Frame(_Strict):
    at: int
    clock: str
    added: str
    stoppage: str
    score: str


class _Verdict(_Strict):
    clip: str
    outcome: Outcome
    verified: bool
    minute: int | None
    status: TimestampStatus
    frames_read: list[_Frame] = []


class _Signal(_Strict):
    event_id: str
    download_id: str
    verdicts: list[_Verdict]
    posts: list[str]
    last: bool


class _Review(_Strict):
    event_id: str
    judged_by: str


class _Takedown(_Strict):
    fixture_ids: list[Positive]


def takedown_message(fixture_ids: Sequence[int]) -> FifoMessage:
    """Return the message that has the objects of these fixtures settled; repeats are delivered, in order."""
    group = str(fixture_ids[0]) if len(fixture_ids) == 1 else "many"
    return FifoMessage(json.dumps({"fixture_ids": list(fixture_ids)}), group, uuid4().hex)


def read_takedown(body: str) -> list[int]:
    """Parse the fixtures of a takedown message."""
    return _read(_Takedown, body, "a takedown").fixture_ids


def is_review(body: str, group: str) -> bool:
    """Return True for a message of this group that asks to reassign the clips of its fixture."""
    try:
        return _Review.model_validate_json(body).event_id == group and is_goal(group)
    except ValidationError:
        return False


def review_message(review: Review) -> FifoMessage:
    """Return the message that asks for a reassignment; repeats within minutes are dropped."""
    body = {"event_id": review.event_id, "judged_by": review.mark}
    return FifoMessage(json.dumps(body), review.event_id, f"review-{review.former}-{review.mark}")


def read_signal(body: str, group: str) -> UploadSignal:
    """Parse the upload signal of a group."""
    signal = _read(_Signal, body, "an upload signal")
    if signal.event_id != group or not is_goal(group):
        raise MalformedMessage(f"not the signal of its group's goal: {body[:200]}")
    if goal_of(signal.download_id) != group:
        raise MalformedMessage(f"not a download of its group's goal: {body[:200]}")
    return cast("UploadSignal", signal.model_dump())


def read_clip_job(body: str) -> ClipJob:
    """Parse a clip job that a worker has passed on to validation."""
    job = _read(_ClipJob, body, "a clip job")
    if goal_of(job.download_id) is None or not is_goal(job.event_id):
        raise MalformedMessage(f"not a clip of a goal's download: {body[:200]}")
    return cast("ClipJob", job.model_dump())


def signal_message(signal: UploadSignal) -> FifoMessage:
    """Return the message of a single clip's batch; repeats within minutes are dropped."""
    (post,) = signal["posts"]
    return FifoMessage(json.dumps(signal), signal["event_id"], batch_of(signal["download_id"], post)[-LONGEST_ID:])


def read_result(text: str | bytes, tweet_id: str) -> ClipResult:
    """Parse the result of a chosen post."""
    result = _read(_Result, text, f"the result of {tweet_id}")
    if result.tweet_id != tweet_id or (result.clip is not None and result.clip.tweet_id != tweet_id):
        raise MalformedMessage(f"not the result of {tweet_id}")
    return cast("ClipResult", result.model_dump(exclude_unset=True))


def _read(model: type[Message], text: str | bytes, what: str) -> Message:
    try:
        return model.model_validate_json(text)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        raise MalformedMessage(f"not {what}: {'.'.join(map(str, first['loc']))} {first['msg']}") from invalid
