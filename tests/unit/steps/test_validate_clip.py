"""One clip looked at, against a real database and S3 in process."""

from collections.abc import Sequence

import pytest

from footy.adapters.work import Frame
from footy.clips.clock import ClockTexts
from footy.clips.look import Look
from footy.model.clips import Verdict
from footy.steps.validate_clip import validate_clip
from tests.unit.clips.goals import DOWNLOAD, GOAL, goal, insert
from tests.unit.clips.making import fetched as clip_of
from tests.unit.uploads import Stage

CLIP = "1604500000000000001"
SECONDS = 12.0


class Eyes:
    """Sees the clock that is written in the frame."""

    def look(self, jpegs: Sequence[bytes]) -> list[Look]:
        texts = (ClockTexts(jpeg.decode(), "NONE", "NONE") for jpeg in jpegs)
        return [Look(soccer=True, screen=False, clock=text, score="ARS 1-0 CHE") for text in texts]


def fetched(stage: Stage, *clocks: str) -> None:
    """A clip whose frames show these clocks."""
    stage.fetch(clip_of(CLIP))
    for percent, clock in zip((25, 50, 75), clocks, strict=True):
        stage.work.put_frame(DOWNLOAD, CLIP, percent, Frame(clock.encode(), SECONDS * percent / 100))


def validate(stage: Stage) -> Verdict | None:
    request = {"event_id": GOAL, "download_id": DOWNLOAD, "tweet_id": CLIP}
    return validate_clip(request, stage.world(vision=Eyes()))  # type: ignore[arg-type]


@pytest.mark.parametrize(("clock", "outcome"), [("67:30", "accepted"), ("12:30", "wrong_minute")])
def test_compares_the_clock_with_the_goal(stage: Stage, clock: str, outcome: str) -> None:
    insert(stage.database, goal())
    fetched(stage, "NONE", "NONE", clock)
    verdict = validate(stage)
    assert verdict is not None
    assert (verdict["clip"], verdict["outcome"]) == (CLIP, outcome)


def test_a_timer_is_told_by_where_its_frame_stands(stage: Stage) -> None:
    insert(stage.database, goal())
    fetched(stage, "00:03", "00:06", "00:09")
    verdict = validate(stage)
    assert verdict is not None
    assert (verdict["outcome"], verdict["status"]) == ("accepted", "unverified")


def test_tells_what_it_read_in_each_frame(stage: Stage) -> None:
    insert(stage.database, goal())
    fetched(stage, "66:59", "NONE", "67:05")
    verdict = validate(stage)
    assert verdict is not None
    nothing = {"added": "NONE", "stoppage": "NONE"}
    assert verdict["frames_read"] == [
        {"at": 25, "clock": "66:59", "score": "ARS 1-0 CHE", **nothing},
        {"at": 75, "clock": "67:05", "score": "ARS 1-0 CHE", **nothing},
    ]


def test_what_was_not_fetched_has_no_verdict(stage: Stage) -> None:
    insert(stage.database, goal())
    assert validate(stage) is None


def test_a_goal_that_is_gone_is_not_looked_at(stage: Stage) -> None:
    insert(stage.database)
    fetched(stage, "67:30", "67:30", "67:30")
    verdict = validate(stage)
    assert verdict is not None
    assert verdict["outcome"] == "unchecked"
