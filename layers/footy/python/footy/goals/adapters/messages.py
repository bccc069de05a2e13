"""Messages between the parts of a download, checked where they come in: their writers open foreign files."""

import json
from typing import Annotated, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from footy.core.aws.sqs import FifoMessage
from footy.core.errors import MalformedMessage
from footy.goals.clips.assignment.goal_clips import Review
from footy.goals.model.clips import ClipResult, Outcome, TimestampStatus, UploadSignal, ValidationJob
from footy.goals.model.ids import batch_of, goal_of, is_goal

Md5 = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Positive = Annotated[int, Field(gt=0)]

Form = TypeVar("Form", bound=BaseModel)
LONGEST_ID = 128  # of a deduplication id


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


class _Look(_Strict):
    token: str
    event_id: str
    download_id: str
    tweet_id: str
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
    frames_read: list[_Frame] = []  # functions of before a deployment do not tell


class _Signal(_Strict):
    event_id: str
    download_id: str
    verdicts: list[_Verdict]
    posts: list[str] = []  # downloads that began before a deployment do not tell
    last: bool = True  # nor had they any other


class _Review(_Strict):
    event_id: str
    judged_by: str


def is_review(body: str, group: str) -> bool:
    """Whether the message of that group asks for the clips of its fixture to be judged anew."""
    try:
        return _Review.model_validate_json(body).event_id == group and is_goal(group)
    except ValidationError:
        return False


def review_message(review: Review) -> FifoMessage:
    """The message that asks for it; a second one about the same change within minutes is none."""
    body = {"event_id": review.event_id, "judged_by": review.mark}
    return FifoMessage(json.dumps(body), review.event_id, f"review-{review.former}-{review.mark}")


def read_signal(body: str, group: str) -> UploadSignal:
    """The upload signal in a message of that group; anything else is refused by name."""
    signal = _read(_Signal, body, "an upload signal")
    if signal.event_id != group or not is_goal(group):
        raise MalformedMessage(f"not a goal's, or not in its goal's group: {body[:200]}")
    if goal_of(signal.download_id) != group:
        raise MalformedMessage(f"not a download of its goal: {body[:200]}")
    return cast("UploadSignal", signal.model_dump())


def read_validation_job(body: str) -> ValidationJob:
    """The clip that is to be looked at, as a worker hands it on."""
    look = _read(_Look, body, "a clip to look at")
    if goal_of(look.download_id) is None or not is_goal(look.event_id):
        raise MalformedMessage(f"not a clip of a goal's download: {body[:200]}")
    return cast("ValidationJob", look.model_dump())


def signal_message(signal: UploadSignal) -> FifoMessage:
    """The message of one clip's batch; sent twice within minutes it is one."""
    (post,) = signal["posts"]
    return FifoMessage(json.dumps(signal), signal["event_id"], batch_of(signal["download_id"], post)[-LONGEST_ID:])


def read_result(text: str | bytes, tweet_id: str) -> ClipResult:
    """What became of that clip."""
    result = _read(_Result, text, f"the result of {tweet_id}")
    if result.tweet_id != tweet_id or (result.clip is not None and result.clip.tweet_id != tweet_id):
        raise MalformedMessage(f"not the result of {tweet_id}")
    return cast("ClipResult", result.model_dump(exclude_unset=True))


def _read(form: type[Form], text: str | bytes, what: str) -> Form:
    try:
        return form.model_validate_json(text)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        raise MalformedMessage(f"not {what}: {'.'.join(map(str, first['loc']))} {first['msg']}") from invalid
