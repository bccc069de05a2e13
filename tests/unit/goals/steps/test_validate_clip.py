"""Validation of one clip (D7, D8, D19)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from footy.core.aws.sqs import FifoMessage
from footy.core.errors import AccessDenied, RateLimited, UpstreamUnavailable
from footy.goals.adapters.storage.work import Frame
from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.model.clips import Verdict
from footy.goals.steps.validate_clip import Output, validate_clip
from tests.support.clips import fetched as clip_of
from tests.support.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.support.uploads import Stage

CLIP = "1604500000000000001"
SECONDS = 12.0


@dataclass
class Around:
    """Vision that reads the clock written in the frame, the task token, and both queues."""

    trouble: Exception | None = None
    waits: bool = True
    answered: list[tuple[str, Verdict | None]] = field(default_factory=list)
    letters: list[FifoMessage] = field(default_factory=list)
    hidden: list[tuple[str, int]] = field(default_factory=list)

    def read_frames(self, jpegs: Sequence[bytes]) -> list[VisionResult]:
        if self.trouble:
            raise self.trouble
        texts = (ClockTexts(jpeg.decode(), "NONE", "NONE") for jpeg in jpegs)
        return [VisionResult(soccer=True, screen=False, clock=text, score="ARS 1-0 CHE") for text in texts]

    def succeed(self, token: str, answer: Verdict | None) -> bool:
        self.answered.append((token, answer))
        return self.waits

    def send(self, letter: FifoMessage) -> None:
        self.letters.append(letter)

    def hide(self, receipt: str, seconds: int) -> None:
        self.hidden.append((receipt, seconds))


@pytest.fixture
def around() -> Around:
    return Around()


def fetched(stage: Stage, *clocks: str) -> None:
    """A clip whose frames show these clocks."""
    stage.fetch(clip_of(CLIP))
    for percent, clock in zip((25, 50, 75), clocks, strict=True):
        stage.work.put_frame(DOWNLOAD, CLIP, percent, Frame(clock.encode(), SECONDS * percent / 100))


def validate(stage: Stage, around: Around, *, receives: int = 1, until: timedelta = timedelta(minutes=20)) -> Output:
    order = {"token": "t", "event_id": GOAL, "download_id": DOWNLOAD, "clip": {"tweet_id": CLIP}}
    body = json.dumps({**order, "until": (NOON + until).isoformat()})
    ports: dict[str, Any] = dict.fromkeys(("vision", "task_callbacks", "uploads", "validation_jobs"), around)
    return validate_clip({"body": body, "receipt": "r", "receives": receives}, stage.container(**ports))


def verdict_of(around: Around) -> Verdict:
    [(token, verdict)] = around.answered
    assert token == "t"
    assert verdict is not None
    return verdict


@pytest.mark.parametrize(("clock", "outcome"), [("67:30", "accepted"), ("12:30", "wrong_minute")])
def test_compares_the_clock_with_the_goal(stage: Stage, around: Around, clock: str, outcome: str) -> None:
    insert(stage.database, goal())
    fetched(stage, "NONE", "NONE", clock)
    assert validate(stage, around) == "judged"
    verdict = verdict_of(around)
    assert (verdict["clip"], verdict["outcome"]) == (CLIP, outcome)


def test_publishable_clips_are_queued_at_once(stage: Stage, around: Around) -> None:
    insert(stage.database, goal())
    fetched(stage, "67:30", "67:30", "67:30")
    validate(stage, around)
    [letter] = around.letters
    assert (letter.group, letter.deduplication_id) == (GOAL, f"{DOWNLOAD}/{CLIP}")
    about = {"event_id": GOAL, "download_id": DOWNLOAD, "posts": [CLIP], "last": False}
    assert json.loads(letter.body) == {**about, "verdicts": [verdict_of(around)]}


def test_a_timer_is_told_by_where_its_frame_stands(stage: Stage, around: Around) -> None:
    insert(stage.database, goal())
    fetched(stage, "00:03", "00:06", "00:09")
    validate(stage, around)
    assert (verdict_of(around)["outcome"], verdict_of(around)["status"]) == ("accepted", "unverified")


def test_tells_what_it_read_in_each_frame(stage: Stage, around: Around) -> None:
    insert(stage.database, goal())
    fetched(stage, "66:59", "NONE", "67:05")
    validate(stage, around)
    nothing = {"added": "NONE", "stoppage": "NONE"}
    assert verdict_of(around)["frames_read"] == [
        {"at": 25, "clock": "66:59", "score": "ARS 1-0 CHE", **nothing},
        {"at": 75, "clock": "67:05", "score": "ARS 1-0 CHE", **nothing},
    ]


def test_unfetched_clips_have_no_verdict(stage: Stage, around: Around) -> None:
    insert(stage.database, goal())
    assert validate(stage, around) == "not_fetched"
    assert (around.answered, around.letters) == ([("t", None)], [])


def test_clips_of_removed_goals_are_not_validated(stage: Stage, around: Around) -> None:
    insert(stage.database)
    fetched(stage, "67:30", "67:30", "67:30")
    assert validate(stage, around) == "unchecked"
    assert (verdict_of(around)["outcome"], around.letters) == ("unchecked", [])


@pytest.mark.parametrize(
    ("trouble", "receives", "pause"),
    [
        (UpstreamUnavailable("no server"), 1, 2),
        (UpstreamUnavailable("no server"), 40, 30),
        (RateLimited("busy", retry_after=9), 1, 9),
        (RateLimited("busy", retry_after=900), 1, 30),
    ],
)
def test_a_busy_model_postpones_the_message(
    stage: Stage, around: Around, trouble: Exception, receives: int, pause: int
) -> None:
    insert(stage.database, goal())
    fetched(stage, "67:30", "67:30", "67:30")
    around.trouble = trouble
    assert validate(stage, around, receives=receives) == "waits"
    assert (around.hidden, around.answered) == ([("r", pause)], [])


@pytest.mark.parametrize(
    ("trouble", "until"),
    [(UpstreamUnavailable("no server"), timedelta(minutes=1)), (AccessDenied("key"), timedelta(minutes=20))],
)
def test_validation_is_given_up_at_the_deadline(
    stage: Stage, around: Around, trouble: Exception, until: timedelta
) -> None:
    insert(stage.database, goal())
    fetched(stage, "67:30", "67:30", "67:30")
    around.trouble = trouble
    assert validate(stage, around, until=until) == "unchecked"
    assert (verdict_of(around)["outcome"], around.letters) == ("unchecked", [])
